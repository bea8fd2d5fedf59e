package bundled_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/engine"
	"houserule/engine/enginetest"
)

// Questions that may have only one answer: a group that can go nowhere is asked all the
// same, and so are sides of two games in Lua, whose scripts list what there is.
var onlyAnswers = map[string][]string{
	"sorcery":    {"stay"},
	"liars-dice": {"doubt"},
	"risk":       {"roll 1"},
}

// No other question has only one answer: the rules give it themselves. Players answer at
// random in every scenario of every game.
func TestNoQuestionHasOneAnswer(t *testing.T) {
	t.Parallel()
	battles, most := 5, 1000
	if enginetest.Long {
		battles, most = 40, 3000
	}
	for _, g := range bundled.Resolver().Games() {
		lib, err := gamestest.Of(g.Name()).Load(games.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range lib.Scenarios {
			for seed := range uint64(battles) {
				b, err := lib.Game.NewBattle(s.Setup)
				if err != nil {
					t.Fatal(err)
				}
				chance, left := rand.New(rand.NewPCG(seed, 1)), most
				player := engine.OracleFunc(func(q engine.Question) (int, error) {
					if left--; left < 0 {
						return 0, engine.ErrRewind
					}
					options := slices.Collect(q.Choice.Each)
					if only := q.Choice.Name(options[0]); len(options) == 1 && !slices.Contains(onlyAnswers[g.Name()], only) {
						t.Errorf("%s %s, battle %d, %s: %q is the only answer", g.Name(), s.ID, seed, b.Scene(), only)
					}
					return options[chance.IntN(len(options))], nil
				})
				seats := slices.Repeat([]engine.Oracle{player}, engine.MaxSeats)
				table := engine.NewTable(engine.NewDice(seed, lib.Streams...), seats...)
				if engine.Play(b, table); table.Err() != nil && !errors.Is(table.Err(), engine.ErrRewind) {
					t.Fatalf("%s %s: %v", g.Name(), s.ID, table.Err())
				}
			}
		}
	}
}
