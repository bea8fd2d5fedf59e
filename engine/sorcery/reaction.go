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
func (b *campaign) come(to Spot) {
	b.column = to
	for u := range b.all {
		if u.side != b.mover {
			u.tried = false
		}
	}
	b.enter(watching)
	b.side = enemy(b.mover)
}

var (
	besideNobody = Ruling{Rule: "S3.1", Text: "no enemy has moved beside it, or into its hex"}
	hasForegone  = Ruling{Rule: "S3.1", Text: "it has let the enemy in, and reacts no more in this turn"}
	hasReacted   = Ruling{Rule: "S3.1", Text: "it has tried"}
	cannotLeave  = Ruling{Rule: "S3.1", Text: "there is no hex into which they could react"}
)

// mayReact returns nil, or the rule that forbids a leader to react to the marching
// group.
func (b *movement) mayReact(u *Unit) *Ruling {
	if u.kind.Role == Character && !u.bound && (u.status != Afield || !b.nearMarch(u)) {
		return &besideNobody
	}
	switch r := b.mayWatch(u); {
	case r != nil:
		return r
	case u.tried:
		return &hasReacted
	case !b.followed(u, true):
		return &noUnits
	}
	return nil
}

// mayWatch returns nil, or the rule that forbids a character to react to any enemy
// in this turn.
func (b *movement) mayWatch(u *Unit) *Ruling {
	switch {
	case u.kind.Role != Character:
		return &noCharacter
	case u.bound:
		return &militia
	case u.at < 0 || u.at.Inside():
		return &besideNobody
	case u.foregone || b.colocated(u):
		return &hasForegone
	case b.siegeAround(u.side, u.at) != nil:
		return &isBesieged
	}
	return b.game.Hooks.Reinforce.Apply(b.whole, u, nil)
}

// watchedBy reports whether a side could react to a group that enters a hex, as far as the
// other side can know: from an adjacent hex, with a leader that the other side sees, or
// with one that an unseen stack may contain (S5, S6).
func (b *movement) watchedBy(side engine.Side, h hex.Hex) bool {
	for _, near := range b.land.grid.Neighbors(h) {
		at := SpotIn(near, false)
		led, manned, hidden := false, false, false
		for u := range b.UnitsIn(side, at) {
			switch {
			case !b.KnownTo(enemy(side)).Sees(u):
				hidden = true
			case u.Troop():
				alone := single(u)
				manned = manned || !u.bound && !u.demoralized && b.maySpring(&alone, near, h)
			default:
				led = led || b.mayWatch(u) == nil
			}
		}
		if hidden && b.siegeAround(side, at) == nil {
			led = led || b.mayBeLed(side)
			manned = manned || b.maySpring(&group{side: side, at: at}, near, h)
		}
		if led && manned {
			return true
		}
	}
	return false
}

// maySpring reports whether a reacting group may go to a hex to meet enemies that enter it.
func (b *movement) maySpring(g *group, from, to hex.Hex) bool {
	return b.mayStep(g, from, to, b.land.side(from, to)) == nil && (g.flies || !b.land.wall(from, to))
}

// mayBeLed reports whether a stack that the other side does not see may contain a leader:
// whether the side has a leader that the other does not see (S6).
func (b *movement) mayBeLed(side engine.Side) bool {
	return b.any(func(u *Unit) bool {
		return u.side == side && u.kind.Role == Character && !u.bound && u.at >= 0 && !b.KnownTo(enemy(side)).Sees(u)
	})
}

// nearMarch reports whether the moving army has come into the hex of a unit, or an adjacent
// one. A place apart is adjacent to no hex (S2).
func (b *movement) nearMarch(u *Unit) bool {
	at := b.group.at
	if !b.group.troops || at < 0 {
		return false
	}
	_, beside := b.land.grid.Direction(u.at.Hex(), at.Hex())
	return u.at == at || beside && !u.at.Inside() && !at.Inside()
}

// colocated reports whether an enemy army was in the spot of a unit before the moving group
// came: that prevents reaction and reinforcement.
func (b *movement) colocated(u *Unit) bool {
	for v := range b.UnitsIn(enemy(u.side), u.at) {
		if v.Troop() && !v.marching {
			return true
		}
	}
	return false
}

