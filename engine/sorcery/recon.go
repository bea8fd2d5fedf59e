package sorcery

import (
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
)

// S6: magic that looks into a stack, and a battle reduced to what one side knows.

// sees reports whether a side knows which unit of the enemy a counter is.
func (w *War) sees(seat engine.Side, u *Unit) bool {
	if u.at < 0 || u.revealed || w.fights && u.at == w.front { // units that have met in battle see each other until it ends
		return true
	}
	h := u.at.Hex()
	sees := w.reading().Present(seat, h)
	if w.land.apart(h) { // S2: the inside is a place of its own
		sees = w.holdsSpot(seat, u.at)
	}
	return w.game.Hooks.Sees.Apply(w.battle, Glance{seat, u}, sees)
}

// A Glance is a look of a side at a unit.
type Glance struct {
	Seat engine.Side
	Unit *Unit
}

// SeesPaces reports whether a side knows all units whose pace counts for the present try at
// a reaction: the marching group and the reacting group (S3.1).
func (w Theater) SeesPaces(seat engine.Side) bool {
	k := w.battle.Reading().KnownTo(seat)
	return !w.any(func(u *Unit) bool { return (u.marching || w.reacts(u)) && !k.Sees(u) })
}

// seesAll reports whether a side sees all units of a side in a spot.
func (w Theater) seesAll(k Knowledge, side engine.Side, at Spot) bool {
	return !w.anyIn(side, at, func(u *Unit) bool { return !k.Sees(u) })
}

// groupName returns the name of a group that moves together.
func (w Theater) groupName(k Knowledge, lead *Unit) string {
	if !k.Sees(lead) {
		return "a stack of " + k.of.SideName(lead.side)
	}
	more := -1
	for u := range w.all {
		if u.marching && u.side == lead.side || w.reacts(u) && u.side == lead.side {
			more++
		}
	}
	if more > 0 {
		return fmt.Sprintf("%s with %d more", k.of.Label(lead), more)
	}
	return k.of.Label(lead)
}

// Reveal lets a side look by magic into the enemy's stacks in a hex, until the turn passes
// on.
func (b *Battle) Reveal(seat engine.Side, at Spot) {
	for u := range b.war().UnitsIn(enemy(seat), at) {
		u.revealed = true
	}
	b.Report(engine.Event{What: Revealed, Who: int32(seat), N: int32(at)})
}

// veil veils the war: see [Battle.Veil].
func (w *War) veil(seat engine.Side) { w.deal(seat, w.forget(seat)) }

// forget undoes what the enemy has begun with units that the side does not see. It returns
// the public spot of such units if they are on the move, otherwise OffMap.
func (w *War) forget(seat engine.Side) (walks Spot) {
	scout := w.at(w.scout)
	switch lead := w.reading().Vanguard(); {
	case scout != nil && w.battle.Reading().KnownTo(seat).hides(scout): // the enemy reacts or reinforces
		w.dismiss()
		w.sum, w.dice, w.cursor = 0, 0, 0
		if w.stage = reinforcing; w.react {
			w.stage, w.react, w.aim = watching, false, hex.None
		}
	case w.stage == starving:
		if w.side != seat {
			w.forgetHunger(seat)
		}
	case w.mover == seat:
	case w.stage == rallying:
		w.cursor, w.due = 0, unknown
	case lead == nil || !w.battle.Reading().KnownTo(seat).hides(lead):
	case w.stage == walking || w.stage == declining || w.stage == watching || w.stage == following || w.stage == springing || w.stage == trying:
		walks = lead.at
		w.goal, w.shore, w.paid = lead.at.Hex(), lead.at.Hex(), 0
		if w.stage == walking {
			w.sum, w.dice = 0, 0
		}
		return walks
	default: // the side knows neither the units nor their orders
		for u := range w.all {
			u.marching = false
		}
		w.sum, w.dice, w.paid = 0, 0, 0
		w.endGroup(false)
	}
	return OffMap
}

// forgetHunger ends the losses of a starving stack that the side does not see.
func (w *War) forgetHunger(seat engine.Side) {
	if !w.reading().seesAll(w.battle.Reading().KnownTo(seat), w.side, Spot(w.cursor)) {
		w.due, w.rest, w.short = 0, 0, false
	}
}

// deal distributes the units that a side does not see over the spots that contain such
// units. Each unit is as fresh as it can be. Units in the spot walks are on the move.
func (w *War) deal(seat engine.Side, walks Spot) {
	spots, hidden := w.hidden[:0], 0
	for u := range w.all {
		if !w.battle.Reading().KnownTo(seat).hides(u) {
			continue
		}
		w.refresh(u)
		if hidden++; !u.bound && !slices.Contains(spots, u.at) {
			spots = append(spots, u.at)
		}
	}
	w.hidden = spots
	if hidden == 0 {
		return
	}
	slices.Sort(spots)
	next := 0
	for u := range w.all {
		if !w.battle.Reading().KnownTo(seat).hides(u) {
			continue
		}
		if !u.bound {
			w.put(u, spots[next%len(spots)])
			next++
		}
		u.marching = u.at == walks && !u.bound
		if w.fights {
			w.standBy(u)
		}
	}
}

// refresh resets everything about a unit that an enemy who does not see it cannot know.
func (w *War) refresh(u *Unit) {
	u.clearFight()
	u.status, u.wounds, u.added, u.spent = Afield, 0, 0, 0
	u.demoralized, u.halved, u.marching, u.halted, u.sortied, u.foregone = false, false, false, false, false, false
}
