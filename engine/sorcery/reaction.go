package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// S3.1: reaction. After each step of an army, the enemy's leaders beside it or in its hex
// may lead units into an adjacent hex.

// come lets the enemy react to the marching group, which has just come to a spot: by a
// step, out of a place apart, in a sortie, an assault or a breach. Every move of the moving
// side ends here.
func (w *War) come(to Spot) {
	w.column = to
	for u := range w.fight.All {
		if u.Side() != w.mover {
			w.battle.Spend(u, false)
		}
	}
	w.enter(watching)
	w.side = fight.Enemy(w.mover)
}

var (
	besideNobody = fight.Ruling{Rule: "S3.1", Text: "no enemy has moved beside it, or into its hex"}
	hasForegone  = fight.Ruling{Rule: "S3.1", Text: "it has let the enemy in, and reacts no more in this turn"}
	hasReacted   = fight.Ruling{Rule: "S3.1", Text: "it has tried"}
	cannotLeave  = fight.Ruling{Rule: "S3.1", Text: "there is no hex into which they could react"}
)

// mayReact returns nil, or the rule that forbids a leader to react to the marching
// group.
func (w Theater) mayReact(u *fight.Unit) *fight.Ruling {
	if u.Kind().Role == fight.Character && !u.Bound() && (u.Status() != fight.Afield || !w.nearMarch(u)) {
		return &besideNobody
	}
	switch r := w.mayWatch(u); {
	case r != nil:
		return r
	case u.Tried():
		return &hasReacted
	case !w.fight.Any(func(v *fight.Unit) bool { return w.goesAlong(v, u) == nil }):
		return &fight.NoUnits
	}
	return nil
}

