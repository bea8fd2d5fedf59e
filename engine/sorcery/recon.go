package sorcery

import (
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// S6: magic that looks into a stack, and a battle reduced to what one side knows.

// Sees reports whether a side knows which unit of the enemy a counter is.
func (w *War) Sees(seat engine.Side, u *fight.Unit) bool {
	at := w.At(u)
	if at < 0 || w.post(u).revealed || at == w.front && w.fight.Fighting() { // units that have met in battle see each other until it ends
		return true
	}
	h := at.Hex()
	sees := w.reading().Present(seat, h)
	if w.land.apart(h) { // S2: the inside is a place of its own
		sees = w.holdsSpot(seat, at)
	}
	return w.game.WarHooks.Sees.Apply(w.battle, Glance{seat, u}, sees)
}

// A Glance is a look of a side at a unit.
type Glance struct {
	Seat engine.Side
	Unit *fight.Unit
}

// SeesPaces reports whether a side knows all units whose pace counts for the present try at
// a reaction: the marching group and the reacting group (S3.1).
func (w Theater) SeesPaces(seat engine.Side) bool {
	k := w.fight.KnownTo(seat)
	return !w.fight.Any(func(u *fight.Unit) bool { return (w.post(u).marching || w.reacts(u)) && !k.Sees(u) })
}

// seesAll reports whether a side sees all units of a side in a spot.
func (w Theater) seesAll(k fight.Knowledge, side engine.Side, at Spot) bool {
	return !w.anyIn(side, at, func(u *fight.Unit) bool { return !k.Sees(u) })
}

// groupName returns the name of a group that moves together.
func (w Theater) groupName(k fight.Knowledge, lead *fight.Unit) string {
	if !k.Sees(lead) {
		return "a stack of " + k.Of().SideName(lead.Side())
	}
	more := -1
	for u := range w.fight.All {
		if w.post(u).marching && u.Side() == lead.Side() || w.reacts(u) && u.Side() == lead.Side() {
			more++
		}
	}
	if more > 0 {
		return fmt.Sprintf("%s with %d more", k.Of().Label(lead), more)
	}
	return k.Of().Label(lead)
}

// Reveal lets a side look by magic into the enemy's stacks in a hex, until the turn passes
// on.
func (w *War) Reveal(seat engine.Side, at Spot) {
	for u := range w.UnitsIn(fight.Enemy(seat), at) {
		w.post(u).revealed = true
	}
	w.battle.Report(engine.Event{What: Revealed, Who: int32(seat), N: int32(at)})
}

// Veil veils the war: see [fight.Battle.Veil]. Draw, if not nil, draws a whole number from 0
// below n.
func (w *War) Veil(seat engine.Side, draw func(n int) int) { w.deal(seat, w.forget(seat), draw) }

// forget undoes what the enemy has begun with units that the side does not see. It returns
// the public spot of such units if they are on the move, otherwise OffMap.
func (w *War) forget(seat engine.Side) (walks Spot) {
	scout := w.fight.Scout()
	switch lead := w.reading().Vanguard(); {
	case w.fight.Fighting():
	case scout != nil && w.fight.KnownTo(seat).Hides(scout): // the enemy reacts
		w.stand()
	case w.stage == starving:
		if w.side != seat {
			w.forgetHunger(seat)
		}
	case w.mover == seat:
	case w.stage == rallying:
		w.cursor, w.due = 0, unknown
	case lead == nil || !w.fight.KnownTo(seat).Hides(lead):
	case w.stage == walking || w.stage == declining || w.stage == watching || w.stage == following || w.stage == springing || w.stage == trying:
		walks = w.At(lead)
		w.goal, w.shore, w.paid = w.At(lead).Hex(), w.At(lead).Hex(), 0
		if w.stage == walking {
			w.attempt.Sum, w.attempt.Dice = 0, 0
		}
		return walks
	default: // the side knows neither the units nor their orders
		for i := range w.posts {
			w.posts[i].marching = false
		}
		w.attempt.Sum, w.attempt.Dice, w.paid = 0, 0, 0
		w.endGroup(false)
	}
	return OffMap
}

// forgetHunger ends the losses of a starving stack that the side does not see.
func (w *War) forgetHunger(seat engine.Side) {
	if !w.reading().seesAll(w.fight.KnownTo(seat), w.side, Spot(w.cursor)) {
		w.due, w.rest, w.short = 0, 0, false
	}
}

// deal distributes the units that a side does not see over the spots that contain such
// units: evenly in their order, or by draws so that no spot is empty. Each unit is as fresh as it
// can be. Units in the spot walks are on the move.
func (w *War) deal(seat engine.Side, walks Spot, draw func(n int) int) {
	spots, dealt, hidden := w.hidden[:0], w.dealt[:0], 0
	for u := range w.fight.All {
		if !w.fight.KnownTo(seat).Hides(u) {
			continue
		}
		w.refresh(u)
		if hidden++; u.Bound() {
			continue
		}
		if dealt = append(dealt, u); !slices.Contains(spots, w.At(u)) {
			spots = append(spots, w.At(u))
		}
	}
	w.hidden, w.dealt = spots, dealt
	if hidden == 0 {
		return
	}
	slices.Sort(spots)
	for left := len(dealt); draw != nil && left > 1; left-- {
		n := draw(left)
		dealt[n], dealt[left-1] = dealt[left-1], dealt[n]
	}
	for n, u := range dealt {
		to := spots[n%len(spots)]
		if draw != nil && n >= len(spots) && len(spots) > 1 {
			to = spots[draw(len(spots))]
		}
		w.put(u, to)
	}
	for u := range w.fight.All {
		if !w.fight.KnownTo(seat).Hides(u) {
			continue
		}
		w.post(u).marching = w.At(u) == walks && !u.Bound()
		if w.fight.Fighting() {
			w.standBy(u)
		}
	}
}

// refresh resets everything about a unit that an enemy who does not see it cannot know.
func (w *War) refresh(u *fight.Unit) {
	w.battle.Refresh(u)
	p := w.post(u)
	p.spent, p.duty = 0, duty{revealed: p.revealed}
}
