package sorcery

import (
	"fmt"

	"houserule/engine"
)

// S6: what a side knows. The places of stacks are public. The units in a stack are seen
// only from the same hex, or by a side that has looked into it by magic.

// A Knowledge is what a side knows of a battle. [Omniscient] knows everything.
type Knowledge struct {
	of   Position
	seat engine.Side
}

// KnownTo returns a side's knowledge of the battle.
func (b Position) KnownTo(seat engine.Side) Knowledge { return Knowledge{b, seat} }

// Omniscient is the seat of a viewer that sees everything: a narrator.
const Omniscient engine.Side = -1

// Sees reports whether a side knows which unit a counter is, and where it is.
func (k Knowledge) Sees(u *Unit) bool {
	b, seat := k.of, k.seat
	if !b.OnMap() || seat < 0 || u.side == seat || u.at < 0 || u.revealed {
		return true
	}
	if b.war.fights && u.at == b.war.front { // units that have met in battle see each other until it ends
		return true
	}
	h := u.at.Hex()
	sees := b.War().Present(seat, h)
	if b.war.land.apart(h) { // S2: the inside is a place of its own
		sees = b.war.holdsSpot(seat, u.at)
	}
	return b.game.Hooks.Sees.Apply(b.battle, Glance{seat, u}, sees)
}

// A Glance is a look of a side at a unit.
type Glance struct {
	Seat engine.Side
	Unit *Unit
}

// hides reports whether a unit is hidden from a side. Fighting units are not.
func (k Knowledge) hides(u *Unit) bool {
	return u.status != Standing && !k.Sees(u)
}

// SeesPaces reports whether a side knows all units whose pace counts for the present try at
// a reaction: the marching group and the reacting group (S3.1).
func (k Knowledge) SeesPaces() bool {
	return !k.of.any(func(u *Unit) bool { return (u.marching || k.of.War().reacts(u)) && !k.Sees(u) })
}

// seesAll reports whether the knowing side sees all units of a side in a spot.
func (k Knowledge) seesAll(side engine.Side, at Spot) bool {
	return !k.of.war.anyIn(side, at, func(u *Unit) bool { return !k.Sees(u) })
}

// Label returns a unit's name, with its kind if the side sees the unit.
func (k Knowledge) Label(u *Unit) string {
	if !k.Sees(u) {
		return "a unit of " + k.of.SideName(u.side)
	}
	return k.of.Label(u)
}

// groupName returns the name of a group that moves together.
func (k Knowledge) groupName(lead *Unit) string {
	if !k.Sees(lead) {
		return "a stack of " + k.of.SideName(lead.side)
	}
	more := -1
	for u := range k.of.all {
		if u.marching && u.side == lead.side || k.of.War().reacts(u) && u.side == lead.side {
			more++
		}
	}
	if more > 0 {
		return fmt.Sprintf("%s with %d more", k.of.Label(lead), more)
	}
	return k.of.Label(lead)
}
