// Package ability is the words in which data says what an ability or a spell of heroes does:
// changes of stats, and the conditions under which they hold. It is data alone, and knows no
// ability by its name. Package heroes applies it to a battle.
//
// Its sets are bits: of sides, and of the values of Line, Stance, Walls and Kind of package
// heroes.
package ability

import (
	"slices"

	"houserule/engine"
)

// An Ability is what a creature can do beyond its numbers.
type Ability struct {
	ID, Name, Text, Rule string

	Reach        []Reach
	IgnoresWalls bool // the penalty of H8.3 does not apply
	Never        bool // the creature never retaliates
	Always       bool // the creature retaliates every time it is attacked
	Unanswered   bool // its attacks provoke no retaliation
	StrikesFirst bool // its retaliation rolls before the attack resolves
	Heads        int  // number of different targets in one opportunity; 0: 1
	Worth        int  // to greedy players, in cost of cards
	Bonuses      []*Bonus
}

// A Reach lets melee attacks reach a line that the rules put out of reach, while the town is in
// one of the states.
type Reach struct {
	Line  uint8 // a Line
	Walls uint8 // a set of Walls
}

// A Stat is a number of a stack that bonuses can change. The first three are the attack
// scores, by Kind.
type Stat uint8

// The stats.
const (
	MeleeScore Stat = iota
	RangedScore
	SpellScore
	DefenseScore
	SupportValue
	PhaseNumber
	OpportunityCount
	Stats // the number of stats
)

// A Whose determines the stacks whose stats a bonus changes.
type Whose uint8

// The stacks whose stats a bonus changes.
const (
	Self     Whose = iota
	Friends        // all other friendly stacks
	Enemies        // all enemy stacks
	Opponent       // the other stack of an attack, in that attack
)

// A Bonus changes stats while its conditions hold. It comes from the top card of a stack,
// or, for defense, from each card under attack.
type Bonus struct {
	Stats []Stat
	Op    engine.Op // Add, Times, Set or Cap
	N, D  int       // D: the denominator of Times
	For   Whose
	When  Condition
	Cause engine.Cause
}

// Changes reports whether a bonus changes a stat.
func (b *Bonus) Changes(stat Stat) bool { return slices.Contains(b.Stats, stat) }

// AnyChanges reports whether any bonus changes a stat.
func AnyChanges(bonuses []*Bonus, stat Stat) bool {
	return slices.ContainsFunc(bonuses, func(b *Bonus) bool { return b.Changes(stat) })
}

// Apply returns the score with the change.
func (b *Bonus) Apply(score engine.Score) engine.Score {
	switch b.Op {
	case engine.Times:
		return score.Times(b.N, b.D, &b.Cause)
	case engine.Set:
		return score.Set(b.N, &b.Cause)
	case engine.Cap:
		return score.Cap(b.N, &b.Cause)
	default:
		return score.Add(b.N, &b.Cause)
	}
}