// watchNext asks the enemy which leader reacts. A leader that lets the enemy into its hex
// does not react again in this turn.
func (b *campaign) watchNext() bool {
	b.side = enemy(b.mover)
	b.gather(&b.group, b.mover, b.column, isMarching)
	switch {
	case b.Vanguard() == nil: // a script has removed them
		b.enter(declining)
		return false
	case !b.group.troops:
		return b.endWatch()
	}
	if n, _ := b.candidates(PickReact); n == 0 {
		return b.endWatch()
	}
	if answer := b.pick(PickReact); answer != Pass {
		b.scout = b.picked(answer).id
		b.react = true
		b.stage = mustering
		return true
	}
	b.endWatch()
	return true
}

// endWatch resumes the march.
func (b *campaign) endWatch() bool {
	for u := range b.UnitsIn(enemy(b.mover), b.group.at) {
		u.foregone = u.foregone || u.kind.Role == Character && b.group.troops
	}
	b.enter(declining)
	return false
}

// reacts reports whether a unit is in the reacting group, its leader included.
func (b *position) reacts(u *Unit) bool { return u.company || b.scout == u.id }

// mayReactTo returns nil, or the rule that forbids a group to react into a hex.
func (b *movement) mayReactTo(g *group, h hex.Hex) *Ruling {
	from := g.at.Hex()
	d, beside := b.land.grid.Direction(from, h)
	if !beside {
		return &besideNobody
	}
	if b.land.terrains[h].Shut {
		return &lakeIsShut
	}
	return b.mayStep(g, from, h, b.land.sideTo(from, d))
}

// openTo reports whether a unit could react into any hex.
func (b *movement) openTo(u *Unit) bool {
	only := single(u)
	for _, h := range b.land.grid.Neighbors(u.at.Hex()) {
		if b.mayReactTo(&only, h) == nil {
			return true
		}
	}
	return false
}

// Reacting returns the units that a character could lead into a hex if an enemy army came
// to an adjacent hex in this turn. If the character is reacting now, they include the units
// that it has named. If there are none, Reacting returns the rule that forbids it.
func (b *movement) Reacting(leader *Unit, to hex.Hex) (units []*Unit, r *Ruling) {
	if r := b.mayWatch(leader); r != nil {
		return nil, r
	}
	var g group
	r = &noUnits
	for u := range b.UnitsIn(leader.side, leader.at) {
		if refused := b.follows(u, leader, true); refused != nil {
			if u.Troop() && !u.bound {
				r = refused
			}
			continue
		}
		b.gather(&g, leader.side, leader.at, func(other *Unit) bool {
			return other == leader || other == u || b.scout == leader.id && other.company
		})
		if refused := b.mayReactTo(&g, to); refused != nil {
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

// springNext asks where the reacting group goes.
func (b *campaign) springNext() bool {
	o := &b.order
	o.Side, o.reaction, o.prepared = b.side, true, false
	n, only := 0, 0
	for answer := range o.Each {
		n, only = n+1, answer
	}
	b.sum, b.dice = 0, 0
	switch n {
	case 0: // together they have no way
		b.units[b.scout].tried = true
		b.stand()
		return false
	case 1:
	default:
		only = b.Choose(b.side, o)
	}
	_, b.aim = b.orders(only)
	b.stage = reacting
	return n > 1
}

// dismiss ends the attempt of a leader and of the units that were to go with it.
func (b *campaign) dismiss() {
	for u := range b.all {
		u.company = false
	}
	b.scout, b.react = -1, false
}

// spring moves the reacting group, if its dice allow it. Then the enemy may react again
// (S3.1).
func (b *campaign) spring(leader *Unit, come bool) {
	if come {
		from, to := leader.at.Hex(), SpotIn(b.aim, false)
		between := b.land.side(from, b.aim)
		for u := range b.all {
			if !u.company && u != leader {
				continue
			}
			u.halved = between.wets() // S3.2
			b.put(u, to)
			b.game.Hooks.Arrived.Apply(b.whole, u, engine.None{})
		}
		b.Report(engine.Event{What: Sprang, Who: leader.id, Whom: int32(from), N: int32(to)})
		for u := range b.UnitsIn(b.mover, to) {
			u.halted = true // S3.1: entering an enemy's hex ends movement
		}
		b.stage = declining
		return
	}
	b.stand()
}

// stand ends a reaction; the enemy may react again.
func (b *campaign) stand() {
	b.dismiss()
	b.aim, b.sum, b.dice = hex.None, 0, 0
	b.stage, b.cursor = watching, 0
	b.side = enemy(b.mover)
}
