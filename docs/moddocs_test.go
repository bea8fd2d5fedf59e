package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/modtool"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/usage"
	"houserule/engine/library"
	"houserule/scripting/luagame"
	"houserule/scripting/reference"
)

// The generated pages and files for editors are what the program would write:
// -update. Those of a game stand in folders of its name.
func TestModDocs(t *testing.T) {
	page := luaReference()
	gamestest.Golden(t, ""+page.Name, page.Text)
	for _, g := range bundled.Resolver().Games() {
		if g.IsLua() {
			continue
		}
		schemas, err := g.Tools().SchemaFiles()
		if err != nil {
			t.Fatal(err)
		}
		page := modReference(g)
		gamestest.Golden(t, ""+page.Name, page.Text+"\n"+orderOfHooks(t, g))
		for _, f := range g.Tools().StubFiles() {
			gamestest.Golden(t, "stubs/"+g.Name()+"/"+strings.TrimPrefix(filepath.Base(f.Name), "."), f.Text)
		}
		for _, f := range schemas {
			gamestest.Golden(t, "schema/"+g.Name()+"/"+filepath.Base(f.Name), f.Text)
		}
	}
}

// The table of wishes is what houserule mod docs searches. Each name in it is in the
// reference, and what can be copied stands in the repository.
func TestWishes(t *testing.T) {
	page := `# What modders want

Effects that modders want, and how a mod makes them: in data alone (TOML) or with a script (Lua). The last column names a
file of the repository in which it is done, and a text to look for in it. ` + "`houserule mod docs life drain`" + ` searches these
tables; the names are those of the reference.
`
	for _, g := range bundled.Resolver().Games() {
		tools := g.Tools()
		wishes := tools.Wishes()
		if wishes == nil {
			continue
		}
		page += "\n## " + g.Name() + "\n\n" + tools.WishTable()
		names := tools.DocNames()
		for _, w := range wishes {
			if len(w.Names()) == 0 {
				t.Errorf("%s: no name says how", w.Wish)
			}
			for _, name := range w.Names() {
				if !slices.Contains(names, name) {
					t.Errorf("%s: the reference of %s has no %s", w.Wish, g.Name(), name)
				}
			}
			file, text, _ := strings.Cut(w.Copy, ": ")
			source, err := os.ReadFile("../" + file)
			if err != nil || text == "" || !strings.Contains(string(source), text) {
				t.Errorf("%s: %s does not say %q (%v)", w.Wish, file, text, err)
			}
			if mod, ok := strings.CutPrefix(file, "mods/"); ok {
				mod, _, _ = strings.Cut(mod, "/")
				header, err := os.ReadFile("../mods/" + mod + "/mod.toml")
				if err != nil || !strings.Contains(string(header), "game = \""+g.Name()+"\"") {
					t.Errorf("%s: %s is no mod for %s (%v)", w.Wish, mod, g.Name(), err)
				}
			}
		}
	}
	gamestest.Golden(t, "wishes.md", page)
}

// modReference is the game's page of docs/, all that its mods can write.
func modReference(g games.Game) modtool.File {
	name := "mod-reference-" + g.Name() + ".md"
	if g.Name() == bundled.Resolver().Games()[0].Name() {
		name = "mod-reference.md"
	}
	return modtool.File{Name: name, Text: `# Reference for mods of ` + g.Name() + `

Everything that a mod for ` + g.Name() + ` can write: in Lua, then in TOML. docs/modding.md is
the way in; ` + "`houserule mod docs NAME --game " + g.Name() + "`" + ` prints one entry of this page.

` + pageText(g)}
}

// blows are the tests of mods for each game in which a blow falls that is answered.
var blows = map[string]string{
	"heroes": `
	armies("1 ogre", "3 orc")
	skip("a1")
	dice{9, 10}
	answer("a1 attack d1")
	answer("d1 retaliate")`,
	"kings": `
	armies("troll", "2 goblins")
	dice{2, 1, 6}
	answer("lose d1")`,
	"sorcery": `
	rounds(1)
	armies("gash-bonechewer, goblin-mob, 3 spearmen", "2 pikemen")
	dice{3, 3, 1, 6, 1, 1, 1, 1}
	answer("stand")`,
}

