package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
)

// S3.1: reaction. After each step of an army, the enemy's leaders beside it or in its hex
// may lead units into an adjacent hex.

// come lets the enemy react to the marching group, which has just come to a spot: by a
// step, out of a place apart, in a sortie, an assault or a breach. Every move of the moving
// side ends here.
func (w *War) come(to Spot) {
	w.column = to
	for u := range w.all {
		if u.side != w.mover {
			u.tried = false
		}
	}
	w.battle.enter(watching)
	w.side = enemy(w.mover)
}

var (
	besideNobody = Ruling{Rule: "S3.1", Text: "no enemy has moved beside it, or into its hex"}
	hasForegone  = Ruling{Rule: "S3.1", Text: "it has let the enemy in, and reacts no more in this turn"}
	hasReacted   = Ruling{Rule: "S3.1", Text: "it has tried"}
	cannotLeave  = Ruling{Rule: "S3.1", Text: "there is no hex into which they could react"}
)

// mayReact returns nil, or the rule that forbids a leader to react to the marching
// group.
func (w Theater) mayReact(u *Unit) *Ruling {
	if u.kind.Role == Character && !u.bound && (u.status != Afield || !w.nearMarch(u)) {
		return &besideNobody
	}
	switch r := w.mayWatch(u); {
	case r != nil:
		return r
	case u.tried:
		return &hasReacted
	case !w.any(func(v *Unit) bool { return w.goesAlong(v, u) == nil }):
		return &noUnits
	}
	return nil
}

// mayWatch returns nil, or the rule that forbids a character to react to any enemy
// in this turn.
func (w Theater) mayWatch(u *Unit) *Ruling {
	switch {
	case u.kind.Role != Character:
		return &noCharacter
	case u.bound:
		return &militia
	case u.at < 0 || u.at.Inside():
		return &besideNobody
	case u.foregone || w.colocated(u):
		return &hasForegone
	case w.siegeAround(u.side, u.at) != nil:
		return &isBesieged
	}
	return w.game.Hooks.Reinforce.Apply(w.battle, u, nil)
}

// watchedBy reports whether a side could react to a group that enters a hex, as far as the
// other side can know: from an adjacent hex, with a leader that the other side sees, or
// with one that an unseen stack may contain (S5, S6).
func (w Theater) watchedBy(side engine.Side, h hex.Hex) bool {
	for _, near := range w.land.grid.Neighbors(h) {
		at := SpotIn(near, false)
		led, manned, hidden := false, false, false
		for u := range w.UnitsIn(side, at) {
			switch {
			case !w.battle.Reading().KnownTo(enemy(side)).Sees(u):
				hidden = true
			case u.Troop():
				alone := single(u)
				manned = manned || !u.bound && !u.demoralized && w.maySpring(&alone, near, h)
			default:
				led = led || w.mayWatch(u) == nil
			}
		}
		if hidden && w.siegeAround(side, at) == nil {
			led = led || w.mayBeLed(side)
			manned = manned || w.maySpring(&group{side: side, at: at}, near, h)
		}
		if led && manned {
			return true
		}
	}
	return false
}

// maySpring reports whether a reacting group may go to a hex to meet enemies that enter it.
func (w Theater) maySpring(g *group, from, to hex.Hex) bool {
	return w.mayStep(g, from, to, w.land.side(from, to)) == nil && (g.flies || !w.land.wall(from, to))
}

// mayBeLed reports whether a stack that the other side does not see may contain a leader:
// whether the side has a leader that the other does not see (S6).
func (w Theater) mayBeLed(side engine.Side) bool {
	return w.any(func(u *Unit) bool {
		return u.side == side && u.kind.Role == Character && !u.bound && u.at >= 0 && !w.battle.Reading().KnownTo(enemy(side)).Sees(u)
	})
}

// nearMarch reports whether the moving army has come into the hex of a unit, or an adjacent
// one. A place apart is adjacent to no hex (S2).
func (w Theater) nearMarch(u *Unit) bool {
	at := w.group.at
	if !w.group.troops || at < 0 {
		return false
	}
	_, beside := w.land.grid.Direction(u.at.Hex(), at.Hex())
	return u.at == at || beside && !u.at.Inside() && !at.Inside()
}

// colocated reports whether an enemy army was in the spot of a unit before the moving group
// came: that prevents reaction and reinforcement.
func (w Theater) colocated(u *Unit) bool {
	for v := range w.UnitsIn(enemy(u.side), u.at) {
		if v.Troop() && !v.marching {
			return true
		}
	}
	return false
}

// watchNext asks the enemy which leader reacts. A leader that lets the enemy into its hex
// does not react again in this turn.
func (w *War) watchNext() bool {
	w.side = enemy(w.mover)
	w.reading().gather(&w.group, w.mover, w.column, isMarching)
	switch {
	case w.reading().Vanguard() == nil: // a script has removed them
		w.battle.enter(declining)
		return false
	case !w.group.troops:
		return w.endWatch()
	}
	if n, _ := w.battle.candidates(PickReact); n == 0 {
		return w.endWatch()
	}
	if answer := w.battle.pick(PickReact); answer != Pass {
		w.scout = w.picked(answer).id
		w.react = true
		w.stage = following
		return true
	}
	w.endWatch()
	return true
}

// endWatch resumes the march.
func (w *War) endWatch() bool {
	for u := range w.UnitsIn(enemy(w.mover), w.group.at) {
		u.foregone = u.foregone || u.kind.Role == Character && w.group.troops
	}
	w.battle.enter(declining)
	return false
}

