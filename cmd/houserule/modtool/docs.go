// Package modtool is what houserule mod needs to know of a game: the reference for its
// mods, the files for editors, new mods, and mistakes in mods that cannot be loaded.
package modtool

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

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/files"
	"houserule/scripting/modhost"
	docs "houserule/scripting/reference"
)

// A Game is a rule system as mods see it.
type Game struct {
	Data    library.Format
	Scripts modhost.API
	Own     []library.Own   // the fields, words and sections that the mods declare
	Others  modhost.Scripts // the mods whose offers are documented; nil: none
}

func (g Game) name() string { return g.Data.Name() }

// Reference returns the reference of the game's scripts.
func (g Game) Reference() *docs.Reference {
	of := docs.Game{
		Name: g.name(), Binding: g.Scripts.Binding(g.Own...), Tests: g.Scripts.TestBinding(g.Own...),
		ReadOnly: g.Scripts.ReadOnly(), Mutates: g.Scripts.Mutates(),
	}
	if g.Others != nil {
		of.Offers, of.Events = g.Others.Offers()
	}
	return docs.New(of)
}

// A keyTable is the keys of a TOML table, from library.Reference.
type keyTable struct {
	name string // "creature", "ability.bonus"
	doc  string
	rows [][]string // key, type, allowed values, meaning
}

// short returns the name of a table of mod.toml without the file's: "section".
func (t keyTable) short() string { return strings.TrimPrefix(t.name, "mod.toml.") }

// keyTables returns the tables of the reference of TOML files.
func (g Game) keyTables() []keyTable {
	var all []keyTable
	for line := range strings.SplitSeq(library.Reference(g.Data, g.Own...), "\n") {
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
			for _, t := range slices.Backward(all) { // the nearest table that it can be
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

// DocNames returns all names that docs knows.
func (g Game) DocNames() []string {
	names := g.Reference().Names()
	for _, t := range g.keyTables() {
		names = append(names, t.name, t.short())
		for _, row := range t.rows {
			names = append(names, t.name+"."+row[0])
		}
	}
	return names
}

// DocList prints all topics, one a line.
func (g Game) DocList(out io.Writer, width int) {
	r := g.Reference()
	for _, sort := range []string{docs.Hook, docs.Object, docs.Function, docs.Declaration, docs.Constant, docs.Offer, docs.Test} {
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
	fmt.Fprintln(out, "houserule mod docs NAME explains one of them.")
}

// DocOf prints the documentation of a name.
func (g Game) DocOf(out io.Writer, name string, width int) error {
	topics, err := g.Reference().Find(name)
	tables := g.tablesOf(name)
	if err != nil && tables == nil {
		return &engine.Unknown{What: "name", Word: name, Known: g.DocNames()}
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
	for _, t := range tables {
		fmt.Fprintf(out, "%s  (TOML)\n", screen.Heading(t.name))
		if t.doc != "" {
			fmt.Fprintln(out, screen.Wrap(t.doc, max(width, screen.Usual), 0))
		}
		var keys [][]string
		for _, row := range t.rows {
			indented := slices.Clone(row)
			indented[0] = "  " + row[0]
			keys = append(keys, indented)
		}
		screen.Table(out, width, keys)
	}
	return nil
}

// tablesOf returns the table of a name, or of a key nothing but the key. A name that is
// no whole one is that of all inner tables that end with it: "when" of "ability.bonus.when".
func (g Game) tablesOf(name string) (found []keyTable) {
	var inner []keyTable
	for _, t := range g.keyTables() {
		if t.name == name || t.short() == name {
			found = []keyTable{{name, strings.TrimSpace(t.doc), t.rows}}
		} else if strings.HasSuffix(t.name, "."+name) {
			inner = append(inner, t)
		}
		for _, row := range t.rows {
			if t.name+"."+row[0] == name {
				found = []keyTable{{name, "", [][]string{row}}}
			}
		}
	}
	if found != nil {
		return found
	}
	return inner
}

// A File is a file that the program writes into a mod's folder.
type File struct {
	Name  string // with slashes
	Text  string
	Keeps bool // a file that is there already is the user's
}

const schemaFolder = ".schema"

// StubFiles returns the files with which an editor completes Lua.
func (g Game) StubFiles() []File {
	return []File{
		{docs.StubFolder + "/" + g.name() + ".lua", g.Reference().Stubs(), false},
		{docs.StubFolder + "/test.lua", g.Reference().TestStubs(), false},
		{".luarc.json", g.Reference().Settings(), true},
	}
}

// SchemaFiles returns the files with which an editor completes TOML.
func (g Game) SchemaFiles() ([]File, error) {
	var files []File
	for _, section := range []string{"mod", "data"} {
		text, err := library.Schema(g.Data, section, g.Own...)
		if err != nil {
			return nil, err
		}
		files = append(files, File{schemaFolder + "/" + section + ".json", string(text), false})
	}
	return files, nil
}

// WriteFiles writes files below an existing folder, and prints their names.
func WriteFiles(out io.Writer, dir string, all []File) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range all {
		shown := filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(f.Name)))
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

// write writes the file below a folder, never through a link out of it, and reports
// whether it did.
func (f File) write(root *os.Root) (bool, error) {
	if err := root.MkdirAll(path.Dir(f.Name), 0o755); err != nil {
		return false, files.Cause(err)
	}
	switch info, err := root.Lstat(f.Name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, files.Cause(err)
	case !info.Mode().IsRegular():
		return false, errors.New("it is no plain file: remove it, and it is written anew")
	case f.Keeps:
		text, err := files.Read(root.FS(), f.Name, files.MaxFile)
		if err != nil {
			return false, err
		}
		if string(text) != f.Text {
			return false, nil
		}
	}
	if err := root.WriteFile(f.Name, []byte(f.Text), 0o644); err != nil {
		return false, files.Cause(err)
	}
	return true, nil
}
