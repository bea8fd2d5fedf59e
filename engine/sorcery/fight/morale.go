package fight

import "houserule/engine"

// A checkKind is the reason for a morale check.
type checkKind uint8

const (
	noCheck      checkKind = iota
	unlessShaken           // S3.5: a unit that fails is demoralized
	unlessLost             // S3.5: a unit that passes is demoralized, and one that fails is eliminated
	afterLosses            // S3.6: a unit that fails is demoralized; the dice of the round count
)

// A check is a morale check that is yet to be rolled.
type check struct {
	unit int32
	what checkKind
	lent int8 // leadership that its owner has lent; -1: not decided yet
}

// checkNext lets the next unit check morale after the losses (S3.6): the attacker's units
// first, from left to right.
func (b *Battle) checkNext() bool {
	if b.check.what != noCheck {
		return b.checkOn()
	}
	for ; b.turns < Seats; b.pass() {
		f := &b.forces[b.side]
		for !f.sure && int(b.cursor) < len(f.line) {
			u := &b.units[f.line[b.cursor]]
			b.cursor++
			switch {
			case !u.engaged:
			case f.routed: // S3.4: without a die
				b.Shake(u)
			default:
				b.check = checkOf(u, afterLosses)
				return b.checkOn()
			}
		}
	}
	if b.lone >= 0 {
		b.unnerve()
		b.enter(bouting)
		return true
	}
	b.endRound()
	return true
}

func checkOf(u *Unit, what checkKind) check { return check{unit: u.id, what: what, lent: -1} }

// checkOn asks how much leadership to lend to a check, or rolls the check.
func (b *Battle) checkOn() bool {
	u := &b.units[b.check.unit]
	if b.check.lent < 0 && b.Reading().lendable(u) > 0 {
		b.lending.Side = u.side
		b.check.lent = int8(b.Choose(u.side, &b.lending))
		b.lend(u, int32(b.check.lent))
		return true
	}
	what := b.check.what
	passed := u.rollMorale(b)
	b.check = check{}
	switch {
	case u.status != Standing: // a script has removed it
	case what == unlessLost && !passed:
		b.Lose(u)
	case what == unlessLost || !passed:
		b.Shake(u)
	}
	return true
}

// rollMorale rolls a morale check and reports whether the unit passes. S5: it passes with a
// die not above the rating.
func (u *Unit) rollMorale(b *Battle) bool {
	score := b.Reading().moraleOf(u, b.check)
	c := Check{Unit: u, Need: score.Total(), After: b.check.what == afterLosses}
	need := c.Need + 1
	if b.game.Hooks.Checked.Used() {
		need = 0 // every face matters
	}
	if b.Listening() {
		b.last = Throw{Side: u.side, Unit: u, Score: score}
	}
	c.Die = b.Roll(b.game.Rules.Die, need)
	c.Passed = c.Die <= c.Need
	c.Passed = b.game.Hooks.Checked.Apply(b.battle, c, c.Passed)
	if b.Listening() {
		b.last = Throw{Side: u.side, Unit: u, Score: score, Die: c.Die, Pass: c.Passed}
		b.Report(engine.Event{What: Checked, Who: u.id, N: int32(c.Die)})
	}
	return c.Passed
}

// Rating returns the greatest die with which units of a kind pass a morale check, from
// their race or as conjured units (S5).
func (g *Game) Rating(k *Kind) int {
	conjured := Conjured
	if g.Rules.SummonedConjured {
		conjured |= Summoned
	}
	if k.Classes&conjured != 0 {
		return g.Rules.ConjuredMorale
	}
	return k.race.Morale
}

// moraleOf returns the greatest die with which a unit passes a check: its rating (S5), the
// difference of the dice after the losses (S3.4), and lent leadership.
func (b Position) moraleOf(u *Unit, c check) engine.Score {
	score := b.Score(b.game.Rating(u.kind), causeMorale)
	after := c.what == afterLosses
	if after {
		score = score.Add(-int(b.forces[u.side].shift), causeDice)
	}
	if c.lent > 0 {
		score = score.Add(int(c.lent), causeLent)
	}
	return b.game.Hooks.Morale.Apply(b.battle, Check{Unit: u, After: after}, score)
}

// lendable returns the amount of leadership that can be lent to the check of a unit: at
// most what characters of its race have left, and at most what makes it pass for certain
// (S5).
func (b Position) lendable(u *Unit) int {
	if !b.start.lending {
		return 0
	}
	left := 0
	for _, id := range b.forces[u.side].heads {
		if c := &b.units[id]; c.kind.race == u.kind.race {
			left += b.leftToLend(c)
		}
	}
	if left == 0 {
		return 0
	}
	score := b.moraleOf(u, b.check)
	return max(min(left, b.game.Rules.Die-score.Total(), 127), 0)
}

// leftToLend returns the leadership that a character has not lent in this round (S5).
func (b Position) leftToLend(c *Unit) int {
	rules := &b.game.Rules
	switch {
	case c.led && !rules.LeaderLends, c.adds && !rules.AdderLends:
		return 0
	}
	return c.kind.Leadership - int(c.lent)
}

// lend subtracts n from the leadership that characters of a unit's race can lend.
func (b *Battle) lend(u *Unit, n int32) {
	for _, id := range b.forces[u.side].heads {
		if c := &b.units[id]; c.kind.race == u.kind.race {
			part := min(n, int32(b.Reading().leftToLend(c)))
			c.lent += part
			n -= part
		}
	}
}

// Shake demoralizes a unit, or eliminates it if it is demoralized already (S5).
func (b *Battle) Shake(u *Unit) {
	if !b.game.Hooks.Shaken.Apply(b.battle, u, true) || u.gone() {
		return
	}
	if u.demoralized {
		b.Lose(u)
		return
	}
	u.demoralized = true
	u.relief = u.bout != noBout
	b.Report(engine.Event{What: Shaken, Who: u.id})
	b.game.Hooks.Demoralized.Apply(b.battle, u, engine.None{})
}