// mayWatch returns nil, or the rule that forbids a character to react to any enemy
// in this turn.
func (w Theater) mayWatch(u *fight.Unit) *fight.Ruling {
	switch {
	case u.Kind().Role != fight.Character:
		return &fight.NoCharacter
	case u.Bound():
		return &militia
	case w.At(u) < 0 || w.At(u).Inside():
		return &besideNobody
	case w.post(u).foregone || w.colocated(u):
		return &hasForegone
	case w.siegeAround(u.Side(), w.At(u)) != nil:
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
			case !w.fight.KnownTo(fight.Enemy(side)).Sees(u):
				hidden = true
			case u.Troop():
				alone := w.single(u)
				manned = manned || !u.Bound() && !u.Demoralized() && w.maySpring(&alone, near, h)
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
	return w.fight.Any(func(u *fight.Unit) bool {
		return u.Side() == side && u.Kind().Role == fight.Character && !u.Bound() && w.At(u) >= 0 && !w.fight.KnownTo(fight.Enemy(side)).Sees(u)
	})
}

// nearMarch reports whether the moving army has come into the hex of a unit, or an adjacent
// one. A place apart is adjacent to no hex (S2).
func (w Theater) nearMarch(u *fight.Unit) bool {
	at := w.group.at
	if !w.group.troops || at < 0 {
		return false
	}
	_, beside := w.land.grid.Direction(w.At(u).Hex(), at.Hex())
	return w.At(u) == at || beside && !w.At(u).Inside() && !at.Inside()
}

// colocated reports whether an enemy army was in the spot of a unit before the moving group
// came: that prevents reaction and reinforcement.
func (w Theater) colocated(u *fight.Unit) bool {
	for v := range w.UnitsIn(fight.Enemy(u.Side()), w.At(u)) {
		if v.Troop() && !w.post(v).marching {
			return true
		}
	}
	return false
}

// watchNext asks the enemy which leader reacts. A leader that lets the enemy into its hex
// does not react again in this turn.
func (w *War) watchNext() bool {
	w.side = fight.Enemy(w.mover)
	w.reading().gather(&w.group, w.mover, w.column, w.Marching)
	switch {
	case w.reading().Vanguard() == nil: // a script has removed them
		w.enter(declining)
		return false
	case !w.group.troops:
		return w.endWatch()
	}
	if n, _ := w.battle.Candidates(w.side, PickReact); n == 0 {
		return w.endWatch()
	}
	if answer := w.battle.Pick(w.side, PickReact); answer != fight.Pass {
		w.attempt.Scout = int32(answer - fight.Picked)
		w.react = true
		w.stage = following
		return true
	}
	w.endWatch()
	return true
}

// endWatch resumes the march.
func (w *War) endWatch() bool {
	for u := range w.UnitsIn(fight.Enemy(w.mover), w.group.at) {
		w.post(u).foregone = w.post(u).foregone || u.Kind().Role == fight.Character && w.group.troops
	}
	w.enter(declining)
	return false
}

// reacts reports whether a unit is in the reacting group, its leader included.
func (w Theater) reacts(u *fight.Unit) bool { return u.InCompany() || w.attempt.Scout == int32(u.ID()) }

// mayReactTo returns nil, or the rule that forbids a group to react into a hex.
func (w Theater) mayReactTo(g *group, h hex.Hex) *fight.Ruling {
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
func (w Theater) openTo(u *fight.Unit) bool {
	only := w.single(u)
	for _, h := range w.land.grid.Neighbors(w.At(u).Hex()) {
		if w.mayReactTo(&only, h) == nil {
			return true
		}
	}
	return false
}

// Reacting returns the units that a character could lead into a hex if an enemy army came
// to an adjacent hex in this turn. If the character is reacting now, they include the units
// that it has named. If there are none, Reacting returns the rule that forbids it.
func (w Theater) Reacting(leader *fight.Unit, to hex.Hex) (units []*fight.Unit, r *fight.Ruling) {
	if r := w.mayWatch(leader); r != nil {
		return nil, r
	}
	var g group
	r = &fight.NoUnits
	for u := range w.UnitsIn(leader.Side(), w.At(leader)) {
		if refused := w.goesAlong(u, leader); refused != nil {
			if u.Troop() && !u.Bound() {
				r = refused
			}
			continue
		}
		w.gather(&g, leader.Side(), w.At(leader), func(other *fight.Unit) bool {
			return other == leader || other == u || w.attempt.Scout == int32(leader.ID()) && other.InCompany()
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
func (w Theater) goesAlong(u, leader *fight.Unit) *fight.Ruling {
	switch {
	case !u.GoesWith(leader) || w.At(u) != w.At(leader):
		return &fight.NotWithIt
	case !w.openTo(u):
		return &cannotLeave
	}
	return nil
}

// mayFollow returns nil, or the rule that forbids a unit to go with the leader that reacts
// now.
func (w Theater) mayFollow(u *fight.Unit) *fight.Ruling {
	if u.InCompany() {
		return &fight.Chosen
	}
	return w.goesAlong(u, w.fight.Scout())
}

// followNext lets the owner name the units that react with the leader.
func (w *War) followNext() bool {
	asked, done := w.battle.NameCompany(w.side, PickFollow)
	if done {
		w.stage, w.attempt.Sum, w.attempt.Dice = springing, 0, 0
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
	w.attempt.Sum, w.attempt.Dice = 0, 0
	switch n {
	case 0: // together they have no way
		w.battle.Spend(w.fight.Scout(), true)
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
	u, into := w.fight.Scout(), w.land.terrains[w.aim]
	if done, came := w.battle.TryReaction(&w.attempt, u, func() (react, move fight.Pace) { return w.reading().Paces(u.Side(), into) }); done {
		w.spring(u, came)
	}
	return true
}

// Paces returns the pace of the units named so far to react for a side, and the pace of the
// marching army, on their ways into a terrain. During a fight it does what
// [fight.Position.Paces] does.
func (w Theater) Paces(side engine.Side, into *fight.Terrain) (react, move fight.Pace) {
	if w.fight.Fighting() {
		return w.fight.Paces(side, into)
	}
	return w.fight.PacesOf(side, into, w.Marching)
}

// spring moves the reacting group, if its dice allow it. Then the enemy may react again
// (S3.1).
func (w *War) spring(leader *fight.Unit, come bool) {
	if come {
		from, to := w.At(leader).Hex(), SpotIn(w.aim, false)
		between := w.land.side(from, w.aim)
		for u := range w.fight.All {
			if !u.InCompany() && u != leader {
				continue
			}
			w.battle.Wade(u, between.wets()) // S3.2
			w.put(u, to)
			w.game.Hooks.Arrived.Apply(w.battle, u, engine.None{})
		}
		w.battle.Report(engine.Event{What: Sprang, Who: int32(leader.ID()), Whom: int32(from), N: int32(to)})
		for u := range w.UnitsIn(w.mover, to) {
			w.post(u).halted = true // S3.1: entering an enemy's hex ends movement
		}
		w.stage = declining
		return
	}
	w.stand()
}

// stand ends a reaction; the enemy may react again.
func (w *War) stand() {
	w.battle.Dismiss(&w.attempt)
	w.react, w.aim = false, hex.None
	w.stage, w.cursor = watching, 0
	w.side = fight.Enemy(w.mover)
}
