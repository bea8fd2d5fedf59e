package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/files"
	docs "houserule/scripting/reference"
)

// reference is the reference of the game's scripts.
func (g game) reference() *docs.Reference {
	return docs.New(docs.Game{
		Name: g.name(), Binding: g.scripts.Binding(), Tests: g.scripts.TestBinding(),
		Looks: g.scripts.Looks(), Acts: g.scripts.Acts(),
	})
}

// A keyTable is the keys of a TOML table, as library.Reference tells of them.
type keyTable struct {
	name string // "creature", "ability.bonus"
	doc  string
	rows [][]string // key, type, what it takes, what it is
}

// keyTables are those of the reference of TOML files.
func (g game) keyTables() []keyTable {
	var all []keyTable
	for line := range strings.SplitSeq(library.Reference(g.data), "\n") {
		text, isHeading := strings.CutPrefix(strings.TrimPrefix(line, "#"), "## ")
		owner, isInner := strings.CutSuffix(line, ":")
		switch {
		case !isHeading && strings.HasPrefix(line, "## "):
			all = append(all, keyTable{name: strings.TrimPrefix(line, "## ")})
		case isHeading:
			all = append(all, keyTable{name: text})
		case strings.HasPrefix(line, "|"):
			cells := strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, "\x00"), "| "), " | ")
			for i := range cells {
				cells[i] = strings.Trim(strings.ReplaceAll(strings.ReplaceAll(cells[i], "\x00", "|"), "`", ""), " |")
			}
			last := &all[len(all)-1]
			last.rows = append(last.rows, cells)
		case isInner && strings.HasPrefix(line, "`"):
			inner, outer, _ := strings.Cut(strings.ReplaceAll(owner, "`", ""), " of ")
			for _, t := range slices.Backward(all) { // the nearest that it can be
				if t.name == outer || strings.HasSuffix(t.name, "."+outer) {
					all = append(all, keyTable{name: t.name + "." + inner})
					break
				}
			}
		case line != "" && len(all) > 0:
			all[len(all)-1].doc += strings.ReplaceAll(line, "`", "") + " "
		}
	}
	for i := range all {
		if rows := all[i].rows; len(rows) > 1 {
			all[i].rows = rows[2:] // without the head
		}
	}
	return slices.DeleteFunc(all, func(t keyTable) bool { return len(t.rows) == 0 })
}

func newModDocs(mods *modOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "docs [NAME]",
		Short: "Say what a mod can write: hooks, objects, functions, keys of TOML",
		Long: `Say what a mod can write. NAME is a hook, an object, a function, a declaration,
a section of TOML, or a field of one: onAttack, onAttack.bonus, stack,
battle:kill, creature, rules.die. It is told of the game that --game says, or in
a mod's folder of the mod's; elsewhere, what only one game has is told of that
game, all else of the first. docs/mod-reference.md is all of
it for heroes, docs/mod-reference-kings.md for kings, and
docs/mod-reference-sorcery.md for sorcery.`,
		Example: "  houserule mod docs\n  houserule mod docs onAttack\n  houserule mod docs creature.phase\n  houserule mod docs thing --game kings",
		Args:    arguments(0, 1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			names, directive := mods.complete(func(g game, _ *library.Library) []string { return g.docNames() })(cmd, args, word)
			return slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, word) }), directive
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			knows := func(g game) bool { return len(args) == 0 || slices.Contains(g.docNames(), args[0]) }
			g, err := mods.here().decide(having(knows))
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				g.docList(out, listWidth(out))
				return nil
			}
			if err := g.docOf(out, args[0], listWidth(out)); err != nil {
				return &usageError{notHere(err, g, knows)}
			}
			return nil
		},
	}
}

// docNames are all names that docs knows.
func (g game) docNames() []string {
	names := g.reference().Names()
	for _, t := range g.keyTables() {
		names = append(names, t.name)
		for _, row := range t.rows {
			names = append(names, t.name+"."+row[0])
		}
	}
	return names
}

// docList is all topics, one a line.
func (g game) docList(out io.Writer, width int) {
	r := g.reference()
	for _, sort := range []string{docs.Hook, docs.Object, docs.Function, docs.Declaration, docs.Constant, docs.Test} {
		var rows [][]string
		for _, t := range r.Topics(sort) {
			rows = append(rows, []string{"  " + t.Name, t.Doc})
		}
		if rows == nil {
			continue
		}
		fmt.Fprintln(out, screen.Heading(docs.Chapter(sort)))
		screen.Table(out, width, rows)
	}
	fmt.Fprintln(out, screen.Heading("TOML"))
	var names []string
	for _, t := range g.keyTables() {
		if !strings.Contains(t.name, ".") || t.name == "mod.toml" {
			names = append(names, t.name)
		}
	}
	fmt.Fprintln(out, "  "+strings.Join(names, ", "))
	fmt.Fprintln(out, "houserule mod docs NAME tells of one of them.")
}

