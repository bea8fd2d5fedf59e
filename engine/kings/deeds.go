package kings

import (
	"fmt"

	"houserule/engine"
)

// What scripts can do to a battle. Each reports what it does.

// Say tells everybody something.
func (b *Battle) Say(text string) {
	b.said = text
	b.Report(engine.Event{What: Said})
}

// Change makes a standing counter fight for another side from now on.
func (b *Battle) Change(c *Counter, side engine.Side) error {
	if c.status != Standing {
		return fmt.Errorf("%s does not stand in the hex", b.Label(c))
	}
	if c.Stands() {
		b.in[c.side]--
		b.in[side]++
	}
	c.side = side
	b.mixed = b.mixed || side != c.first
	b.Report(engine.Event{What: Changed, Who: c.id, N: int32(side)})
	return nil
}

// Wound is a hit on a counter that nothing averts.
func (b *Battle) Wound(c *Counter) error {
	if !c.Stands() {
		return fmt.Errorf("%s does not fight in the hex", b.Label(c))
	}
	b.damage(c)
	return nil
}

// Discard returns a counter or an item to the cup.
func (b *Battle) Discard(c *Counter) {
	if c.status == Eliminated {
		return
	}
	b.leaveField(c, Eliminated)
	b.Report(engine.Event{What: LostCounter, Who: c.id})
}

// Mark gives a counter other marks.
func (b *Battle) Mark(c *Counter, marks Marks) { c.marks = marks }

// Bear lays an item that is in play on another counter, or, where on is nil,
// on none.
func (b *Battle) Bear(item, on *Counter) {
	item.bearer = -1
	if on != nil {
		item.bearer = on.id
	}
}

// Score adds hits to those that a side has to take in this step.
func (b *Battle) ScoreHits(on engine.Side, n int) { b.hits[on] = max(b.hits[on]+int32(n), 0) }

// Drive makes a side retreat at once, if there is a hex for it; its player
// picks among several.
func (b *Battle) Drive(side engine.Side) error {
	if !b.canRetreat(side) {
		return fmt.Errorf("%s has nowhere to go", SideName(side, b.seats))
	}
	ways, way := 0, 0
	for hex := range b.start.setup.Neighbors {
		if b.mayRetreat(side, hex) == nil {
			ways, way = ways+1, hex
		}
	}
	if ways > 1 {
		b.leave.Side = side
		if answer := b.Choose(side, &b.leave); answer != Stay {
			way = answer - 1
		}
	}
	b.retreat(side, way)
	return nil
}
