package sim

import (
	"sync/atomic"

	"houserule/engine"
	"houserule/engine/chain"
)

// A lane is the part of an arm that one worker plays.
type lane struct {
	*Match
	walker  *chain.Walker // nil: all battles are played by the rules
	valued  bool          // whether outcomes have the values of the sides
	outcome Outcome       // of the present battle
	walked  bool          // whether it was a walk
}

// walks reports whether the battles of a match can be walks.
func (m *Match) walks() bool {
	for _, p := range m.Players {
		if _, ok := p.(chain.Positional); !ok {
			return false
		}
	}
	return m.Dice != nil && !engine.Recalls(m.Battle, m.Players)
}

// source returns the match for a chain.
func (l *lane) source() *chain.Source {
	s := &chain.Source{Battle: l.Battle, Table: l.Table, Dice: l.Dice, Players: l.Players, Value: l.valued, Astray: l.Astray, Spent: l.Spent}
	if l.Tally != nil {
		s.Ledger, s.End = l.Tally.Ledger(), l.Tally.Count
	}
	return s
}

// play plays the battle of a seed, and reports whether it is over. It may be stopped at any
// step, because battles can be long.
func (l *lane) play(seed uint64, stopped *atomic.Bool) (over bool, err error) {
	l.walked = false
	if l.walker != nil {
		end, rounds, ok, err := l.walker.Walk(seed, stopped)
		if l.walked = ok; ok || err != nil {
			if l.outcome.Winner, l.outcome.Rounds = end.Winner, rounds; l.valued {
				l.outcome.Value = end.Value
			}
			return ok, err
		}
	}
	l.Reseed(seed)
	if l.Play != nil {
		l.Play(stopped)
	} else {
		l.Battle.Begin(l.Table)
		for !l.Battle.Over() && l.Table.Err() == nil && !stopped.Load() {
			l.Battle.Step()
		}
	}
	if err := l.Table.Err(); err != nil || !l.Battle.Over() {
		return false, err
	}
	if l.Tally != nil {
		l.Tally.Count()
	}
	l.outcome = Outcome{Winner: l.Battle.Winner(), Rounds: l.Battle.Round()}
	if l.valued {
		for side := range engine.Side(l.Battle.Seats()) {
			l.outcome.Value[side] = l.Battle.Value(side)
		}
	}
	return true, l.Table.Err() // computing a side's value may call a script
}

// commit counts the present battle in the tables. Drop discards it.
func (l *lane) commit() {
	if l.Tally != nil && !l.walked {
		l.Tally.Ledger().Commit()
	}
}

func (l *lane) drop(seed uint64) {
	switch {
	case l.walked:
		l.walker.Undo(seed)
	case l.Tally != nil:
		l.Tally.Ledger().Drop()
	}
}

// tables moves the tables to the counts.
func (l *lane) tables(c *Count) {
	if l.Tally == nil {
		return
	}
	l.Tally.Ledger().Drop() // of a battle that failed
	c.Tables = l.Tally.Counts()
	l.Tally.Ledger().Clear()
	if l.walker != nil {
		l.walker.Each(c.put)
		l.walker.Clear()
	}
}
