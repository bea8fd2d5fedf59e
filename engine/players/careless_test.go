package players_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/players"
)

// Careless beats random clearly, and loses clearly to greedy and to the search that does not slip,
// as shares of the battles of identical armies in which each has either seat. The losses show only
// in the many battles of HOUSERULE_LONG.
func TestCarelessIsBetweenRandomAndSearch(t *testing.T) {
	random := func(seat engine.Side, seed uint64) engine.Oracle { return players.NewRandom(seat, seed) }
	search := func(engine.Side, uint64) engine.Oracle { return players.NewSearch(analysis.DefaultNodes) }
	greedy := func(engine.Side, uint64) engine.Oracle { return players.Greedy{} }
	lib := shipped(t)
	for _, row := range []struct {
		name        string
		other       func(engine.Side, uint64) engine.Oracle
		few         uint64 // seeds without HOUSERULE_LONG
		least, most float64
	}{
		{"random", random, 3, 0.75, 1},
		{"greedy", greedy, 0, 0, 0.40},
		{"search", search, 0, 0, 0.40},
	} {
		seeds := row.few
		if enginetest.Long {
			seeds = 25
		}
		if seeds == 0 {
			continue
		}
		for _, army := range []string{
			"3 gold-golem, 2 orc, 2 bandit | 4 halfling",
			"2 griffin, 3 pikeman, 2 minotaur | 3 magi, 2 cyclops",
		} {
			share := carelessShare(t, mirrored(t, lib, army), seeds, row.other)
			t.Logf("careless against %s, %s: %.1f %%", row.name, army, 100*share)
			if share < row.least || share > row.most {
				t.Errorf("careless wins %.1f %% against %s with %s, want %.0f to %.0f %%", 100*share, row.name, army, 100*row.least, 100*row.most)
			}
		}
	}
}

// carelessShare is the share of battles that careless wins, each seed in either seat.
func carelessShare(t *testing.T, b *heroes.Battle, seeds uint64, other func(engine.Side, uint64) engine.Oracle) float64 {
	wins := 0.0
	for seed := range seeds {
		for seat := heroes.Aggressor; seat <= heroes.Defender; seat++ {
			oracles := []engine.Oracle{other(0, seed), other(1, seed)}
			oracles[seat] = players.NewCareless(1500)
			table := engine.NewTable(engine.NewDice(seed), oracles...)
			switch b.Play(table).Winner {
			case seat:
				wins++
			case engine.Draw:
				wins += 0.5
			}
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return wins / float64(2*seeds)
}

// Careless answers by the position alone: two of them play the same battle, whatever
// either was asked before.
func TestCarelessIsAFunctionOfThePosition(t *testing.T) {
	const nodes = 100
	careless := players.NewCareless(nodes)
	inEveryScenario(t, func(engine.Side) engine.Oracle {
		return engine.OracleFunc(func(q engine.Question) (int, error) {
			first, err := careless.Answer(q)
			if err != nil {
				return 0, err
			}
			if again, _ := players.NewCareless(nodes).Answer(q); again != first || !q.Choice.Legal(first) {
				t.Errorf("answers %d and %d", first, again)
			}
			return first, nil
		})
	})
	if _, err := careless.Answer(engine.Question{}); err == nil || err.Error() != "a player cannot answer for dice" {
		t.Errorf("a die is answered: %v", err)
	}
}

// Every level has a player of every game.
func TestLevels(t *testing.T) {
	for _, level := range players.LevelNames() {
		name, err := players.PlayerAt(level)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (&library.Library{Players: players.Common()}).Player(name, 0, 1); err != nil {
			t.Error(err)
		}
	}
	if _, err := players.PlayerAt("hrad"); err == nil || err.Error() != `unknown level "hrad" (known: easy, normal, hard)` {
		t.Errorf("an unknown level: %v", err)
	}
}
