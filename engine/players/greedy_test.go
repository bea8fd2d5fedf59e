package players_test

import (
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/players"
)

// Greedy beats random in at least 90 % of 2,000 battles between identical
// armies, each seed played with both seatings.
func TestGreedyBeatsRandom(t *testing.T) {
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"3 gold-golem, 2 orc, 2 bandit | 4 halfling",
		"2 griffin, 3 pikeman, 2 minotaur | 3 magi, 2 cyclops",
	} {
		b := heroestest.Battle(t, heroesdata.Game(lib), 0, text, text)
		const seeds = 1000
		wins := 0
		for seed := range uint64(seeds) {
			for seat := heroes.Aggressor; seat <= heroes.Defender; seat++ {
				oracles := []engine.Oracle{players.NewRandom(0, seed), players.NewRandom(1, seed)}
				oracles[seat] = players.Greedy{}
				table := engine.NewTable(engine.NewDice(seed), oracles...)
				if b.Play(table).Winner == seat {
					wins++
				}
				if err := table.Err(); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("%s: greedy wins %d of %d", text, wins, 2*seeds)
		if wins < 2*seeds*90/100 {
			t.Errorf("%s: greedy wins %d of %d, want at least 90 %%", text, wins, 2*seeds)
		}
	}
}