// reacts reports whether a unit is in the reacting group, its leader included.
func (w Theater) reacts(u *Unit) bool { return u.company || w.scout == u.id }

// mayReactTo returns nil, or the rule that forbids a group to react into a hex.
func (w Theater) mayReactTo(g *group, h hex.Hex) *Ruling {
	from := g.at.Hex()
	d, beside := w.land.grid.Direction(from, h)
	if !beside {
		return &besideNobody
	}
	if w.land.terrains[h].Shut {
		return &lakeIsShut
	}
	return w.mayStep(g, from, h, w.land.sideTo(from, d))
}

// openTo reports whether a unit could react into any hex.
func (w Theater) openTo(u *Unit) bool {
	only := single(u)
	for _, h := range w.land.grid.Neighbors(u.at.Hex()) {
		if w.mayReactTo(&only, h) == nil {
			return true
		}
	}
	return false
}

// Reacting returns the units that a character could lead into a hex if an enemy army came
// to an adjacent hex in this turn. If the character is reacting now, they include the units
// that it has named. If there are none, Reacting returns the rule that forbids it.
func (w Theater) Reacting(leader *Unit, to hex.Hex) (units []*Unit, r *Ruling) {
	if r := w.mayWatch(leader); r != nil {
		return nil, r
	}
	var g group
	r = &noUnits
	for u := range w.UnitsIn(leader.side, leader.at) {
		if refused := w.goesAlong(u, leader); refused != nil {
			if u.Troop() && !u.bound {
				r = refused
			}
			continue
		}
		w.gather(&g, leader.side, leader.at, func(other *Unit) bool {
			return other == leader || other == u || w.scout == leader.id && other.company
		})
		if refused := w.mayReactTo(&g, to); refused != nil {
			r = refused
			continue
		}
		units = append(units, u)
	}
	if units != nil {
		return units, nil
	}
	return nil, r
}

// goesAlong returns nil, or the rule that forbids a unit to react with a leader. The
// demoralized may leave an enemy's hex (S5).
func (w Theater) goesAlong(u, leader *Unit) *Ruling {
	switch {
	case !u.goesWith(leader):
		return &notWithIt
	case !w.openTo(u):
		return &cannotLeave
	}
	return nil
}

// mayFollow returns nil, or the rule that forbids a unit to go with the leader that reacts
// now.
func (w Theater) mayFollow(u *Unit) *Ruling {
	if u.company {
		return &chosen
	}
	return w.goesAlong(u, &w.units[w.scout])
}

// followNext lets the owner name the units that react with the leader.
func (w *War) followNext() bool {
	asked, done := w.battle.nameCompany(PickFollow)
	if done {
		w.stage, w.sum, w.dice = springing, 0, 0
	}
	return asked
}

// springNext asks where the reacting group goes.
func (w *War) springNext() bool {
	o := &w.order
	o.Side, o.reaction, o.prepared = w.side, true, false
	n, only := 0, 0
	for answer := range o.Each {
		n, only = n+1, answer
	}
	w.sum, w.dice = 0, 0
	switch n {
	case 0: // together they have no way
		w.units[w.scout].tried = true
		w.stand()
		return false
	case 1:
	default:
		only = w.battle.Choose(w.side, o)
	}
	_, w.aim = w.reading().orders(only)
	w.stage = trying
	return n > 1
}

// tryNext rolls the dice of a reaction, one by one.
func (w *War) tryNext() bool {
	u, into := &w.units[w.scout], w.land.terrains[w.aim]
	if done, came := w.battle.tryReaction(u, func() (react, move Pace) { return w.reading().Paces(u.side, into) }); done {
		w.spring(u, came)
	}
	return true
}

// Paces returns the pace of the units named so far to react for a side, and the pace of the
// marching army, on their ways into a terrain. During a fight it does what
// [Position.Paces] does.
func (w Theater) Paces(side engine.Side, into *Terrain) (react, move Pace) {
	if w.fights {
		return w.battle.Reading().Paces(side, into)
	}
	return w.battle.Reading().paces(side, into, isMarching)
}

// dismiss ends the attempt of a leader and of the units that were to go with it.
func (w *War) dismiss() {
	for u := range w.all {
		u.company = false
	}
	w.scout, w.react = -1, false
}

// spring moves the reacting group, if its dice allow it. Then the enemy may react again
// (S3.1).
func (w *War) spring(leader *Unit, come bool) {
	if come {
		from, to := leader.at.Hex(), SpotIn(w.aim, false)
		between := w.land.side(from, w.aim)
		for u := range w.all {
			if !u.company && u != leader {
				continue
			}
			u.halved = between.wets() // S3.2
			w.put(u, to)
			w.game.Hooks.Arrived.Apply(w.battle, u, engine.None{})
		}
		w.battle.Report(engine.Event{What: Sprang, Who: leader.id, Whom: int32(from), N: int32(to)})
		for u := range w.UnitsIn(w.mover, to) {
			u.halted = true // S3.1: entering an enemy's hex ends movement
		}
		w.stage = declining
		return
	}
	w.stand()
}

// stand ends a reaction; the enemy may react again.
func (w *War) stand() {
	w.dismiss()
	w.aim, w.sum, w.dice = hex.None, 0, 0
	w.stage, w.cursor = watching, 0
	w.side = enemy(w.mover)
}
