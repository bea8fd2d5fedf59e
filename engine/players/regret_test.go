package players_test

import (
	"errors"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// Search loses at most half a point to best play in skirmish, where greedy loses a whole
// one. HOUSERULE_LONG tries every battle of heroes and kings, as far as it can be solved.
func TestSearchRegret(t *testing.T) {
	long := os.Getenv("HOUSERULE_LONG") != ""
	solved := 0
	for _, game := range []struct {
		format library.Format
		files  []string
	}{
		{kingsdata.Format(), []string{"mods/kings"}},
		{heroesdata.Format(), []string{"creatures.toml", "mods/heroes"}},
	} {
		lib, err := library.Load(game.format, os.DirFS("../.."), game.files...)
		if err != nil {
			t.Fatal(err)
		}
		for _, scenario := range lib.Scenarios {
			if !long && scenario.ID != "skirmish" {
				continue
			}
			b, err := lib.Game.NewBattle(scenario.Setup)
			if err != nil {
				t.Fatal(err)
			}
			if b.Seats() != 2 {
				continue
			}
			lost, err := enginetest.Regret(b, 100_000, func(seat engine.Side) engine.Oracle {
				return players.NewSearch(seat, players.DefaultNodes)
			})
			if errors.As(err, new(*odds.TooLarge)) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", scenario.ID, err)
			}
			solved++
			for seat, lost := range lost {
				t.Logf("%s, seat %d: %.4f points", scenario.ID, seat, 100*lost)
				if lost > 0.005 {
					t.Errorf("%s, seat %d: search loses %.2f points", scenario.ID, seat, 100*lost)
				}
			}
		}
	}
	if solved == 0 {
		t.Error("no battle can be solved")
	}
}
