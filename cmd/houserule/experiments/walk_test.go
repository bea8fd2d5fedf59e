package experiments

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/runner"
	"houserule/engine/enginetest"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// Battles that are walks count what battles that the rules play count, in every table:
// in each game, with mods whose scripts roll dice, change rolls and fail.
func TestWalkedTables(t *testing.T) {
	for _, row := range []struct {
		game, scenario, players string
		mods                    []string
		walks                   bool // else there are too many positions
	}{
		{"heroes", "reference", "reference", nil, true},
		{"heroes", "siege", "greedy", nil, true},
		{"heroes", "casters", "greedy", []string{"luck", "morale"}, true},
		{"heroes", "golem-wall", "greedy", []string{"flanking"}, true},
		{"kings", "ambush", "greedy", nil, true},
		{"sorcery", "long-meadow", "greedy", nil, false},
		{"risk", "", "greedy", nil, false},
	} {
		t.Run(row.game+" "+row.scenario, func(t *testing.T) {
			t.Parallel()
			mods := bundled.Resolver()
			mods.Game, mods.Mods = row.game, row.mods
			lib, err := mods.Load(games.Hint{})
			if err != nil {
				t.Fatal(err)
			}
			scenario := lib.Scenarios[0]
			if row.scenario != "" {
				if scenario, err = lib.Scenario(row.scenario); err != nil {
					t.Fatal(err)
				}
			}
			m := library.Match{Dice: library.Seeded, Scenario: scenario.ID, Setup: scenario.Setup}
			for range scenario.Setup.SeatNames() {
				m.Players = append(m.Players, row.players)
			}
			plan := experiment.NewSummary(runner.NewArm(lib, "", m))
			plan.Battles, plan.Seed = 400, 1
			all := newPlanRunner(mods)
			all.Keep(lib)
			var direct atomic.Int64 // battles that no chain could hold
			rules := experiment.RulesFunc(func(a experiment.ArmPlan) (func() (*sim.Match, error), error) {
				newMatch, err := all.Arm(a)
				return func() (*sim.Match, error) {
					m, err := newMatch()
					reseed := m.Reseed
					m.Reseed = func(seed uint64) { direct.Add(1); reseed(seed) }
					return m, err
				}, err
			})
			play := func(o experiment.Options) string {
				found, err := plan.Run(context.Background(), rules, o)
				if err != nil {
					t.Fatal(err)
				}
				text, err := json.Marshal(found)
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			want := play(experiment.Options{Workers: 1, Direct: true})
			for _, workers := range []int{1, 3} {
				direct.Store(0)
				if got := play(experiment.Options{Workers: workers}); got != want {
					t.Errorf("%d workers: walked\n%s\nplayed\n%s", workers, got, want)
				}
				if n := direct.Load(); row.walks && n > 2 { // the first may find that something reads the round
					t.Errorf("%d workers: %d battles could not be walked", workers, n)
				}
			}
		})
	}
}

// The bounds of the odds of a game in Lua lie in those that fewer states gave.
func TestBoundsOfLuaGame(t *testing.T) {
	t.Parallel()
	mods := bundled.Resolver()
	mods.Game = "risk"
	lib, err := mods.Load(games.Hint{})
	if err != nil {
		t.Fatal(err)
	}
	for _, scenario := range lib.Scenarios {
		b, err := lib.Game.NewBattle(scenario.Setup)
		if err != nil {
			t.Fatal(err)
		}
		if err := enginetest.Bounds(b); err != nil {
			t.Errorf("%s: %v", scenario.ID, err)
		}
	}
}
