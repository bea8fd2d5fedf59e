package enginetest

import (
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/players"
)

const mostTried = 4 // options to try at a question

// ErrLook is the error of a look that has changed the battle.
var ErrLook = errors.New("a look has changed the battle")

// Look lets random players play a battle. At their questions it looks at the battle in
// every way that the engine knows. No look may change a value that a [Still] records.
func (k *Battles[B]) Look(b B, seed uint64) error { return k.look(b, seed, reading{}) }

func (k *Battles[B]) look(b B, seed uint64, read reading) error {
	l := &looks[B]{kit: k, b: b, seed: seed, reading: read, company: newCompany(b.Seats(), seed), still: NewStill(b)}
	var answers recorder
	table := engine.NewTable(everyDie{&l.dice}, Everybody(engine.OracleFunc(l.answer))...)
	table.Record(&answers)
	return engine.Play(b, table)
}

// An everyDie is dice that answer for the dice of mods, too.
type everyDie struct{ dice *engine.Dice }

func (d everyDie) Answer(q engine.Question) (int, error) { return d.dice.Roll(int(q.Sides)), nil }

// aside returns a table for a scratch battle.
func (l *looks[B]) aside() *engine.Table {
	c := l.clone()
	return engine.NewTable(everyDie{&c.dice}, c.players()...)
}

// A looks is a battle under the check of looks.
type looks[B engine.Story] struct {
	*company
	kit     *Battles[B]
	b       B
	seed    uint64
	reading reading
	still   *Still
	scratch engine.Battle // for Try
	asked   int
}

// answer looks at the battle, and then lets a random player answer.
func (l *looks[B]) answer(q engine.Question) (int, error) {
	l.asked++
	if err := l.look(q); err != nil {
		return 0, err
	}
	return l.seats[q.Side].Answer(q)
}

func (l *looks[B]) look(q engine.Question) error {
	l.still.Take()
	before := l.kit.at(l.b)
	for _, look := range []struct {
		what string
		do   func(q engine.Question) error
	}{
		{"to list what can be answered", l.list},
		{"to ask and to refuse", l.refuse},
		{"to evaluate", l.evaluate},
		{"to try answers out", l.try},
		{"to ask the players of the tools", l.ask},
		{"to tell where it stands", l.tell},
		{"to copy it", l.copy},
		{"to read it", l.read},
		{"to look as the game looks", l.others},
	} {
		if err := look.do(q); err != nil {
			return fmt.Errorf("%s: %w", look.what, err)
		}
		if err := l.still.Moved(); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrLook, look.what, err)
		}
		if after := l.kit.at(l.b); after != before {
			return fmt.Errorf("%w: %s: it is\n%s\nand was\n%s", ErrLook, look.what, after, before)
		}
	}
	return nil
}

func (l *looks[B]) list(q engine.Question) error {
	q.First()
	for answer := range q.Choice.Each {
		q.Choice.Legal(answer)
		if _, err := q.Choice.Parse(q.Choice.Name(answer)); err != nil {
			return err
		}
	}
	return nil
}

func (l *looks[B]) refuse(q engine.Question) error {
	if p, ok := q.Choice.(engine.Prompter); ok {
		p.Prompt()
	}
	r, ok := q.Choice.(engine.Refuser)
	for answer := range q.Choice.Each {
		for bit := range 64 { // numbers near a legal answer
			if near := answer ^ 1<<bit; ok && !q.Choice.Legal(near) {
				r.Refuse(near)
			}
		}
	}
	return nil
}

// evaluate evaluates the options twice, to find values that depend on earlier evaluations.
func (l *looks[B]) evaluate(q engine.Question) error {
	a, ok := q.Choice.(engine.Evaluator)
	if !ok {
		return nil
	}
	answers := slices.Collect(q.Choice.Each)
	worths := make([]int, len(answers))
	for i, answer := range answers {
		worths[i] = a.Evaluate(answer)
	}
	for i, answer := range slices.Backward(answers) {
		if worth := a.Evaluate(answer); worth != worths[i] {
			return fmt.Errorf("%w: %q is worth %d, and then %d", ErrLook, q.Choice.Name(answer), worths[i], worth)
		}
	}
	return nil
}

func (l *looks[B]) try(q engine.Question) error {
	t, ok := q.Choice.(engine.Trier)
	if !ok {
		return nil
	}
	if l.scratch == nil {
		l.scratch = t.Scratch()
	}
	answers := slices.Collect(q.Choice.Each)
	for range min(len(answers), mostTried) {
		table := l.aside()
		l.scratch.Sit(table)
		t.Try(l.scratch, answers[l.asked%len(answers)])
		answers = slices.Delete(answers, l.asked%len(answers), l.asked%len(answers)+1)
		if err := table.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (l *looks[B]) ask(q engine.Question) error {
	for _, player := range []engine.Oracle{players.NewRandom(q.Side, 1), players.Greedy{}, players.NewSearch(searchNodes)} {
		if _, err := player.Answer(q); err != nil {
			return err
		}
	}
	return nil
}

func (l *looks[B]) tell(engine.Question) error {
	l.kit.at(l.b)
	l.b.Outcome()
	l.b.Scene()
	l.b.RoundLimit()
	l.b.TimeUp()
	l.b.Timed()
	return nil
}

func (l *looks[B]) copy(engine.Question) error {
	other := fresh(l.b)
	other.Sit(l.aside())
	other.CopyFrom(l.b)
	l.kit.at(other)
	return nil
}

func (l *looks[B]) others(q engine.Question) error {
	if l.kit.Looks != nil {
		l.kit.Looks(l.b, q)
	}
	return nil
}
