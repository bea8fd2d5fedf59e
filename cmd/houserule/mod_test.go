package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modtool"
	"houserule/engine/library"
	"houserule/scripting/luagame"
)

// The generated pages and files for editors are what the program would write:
// -update. Those of a game stand in folders of its name.
func TestModDocs(t *testing.T) {
	page := luaReference()
	golden(t, "../../docs/"+page.Name, page.Text)
	for _, g := range newResolver().Games() {
		if g.IsLua() {
			continue
		}
		schemas, err := g.Tools().SchemaFiles()
		if err != nil {
			t.Fatal(err)
		}
		page := modReference(g)
		golden(t, "../../docs/"+page.Name, page.Text)
		for _, f := range g.Tools().StubFiles() {
			golden(t, "../../docs/stubs/"+g.Name()+"/"+strings.TrimPrefix(filepath.Base(f.Name), "."), f.Text)
		}
		for _, f := range schemas {
			golden(t, "../../docs/schema/"+g.Name()+"/"+filepath.Base(f.Name), f.Text)
		}
	}
}

// modReference is the game's page of docs/, all that its mods can write.
func modReference(g games.Game) modtool.File {
	name := "mod-reference-" + g.Name() + ".md"
	if g.Name() == newResolver().Games()[0].Name() {
		name = "mod-reference.md"
	}
	return modtool.File{Name: name, Text: `# Reference for mods of ` + g.Name() + `

Everything that a mod for ` + g.Name() + ` can write: in Lua, then in TOML. docs/modding.md is
the way in; ` + "`houserule mod docs NAME --game " + g.Name() + "`" + ` prints one entry of this page.

` + pageText(g)}
}

// luaReference is the page of docs/ for games that are written in Lua.
func luaReference() modtool.File {
	g := games.Lua(luagame.New(library.Found{Mod: library.Mod{ID: "yours"}}))
	return modtool.File{Name: "mod-reference-lua.md", Text: `# Reference for games in Lua

Everything that a mod can write that brings a game of its own: in Lua, then in
TOML. mods/risk is one, its README is the manual, and
` + "`houserule mod new NAME --own-game`" + ` makes a small one to start from.

` + pageText(g)}
}

// pageText is what the pages of all games have.
func pageText(g games.Game) string {
	return "This page is written by the program; do not edit it by hand.\n\n" +
		g.Tools().Reference().Markdown() + "\n# TOML files\n\n" + library.Reference(g.Data)
}

// A new mod of any game loads, and its tests pass.
func TestModNew(t *testing.T) {
	flags := map[string][]string{"goblins": {"--own-game"}}
	for _, name := range games.Names(newResolver().Games()) {
		flags[name] = []string{"--game", name}
	}
	for name, flags := range flags {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("XDG_DATA_HOME", t.TempDir())
			for _, words := range [][]string{append([]string{"mod", "new", "goblins"}, flags...), {"mod", "check", "./goblins"}, {"mod", "test", "./goblins"}} {
				var out, errs strings.Builder
				if code := run(words, &out, &errs); code != exitOK || errs.Len() > 0 {
					t.Errorf("%q: exit code %d: %s%s", words, code, out.String(), errs.String())
				}
			}
			mods := under("./goblins")
			if lib, err := mods.Load(games.Hint{}); err != nil || lib.Format.Name() != name {
				t.Errorf("the mod is not for %s (%v)", name, err)
			}
		})
	}
}

// golden compares a file with what it should hold.
func golden(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): run go test ./cmd/houserule -update and read the difference", name, err)
	}
}

// All that docs offers it finds.
func TestModDocNames(t *testing.T) {
	t.Parallel()
	for _, g := range newResolver().Games() {
		for i, name := range g.Tools().DocNames() {
			if i%8 != 0 && !long {
				continue
			}
			if err := g.Tools().DocOf(new(strings.Builder), name, 80); err != nil {
				t.Errorf("%s: %s: %v", g.Name(), name, err)
			}
		}
	}
}

// docs/modding.md is a session: its files are written, its commands are run,
// and what they print is what it shows.
func TestModding(t *testing.T) {
	const name = "../../docs/modding.md"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	w := walk{t: t, dir: t.TempDir(), data: t.TempDir()}
	parts := strings.Split(string(text), "```")
	if len(parts)%2 == 0 {
		t.Fatal("a block is not closed")
	}
	for i := range parts {
		if i%2 == 0 {
			for _, line := range commandsIn(parts[i]) {
				if strings.HasPrefix(line, "sim ") {
					line += " -n 6"
				}
				if printed, err := w.houserule(shellWords(line)...); err != nil {
					t.Errorf("houserule %s: %v\n%s", line, err, printed)
				}
			}
			continue
		}
		info, body, _ := strings.Cut(parts[i], "\n")
		switch language, file, _ := strings.Cut(info, " "); {
		case language == "console":
			parts[i] = info + "\n" + w.console(body)
		case file == "":
			t.Errorf("block %q is of no file", info)
		default:
			w.write(file, body)
		}
	}
	golden(t, name, strings.Join(parts, "```"))
	for line := range strings.Lines(modReference(newResolver().Games()[0]).Text) {
		if what, most, ok := strings.Cut(strings.Trim(line, "| \n"), " | "); ok && strings.HasPrefix(what, "steps of ") && !strings.Contains(string(text), most) {
			t.Errorf("%s does not say that %s are at most %s", name, what, most)
		}
	}
}

// walk is somebody who does what a page says.
type walk struct {
	t         *testing.T
	dir, data string
}

func (w *walk) write(file, text string) {
	w.t.Helper()
	name := filepath.Join(w.dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// houserule runs the program, and returns all that it prints.
func (w *walk) houserule(words ...string) ([]byte, error) {
	cmd := exec.Command("houserule", words...)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "XDG_STATE_HOME="+w.data, "XDG_DATA_HOME="+w.data)
	return cmd.CombinedOutput()
}

// console runs the commands of a block and returns it as it should be.
func (w *walk) console(block string) string {
	w.t.Helper()
	var out strings.Builder
	for line := range strings.Lines(block) {
		command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ ")
		if !ok {
			continue // what was printed
		}
		fmt.Fprintf(&out, "$ %s\n", command)
		words := shellWords(command)
		switch words[0] {
		case "cd":
			w.dir = filepath.Join(w.dir, words[1])
		case "rm":
			if err := os.Remove(filepath.Join(w.dir, words[1])); err != nil {
				w.t.Error(err)
			}
		case "houserule":
			printed, err := w.houserule(words[1:]...)
			if failed := new(exec.ExitError); err != nil && (!errors.As(err, &failed) || failed.ExitCode() != exitError) {
				w.t.Errorf("%s: %v\n%s", command, err, printed)
			}
			out.Write(printed)
		default:
			w.t.Errorf("a reader cannot type %q here", command)
		}
	}
	return out.String()
}
