// Package gamestest loads the games that come with the program, for tests.
package gamestest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// Under returns the resolver of flags that name mods.
func Under(mods ...string) *games.Resolver {
	return bundled.Resolver().Under(games.Ruleset{Mods: mods})
}

// Of returns the resolver of a flag that names a game.
func Of(name string) *games.Resolver {
	r := bundled.Resolver()
	r.Game = name
	return r
}

// Load loads the default game.
func Load() (*library.Library, error) { return bundled.Resolver().Load(games.Hint{}) }

// ModFolder writes a mod and returns its folder.
func ModFolder(t testing.TB, id string, files map[string]string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), id)
	files["mod.toml"] = fmt.Sprintf("id = %q\nversion = \"1.0.0\"\ntitle = \"A mod\"\ngame = \"heroes\"\n", id)
	for name, text := range files {
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Base returns a game without mods.
func Base(t *testing.T, g games.Game) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(g.Data, g.Folder(), library.Find(bundled.Resolver().Bundled()), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Scripts.Install(lib, modhost.Stop); err != nil {
		t.Fatal(err)
	}
	return lib
}

// Bundled returns a bundled game in Lua, its data and its scripts.
func Bundled(t testing.TB, name string) (games.Game, *library.Library, modhost.Scripts) {
	t.Helper()
	mods := Under()
	mods.Game = name
	lib, scripts, err := mods.LoadScripts(games.Hint{})
	if err != nil {
		t.Fatal(err)
	}
	return mods.Of(lib), lib, scripts
}

// Having returns a scenario, the library of the game that has it, and the view of that game.
func Having(t testing.TB, scenario string) (*library.Library, *library.Scenario, view.Frontend) {
	t.Helper()
	r := bundled.Resolver()
	lib, err := r.Load(games.Having(games.HasScenario(scenario)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return lib, s, r.View(lib)
}

// Opening returns the battle of a scenario, which has not begun.
func Opening(t testing.TB, lib *library.Library, scenario string) (engine.Story, *library.Scenario) {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	return b, s
}

// Golden compares a file with what it should hold.
func Golden(t *testing.T, name, want string) {
	t.Helper()
	if *enginetest.Update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): run the test with -update and read the difference", name, err)
	}
}