// docOf prints what there is under a name.
func (g game) docOf(out io.Writer, name string, width int) error {
	topics, err := g.reference().Find(name)
	var rows [][]string
	var doc string
	for _, t := range g.keyTables() {
		if t.name == name {
			rows, doc = t.rows, strings.TrimSpace(t.doc)
		}
		for _, row := range t.rows {
			if t.name+"."+row[0] == name {
				rows, doc = [][]string{row}, ""
			}
		}
	}
	if err != nil && rows == nil {
		return &usageError{&engine.Unknown{What: "name", Word: name, Known: g.docNames()}}
	}
	for _, t := range topics {
		fmt.Fprintf(out, "%s  (%s)\n", screen.Heading(t.Usage), t.Sort)
		for _, text := range append([]string{t.Doc}, t.Notes...) {
			fmt.Fprintln(out, screen.Wrap(text, max(width, screen.Usual), 0))
		}
		var fields, methods [][]string
		for _, row := range t.Table {
			if row.Use == "call" {
				methods = append(methods, []string{"  " + row.Name, row.Doc})
			} else {
				fields = append(fields, []string{"  " + row.Name, row.Type, row.Use, row.Doc})
			}
		}
		screen.Table(out, width, fields)
		screen.Table(out, width, methods)
	}
	if rows != nil {
		fmt.Fprintf(out, "%s  (TOML)\n", screen.Heading(name))
		if doc != "" {
			fmt.Fprintln(out, screen.Wrap(doc, max(width, screen.Usual), 0))
		}
		var keys [][]string
		for _, row := range rows {
			indented := slices.Clone(row)
			indented[0] = "  " + row[0]
			keys = append(keys, indented)
		}
		screen.Table(out, width, keys)
	}
	return nil
}

// A generated file is one that the program writes into a mod's folder.
type generated struct {
	name  string // with slashes
	text  string
	keeps bool // what is there is the user's
}

const schemaFolder = ".schema"

func (g game) stubFiles() []generated {
	return []generated{
		{docs.StubFolder + "/" + g.name() + ".lua", g.reference().Stubs(), false},
		{docs.StubFolder + "/test.lua", g.reference().TestStubs(), false},
		{".luarc.json", g.reference().Settings(), true},
	}
}

func (g game) schemaFiles() ([]generated, error) {
	var files []generated
	for _, section := range []string{"mod", "data"} {
		text, err := library.Schema(g.data, section)
		if err != nil {
			return nil, err
		}
		files = append(files, generated{schemaFolder + "/" + section + ".json", string(text), false})
	}
	return files, nil
}

// writeFiles writes generated files below a folder that is there.
func writeFiles(out io.Writer, dir string, all []generated) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return &usageError{fmt.Errorf("--dir: there is no folder %s", dir)}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range all {
		shown := filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(f.name)))
		wrote, err := f.write(root)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", shown, err)
		case wrote:
			fmt.Fprintf(out, "wrote %s\n", shown)
		default:
			fmt.Fprintf(out, "kept %s, which is yours; remove it to have it written anew\n", shown)
		}
	}
	return nil
}

// write writes the file below a folder, and through no link out of it, and
// reports whether it did.
func (f generated) write(root *os.Root) (bool, error) {
	if err := root.MkdirAll(path.Dir(f.name), 0o755); err != nil {
		return false, cause(cause(err)) // it names two paths
	}
	switch info, err := root.Lstat(f.name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, cause(err)
	case !info.Mode().IsRegular():
		return false, errors.New("it is no plain file: remove it, and it is written anew")
	case f.keeps:
		text, err := files.Read(root.FS(), f.name, files.MaxFile)
		if err != nil {
			return false, err
		}
		if string(text) != f.text {
			return false, nil
		}
	}
	if err := root.WriteFile(f.name, []byte(f.text), 0o644); err != nil {
		return false, cause(err)
	}
	return true, nil
}

// gameIn decides which game the mod of a folder is for, which may be no mod
// yet.
func (o *modOptions) gameIn(dir string) (game, error) {
	var c []library.Found
	if found, err := folderAt(dir); err == nil {
		c = append(c, found)
	}
	return o.gameOf(c, clue{})
}

func newModStubs(mods *modOptions) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "stubs",
		Short: "Write files by which an editor completes and checks Lua scripts",
		Long: `Write files by which an editor with a Lua language server completes and checks
scripts: a folder .stubs with the types of everything that they can see, and
.luarc.json, the server's settings. Neither is part of the mod.`,
		Example: "  houserule mod stubs --dir goblins",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := mods.gameIn(dir)
			if err != nil {
				return err
			}
			return writeFiles(cmd.OutOrStdout(), dir, g.stubFiles())
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the mod's `folder`")
	return cmd
}

func newModSchema(mods *modOptions) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Write files by which an editor completes and checks TOML files",
		Long: `Write files by which an editor completes and checks TOML files: a folder .schema
with a JSON schema of mod.toml and one of data files. A TOML file names its own
in its first line:

  #:schema .schema/mod.json     in mod.toml
  #:schema .schema/data.json    in all others`,
		Example: "  houserule mod schema --dir goblins",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := mods.gameIn(dir)
			if err != nil {
				return err
			}
			files, err := g.schemaFiles()
			if err != nil {
				return err
			}
			return writeFiles(cmd.OutOrStdout(), dir, files)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the mod's `folder`")
	return cmd
}
