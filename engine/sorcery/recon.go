package sorcery

import (
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
)

// S6: magic that looks into a stack, and a battle of which a side knows all.

// Reveal lets a side look into the enemy's stacks in a hex until the turn
// passes on, as by magic.
func (b *campaign) Reveal(seat engine.Side, at Spot) {
	for u := range b.UnitsIn(enemy(seat), at) {
		u.revealed = true
	}
	b.Report(engine.Event{What: Revealed, Who: int32(seat), N: int32(at)})
}

// Veil replaces all that a side does not know by something that it could believe:
// units that it does not see are dealt out anew to the places of hidden stacks, and
// what the enemy has begun in secret is taken back. Use it on a copy.
func (b *campaign) Veil(seat engine.Side) {
	for u := range b.all {
		if u.side != seat {
			u.declared = false // S3.2
		}
	}
	if b.land == nil || seat < 0 {
		return
	}
	walks := b.forget(seat)
	b.deal(seat, walks)
}

// forget takes back what the enemy has begun with units that the side does not see.
// It returns the public spot of such units that are on the move, or OffMap.
func (b *campaign) forget(seat engine.Side) (walks Spot) {
	scout := b.at(b.scout)
	switch lead := b.Vanguard(); {
	case scout != nil && b.KnownTo(seat).hides(scout): // the enemy reacts or reinforces
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
	case lead == nil || !b.KnownTo(seat).hides(lead):
	case b.stage == walking || b.stage == declining || b.stage == watching || b.stage == mustering || b.stage == springing || b.stage == reacting:
		walks = lead.at
		b.goal, b.shore, b.paid = lead.at.Hex(), lead.at.Hex(), 0
		if b.stage == walking {
			b.sum, b.dice = 0, 0
		}
		return walks
	default: // the side knows neither the units nor their orders
		for u := range b.all {
			u.marching = false
		}
		b.sum, b.dice, b.paid = 0, 0, 0
		b.endGroup(false)
	}
	return OffMap
}

// forgetHunger ends the losses of a starving stack that the side does not see.
func (b *campaign) forgetHunger(seat engine.Side) {
	if !b.KnownTo(seat).seesAll(b.side, Spot(b.cursor)) {
		b.due, b.rest, b.short = 0, 0, false
	}
}

// deal deals the units that a side does not see out to the spots where there are any,
// each unit as fresh as it can be. Those dealt to the spot walks are on the move.
func (b *campaign) deal(seat engine.Side, walks Spot) {
	spots, hidden := b.hidden[:0], 0
	for u := range b.all {
		if !b.KnownTo(seat).hides(u) {
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
	for u := range b.all {
		if !b.KnownTo(seat).hides(u) {
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
