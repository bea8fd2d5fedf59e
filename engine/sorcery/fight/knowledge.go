package fight

import "houserule/engine"

// S6: what a side knows. The places of stacks are public. The units in a stack are seen
// only from the same hex, or by a side that has looked into it by magic.

// A Knowledge is what a side knows of a battle. [Omniscient] knows everything.
type Knowledge struct {
	of   Position
	seat engine.Side
}

// Of returns the battle. Seat returns the side, or Omniscient.
func (k Knowledge) Of() Position      { return k.of }
func (k Knowledge) Seat() engine.Side { return k.seat }

// KnownTo returns a side's knowledge of the battle.
func (b Position) KnownTo(seat engine.Side) Knowledge { return Knowledge{b, seat} }

// Omniscient is the seat of a viewer that sees everything: a narrator.
const Omniscient engine.Side = -1

// Sees reports whether a side knows which unit a counter is, and where it is.
func (k Knowledge) Sees(u *Unit) bool {
	return k.of.around == nil || k.seat < 0 || u.side == k.seat || k.of.around.Sees(k.seat, u)
}

// Hides reports whether a unit is hidden from a side. Fighting units are not.
func (k Knowledge) Hides(u *Unit) bool {
	return u.status != Standing && !k.Sees(u)
}

// Label returns a unit's name, with its kind if the side sees the unit.
func (k Knowledge) Label(u *Unit) string {
	if !k.Sees(u) {
		return "a unit of " + k.of.SideName(u.side)
	}
	return k.of.Label(u)
}

// Veil replaces everything that a side does not know by something that the side could
// believe. It distributes the units that the side does not see over the places of hidden
// stacks, and undoes what the enemy has begun in secret. Use it on a copy.
func (b *Battle) Veil(seat engine.Side) { b.veil(seat, nil) }

// Deal is Veil with dice of the battle's table, which distribute the units.
func (b *Battle) Deal(seat engine.Side) {
	b.veil(seat, func(n int) int { return b.Table.Roll(n, 0) - 1 })
}

// veil veils the battle. Draw, if not nil, draws a whole number from 0 below n.
func (b *Battle) veil(seat engine.Side, draw func(n int) int) {
	for u := range b.All {
		if u.side != seat {
			u.declared = false // S3.2
		}
	}
	if b.around == nil || seat < 0 {
		return
	}
	if scout := b.at(b.attempt.Scout); scout != nil && b.Reading().KnownTo(seat).Hides(scout) {
		b.Dismiss(&b.attempt)
		b.stage, b.cursor = reinforcing, 0
	}
	b.around.Veil(seat, draw)
}
