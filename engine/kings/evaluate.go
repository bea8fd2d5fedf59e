package kings

import (
	"slices"

	"houserule/engine"
)

// The values of options for greedy players. The unit is faces of the die: a counter of
// combat value 3 is worth 3 for each die that it rolls.

// punch returns the number of faces with which a counter hits in a round, summed over its
// dice.
func (b *Position) punch(c *Counter) int {
	value := b.Strength(c)
	dice := 1
	if c.marks&Charge != 0 && b.fightsIn(c) == Melee {
		dice = b.game.Rules.ChargeDice
	}
	return dice * min(max(value, 0), b.game.Rules.Die)
}

// Value returns what a side has left: the sum of its counters' punch, and half a die for
// each hit that they can take.
func (b *Position) Value(side engine.Side) int {
	n := 0
	for i := range b.counters {
		if c := &b.counters[i]; c.side == side && c.Stands() {
			n += 2*b.punch(c) + b.game.Rules.Die*int(c.left())
		}
	}
	return n
}

// Evaluate prefers to attack the strongest player: a side must beat the last opponent in
// the end, and any player can beat the weak.
func (n *Naming) Evaluate(answer int) int { return n.battle.Value(engine.Side(answer)) }

// Evaluate prefers items that fight, and uses the values that scripts give.
func (p *Playing) Evaluate(answer int) int {
	b := p.battle
	item, on := b.Played(Played(answer))
	if item == nil {
		return 0
	}
	worth := b.worthOn(item, on)
	if item.thing.Fights {
		worth += int(item.thing.value)
	}
	return worth
}

// worthOn returns the value that scripts give to an item on a counter or, if on is nil, on
// no counter.
func (b *Position) worthOn(item, on *Counter) int {
	play := b.game.plays[item.thing]
	if play == nil || play.Value == nil {
		return 0
	}
	return play.Value(b.whole, item, b.speaksOf(play, on))
}

// Evaluate returns the loss as a negative number: the counter's punch in later rounds, and
// in this round if it has yet to roll, and half a die for the hit that it can no longer
// take. A counter that a die may save counts in part. For an item, the loss is what it
// gives its bearer, and no counter is lost.
func (l *Loss) Evaluate(answer int) int {
	b := l.battle
	c := &b.counters[answer]
	if c.status == InPlay {
		return -6 * b.worthOn(c, &b.counters[c.bearer])
	}
	lost := b.punch(c)
	if c.thing.Kind == Building {
		lost /= max(int(c.left()), 1) // the rest of the building fights on
	}
	if b.fightsIn(c) > b.step {
		lost *= 2
	}
	lost = 6*lost + 3*b.game.Rules.Die
	if c.thing.Kind == Special {
		lost += 6
	}
	if int32(c.saved) < c.thing.saves {
		saved := int(c.thing.faces.Last - c.thing.faces.First + 1)
		lost = lost * max(b.game.Rules.Die-saved, 0) / b.game.Rules.Die
	}
	return -lost
}

// Evaluate returns, for staying, the probability of winning in thousandths, where the
// strength of an army is the square of its value (Lanchester's law). Several enemies also
// fight each other. Greedy players leave below half of an equal share: counters that leave
// survive, except those that find no room in the new hex.
func (l *Leave) Evaluate(answer int) int {
	b := l.battle
	if answer == Stay {
		own, all := b.Value(l.side), 1
		for side := range engine.Side(b.seats) {
			worth := b.Value(side)
			all += worth * worth
		}
		return 1000 * own * own / all
	}
	players := 0
	for side := range engine.Side(b.seats) {
		if b.in[side] > 0 {
			players++
		}
	}
	hex := answer - 1
	excess := b.Crowd(l.side, hex) - b.Room(l.side, hex)
	for c := range b.Of(l.side) {
		if b.takesRoom(c) {
			excess++
		}
	}
	return 500/max(players, 1) - 30*max(excess, 0)
}

// Evaluate returns the value of the counter in the pick.
func (p *Pick) Evaluate(answer int) int {
	if i := slices.Index(p.from, int32(answer)); i >= 0 {
		return p.worths[i]
	}
	return 0
}

// Evaluate prefers to remove the counter with the least punch.
func (c *Crowding) Evaluate(answer int) int { return -c.battle.punch(&c.battle.counters[answer]) }
