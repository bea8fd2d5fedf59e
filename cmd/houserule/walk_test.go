package main

import (
	"context"
	"encoding/json"
	"testing"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/runner"
	"houserule/engine/experiment"
	"houserule/engine/library"
)

// Battles that are walks count what battles that the rules play count, in every table:
// in each game, with mods whose scripts roll dice, change rolls and fail.
func TestWalkedTables(t *testing.T) {
	for _, row := range []struct {
		game, scenario, players string
		mods                    []string
	}{
		{"heroes", "reference", "reference", nil},
		{"heroes", "siege", "greedy", nil},
		{"heroes", "casters", "greedy", []string{"luck", "morale"}},
		{"heroes", "golem-wall", "greedy", []string{"flanking"}},
		{"kings", "ambush", "greedy", nil},
		{"sorcery", "long-meadow", "greedy", nil},
		{"risk", "", "greedy", nil},
	} {
		t.Run(row.game+" "+row.scenario, func(t *testing.T) {
			t.Parallel()
			mods := newResolver()
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
			play := func(o experiment.Options) string {
				found, err := plan.Run(context.Background(), all, o)
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
				if got := play(experiment.Options{Workers: workers}); got != want {
					t.Errorf("%d workers: walked\n%s\nplayed\n%s", workers, got, want)
				}
			}
		})
	}
}
