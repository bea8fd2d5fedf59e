package session

import (
	"slices"

	"houserule/cmd/houserule/saves"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// A Battle is a battle with its players, the answers so far, and its place on disk.
type Battle struct {
	Ground
	engine.Session
	Story engine.Story
	Table *engine.Table
	Kept  *saves.Battle // nil: in memory only
	// Watched says that the battle is a replay: everybody's answers are asked for, and none is
	// given.
	Watched bool
	// Starts, if not nil, is called before the battle runs from its start, and returns who
	// listens to it.
	Starts func() engine.Listener
	// Turn, if not nil, is called with the side of a computer player before each of its answers.
	Turn func(engine.Side)

	asks engine.Oracle
	cast cast
}

// New sets up a battle. Asks answers for people, and for the dice that people roll.
func New(g Ground, asks engine.Oracle) (*Battle, error) {
	b := &Battle{Table: engine.NewTable(asks), asks: asks}
	b.Session.Play = func(t *engine.Table) error { return engine.Play(b.Story, t) }
	b.Session.Seat = b.seat
	return b, b.Lay(g)
}

// Rewind makes the battle a replay of its answers, at the first that owns accepts.
func (b *Battle) Rewind(owns func(engine.Side) bool) {
	b.Watched = true
	for b.Undo(owns) {
	}
}

// Lay puts a battle on the table in place of the one that was there. Its answers stay.
func (b *Battle) Lay(g Ground) error {
	story, err := g.Story()
	if err != nil {
		return err
	}
	b.cast.leave()
	b.Ground, b.Story = g, story
	return nil
}

// seat returns the dice and players for a run from the start.
func (b *Battle) seat() (engine.Oracle, []engine.Oracle) {
	var hears engine.Listener
	if b.Starts != nil {
		hears = b.Starts()
	}
	b.Table.Listen(hears)
	g := b.Ground
	if b.Watched {
		g.Match.Players = slices.Repeat([]string{players.Human}, len(g.Match.Players))
	}
	return b.luck(), b.cast.seats(b, g)
}

// luck returns the dice, fresh for a run from the start.
func (b *Battle) luck() engine.Oracle {
	switch b.Match.Dice {
	case library.Asked:
		return b.asks
	case library.Scripted:
		return &listed{Script: engine.Script{Dice: b.Match.Script}, then: b.asks}
	}
	return b.Library.Dice(b.Match.Seed)
}

// Leave lets the players go who are more than a part of this program.
func (b *Battle) Leave() { b.cast.leave() }

// listed are dice from a list and then, when it is used up, from a person who rolls them.
type listed struct {
	engine.Script
	then engine.Oracle
	used int
}

func (l *listed) Answer(q engine.Question) (int, error) {
	if l.used == len(l.Dice) {
		return l.then.Answer(q)
	}
	l.used++
	return l.Script.Answer(q)
}

func (l *listed) Skip(q engine.Question) {
	l.used = min(l.used+1, len(l.Dice))
	l.Script.Skip(q)
}

// Given returns how many answers so far people have given. It does not count those that a host
// has given for them.
func (b *Battle) Given() (n int) {
	for _, e := range b.Entries() {
		if b.ByPerson(e.Side) && e.From != engine.Itself {
			n++
		}
	}
	return n
}

// Journal returns the journal of the battle so far.
func (b *Battle) Journal() *engine.Journal {
	j := &engine.Journal{Header: b.Header(), Entries: b.Entries()}
	if b.Story.Over() {
		j.End = b.Story.Outcome()
	}
	return j
}

// Back takes back the last n lines that owns accepts, or as many as there are, with all answers
// after them, and reports whether there was one; Forth repeats them. Answers of the host itself
// are not counted, but a replay shows them as steps.
func (b *Battle) Back(n int, owns func(engine.Side) bool) bool  { return b.move(n, owns, b.Undo) }
func (b *Battle) Forth(n int, owns func(engine.Side) bool) bool { return b.move(n, owns, b.Redo) }

func (b *Battle) move(n int, owns func(engine.Side) bool, move func(owns func(engine.Side) bool) bool) (ok bool) {
	for n > 0 {
		before := b.Entries()
		if !move(owns) {
			break
		}
		longer, shorter := before, b.Entries()
		if len(longer) < len(shorter) {
			longer, shorter = shorter, longer
		}
		if b.Watched || longer[len(shorter)].From != engine.Itself {
			n--
		}
		ok = true
	}
	return ok
}
