package kings

import "houserule/engine"

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

// Appraise prefers to attack whom fewer hits put out of the battle.
func (n *Naming) Appraise(answer int) int { return -n.battle.Worth(engine.Side(answer)) }

// Appraise prefers to play what fights, and goes by the worth of scripts.
func (p *Playing) Appraise(answer int) int {
	b := p.battle
	item, on := b.played(Played(answer))
	if item == nil {
		return 0
	}
	worth := 0
	if item.thing.Fights {
		worth = int(item.thing.value)
	}
	if play := b.game.plays[item.thing]; play != nil && play.Worth != nil {
		worth += play.Worth(b, item, b.speaksOf(play, on))
	}
	return worth
}

// Appraise is what is lost with the counter: its punch in the rounds that
// come, and in this one where it has still to roll. What may be saved, or
// restored afterwards, is only lost in part.
func (l *Loss) Appraise(answer int) int {
	b := l.battle
	c := &b.counters[answer]
	lost := b.punch(c)
	if b.fightsIn(c) > b.step {
		lost *= 2
	}
	lost *= 6
	if c.thing.Kind == Building {
		if c.left() > 1 {
			lost /= int(c.left()) // the rest fights on
		}
		return -lost
	}
	if int32(c.saved) < c.thing.saves {
		saved := int(c.thing.faces.Last - c.thing.faces.First + 1)
		lost = lost * max(b.game.Rules.Die-saved, 0) / b.game.Rules.Die
	}
	if c.thing.Kind == Special {
		lost += 6
	}
	return -lost
}

// retreatBelow is the chance, in thousandths, below which greedy players
// leave.
const retreatBelow = 250

// Appraise is the chance to win, in thousandths, when a side stays, as
// strong armies are by the squares of their worth (Lanchester's law); what
// leaves is sure to live, but for what the new hex cannot hold.
func (l *Leave) Appraise(answer int) int {
	b := l.battle
	if answer == Stay {
		own, enemy := b.Worth(l.Side), 0
		for side := range engine.Side(b.seats) {
			if side != l.Side {
				enemy += b.Worth(side)
			}
		}
		own, enemy = own*own, enemy*enemy
		return 1000 * own / max(own+enemy, 1)
	}
	hex := answer - 1
	excess := b.crowd(l.Side, hex) + b.movers(l.Side) - b.room(l.Side, hex)
	return retreatBelow - 30*max(excess, 0)
}

// Appraise picks who scores most: as a victim, or to bear an item.
func (p *Pick) Appraise(answer int) int { return p.battle.punch(&p.battle.counters[answer]) }

// Appraise removes the least of them.
func (c *Crowding) Appraise(answer int) int { return -c.battle.punch(&c.battle.counters[answer]) }
