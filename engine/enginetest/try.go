package enginetest

import (
	"errors"
	"fmt"

	"houserule/engine"
)

// Try lets random players play a battle and tries every answer before they give it. A try
// must change nothing and, with the same dice and players, lead to the position after the
// step. Try returns the number of answers that it compared or, if the battle is Hidden,
// tried.
func (k *Battles[B]) Try(b B, seed uint64) (tries int, err error) {
	y := &trial[B]{kit: k, b: b, company: newCompany(b.Seats(), seed)}
	table := engine.NewTable(&y.dice, Everybody(engine.OracleFunc(y.answer))...)
	for b.Begin(table); !b.Over() && table.Err() == nil; {
		y.tried = y.tried[:0]
		b.Step()
		for _, got := range y.tried {
			if want := k.at(b); got.at != want {
				return tries, wrong(b, "%q, tried out, leads to\n%s\nand played, to\n%s", got.name, got.at, want)
			}
			tries++
		}
	}
	return tries + y.hidden, table.Err()
}

// A trial is a battle that tries every answer.
type trial[B engine.Story] struct {
	*company
	kit     *Battles[B]
	b       B
	scratch engine.Battle
	tried   []tried // answers in the present step
	hidden  int     // number of answers tried but not compared
}

// A tried is the position to which an answer has led in a scratch battle.
type tried struct{ name, at string }

var errAgain = errors.New("a second question of the same step is asked")

// answer lets a random player answer, and tries the answer.
func (y *trial[B]) answer(q engine.Question) (int, error) {
	answer, err := y.seats[q.Side].Answer(q)
	trier, ok := q.Choice.(engine.Trier)
	if !ok || err != nil {
		return answer, err
	}
	name := q.Choice.Name(answer)
	if y.scratch == nil {
		y.scratch = trier.Scratch()
	}
	table := y.clone().table()
	if y.kit.OneQuestion {
		luck := y.dice
		table = engine.NewTable(&luck, Everybody(engine.OracleFunc(func(engine.Question) (int, error) { return 0, errAgain }))...)
	}
	before := y.kit.at(y.b)
	y.scratch.Sit(table)
	trier.Try(y.scratch, answer)
	if err := table.Err(); err != nil {
		return 0, fmt.Errorf("%q is tried out: %w", name, err)
	}
	if after := y.kit.at(y.b); after != before {
		return 0, fmt.Errorf("to try %q out has changed the battle: it is\n%s\nand was\n%s", name, after, before)
	}
	switch {
	case y.kit.Hidden:
		y.hidden++
	case y.kit.TryDiffers == nil || !y.kit.TryDiffers(q):
		y.tried = append(y.tried, tried{name, y.kit.at(y.scratch.(B))})
	}
	return answer, nil
}
