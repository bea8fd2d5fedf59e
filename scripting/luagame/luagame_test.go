package luagame_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine/library"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

// load loads a game with settings.
func load(found library.Found, available []library.Found, enabled []string, set ...string) (*library.Library, modhost.Scripts, error) {
	settings := map[string]map[string]string{}
	for _, s := range set {
		if err := library.ParseSetting(s, settings); err != nil {
			return nil, nil, err
		}
	}
	s := luagame.New(found)
	lib, err := library.LoadMods(s, s.Folder(), available, enabled, settings)
	if err != nil {
		return nil, nil, err
	}
	scripts, err := s.Install(lib, modhost.Stop)
	return lib, scripts, err
}

// risk is the game in mods/risk.
func risk(t testing.TB, set ...string) (*library.Library, modhost.Scripts) {
	t.Helper()
	return bundled(t, "risk", set...)
}

// bundled is a game that ships.
func bundled(t testing.TB, name string, set ...string) (*library.Library, modhost.Scripts) {
	t.Helper()
	return shipped(t, os.DirFS("../.."), name, set...)
}

// shipped is a game in the folder mods of a file system.
func shipped(t testing.TB, fsys fs.FS, name string, set ...string) (*library.Library, modhost.Scripts) {
	t.Helper()
	found := library.At(library.Folder{FS: fsys, Dir: "mods/" + name, Where: "mods/" + name})
	if found.Err != nil {
		t.Fatal(found.Err)
	}
	lib, scripts, err := load(found, nil, nil, set...)
	if err != nil {
		t.Fatal(err)
	}
	return lib, scripts
}

// written loads a game that a test writes: main.lua, its scenarios, and a test.lua
// where there is one.
func written(script, scenarios string, tests ...string) (*library.Library, modhost.Scripts, error) {
	fsys := fstest.MapFS{
		"mods/toy/mod.toml":       {Data: []byte("id = \"toy\"\nversion = \"1.0.0\"\ntitle = \"Toy\"\ngame = \"toy\"\n")},
		"mods/toy/main.lua":       {Data: []byte(script)},
		"mods/toy/scenarios.toml": {Data: []byte(scenarios)},
	}
	for _, test := range tests {
		fsys["mods/toy/test.lua"] = &fstest.MapFile{Data: []byte(test)}
	}
	return load(library.At(library.Folder{FS: fsys, Dir: "mods/toy", Where: "mods/toy"}), nil, nil)
}

// Tests of games read: what a turn replies is no function of theirs.
func TestTestsAskNothing(t *testing.T) {
	_, scripts, err := written(toy("rounds = 9"), heap, `test{ name = "asks", run = function() battle:ask(battle.sides[1], "?", {"a"}) end }`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = scripts.RunTests("toy", "")
	if got, want := fmt.Sprint(err), `mods/toy/test.lua:1:46: battle has no method "ask": known are side, setup, recall`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What the tests of games can do, and how they fail.
func TestTestsOfGames(t *testing.T) {
	_, scripts, err := written(toy("rounds = 9"), heap, `
test{ name = "all is well", run = function()
	scenario("heap")
	setup("matches", 3)
	skip("right")
	expect(asked(), "right: How many?")
	expect(side("right").next, side("left"))
	refuses("three", "unknown answer")
	answer("two")
	expect(winner(), "right")
	expect(battle.over, true)
end }
test{ name = "a scenario", run = function() scenario("heep") end }
test{ name = "a key", run = function() setup("match", 3) end }
test{ name = "a value", run = function() setup("matches", "many") end }
test{ name = "too late", run = function() answer("one") setup("matches", 3) end }
test{ name = "a side", run = function() expect(side("up").name, "up") end }
test{ name = "nobody's turn", run = function() skip("up") end }
test{ name = "a dead end", run = function() setup("matches", 1) answer("one") skip("left") end }
test{ name = "says", run = function() expect(tostring(battle), tostring(side("left"))) end }
`)
	if err != nil {
		t.Fatal(err)
	}
	report, err := scripts.RunTests("toy", "")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, test := range report.Tests {
		if f := test.Failure; f != nil {
			fmt.Fprintf(&got, "%s: %s:%d: %s\n", test.Name, f.File, f.Line, f.Text)
		}
	}
	const want = `a scenario: mods/toy/test.lua:13: scenario: unknown scenario "heep" (known: heap): did you mean "heap"?
a key: mods/toy/test.lua:14: setup: unknown key "match" in setup (known: matches)
a value: mods/toy/test.lua:15: setup: matches is "many": must be a whole number from 1 to 100
too late: mods/toy/test.lua:16: setup: the battle has begun: this comes before the first look at it
a side: mods/toy/test.lua:17: side: unknown side "up" (known: left, right)
nobody's turn: mods/toy/test.lua:18: skip: unknown side "up" (known: left, right)
a dead end: mods/toy/test.lua:19: skip: the battle is over before left acts: left wins in round 2
says: mods/toy/test.lua:20: expect: got "battle, round 1, left", want "left"
`
	if got.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
	}
}

// A test can finish a game whose dice fall before anything is asked.
func TestFinishesFromTheFirstDie(t *testing.T) {
	_, scripts, err := written(luck, heap, `
test{ name = "a seed", run = function() finish(3) expect(battle.over, true) end }
test{ name = "a die of its own", run = function() dice{1} finish() expect(winner(), "red") end }
`)
	if err != nil {
		t.Fatal(err)
	}
	report, err := scripts.RunTests("toy", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range report.Tests {
		if test.Failure != nil {
			t.Errorf("%s: %s", test.Name, test.Failure.Text)
		}
	}
}

// What games can see and do, as the documentation lists it.
func TestTables(t *testing.T) {
	s := luagame.New(library.Found{})
	if got, want := fmt.Sprint(s.ReadOnly(), s.Mutates()), "[] [roll choose log side:remember side:tell side:conceal battle:remember battle:win battle:draw battle:next_round]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(s.Binding().Registers) != 6 || len(s.TestBinding().Kinds) != 3 || len(s.PromptWords()) < 20 || len(s.Files())+len(s.Sections()) != 0 {
		t.Error("its tables are others")
	}
	for _, f := range s.Binding().Kinds[1].Methods { // what turn replies neither reads nor changes the battle
		if replies := f.Name == "ask" || f.Name == "refuse"; replies && (f.Reads || f.Mutates) || !replies && f.Reads == f.Mutates {
			t.Errorf("battle:%s reads: %t, changes: %t", f.Name, f.Reads, f.Mutates)
		}
	}
}

// A game is short enough to be read at one sitting.
func TestRiskIsShort(t *testing.T) {
	text, err := os.ReadFile("../../mods/risk/main.lua")
	if n := strings.Count(string(text), "\n"); err != nil || n > 150 {
		t.Errorf("%d lines, %v", n, err)
	}
}
