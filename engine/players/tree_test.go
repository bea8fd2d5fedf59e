package players_test

import (
	"os"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
)

// The players of a try answer from memory what they would answer anew, in every scenario
// of every game: a choice is found again as the same.
func TestTreeRemembers(t *testing.T) {
	const battles, steps = 6, 150
	for _, game := range []struct {
		format library.Format
		files  []string
	}{
		{heroesdata.Format(), []string{"creatures.toml", "mods/heroes"}},
		{kingsdata.Format(), []string{"mods/kings"}},
		{sorcerydata.Format(), []string{"mods/sorcery"}},
	} {
		lib, err := library.Load(game.format, os.DirFS("../.."), game.files...)
		if err != nil {
			t.Fatal(err)
		}
		for _, scenario := range lib.Scenarios {
			b, err := lib.Game.NewBattle(scenario.Setup)
			if err != nil {
				t.Fatal(err)
			}
			knowing, n := players.NewTree(0), 0 // its answers, and those that were the same
			play := func(h engine.Oracle, step func(engine.Battle)) (answers entries) {
				table := engine.NewTable(h, slices.Repeat([]engine.Oracle{h}, b.Seats())...)
				table.Record(&answers)
				b.Begin(table)
				for range steps {
					if b.Over() {
						break
					}
					step(b)
				}
				if err := table.Err(); err != nil {
					t.Fatalf("%s: %v", scenario.ID, err)
				}
				return answers
			}
			for seed := range uint64(battles) {
				knowing.Reseed(seed)
				got := play(knowing, knowing.Step)
				want := play(players.NewTree(seed), engine.Battle.Step)
				if n += len(got); !slices.Equal(got, want) {
					t.Errorf("%s, seed %d: from memory\n%v\nanew\n%v", scenario.ID, seed, got, want)
				}
			}
			if n == 0 {
				t.Errorf("%s: nothing is asked", scenario.ID)
			}
		}
	}
}
