package sorcery

import (
	"errors"

	"houserule/engine"
)

// The fights of a campaign. There is a battle in each spot with units of both sides at the
// end of a movement phase (S3), unless neither side has an army there and they pass each
// other by (S7).

// engageNext begins the next fight, or ends the side's part of the turn.
func (w *War) engageNext() bool {
	w.fights = false
	next := w.reading().NextFront()
	if next < 0 {
		w.endSide()
		return true
	}
	if w.troopsIn(Attacker, next)+w.troopsIn(Defender, next) == 0 {
		return w.meetNext(next)
	}
	w.startFight(next)
	return true
}

// NextFront returns the next spot with units of both sides, or OffMap.
func (w Theater) NextFront() Spot {
	next := OffMap
	for u := range w.all {
		if u.side != w.mover || u.at <= w.front || next >= 0 && u.at >= next {
			continue
		}
		if w.holdsSpot(enemy(u.side), u.at) {
			next = u.at
		}
	}
	return next
}

// meetNext asks the next owner of characters and monsters that have met enemies without an
// army whether they fight. If neither side wants to, they pass each other by (S7). It
// reports whether it has asked an owner.
func (w *War) meetNext(at Spot) bool {
	if w.turns == Seats {
		w.front = at
		w.battle.enter(engaging)
		return false
	}
	w.aim = at.Hex()
	fights := w.battle.decideOn(w.side, Meets)
	w.battle.pass()
	if fights {
		w.startFight(at)
	}
	return true
}

// startFight begins a battle in a spot, with the units in it and the units beside it that
// may reinforce them.
func (w *War) startFight(at Spot) {
	w.front, w.fights, w.battle.round = at, true, 0
	w.lone, w.scout, w.accepted, w.bout = -1, -1, false, noBout
	h, l := at.Hex(), w.land
	t, f := l.terrain(w.game, at), l.features[h]
	w.field = field{terrain: t, single: w.game.Rules.SingleFactor, ways: wayBack + 1}
	if t.Narrow || f != nil && f.Narrow && f.Apart == at.Inside() {
		w.field.single = w.game.Rules.NarrowFactor
	}
	if s, on := w.reading().SiegeAt(h); on && (at.Inside() || s.Walled()) {
		w.field.inside, w.field.besieged = true, enemy(s.By)
	}
	for side := range w.forces {
		w.forces[side].clear()
	}
	for u := range w.all {
		u.clearFight()
		switch {
		case u.at == at:
			u.status = Standing
			w.forces[u.side].enter(u)
		default:
			w.standBy(u)
		}
	}
	w.battle.Report(engine.Event{What: FightBegan, Who: int32(w.mover), N: int32(at)})
	w.game.Hooks.BattleStart.Apply(w.battle, engine.None{}, engine.None{})
	if !w.battle.conclude() {
		w.battle.startRound()
	}
}

// standBy lets a unit reinforce the fight, if it can come from a neighboring hex (S3.7).
func (w *War) standBy(u *Unit) {
	if u.at < 0 || u.at.Inside() || w.front.Inside() {
		return
	}
	from, h := u.at.Hex(), w.front.Hex()
	if s := w.reading().siegeAround(u.side, u.at); s != nil && !s.within(w.land, h) { // S4: the besieged may move within their walls
		return
	}
	d, beside := w.land.grid.Direction(h, from)
	if !beside || u.bound || w.reading().colocated(u) {
		return
	}
	side := w.land.side(from, h)
	if !u.kind.mayCross(side) || !u.kind.mayEnter(w.land.terrains[h]) || w.land.wall(from, h) && !u.kind.flies() {
		return
	}
	u.status, u.hex, u.halved = Adjacent, int8(d), side.wets()
}

// ended ends the fight.
func (w *War) ended(r Result) {
	w.fought = r
	w.battle.Report(engine.Event{What: FightEnded, Who: int32(r.Winner), Whom: int32(w.front), N: int32(r.Ending)})
	w.game.Hooks.BattleEnd.Apply(w.battle, r, engine.None{})
	w.endFight()
}

// endFight returns the remaining units to the map, and looks for the next fight.
func (w *War) endFight() {
	for u := range w.all {
		switch u.status {
		case Standing, Adjacent, Withdrawn:
			u.status, u.halved = Afield, false
			u.clearFight()
		}
	}
	for side := range w.forces {
		w.forces[side].clear()
	}
	w.check = check{}
	w.lone, w.bout, w.scout, w.battle.round, w.fights = -1, noBout, -1, 0, false
	w.siegesChange()
	w.takeSites()
	w.battle.enter(engaging)
}

// JoinAt adds a unit to a side of a campaign, in a spot without enemies in which units may
// end a turn.
func (b *Battle) JoinAt(side engine.Side, k *Kind, at Spot) (*Unit, error) {
	switch {
	case !b.OnMap() || at < 0 || int(at) >= len(b.war().top[side]):
		return nil, errors.New("there is no such hex")
	case b.war().holdsSpot(enemy(side), at):
		return nil, errors.New("enemy units stand there")
	case !k.mayStay(b.war().land.terrain(b.game, at)):
		return nil, errors.New("it cannot stand there")
	case at.Inside() && !b.war().land.apart(at.Hex()):
		return nil, errors.New("there is nothing in that hex to be inside of")
	}
	u, err := b.muster(side, k)
	if err != nil {
		return nil, err
	}
	u.status = Afield
	b.war().put(u, at)
	b.Report(engine.Event{What: Joined, Who: u.id})
	return u, nil
}
