package luagame_test

import (
	"os"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/scripting/luagame"
	"houserule/scripting/modhosttest"
)

// The games that ship do what all rule systems do: their own tests run all that they
// declare, journals replay, copies go on alike, looks change nothing, and walks through a
// chain are the same battles.
func TestGames(t *testing.T) {
	for _, name := range []string{"risk", "liars-dice"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lib, _ := bundled(t, name)
			system := luagame.New(library.At(lib.Mods[0].Folder))
			kit := modhosttest.Kit{Rules: system, Scripts: system, Root: os.DirFS("../.."), Least: 2}
			if err := kit.PassesTests(name); err != nil {
				t.Error(err)
			}
			if err := kit.Replays(2); err != nil {
				t.Error(err)
			}
			fields := enginetest.Battles[engine.Story]{Draw: func(rt *rapid.T) engine.Story {
				b, err := lib.Game.NewBattle(rapid.SampledFrom(lib.Scenarios).Draw(rt, "scenario").Setup)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}}
			if !testing.Short() { // with the race detector it takes minutes
				if err := fields.Fields(); err != nil {
					t.Error(err)
				}
			}
			for _, scenario := range lib.Scenarios {
				b, err := lib.Game.NewBattle(scenario.Setup)
				if err != nil {
					t.Fatal(err)
				}
				for seed := range uint64(3) {
					if err := modhosttest.Copies(lib, b, seed, int(seed)*2, nil); err != nil {
						t.Errorf("%s, seed %d: %v", scenario.ID, seed, err)
					}
					if err := modhosttest.Looks(b, seed); err != nil {
						t.Errorf("%s, seed %d: %v", scenario.ID, seed, err)
					}
				}
				if err := enginetest.Walks(b, lib.Dice(0), 1, 2); err != nil {
					t.Errorf("%s: %v", scenario.ID, err)
				}
			}
		})
	}
}
