package kings

import "houserule/engine"

// Previews return possible rolls. They need a scratch battle b, which they make a copy of
// the battle in question.

// A Prospect is the roll that a counter would make in a round now.
type Prospect struct {
	Step  CombatStep // the step in which it fights (K1.3)
	Dice  int
	Value engine.Score // the number that its dice must not exceed (K2.1)
}

// Preview makes b a copy of the battle of, and returns the roll that a counter of that
// battle, which must stand in the hex, would make in its step.
func (b *Battle) Preview(of *Position, c *Counter) Prospect {
	c = c.supposed(b, of)
	return Prospect{b.step, b.DiceOf(c), c.valueOf(&b.Position)}
}

// supposed makes b a copy of the battle of, in the step in which one of its counters
// fights, and returns that counter in b.
func (c *Counter) supposed(b *Battle, of *Position) *Counter {
	b.copyFrom(of)
	c = &b.counters[c.id]
	b.step = b.StepOf(c)
	return c
}

// RollsTouched reports whether scripts can change which counter rolls how many dice against
// which value, or what the dice show and score. If so, a preview calls them, and they may
// roll and choose.
func (b *Position) RollsTouched() bool { return b.game.Hooks.onRolls() }

// DiceTouched reports whether scripts can change what dice show or score. If so, a value
// does not give the probabilities.
func (b *Position) DiceTouched() bool { return b.game.Hooks.Rolled.Used() || b.game.Hooks.Hit.Used() }

// Rehearse makes b a copy of the battle of, lets a counter of b roll all its dice in the
// step in which it fights, and returns its hits.
func (b *Battle) Rehearse(of *Position, c *Counter) int {
	c = c.supposed(b, of)
	if !b.attacks(c.side) { // no side has named a target yet
		_, at := b.rivals(c.side)
		b.targets[c.side] = int8(max(at, 0))
	}
	b.cursor = c.id
	at := b.targets[c.side]
	before := b.hits[at] + c.aimed
	for range b.DiceOf(c) {
		if c.throw(b); b.stage == changing { // items do not change the die here
			b.settle()
		}
	}
	return int(b.hits[at] + c.aimed - before)
}

// Fought reports whether a counter has rolled in this round (K1.3). If so, FoughtIn returns
// the step.
func (c *Counter) Fought() bool         { return c.fought > 0 }
func (c *Counter) FoughtIn() CombatStep { return CombatStep(c.fought - 1) }

// Left returns the number of hits that a counter can still take (K3.1, K3.3).
func (c *Counter) Left() int { return int(c.left()) }

// Saves returns the number of rolls to save a counter that are left in this round, and the
// faces that save it (K3.2).
func (c *Counter) Saves() (n int, faces Faces) {
	return max(int(c.thing.saves)-int(c.saved), 0), c.thing.faces
}

// First returns the side that brought a counter, whichever side it fights for now.
func (c *Counter) First() engine.Side { return c.first }

// Came reports whether a counter was in the hex at the beginning, or held as an item. Other
// counters stood in neighboring hexes, or were added by a script.
func (b *Position) Came(c *Counter) bool {
	return int(c.id) < b.start.begun && b.start.counters[c.id].status != Elsewhere
}

// Items returns the items of a side that have a status, in listed order.
func (b *Position) Items(side engine.Side, status Status) (items []*Counter) {
	for i := range b.counters {
		if c := &b.counters[i]; c.side == side && c.thing.Kind == Item && c.status == status {
			items = append(items, c)
		}
	}
	return items
}

// Saves returns the number of rolls in a round that may save the thing (K3.2).
func (t *Thing) Saves() int { return int(t.saves) }
