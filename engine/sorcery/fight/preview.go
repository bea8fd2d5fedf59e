package fight

import "houserule/engine"

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
	switch now := stage(b.next().Stage); {
	case now >= leaving:
		return Parting
	case now >= rolling:
		return min(Rolling+Phase(now-rolling), Checking)
	}
	return Preparing
}

// HalvedNow reports whether the strength of a unit now counts half (S3.2). HalvedIf reports
// whether it does if the unit comes over water, or not.
func (b Position) HalvedNow(u *Unit) bool { return b.HalvedIf(u, u.halved) }
func (b Position) HalvedIf(u *Unit, water bool) bool {
	rules := &b.game.Rules
	return water && rules.HalveFirstRound && (rules.FlyersHalved || !u.kind.Flies())
}

// MoraleOf returns the greatest die with which a unit passes a check after the losses of
// this round, without lent leadership (S3.6).
func (b Position) MoraleOf(u *Unit) engine.Score {
	return b.moraleOf(u, check{what: afterLosses})
}

// Scout returns the leader that reacts or tries to bring reinforcements, or nil.
func (b Position) Scout() *Unit { return b.at(b.next().Scout) }
