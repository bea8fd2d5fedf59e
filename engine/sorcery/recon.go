package sorcery

import (
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
)

// S6: magic that looks into a stack, and a battle reduced to what one side knows.

// Reveal lets a side look by magic into the enemy's stacks in a hex, until the turn passes
// on.
func (b *campaign) Reveal(seat engine.Side, at Spot) {
	for u := range b.UnitsIn(enemy(seat), at) {
		u.revealed = true
	}
	b.Report(engine.Event{What: Revealed, Who: int32(seat), N: int32(at)})
}

// Veil replaces everything that a side does not know by something that the side could
// believe. It distributes the units that the side does not see over the places of hidden
// stacks, and undoes what the enemy has begun in secret. Use it on a copy.
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

// forget undoes what the enemy has begun with units that the side does not see. It returns
// the public spot of such units if they are on the move, otherwise OffMap.
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

// deal distributes the units that a side does not see over the spots that contain such
// units. Each unit is as fresh as it can be. Units in the spot walks are on the move.
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

// refresh resets everything about a unit that an enemy who does not see it cannot know.
func (b *campaign) refresh(u *Unit) {
	u.clearFight()
	u.status, u.wounds, u.added, u.spent = Afield, 0, 0, 0
	u.demoralized, u.halved, u.marching, u.halted, u.sortied, u.foregone = false, false, false, false, false, false
}
