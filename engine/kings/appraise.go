package kings

import (
	"slices"

	"houserule/engine"
)

// What greedy players go by. Worths are in faces of the die: a counter of
// value 3 is worth 3 for each die that it rolls.

// punch is what a counter scores in a round, in faces.
func (b *Battle) punch(c *Counter) int {
	value := b.Strength(c)
	dice := 1
	if c.marks&Charge != 0 && b.fightsIn(c) == Melee {
		dice = b.game.Rules.ChargeDice
	}
	return dice * min(max(value, 0), b.game.Rules.Die)
}

// Worth is what a side has left: the faces with which its counters hit, and
// half a die for each hit that they can take.
func (b *Battle) Worth(side engine.Side) int {
	n := 0
	for i := range b.counters {
		if c := &b.counters[i]; c.side == side && c.Stands() {
			n += 2*b.punch(c) + b.game.Rules.Die*int(c.left())
		}
	}
	return n
}

// Appraise prefers to attack the strongest: who is left of the others has to be
// beaten in the end, and the weak are beaten by anybody.
func (n *Naming) Appraise(answer int) int { return n.battle.Worth(engine.Side(answer)) }

// Appraise prefers to play what fights, and goes by the worth of scripts.
func (p *Playing) Appraise(answer int) int {
	b := p.battle
	item, on := b.played(Played(answer))
	if item == nil {
		return 0
	}
	worth := b.worthOn(item, on)
	if item.thing.Fights {
		worth += int(item.thing.value)
	}
	return worth
}

// worthOn is what scripts say of an item, laid on a counter or, nil, on nobody.
func (b *Battle) worthOn(item, on *Counter) int {
	play := b.game.plays[item.thing]
	if play == nil || play.Worth == nil {
		return 0
	}
	return play.Worth(b, item, b.speaksOf(play, on))
}

// Appraise is what is lost with the counter: its punch in the rounds that
// come, and in this one where it has still to roll, and half a die for the hit
// that it takes no more. What may be saved is only lost in part; with an item
// goes what it gives its bearer, and nobody falls.
func (l *Loss) Appraise(answer int) int {
	b := l.battle
	c := &b.counters[answer]
	if c.status == InPlay {
		return -6 * b.worthOn(c, &b.counters[c.bearer])
	}
	lost := b.punch(c)
	if c.thing.Kind == Building {
		lost /= max(int(c.left()), 1) // the rest fights on
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

// Appraise is the chance to win, in thousandths, when a side stays, as
// strong armies are by the squares of their worth (Lanchester's law): several
// enemies are enemies of each other, too. Greedy players leave below half of an
// equal share; what leaves is sure to live, but for what the new hex cannot
// hold.
func (l *Leave) Appraise(answer int) int {
	b := l.battle
	if answer == Stay {
		own, all := b.Worth(l.Side), 1
		for side := range engine.Side(b.seats) {
			worth := b.Worth(side)
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
	excess := b.crowd(l.Side, hex) - b.room(l.Side, hex)
	for c := range b.Of(l.Side) {
		if b.takesRoom(c) {
			excess++
		}
	}
	return 500/max(players, 1) - 30*max(excess, 0)
}

// Appraise goes by the worths that the pick has.
func (p *Pick) Appraise(answer int) int {
	if i := slices.Index(p.from, int32(answer)); i >= 0 {
		return p.worths[i]
	}
	return 0
}

// Appraise removes the least of them.
func (c *Crowding) Appraise(answer int) int { return -c.battle.punch(&c.battle.counters[answer]) }