// orderOfHooks is the chapter on the order of hooks: what a mod with all hooks of a game
// sees of a short battle.
func orderOfHooks(t *testing.T, g games.Game) string {
	r, dir := g.Tools().Reference(), t.TempDir()
	var script strings.Builder
	about := map[string]string{} // by hook
	for _, hook := range r.Topics(reference.Hook) {
		fmt.Fprintf(&script, "function %s() trace(\"HOOK\", %q) end\n", hook.Name, hook.Name)
		notes := strings.Join(hook.Notes, " ")
		line := hook.Name
		if strings.Contains(notes, "Read-only") {
			line += " *"
		}
		if self := aSelf.FindStringSubmatch(notes); self != nil {
			line = fmt.Sprintf("%-18s %s", line, self[1])
		}
		about[hook.Name] = line
	}
	for name, text := range map[string]string{
		"mod.toml": "id = \"probe\"\nversion = \"1.0.0\"\ntitle = \"Probe\"\ngame = \"" + g.Name() + "\"\n",
		"main.lua": script.String(),
		"test.lua": "test{ name = \"a blow\", run = function()" + blows[g.Name()] + "\nend }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	for line := range strings.Lines(programtest.Command(t, "mod", "test", "-v", dir)) {
		said, isLog := strings.CutPrefix(line, "    ")
		_, hook, isHook := strings.Cut(strings.TrimSpace(line), ": HOOK ")
		switch {
		case isHook:
			lines = append(lines, "  "+about[hook])
		case isLog && !strings.HasPrefix(said, " "):
			lines = append(lines, strings.TrimSpace(said))
		}
	}
	for size := 1; size <= 2; size++ { // what repeats at once is shown once
		for i := 0; i+2*size <= len(lines); {
			if slices.Equal(lines[i:i+size], lines[i+size:i+2*size]) {
				lines = slices.Delete(lines, i, i+size)
			} else {
				i++
			}
		}
	}
	return `# The order of a blow

What a mod with all hooks sees of a short battle. A hook is followed by what is self in an ability's script, and by a star
if it is read-only; such a hook is called more often, for options and odds. The lines between the hooks are the battle's log.
What repeats at once is shown once.

` + "```text\n" + strings.Join(lines, "\n") + "\n```\n"
}

var aSelf = regexp.MustCompile(`ability's script self is ([a-z.]+[a-z])`)

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

// docs/modding.md is a session: its files are written, its commands are run,
// and what they print is what it shows.
func TestModding(t *testing.T) {
	const name = "modding.md"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	w := programtest.Reader{T: t, Dir: t.TempDir(), Home: t.TempDir()}
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
				if printed, code := w.Houserule(programtest.ShellWords(line)...); code != usage.ExitOK {
					t.Errorf("houserule %s: exit code %d\n%s", line, code, printed)
				}
			}
			continue
		}
		info, body, _ := strings.Cut(parts[i], "\n")
		switch language, file, _ := strings.Cut(info, " "); {
		case language == "console":
			parts[i] = info + "\n" + w.Console(body)
		case file == "":
			t.Errorf("block %q is of no file", info)
		default:
			w.Write(file, body)
		}
	}
	gamestest.Golden(t, name, strings.Join(parts, "```"))
	for line := range strings.Lines(modReference(bundled.Resolver().Games()[0]).Text) {
		if what, most, ok := strings.Cut(strings.Trim(line, "| \n"), " | "); ok && strings.HasPrefix(what, "steps of ") && !strings.Contains(string(text), most) {
			t.Errorf("%s does not say that %s are at most %s", name, what, most)
		}
	}
}
