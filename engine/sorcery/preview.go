package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
)

// Previews return the numbers of possible rolls, and change nothing.

// A Tally is what a side adds to its dice in this round, as the battle stands.
type Tally struct {
	Strength int       // in halves of a point (S3.2)
	Arms     [Arms]int // strength of each arm, in halves of a point
	Modifier int       // modifier of its die
}

// Tally adds up a side's strength and modifiers in this round, once its fighters are known.
func (b Position) Tally(side engine.Side) Tally {
	of, top := b.measured(), b.game.Rules.Die
	score := b.totalOf(of, side, top)
	return Tally{of[side].strength, of[side].arms, score.Total() - top}
}

// Modified returns a die of a side with its present modifiers. Rolled returns the die that
// the side has rolled in this round and its total, or 0 before the roll (S3.2).
func (b Position) Modified(side engine.Side, die int) engine.Score {
	return b.totalOf(b.measured(), side, die)
}
func (b Position) Rolled(side engine.Side) (die, total int) {
	f := &b.forces[side]
	return int(f.die), int(f.total)
}

// A Phase is a part of a round.
type Phase uint8

// The phases, in their order.
const (
	Preparing Phase = iota // fighters, leaders, charges and the array (S3.2, S3.3)
	Rolling                // S3.2
	Losing                 // S3.5
	Checking               // S3.6
	Parting                // after the fighting: withdrawal and reinforcement (S3.7)
)

// Phase returns the present phase of the round.
func (b Position) Phase() Phase {
	switch {
	case b.stage >= leaving:
		return Parting
	case b.stage >= rolling:
		return min(Rolling+Phase(b.stage-rolling), Checking)
	}
	return Preparing
}

// HalvedNow reports whether the strength of a unit now counts half (S3.2).
func (b Position) HalvedNow(u *Unit) bool {
	rules := &b.game.Rules
	return u.halved && rules.HalveFirstRound && (rules.FlyersHalved || !u.kind.flies())
}

// HalvedBy reports whether a unit's strength counts half in the first round of a battle
// that it enters from a neighboring hex (S3.2).
func (w Theater) HalvedBy(u *Unit, from, to hex.Hex) bool {
	between, there := w.land.side(from, to), *u
	there.halved = between != nil && between.Wet
	return w.battle.Reading().HalvedNow(&there)
}

// MoraleOf returns the greatest die with which a unit passes a check after the losses of
// this round, without lent leadership (S3.6).
func (b Position) MoraleOf(u *Unit) engine.Score {
	return b.moraleOf(u, check{what: afterLosses})
}

// Form returns the question that these units would get if they moved together, or why they
// cannot. Use it on a copy: it ends any other move.
func (b *Battle) Form(units ...*Unit) (*Ordering, error) {
	for u := range b.all {
		u.marching = false
	}
	for i, u := range units {
		var r *Ruling
		if r = b.War().mayMarch(u); r == nil && i > 0 && u.at != units[0].at {
			r = &otherStack
		}
		if r != nil {
			return nil, &Ruling{Rule: r.Rule, Text: b.Reading().Label(u) + ": " + r.Text}
		}
		u.marching = true
	}
	b.mover, b.war.column = units[0].side, units[0].at
	o := &b.campaign.order
	o.Side, o.reaction, o.prepared = units[0].side, false, false
	return o, nil
}

// Scout returns the leader that reacts or tries to bring reinforcements, or nil.
func (b Position) Scout() *Unit { return b.at(b.scout) }
