package sorcery

import "houserule/engine"

// The fights of a campaign. There is a battle in each spot with units of both sides at the
// end of a movement phase (S3), unless neither side has an army there and they pass each
// other by (S7).

// engageNext begins the next fight, or ends the side's part of the turn.
func (b *campaign) engageNext() bool {
	b.fights = false
	next := b.NextFront()
	if next < 0 {
		b.endSide()
		return true
	}
	if b.troopsIn(Attacker, next)+b.troopsIn(Defender, next) == 0 {
		return b.meetNext(next)
	}
	b.startFight(next)
	return true
}

// NextFront returns the next spot with units of both sides, or OffMap.
func (b *position) NextFront() Spot {
	next := OffMap
	for u := range b.all {
		if u.side != b.mover || u.at <= b.front || next >= 0 && u.at >= next {
			continue
		}
		if b.holdsSpot(enemy(u.side), u.at) {
			next = u.at
		}
	}
	return next
}

// meetNext asks the next owner of characters and monsters that have met enemies without an
// army whether they fight. If neither side wants to, they pass each other by (S7). It
// reports whether it has asked an owner.
func (b *campaign) meetNext(at Spot) bool {
	if b.turns == Seats {
		b.front = at
		b.enter(engaging)
		return false
	}
	b.aim = at.Hex()
	fights := b.decideOn(b.side, Meets)
	b.pass()
	if fights {
		b.startFight(at)
	}
	return true
}

// startFight begins a battle in a spot, with the units in it and the units beside it that
// may reinforce them.
func (b *campaign) startFight(at Spot) {
	b.front, b.fights, b.round = at, true, 0
	b.lone, b.scout, b.accepted, b.bout = -1, -1, false, noBout
	h, l := at.Hex(), b.land
	t, f := l.terrain(b.game, at), l.features[h]
	b.field = field{terrain: t, single: b.game.Rules.SingleFactor, ways: wayBack + 1}
	if t.Narrow || f != nil && f.Narrow && f.Apart == at.Inside() {
		b.field.single = b.game.Rules.NarrowFactor
	}
	if s, on := b.SiegeAt(h); on && (at.Inside() || s.Walled()) {
		b.field.inside, b.field.besieged = true, enemy(s.By)
	}
	for side := range b.forces {
		b.forces[side].clear()
	}
	for u := range b.all {
		u.clearFight()
		switch {
		case u.at == at:
			u.status = Standing
			b.forces[u.side].enter(u)
		default:
			b.standBy(u)
		}
	}
	b.Report(engine.Event{What: FightBegan, Who: int32(b.mover), N: int32(at)})
	b.game.Hooks.BattleStart.Apply(b.whole, engine.None{}, engine.None{})
	if !b.conclude() {
		b.startRound()
	}
}

// standBy lets a unit reinforce the fight, if it can come from a neighboring hex (S3.7).
func (b *campaign) standBy(u *Unit) {
	if u.at < 0 || u.at.Inside() || b.front.Inside() {
		return
	}
	from, h := u.at.Hex(), b.front.Hex()
	if s := b.siegeAround(u.side, u.at); s != nil && !s.within(b.land, h) { // S4: the besieged may move within their walls
		return
	}
	d, beside := b.land.grid.Direction(h, from)
	if !beside || u.bound || b.colocated(u) {
		return
	}
	side := b.land.side(from, h)
	if !u.kind.mayCross(side) || !u.kind.mayEnter(b.land.terrains[h]) || b.land.wall(from, h) && !u.kind.flies() {
		return
	}
	u.status, u.hex, u.halved = Adjacent, int8(d), side.wets()
}

// clear removes all units from a force.
func (f *force) clear() {
	line, heads := f.line[:0], f.heads[:0]
	*f = force{line: line, heads: heads, leader: -1}
}

// clearFight resets a unit's marks of the last fight. A unit that has come over water into
// the next fight is halved (S3.2).
func (u *Unit) clearFight() {
	u.hex, u.lent, u.laps, u.bout = here, 0, 0, noBout
	u.engaged, u.declared, u.charging, u.charged, u.guard = false, false, false, false, false
	u.winged, u.led, u.adds, u.company, u.tried, u.fresh, u.relief = false, false, false, false, false, false, false
}

// endFight returns the remaining units to the map, and looks for the next fight.
func (b *campaign) endFight() {
	for u := range b.all {
		switch u.status {
		case Standing, Adjacent, Withdrawn:
			u.status, u.halved = Afield, false
			u.clearFight()
		}
	}
	for side := range b.forces {
		b.forces[side].clear()
	}
	b.check = check{}
	b.lone, b.bout, b.scout, b.round, b.fights = -1, noBout, -1, 0, false
	b.siegesChange()
	b.takeSites()
	b.enter(engaging)
}
