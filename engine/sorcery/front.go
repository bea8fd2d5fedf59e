package sorcery

import (
	"errors"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// The fights of a campaign. There is a battle in each spot with units of both sides at the
// end of a movement phase (S3), unless neither side has an army there and they pass each
// other by (S7).

// engageNext begins the next fight, or ends the side's part of the turn.
func (w *War) engageNext() bool {
	next := w.reading().NextFront()
	if next < 0 {
		w.endSide()
		return true
	}
	if w.troopsIn(fight.Attacker, next)+w.troopsIn(fight.Defender, next) == 0 {
		return w.meetNext(next)
	}
	w.startFight(next)
	return true
}

// NextFront returns the next spot with units of both sides, or OffMap.
func (w Theater) NextFront() Spot {
	next := OffMap
	for u := range w.fight.All {
		if u.Side() != w.mover || w.At(u) <= w.front || next >= 0 && w.At(u) >= next {
			continue
		}
		if w.holdsSpot(fight.Enemy(u.Side()), w.At(u)) {
			next = w.At(u)
		}
	}
	return next
}

// meetNext asks the next owner of characters and monsters that have met enemies without an
// army whether they fight. If neither side wants to, they pass each other by (S7). It
// reports whether it has asked an owner.
func (w *War) meetNext(at Spot) bool {
	if w.turns == fight.Seats {
		w.front = at
		w.enter(engaging)
		return false
	}
	w.aim = at.Hex()
	fights := w.battle.Decide(w.side, Meets)
	w.pass()
	if fights {
		w.startFight(at)
	}
	return true
}

// startFight begins a battle in a spot, with the units in it and the units beside it that
// may reinforce them.
func (w *War) startFight(at Spot) {
	w.front = at
	h, l := at.Hex(), w.land
	t, f := l.terrain(w.game, at), l.features[h]
	in := fight.Field{Terrain: t, Single: w.game.Rules.SingleFactor, Ways: wayBack + 1}
	if t.Narrow || f != nil && f.Narrow && f.Apart == at.Inside() {
		in.Single = w.game.Rules.NarrowFactor
	}
	if s, on := w.reading().SiegeAt(h); on && (at.Inside() || s.Walled()) {
		in.Inside, in.Besieged = true, fight.Enemy(s.By)
	}
	w.battle.Meet(in, w.mover)
	for u := range w.fight.All {
		if w.At(u) == at {
			w.battle.Put(u, fight.Here, u.Halved())
		} else {
			w.standBy(u)
		}
	}
	w.battle.Report(engine.Event{What: FightBegan, Who: int32(w.mover), N: int32(at)})
	w.battle.Open()
}

// standBy lets a unit reinforce the fight, if it can come from a neighboring hex (S3.7).
func (w *War) standBy(u *fight.Unit) {
	if w.At(u) < 0 || w.At(u).Inside() || w.front.Inside() {
		return
	}
	from, h := w.At(u).Hex(), w.front.Hex()
	if s := w.reading().siegeAround(u.Side(), w.At(u)); s != nil && !s.within(w.land, h) { // S4: the besieged may move within their walls
		return
	}
	d, beside := w.land.grid.Direction(h, from)
	if !beside || u.Bound() || w.reading().colocated(u) {
		return
	}
	side := w.land.side(from, h)
	if !side.opensTo(u.Kind()) || !u.Kind().MayEnter(w.land.terrains[h]) || w.land.wall(from, h) && !u.Kind().Flies() {
		return
	}
	w.battle.Put(u, int(d), side.wets())
}

// Ended returns the remaining units of a fight to the map, and looks for the next fight.
func (w *War) Ended(r fight.Result) {
	w.fought = r
	w.battle.Report(engine.Event{What: FightEnded, Who: int32(r.Winner), Whom: int32(w.front), N: int32(r.Ending)})
	w.game.Hooks.BattleEnd.Apply(w.battle, r, engine.None{})
	w.battle.Disperse()
	w.siegesChange()
	w.takeSites()
	w.enter(engaging)
}

// JoinAt adds a unit to a side, in a spot without enemies in which units may end a turn.
func (w *War) JoinAt(side engine.Side, k *fight.Kind, at Spot) (*fight.Unit, error) {
	switch {
	case w == nil || at < 0 || int(at) >= len(w.top[side]):
		return nil, errors.New("there is no such hex")
	case w.holdsSpot(fight.Enemy(side), at):
		return nil, errors.New("enemy units stand there")
	case !k.MayStay(w.land.terrain(w.game, at)):
		return nil, errors.New("it cannot stand there")
	case at.Inside() && !w.land.apart(at.Hex()):
		return nil, errors.New("there is nothing in that hex to be inside of")
	}
	u, err := w.battle.Muster(side, k)
	if err != nil {
		return nil, err
	}
	w.station(u)
	w.put(u, at)
	w.battle.Report(engine.Event{What: fight.Joined, Who: int32(u.ID())})
	return u, nil
}
