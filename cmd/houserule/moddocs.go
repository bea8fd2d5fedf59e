package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting/heroesmods"
	docs "houserule/scripting/reference"
)

// scriptReference is the reference of scripts.
func scriptReference() *docs.Reference {
	return docs.New(docs.Game{
		Name: "heroes", Binding: heroesmods.System.Binding(), Tests: heroesmods.System.TestBinding(),
		Looks: heroesmods.System.Looks(), Acts: heroesmods.System.Acts(),
	})
}

// A keyTable is the keys of a TOML table, as library.Reference tells of them.
type keyTable struct {
	name string // "creature", "ability.bonus"
	doc  string
	rows [][]string // key, type, what it takes, what it is
}

// keyTables are those of the reference of TOML files.
func keyTables() []keyTable {
	var all []keyTable
	for line := range strings.SplitSeq(library.Reference(heroesdata.System()), "\n") {
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

func newModDocs() *cobra.Command {
	return &cobra.Command{
		Use:   "docs [NAME]",
		Short: "Say what a mod can write: hooks, objects, functions, keys of TOML",
		Long: `Say what a mod can write. NAME is a hook, an object, a function, a declaration,
a section of TOML, or a field of one: onAttack, onAttack.bonus, stack,
battle:kill, creature, rules.die. docs/mod-reference.md is all of it.`,
		Example: "  houserule mod docs\n  houserule mod docs onAttack\n  houserule mod docs creature.phase",
		Args:    arguments(0, 1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, name := range docNames() {
				if len(args) == 0 && strings.HasPrefix(name, word) {
					names = append(names, name)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				docList(out, listWidth(out))
				return nil
			}
			return docOf(out, args[0], listWidth(out))
		},
	}
}

// docNames are all names that docs knows.
func docNames() []string {
	names := scriptReference().Names()
	for _, t := range keyTables() {
		names = append(names, t.name)
		for _, row := range t.rows {
			names = append(names, t.name+"."+row[0])
		}
	}
	return names
}

// docList is all topics, one a line.
func docList(out io.Writer, width int) {
	r := scriptReference()
	for _, sort := range []string{docs.Hook, docs.Object, docs.Function, docs.Declaration, docs.Constant, docs.Test} {
		rows := [][]string{}
		for _, t := range r.Topics(sort) {
			rows = append(rows, []string{"  " + t.Name, t.Doc})
		}
		fmt.Fprintln(out, screen.Heading(docs.Chapter(sort)))
		screen.Table(out, width, rows)
	}
	fmt.Fprintln(out, screen.Heading("TOML"))
	var names []string
	for _, t := range keyTables() {
		if !strings.Contains(t.name, ".") || t.name == "mod.toml" {
			names = append(names, t.name)
		}
	}
	fmt.Fprintln(out, "  "+strings.Join(names, ", "))
	fmt.Fprintln(out, "houserule mod docs NAME tells of one of them.")
}

// docOf prints what there is under a name.
func docOf(out io.Writer, name string, width int) error {
	topics, err := scriptReference().Find(name)
	var rows [][]string
	var doc string
	for _, t := range keyTables() {
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
		return &usageError{&engine.Unknown{What: "name", Word: name, Known: docNames()}}
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

// modReference is docs/mod-reference.md.
func modReference() string {
	return `# Reference for mods

Everything that a mod can write: in Lua, then in TOML. docs/modding.md is the
way in; ` + "`houserule mod docs NAME`" + ` prints one entry of this page.

This page is written by the program; do not edit it by hand.

` + scriptReference().Markdown() + "\n# TOML files\n\n" + library.Reference(heroesdata.System())
}

// A generated file is one that the program writes into a mod's folder.
type generated struct {
	name  string // with slashes
	text  string
	keeps bool // what is there is the user's
}

const schemaFolder = ".schema"

func stubFiles() []generated {
	return []generated{
		{docs.StubFolder + "/heroes.lua", scriptReference().Stubs(), false},
		{docs.StubFolder + "/test.lua", scriptReference().TestStubs(), false},
		{".luarc.json", scriptReference().Settings(), true},
	}
}

func schemaFiles() ([]generated, error) {
	var files []generated
	for _, section := range []string{"mod", "data"} {
		text, err := library.Schema(heroesdata.System(), section)
		if err != nil {
			return nil, err
		}
		files = append(files, generated{schemaFolder + "/" + section + ".json", string(text), false})
	}
	return files, nil
}

// writeFiles writes generated files below a folder that is there.
func writeFiles(out io.Writer, dir string, files []generated) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return &usageError{fmt.Errorf("--dir: there is no folder %s", dir)}
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		shown := filepath.ToSlash(name)
		if text, err := os.ReadFile(name); err == nil && f.keeps && string(text) != f.text {
			fmt.Fprintf(out, "kept %s, which is yours; remove it to have it written anew\n", shown)
			continue
		} else if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(f.text), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(out, "wrote %s\n", shown)
	}
	return nil
}

func newModStubs() *cobra.Command {
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
			return writeFiles(cmd.OutOrStdout(), dir, stubFiles())
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the mod's `folder`")
	return cmd
}

func newModSchema() *cobra.Command {
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
			files, err := schemaFiles()
			if err != nil {
				return err
			}
			return writeFiles(cmd.OutOrStdout(), dir, files)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the mod's `folder`")
	return cmd
}
