package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
)

// How greedy players value sieges (S4).

// walledFoe returns the walled group with enemies in it that has a wall at a hex;
// below 0 there is none.
func (b Position) walledFoe(s *strategy, h hex.Hex) int32 {
	for _, next := range b.land.grid.Neighbors(h) {
		group := b.land.groups[next]
		if group < 0 || b.land.groups[h] == group {
			continue
		}
		for i := range s.foes {
			if b.land.groups[s.foes[i].spot.Hex()] == group {
				return group
			}
		}
	}
	return -1
}

// worthRing returns what it is worth to stand at a wall in a hex without own units:
// a siege needs units at all of the wall, and the enemy climbs into an empty walled
// hex.
func (b Position) worthRing(s *strategy, h hex.Hex) int {
	if len(b.land.walls) == 0 || s.troops == 0 || s.friendsIn(SpotIn(h, false)) > 0 {
		return 0
	}
	if b.land.groups[h] >= 0 && b.land.groups[s.from.Hex()] == b.land.groups[h] || b.walledFoe(s, h) >= 0 {
		return worthRing
	}
	return 0
}

// ringed reports whether a unit stands at an enemy's wall with gaps in the ring
// around it, or inside a wall that is not fully manned. The units of its stack then
// move one by one.
func (b Position) ringed(u *Unit) bool {
	for group, wall := range b.land.walls {
		s := siege{group: int32(group), by: u.side}
		within := b.land.groups[u.at.Hex()] == int32(group)
		if !within && !(b.breasts(int32(group), u.at.Hex()) && b.anyBesieged(&s)) {
			continue
		}
		for _, w := range wall {
			h := w.out
			if within {
				h = w.in
			}
			if !b.holdsHex(u.side, h) && !b.land.terrains[h].Water {
				return true
			}
		}
	}
	return false
}

// worthInside returns what it is worth to stay in a besieged place.
func (b Position) worthInside(s *strategy) int {
	h, friends := s.from.Hex(), s.friendsIn(s.from)
	return b.worthGoals(s, h) + b.worthRing(s, h) - b.starves(s, s.from, friends)
}

// worthAssault returns what an assault is worth. It suits a group that is far
// stronger than the besieged, since one unit in six gets in, and a group that has
// nothing left to lose.
func (b Position) worthAssault(s *strategy, h hex.Hex) int {
	in := s.foesIn(b.inside(s.from, h))
	enter := s.own * b.game.Rules.AssaultEnters / b.game.Rules.Die
	return b.worthStay(s) + worthMight*gain(enter, in)
}

// worthBreach returns what a breach is worth, by its chance: a failure costs nothing.
func (b Position) worthBreach(s *strategy, h hex.Hex) int {
	chance := 1
	for die := range 2 {
		need := b.BreachNeed(s.side, s.from, h, die).Total() - 1
		chance *= min(max(need, 0), b.game.Rules.Die)
	}
	return b.worthStay(s) + b.worthInto(s, h)*chance/(b.game.Rules.Die*b.game.Rules.Die)
}

// worthInto returns what it is worth to go in through a breach.
func (b Position) worthInto(s *strategy, h hex.Hex) int {
	return worthMight*gain(s.own, s.foesIn(b.inside(s.from, h))) + b.worthGoals(s, h)/2
}

// worthSortie returns what a sortie is worth. It suits a group that is stronger than
// the besiegers, with the friends that fight them, and a group that would starve.
func (b Position) worthSortie(s *strategy, h hex.Hex) int {
	at := SpotIn(h, false)
	own, out := s.own+s.friendsIn(at), s.foesIn(at)
	return b.worthGoals(s, h)*odds(own, out)/1024 + worthMight*gain(own, out)
}

// worthStay returns what it is worth that the group stays.
func (b Position) worthStay(s *strategy) int {
	if b.group.besieged != nil {
		return b.worthInside(s)
	}
	return b.worthStand(s, s.from.Hex())
}

// worthFly returns what it is worth that flyers enter a besieged place, or a group a
// place apart.
func (b Position) worthFly(s *strategy, at Spot) int {
	in := s.foesIn(at)
	if in == 0 {
		return b.worthStay(s) - 1
	}
	return b.worthStay(s) + worthMight*gain(s.own, in)
}

// worthDecline returns what it is worth to decline battle: the cost of a fight above
// that of hunger, since the place feeds fewer from the second turn on. In the last
// turn no unit starves any more, and the place is still held.
func (b Position) worthDecline(side engine.Side, h hex.Hex) int {
	of := func(u *Unit) bool { return u.at == SpotIn(h, false) }
	s := &b.whole.order.plan
	b.survey(s, side, of)
	foe := s.foesIn(SpotIn(h, false))
	fight := gain(s.own, foe) * worthMight
	if !(b.prize(side, h) > 0) {
		return -fight - worthMight*s.own/4
	}
	stake := worthPoint * b.prize(side, h) * (1024 - odds(s.own, foe)) / 1024
	hunger := 0
	if int(b.turn) < b.start.limit {
		over := 2*s.weight - b.besiegedLimit(h).Total()
		hunger = worthMight * s.own * min(max(over+2, 0), 12) / 12
		stake /= 2 // it may be lost later
	}
	return stake - fight - hunger
}
