package engine

import "slices"

// A Past is what has happened at a table: in the present step for a [Follower], and since the battle
// began where [Past.Keep] has been called.
type Past struct {
	always      bool // it is kept for looks, too, and since the battle began
	kept, known bool
	whole       bool   // all answers since the battle began are kept
	begins      bool   // the step is the setup of the battle
	start       Battle // the battle before the step
	given       []int  // the answers so far
	from        int    // those in the step begin here
}

// Past returns the past of the table, nil if t is nil.
func (t *Table) Past() *Past {
	if t == nil {
		return nil
	}
	return &t.past
}

// BeginStep records that a step of b begins at the table; nil stands for the setup of a
// battle. Rules call it before each step.
func (t *Table) BeginStep(b Battle) { t.past.begin(b) }

func (p *Past) begin(b Battle) {
	if !p.kept {
		return
	}
	if p.known, p.begins = true, b == nil; p.begins {
		p.whole = p.always
	}
	if p.begins || !p.whole {
		p.given = p.given[:0]
	}
	p.from = len(p.given)
	if p.begins {
		p.start = nil // the table may get another battle from now on
		return
	}
	if p.start == nil {
		p.start = b.Fresh()
	}
	p.start.CopyFrom(b)
}

// gave records answers.
func (p *Past) gave(answers ...int) {
	if p.kept {
		p.given = append(p.given, answers...)
	}
}

// Has reports whether b is the battle before the present step, which the table keeps. The past of
// no table has none.
func (p *Past) Has(b any) bool { return p != nil && p.start != nil && b == any(p.start) }

// Forget records that the battle is in a step that began at another table.
func (p *Past) Forget() { p.known, p.whole = false, false }

// Keep makes the table keep what happens, for looks at the open question: see [Past.Step] and
// [Past.Whole]. The caller then seats the players, and plays each battle from its beginning.
func (p *Past) Keep() { p.always = true }

// Resume tells a past that is kept since a battle began which answers were given before the next
// step, because that step is the first one at the table.
func (p *Past) Resume(given []int) {
	p.given, p.from, p.whole = append(p.given[:0], given...), len(given), true
}

// Step returns the battle before the present step, or nil in the setup, and the answers
// given since then, dice and choices in their order. Ok is false if no [Follower] sits at
// the table and [Past.Keep] was not called, or if the step began at another table.
func (p *Past) Step() (b Battle, given []int, ok bool) {
	if !p.begins {
		b = p.start
	}
	return b, p.given[p.from:], p.kept && p.known
}

// Whole returns all answers that were given since the battle began, dice and choices in their
// order. Ok is false unless [Past.Keep] was called before the battle began at the table.
func (p *Past) Whole() (given []int, ok bool) { return p.given, p.kept && p.known && p.whole }

// Recalls reports whether answers of the players depend on the whole battle: a [Follower] weighs
// what is hidden from it by the answers that it has seen. Their table has to keep its past: see [Past.Keep].
func Recalls(b Battle, players []Oracle) bool {
	d, ok := b.(Dealer)
	return ok && d.Veils() && slices.ContainsFunc(players, func(p Oracle) bool { _, ok := p.(Follower); return ok })
}
