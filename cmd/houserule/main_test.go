package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"houserule/cmd/houserule/games"
	"houserule/engine/enginetest"
	"houserule/engine/library"
)

// update is the flag that writes the golden parts of testdata/script, too, anew.
var update = enginetest.Update

// long is whether tests run that take many seconds: .ci/run sets it.
var long = enginetest.Long

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"houserule": main, "measured": measuredMain, "testbot": testbot})
}

// TestScript runs the command lines of testdata/script as a user would.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "data"))
			return nil
		},
	})
}

// under returns the resolver of flags that name mods.
func under(mods ...string) *games.Resolver {
	return newResolver().Under(games.Ruleset{Mods: mods})
}

// gameResolver returns the resolver of a flag that names a game.
func gameResolver(name string) *games.Resolver {
	r := newResolver()
	r.Game = name
	return r
}

func load() (*library.Library, error) { return newResolver().Load(games.Hint{}) }

// The embedded data loads, which every command needs.
func TestLoad(t *testing.T) {
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(lib.Scenarios); n < 8 {
		t.Errorf("%d scenarios, want at least 8", n)
	}
}

// BenchmarkStart is what every command pays before it starts: below 50 ms.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		if _, err := load(); err != nil {
			b.Fatal(err)
		}
	}
}
