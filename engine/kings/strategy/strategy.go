// Package strategy evaluates the options of kings for greedy players. It reads a
// [kings.Position], and has no way to change the battle.
//
// The unit is faces of the die: a counter of combat value 3 is worth 3 for each die that it
// rolls.
package strategy

import (
	"houserule/engine"
	"houserule/engine/kings"
)

type strategy struct{ *kings.Position }

// New returns the strategy of a battle, for [kings.NewGame].
func New(b *kings.Position) kings.Strategy { return strategy{b} }

// Evaluate returns the value of an option for the side that decides.
func (b strategy) Evaluate(c engine.Choice, answer int) int {
	switch c := c.(type) {
	case *kings.Naming: // the strongest player: a side must beat the last opponent in the end, and any player can beat the weak
		return b.Value(engine.Side(answer))
	case *kings.Playing:
		return b.play(kings.Played(answer))
	case *kings.Loss:
		return -b.loss(b.Counter(answer))
	case *kings.Leave:
		if answer == kings.Stay {
			return b.stay(c.Side())
		}
		return b.leave(c.Side(), answer-1)
	case *kings.Crowding: // the counter with the least punch goes
		return -b.punch(b.Counter(answer))
	case *kings.Pick:
		if worth, given := c.Worth(answer); given {
			return worth
		}
		return b.punch(b.Counter(answer))
	}
	return 0
}

// punch returns the number of faces with which a counter hits in a round, summed over its
// dice.
func (b strategy) punch(c *kings.Counter) int {
	value := b.Strength(c)
	dice := 1
	if c.Marks()&kings.Charge != 0 && b.StepOf(c) == kings.Melee {
		dice = b.Game().Rules.ChargeDice
	}
	return dice * min(max(value, 0), b.Game().Rules.Die)
}

// Value returns what a side has left: the sum of its counters' punch, and half a die for
// each hit that they can take.
func (b strategy) Value(side engine.Side) int {
	n := 0
	counters := b.Counters()
	for i := range counters {
		if c := &counters[i]; c.Side() == side && c.Stands() {
			n += 2*b.punch(c) + b.Game().Rules.Die*c.Left()
		}
	}
	return n
}

// play prefers items that fight, and uses the values that scripts give.
func (b strategy) play(p kings.Played) int {
	item, on := b.Played(p)
	if item == nil {
		return 0
	}
	worth := b.Scripted(item, on)
	if item.Thing().Fights {
		worth += item.Thing().Value
	}
	return worth
}

// loss returns the cost of the loss of a counter: its punch in later rounds, and in this
// round if it has yet to roll, and half a die for the hit that it can no longer take. A
// counter that a die may save counts in part. For an item, the loss is what it gives its
// bearer, and no counter is lost.
func (b strategy) loss(c *kings.Counter) int {
	if c.Status() == kings.InPlay {
		return 6 * b.Scripted(c, b.Counter(c.Bearer()))
	}
	lost, die := b.punch(c), b.Game().Rules.Die
	if c.Thing().Kind == kings.Building {
		lost /= max(c.Left(), 1) // the rest of the building fights on
	}
	if b.StepOf(c) > b.CombatStep() {
		lost *= 2
	}
	lost = 6*lost + 3*die
	if c.Thing().Kind == kings.Special {
		lost += 6
	}
	if n, faces := c.Saves(); n > 0 {
		saved := int(faces.Last - faces.First + 1)
		lost = lost * max(die-saved, 0) / die
	}
	return lost
}

// stay returns the probability of winning in thousandths, where the strength of an army is
// the square of its value (Lanchester's law). Several enemies also fight each other.
func (b strategy) stay(side engine.Side) int {
	own, all := b.Value(side), 1
	for other := range engine.Side(b.Seats()) {
		worth := b.Value(other)
		all += worth * worth
	}
	return 1000 * own * own / all
}

// leave returns half of an equal share: below it, greedy players leave. Counters that leave
// survive, except those that find no room in the new hex.
func (b strategy) leave(side engine.Side, hex int) int {
	players := 0
	for side := range engine.Side(b.Seats()) {
		if b.In(side) {
			players++
		}
	}
	excess := b.Crowd(side, hex) - b.Room(side, hex)
	for c := range b.Of(side) {
		if c.TakesRoom(&b.Game().Rules) {
			excess++
		}
	}
	return 500/max(players, 1) - 30*max(excess, 0)
}
