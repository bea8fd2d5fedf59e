package kings

import (
	"math/bits"

	"houserule/engine"
)

// retreatNext lets the next player retreat (K4.1): the attackers in turn
// order, then the defender.
func (b *Battle) retreatNext() bool {
	for ; int(b.cursor) < b.seats; b.cursor++ {
		side := engine.Side(b.cursor)
		if !b.canRetreat(side) {
			continue
		}
		b.leave.side, b.leave.driven = side, false
		way := b.Choose(side, &b.leave)
		b.cursor++
		if way != Stay {
			Way{side, way - 1}.retreat(b)
		}
		return true
	}
	b.endRound()
	return true
}

// canRetreat reports whether a side can retreat: it needs a counter that can move, and a
// hex that can take it.
func (b *Position) canRetreat(side engine.Side) bool {
	if b.in[side] == 0 || len(b.start.setup.Neighbors) == 0 {
		return false
	}
	for hex := range b.start.setup.Neighbors {
		if (Way{side, hex}).refuse(b) == nil {
			for c := range b.Of(side) {
				if c.mobile() {
					return true
				}
			}
			return false
		}
	}
	return false
}

var (
	inhabitants = Ruling{Rule: "K4.3", Text: "the inhabitants of an unexplored hex may not retreat"}
	notYours    = Ruling{Rule: "K4.2", Text: "you do not control that hex"}
	beset       = Ruling{Rule: "K4.2", Text: "enemy counters stand in that hex"}
)

// refuse returns the rule that forbids a retreat into a neighbor (K4.2, K4.3), or nil.
func (w Way) refuse(b *Position) *Ruling {
	side, hex := w.Side, w.Hex
	to := &b.start.setup.Neighbors[hex]
	switch {
	case side == b.Defender() && b.start.setup.Unexplored && !b.game.Rules.InhabitantsRetreat:
		return &inhabitants
	case to.Owner != side:
		return &notYours
	case to.Enemies:
		return &beset
	}
	return b.game.Hooks.Retreat.Apply(b.whole, w, nil)
}

// retreat moves all creatures and special characters of a side into one hex (K4.2). Forts
// and income counters stay (K4.3).
func (w Way) retreat(b *Battle) {
	side, hex := w.Side, w.Hex
	b.Report(engine.Event{What: SideRetreated, Who: int32(side), N: int32(hex)})
	for i := range b.counters {
		c := &b.counters[i]
		switch {
		case c.side != side || c.status != Standing:
		case c.mobile() || c.thing.Kind == Item: // items that fought for the side move with it
			c.leaveField(b, Elsewhere)
			c.hex = int8(hex)
		case c.Stands() && !b.game.Rules.FortsFightAlone:
			c.neutralize(b)
		}
	}
	for i := range b.counters { // items move with their bearers
		if c := &b.counters[i]; c.status == InPlay && c.bearer >= 0 && b.counters[c.bearer].status == Elsewhere {
			c.status, c.hex = Elsewhere, b.counters[c.bearer].hex
		}
	}
	b.game.Hooks.Retreated.Apply(b, w, engine.None{})
	if b.Crowd(side, hex) > b.Room(side, hex) {
		b.back, b.stage = b.stage, crowding
		b.crowded, b.fleeing = int8(hex), int8(side)
		return
	}
	b.conclude()
}

// Crowd returns the number of a side's counters in a neighbor that count for the limit of
// K4.2: its creatures.
func (b *Position) Crowd(side engine.Side, hex int) int {
	n := 0
	for i := range b.counters {
		if c := &b.counters[i]; c.crowds(b, side, hex) {
			n++
		}
	}
	return n
}

func (c *Counter) crowds(b *Position, side engine.Side, hex int) bool {
	return c.status == Elsewhere && c.side == side && int(c.hex) == hex && c.TakesRoom(&b.game.Rules)
}

// TakesRoom reports whether a counter counts for the limit of K4.2.
func (c *Counter) TakesRoom(r *Rules) bool {
	return c.thing.Kind == Creature || c.thing.Kind == Special && r.SpecialsCrowd
}

// Room returns the number of creatures that a hex can hold after a retreat.
func (b *Position) Room(side engine.Side, hex int) int {
	return max(b.game.Hooks.Crowd.Apply(b.whole, Way{side, hex}, b.game.Rules.RetreatLimit), 0)
}

// removeNext removes a counter that finds no room in the hex of a retreat. Its owner
// chooses among all counters there (K4.2).
func (b *Battle) removeNext() bool {
	side, hex := engine.Side(b.fleeing), int(b.crowded)
	b.crowding.side = side
	answer := b.crowding.First()
	if b.Room(side, hex) > 0 { // otherwise all are removed
		answer = b.Choose(side, &b.crowding)
	}
	c := &b.counters[answer]
	c.status = Eliminated
	b.Report(engine.Event{What: Removed, Who: c.id})
	if b.Crowd(side, hex) <= b.Room(side, hex) {
		b.stage, b.back, b.crowded, b.fleeing = b.back, naming, 0, 0
		b.conclude()
	}
	return true
}

// driveNext makes the next side that a script drives away retreat. Its player picks one of
// several hexes.
func (b *Battle) driveNext() bool {
	side := engine.Side(bits.TrailingZeros8(b.driven))
	if b.stage >= restoring || !b.canRetreat(side) {
		b.driven &^= 1 << side
		return false
	}
	b.leave.side, b.leave.driven = side, true
	way := b.leave.First()
	if b.leave.several() {
		way = b.Choose(side, &b.leave)
	}
	b.driven &^= 1 << side
	Way{side, way - 1}.retreat(b)
	return true
}
