// Package modhosttest has the tools that the tests of every scripted rule
// system share: libraries of the mods that ship with the program, or of a mod
// that a test writes, with their scripts installed; and what is checked of
// every mod that ships. It knows no game. Only tests import it.
package modhosttest

import (
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// A Kit is a rule system, how it is scripted, and the mods that ship with it.
type Kit struct {
	Rules   library.Format
	Scripts modhost.API
	Root    fs.FS // where the files of the base games and the folder mods lie
	Least   int   // so many mods, of all games, have to be found there

	// Files, if there are any, are of every mod that a test writes, besides
	// its own. Fields are setups in which whatever can happen happens; nil:
	// those of the scenarios.
	Files  map[string]string
	Fields func(t testing.TB, lib *library.Library) map[string]engine.Setup
}

// Found returns all mods that ship, of whatever game.
func (k Kit) Found() ([]library.Found, error) {
	found := library.Find(library.Folder{FS: k.Root, Dir: "mods", Where: "mods"})
	if len(found) < k.Least {
		return nil, fmt.Errorf("only %d mods are found: there should be at least %d", len(found), k.Least)
	}
	return found, nil
}

// Bundled returns the ids of the mods that ship for the game, without the game's
// own.
func (k Kit) Bundled(t testing.TB) (ids []string) {
	t.Helper()
	found, err := k.Found()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.Mod.Game == k.Rules.Name() && f.Mod.ID != k.Rules.Name() {
			ids = append(ids, f.Mod.ID)
		}
	}
	return ids
}

// With returns a library of the base game with mods that ship, their scripts
// installed.
func (k Kit) With(t testing.TB, ids ...string) (*library.Library, modhost.Scripts) {
	t.Helper()
	lib, scripts, err := k.with(ids)
	if err != nil {
		t.Fatal(err)
	}
	return lib, scripts
}

func (k Kit) with(ids []string) (*library.Library, modhost.Scripts, error) {
	found, err := k.Found()
	if err != nil {
		return nil, nil, err
	}
	return k.install(found, ids, modhost.Stop)
}

func (k Kit) install(found []library.Found, ids []string, policy modhost.Policy) (*library.Library, modhost.Scripts, error) {
	lib, err := library.LoadMods(k.Rules, library.Base(k.Rules, k.Root), found, ids, nil)
	if err != nil {
		return nil, nil, err
	}
	scripts, err := k.Scripts.Install(lib, policy)
	return lib, scripts, err
}

// Load returns a library of the base game and one mod, called try, whose files are
// given. Without a mod.toml among them it gets a plain one.
func (k Kit) Load(files map[string]string, policy modhost.Policy) (*library.Library, modhost.Scripts, error) {
	header := fmt.Sprintf("id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = %q\napi = 1\n", k.Rules.Name())
	fsys := fstest.MapFS{"try/mod.toml": &fstest.MapFile{Data: []byte(header)}}
	for _, all := range []map[string]string{k.Files, files} {
		for name, text := range all {
			fsys["try/"+name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	try := library.At(library.Folder{FS: fsys, Dir: "try", Where: "mods/try"})
	return k.install([]library.Found{try}, []string{"try"}, policy)
}

// Modded returns what [Kit.Load] loads, where nothing is wrong with it.
func (k Kit) Modded(t testing.TB, files map[string]string, policy modhost.Policy) (*library.Library, modhost.Scripts) {
	t.Helper()
	lib, scripts, err := k.Load(files, policy)
	if err != nil {
		t.Fatal(err)
	}
	return lib, scripts
}

// Acting returns the hooks that may change a battle, and fails if they are fewer than
// least.
func (k Kit) Acting(t testing.TB, least int) (names []string) {
	t.Helper()
	looks := k.Scripts.ReadOnly()
	for _, e := range k.Scripts.Binding().Events {
		if !slices.Contains(looks, e.Hook) {
			names = append(names, e.Hook)
		}
	}
	if len(names) < least {
		t.Fatalf("only %d hooks may change the battle", len(names))
	}
	return names
}
