package kings

import "houserule/engine"

// Previews tell what would be rolled, and change nothing but the scratch battle
// that is asked.

// A Prospect is what a counter rolls in a round, as things stand.
type Prospect struct {
	Step  CombatStep // in which it fights (K1.3)
	Dice  int
	Value engine.Score // what they must not be above (K2.1)
}

// Preview makes b like the battle of, and returns what a counter of it that
// stands in the hex rolls in its step.
func (b *Battle) Preview(of *Battle, c *Counter) Prospect {
	c = b.supposed(of, c)
	return Prospect{b.step, b.diceOf(c), b.valueOf(c)}
}

// supposed makes b like the battle of when a counter of it rolls, in the step in
// which it fights, and returns that counter of b.
func (b *Battle) supposed(of *Battle, c *Counter) *Counter {
	b.copyFrom(of)
	c = &b.counters[c.id]
	b.step = b.fightsIn(c)
	return c
}

// RollsTouched tells whether scripts have a say in who rolls how many dice, and
// against which value, or in what the dice show and score. Then a preview asks
// them, and they may roll and choose.
func (b *Battle) RollsTouched() bool { return b.game.Hooks.onRolls() }

// DiceTouched tells whether scripts have a say in what dice show or score, so
// that a value does not tell the chances.
func (b *Battle) DiceTouched() bool { return b.game.Hooks.Rolled.Used() || b.game.Hooks.Hit.Used() }

// Rehearse makes b like the battle of, lets a counter of it roll all its dice
// as in the step in which it fights, and returns the hits that it scores.
func (b *Battle) Rehearse(of *Battle, c *Counter) int {
	c = b.supposed(of, c)
	if !b.attacks(c.side) { // nobody has been named yet
		_, at := b.rivals(c.side)
		b.targets[c.side] = int8(max(at, 0))
	}
	b.cursor = c.id
	at := b.targets[c.side]
	before := b.hits[at] + c.aimed
	for range b.diceOf(c) {
		if b.throw(c); b.stage == changing { // which nobody does
			b.settle()
		}
	}
	return int(b.hits[at] + c.aimed - before)
}

// Fought tells whether a counter has rolled in this round (K1.3).
func (c *Counter) Fought() bool { return c.fought }

// Left is how many hits a counter can still take (K3.1, K3.3).
func (c *Counter) Left() int { return int(c.left()) }

// Saves is how often in this round a counter may still roll to be saved, and
// with which faces it is (K3.2).
func (c *Counter) Saves() (n int, faces Faces) {
	return max(int(c.thing.saves)-int(c.saved), 0), c.thing.faces
}

// First is the side for which a counter came, whomever it fights for.
func (c *Counter) First() engine.Side { return c.first }

// Came tells whether a counter was in the hex at the beginning, or was held as
// an item; others stood beside it, or were added by a script.
func (b *Battle) Came(c *Counter) bool {
	return int(c.id) < b.start.begun && b.start.counters[c.id].status != Elsewhere
}

// Crowd is how many counters of a side in a neighbour count for the limit of a
// retreat, Room how many it holds (K4.2).
func (b *Battle) Crowd(side engine.Side, hex int) int { return b.crowd(side, hex) }
func (b *Battle) Room(side engine.Side, hex int) int  { return b.room(side, hex) }

// Items are the items of a side that have the status, as listed.
func (b *Battle) Items(side engine.Side, status Status) (items []*Counter) {
	for i := range b.counters {
		if c := &b.counters[i]; c.side == side && c.thing.Kind == Item && c.status == status {
			items = append(items, c)
		}
	}
	return items
}

// Played are the item that an answer to [Playing] plays, nil for none, and the
// counter on which it is laid, nil for nobody.
func (b *Battle) Played(p Played) (item, on *Counter) { return b.played(p) }

// Saves is how often in a round the thing may roll to be saved (K3.2).
func (t *Thing) Saves() int { return int(t.saves) }
