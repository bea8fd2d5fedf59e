package sorcery

import (
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
)

// S6: what a side knows. The places of stacks are public; the units in a stack are
// seen only from the same hex, or by a side that has looked into it by magic.

// Omniscient is the seat of a viewer that sees everything: a narrator.
const Omniscient engine.Side = -1

// Sees reports whether a side knows which unit that is, and where.
func (b *position) Sees(seat engine.Side, u *Unit) bool {
	if b.land == nil || seat < 0 || u.side == seat || u.at < 0 || u.revealed {
		return true
	}
	if b.fights && u.at == b.front { // units that have met in battle, until it ends
		return true
	}
	h := u.at.Hex()
	sees := b.Present(seat, h)
	if b.land.apart(h) { // S2: the complex is a place of its own
		sees = b.holdsSpot(seat, u.at)
	}
	return b.game.Hooks.Sees.Apply(b.whole, Glance{seat, u}, sees)
}

// Reveal lets a side look into the enemy's stacks in a hex until the turn
// passes on, as by magic.
func (b *campaign) Reveal(seat engine.Side, at Spot) {
	for u := range b.UnitsIn(enemy(seat), at) {
		u.revealed = true
	}
	b.Report(engine.Event{What: Revealed, Who: int32(seat), N: int32(at)})
}

// A Glance is a look of a side at a unit.
type Glance struct {
	Seat engine.Side
	Unit *Unit
}

// Veil replaces all that a side does not know by something that it could believe:
// units that it does not see are dealt out anew to the places of hidden stacks, and
// what the enemy has begun in secret is taken back. Use it on a copy.
func (b *campaign) Veil(seat engine.Side) {
	for i := range b.units {
		if u := &b.units[i]; u.side != seat {
			u.declared = false // S3.2
		}
	}
	if b.land == nil || seat < 0 {
		return
	}
	walks := b.forget(seat)
	b.deal(seat, walks)
}

// hides reports whether a unit is hidden from a side. Units that fight are seen.
func (b *position) hides(seat engine.Side, u *Unit) bool {
	return u.status != Standing && !b.Sees(seat, u)
}

// forget takes back what the enemy has begun with units that the side does not see.
// It returns the public spot of such units that are on the move, or OffMap.
func (b *campaign) forget(seat engine.Side) (walks Spot) {
	scout := b.at(b.scout)
	switch lead := b.Vanguard(); {
	case scout != nil && b.hides(seat, scout): // the enemy reacts or reinforces
		b.dismiss()
		b.sum, b.dice, b.cursor = 0, 0, 0
		if b.stage = reinforcing; b.react {
			b.stage, b.react, b.aim = watching, false, hex.None
		}
	case b.stage == starving:
		if b.side != seat {
			b.forgetHunger(seat)
		}
	case b.mover == seat:
	case b.stage == rallying:
		b.cursor, b.due = 0, unknown
	case lead == nil || !b.hides(seat, lead):
	case b.stage == walking || b.stage == declining || b.stage == watching || b.stage == mustering || b.stage == springing || b.stage == reacting:
		walks = lead.at
		b.goal, b.shore, b.paid = lead.at.Hex(), lead.at.Hex(), 0
		if b.stage == walking {
			b.sum, b.dice = 0, 0
		}
		return walks
	default: // the side knows neither the units nor their orders
		for i := range b.units {
			b.units[i].marching = false
		}
		b.sum, b.dice, b.paid = 0, 0, 0
		b.endGroup(false)
	}
	return OffMap
}

// forgetHunger ends the losses of a starving stack that the side does not see.
func (b *campaign) forgetHunger(seat engine.Side) {
	if !b.seesAll(seat, b.side, Spot(b.cursor)) {
		b.due, b.rest, b.short = 0, 0, false
	}
}

// SeesPaces reports whether a side knows all units whose pace counts for the reaction
// that is tried now: the marching group and the reacting group (S3.1).
func (b *position) SeesPaces(seat engine.Side) bool {
	for i := range b.units {
		if u := &b.units[i]; (u.marching || b.reacts(u)) && !b.Sees(seat, u) {
			return false
		}
	}
	return true
}

// seesAll reports whether a side sees all units that a side has in a spot.
func (b *position) seesAll(seat, side engine.Side, at Spot) bool {
	for u := range b.UnitsIn(side, at) {
		if !b.Sees(seat, u) {
			return false
		}
	}
	return true
}

// deal deals the units that a side does not see out to the spots where there are any,
// each unit as fresh as it can be. Those dealt to the spot walks are on the move.
func (b *campaign) deal(seat engine.Side, walks Spot) {
	spots, hidden := b.hidden[:0], 0
	for i := range b.units {
		u := &b.units[i]
		if !b.hides(seat, u) {
			continue
		}
		b.refresh(u)
		if hidden++; !u.bound && !slices.Contains(spots, u.at) {
			spots = append(spots, u.at)
		}
	}
	b.hidden = spots
	if hidden == 0 {
		return
	}
	slices.Sort(spots)
	next := 0
	for i := range b.units {
		u := &b.units[i]
		if !b.hides(seat, u) {
			continue
		}
		if !u.bound {
			b.put(u, spots[next%len(spots)])
			next++
		}
		u.marching = u.at == walks && !u.bound
		if b.fights {
			b.standBy(u)
		}
	}
}

// refresh resets all that an enemy who does not see a unit cannot know of it.
func (b *campaign) refresh(u *Unit) {
	u.clearFight()
	u.status, u.wounds, u.added, u.spent = Afield, 0, 0, 0
	u.demoralized, u.halved, u.marching, u.halted, u.sortied, u.foregone = false, false, false, false, false, false
}
