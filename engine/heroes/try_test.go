package heroes_test

import (
	"bytes"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/players"
)

// A trial compares a battle with what trying the answers out has led to. Its
// dice and players are plain values, so that a battle aside goes on with
// copies of them.
type trial struct {
	t       *testing.T
	dice    engine.Dice
	seats   [2]players.Random
	scratch engine.Battle
	keys    []tried // of the present step
}

// tried is where an answer has led to in the battle aside.
type tried struct {
	name   string
	key    []byte
	round  int
	over   bool
	winner engine.Side
}

func newTried(name string, b engine.Battle) tried {
	return tried{name, b.AppendKey(nil), b.Round(), b.Over(), b.Winner()}
}

// Answer lets a random player answer and tries the answer out.
func (y *trial) Answer(q engine.Question) (int, error) {
	answer, err := y.seats[q.Side].Answer(q)
	trier, ok := q.Choice.(engine.Trier)
	if p, is := q.Choice.(*heroes.Pick); !ok || is && p.Forward {
		return answer, err
	}
	name := q.Choice.Name(answer)
	if y.scratch == nil {
		y.scratch = trier.Scratch()
	}
	dice, seats := y.dice, y.seats
	table := engine.NewTable(&dice, &seats[0], &seats[1])
	y.scratch.Sit(table)
	trier.Try(y.scratch, answer)
	if err := table.Err(); err != nil {
		y.t.Errorf("%s: %v", name, err)
	}
	y.keys = append(y.keys, newTried(name, y.scratch))
	return answer, err
}

// To try an answer out leads to where the battle stands after the step, with
// the same dice and players: from every question of a step, in every
// scenario.
func TestTryLeadsWhereTheStepLeads(t *testing.T) {
	lib, err := library.Load(heroesdata.System(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	for _, scenario := range lib.Scenarios {
		b, err := heroes.NewBattle(heroesdata.Game(lib), scenario.Setup.(heroes.Setup))
		if err != nil {
			t.Fatal(err)
		}
		y := &trial{t: t}
		for seed := range uint64(20) {
			y.dice.Seed(seed, "")
			for seat := range y.seats {
				y.seats[seat] = *players.NewRandom(engine.Side(seat), seed)
			}
			table := engine.NewTable(&y.dice, y, y)
			b.Begin(table)
			for !b.Over() && table.Err() == nil {
				y.keys = y.keys[:0]
				b.Step()
				want := newTried("", b)
				for _, got := range y.keys {
					if !bytes.Equal(got.key, want.key) || got.round != want.round || got.over != want.over || got.winner != want.winner {
						t.Fatalf("%s, seed %d, %s: tried, %+v; played, %+v", scenario.ID, seed, got.name, got, want)
					}
					tries++
				}
			}
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if tries < 10_000 {
		t.Errorf("only %d answers were tried out", tries)
	}
}
