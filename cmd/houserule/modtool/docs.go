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

// short returns the name of a table of mod.toml without the file's: "section".
func short(t library.KeyTable) string { return strings.TrimPrefix(t.Name, "mod.toml.") }

// keyTables returns the tables of the reference of TOML files.
func (g Game) keyTables() []library.KeyTable { return library.KeyTables(g.Data, g.Own...) }

// DocNames returns all names that docs knows.
func (g Game) DocNames() []string {
	names := g.Reference().Names()
	for _, t := range g.keyTables() {
		names = append(names, t.Name, short(t))
		for _, row := range t.Rows {
			names = append(names, t.Name+"."+row[0])
		}
	}
	return names
}

// DocList prints all topics, one a line.
func (g Game) DocList(out io.Writer, width int) {
	r := g.Reference()
	for _, sort := range []string{docs.Hook, docs.Object, docs.Function, docs.Declaration, docs.Constant, docs.Offer, docs.Test} {
		rows := engine.Each(r.Topics(sort), func(t docs.Topic) []string { return []string{"  " + t.Name, t.Doc} })
		if rows == nil {
			continue
		}
		fmt.Fprintln(out, screen.Heading(docs.Chapter(sort)))
		screen.Table(out, width, rows)
	}
	fmt.Fprintln(out, screen.Heading("TOML"))
	var names []string
	for _, t := range g.keyTables() {
		if !strings.Contains(t.Name, ".") || t.Name == "mod.toml" {
			names = append(names, t.Name)
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
		fmt.Fprintf(out, "%s  (TOML)\n", screen.Heading(t.Name))
		if t.Doc != "" {
			fmt.Fprintln(out, screen.Wrap(t.Doc, max(width, screen.Usual), 0))
		}
		var keys [][]string
		for _, row := range t.Rows {
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
func (g Game) tablesOf(name string) (found []library.KeyTable) {
	var inner []library.KeyTable
	for _, t := range g.keyTables() {
		if t.Name == name || short(t) == name {
			t.Name = name
			found = []library.KeyTable{t}
		} else if strings.HasSuffix(t.Name, "."+name) {
			inner = append(inner, t)
		}
		for _, row := range t.Rows {
			if t.Name+"."+row[0] == name {
				found = []library.KeyTable{{Name: name, Rows: [][]string{row}}}
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
		if string(files.Text(text)) != f.Text {
			return false, nil
		}
	}
	if err := root.WriteFile(f.Name, []byte(f.Text), 0o644); err != nil {
		return false, files.Cause(err)
	}
	return true, nil
}
