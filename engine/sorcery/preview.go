package sorcery

import "houserule/engine"

// Previews tell what would be rolled, and change nothing.

// A Tally is what a side brings to the dice of the round, as things stand.
type Tally struct {
	Strength int       // in halves of a point (S3.2)
	Arms     [Arms]int // the same of each arm
	Modifier int       // of its die
}

// Tally adds up what a side has in this round, once it is known who fights.
func (b *Battle) Tally(side engine.Side) Tally {
	before := b.forces
	b.measure()
	f, top := &b.forces[side], b.game.Rules.Die
	score := b.totalOf(side, top)
	t := Tally{f.strength, f.arms, score.Total() - top}
	b.forces = before
	return t
}

// StrengthOf is what a unit would inflict losses with, and DefenseOf what its
// loss comes to, in points, as things stand. HalvedNow tells whether the first
// counts half.
func (b *Battle) StrengthOf(u *Unit) engine.Score { return b.strengthOf(u) }
func (b *Battle) DefenseOf(u *Unit) engine.Score  { return b.defenseOf(u) }
func (b *Battle) HalvedNow(u *Unit) bool          { return u.halved && b.game.Rules.HalveFirstRound }

// MoraleOf is the greatest die with which a unit passes a check behind the
// losses of this round, without leadership that is lent (S3.6).
func (b *Battle) MoraleOf(u *Unit) engine.Score {
	before := b.check
	b.check = check{what: afterLosses}
	score := b.moraleOf(u)
	b.check = before
	return score
}
