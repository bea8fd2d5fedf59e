package strategy

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// The values of sieges (S4).

// walledFoe reports whether a hex lies at the wall of a group with enemies in it.
func (s *strategy) walledFoe(h hex.Hex) bool {
	if !s.walled {
		return false
	}
	for _, next := range s.war.Grid().Neighbors(h) {
		group := s.war.WalledGroup(next)
		if group < 0 || s.war.WalledGroup(h) == group {
			continue
		}
		for i := range s.foes {
			if s.war.WalledGroup(s.foes[i].spot.Hex()) == group {
				return true
			}
		}
	}
	return false
}

// worthRing returns the value of a hex at a wall without own units: a siege needs units at
// every part of the wall, and the enemy climbs into an empty walled hex.
func (s *strategy) worthRing(h hex.Hex) int {
	if s.troops == 0 || s.friendsIn(sorcery.SpotIn(h, false)) > 0 {
		return 0
	}
	if s.war.WalledGroup(h) >= 0 && s.war.WalledGroup(s.from.Hex()) == s.war.WalledGroup(h) || s.walledFoe(h) {
		return worthRing
	}
	return 0
}

// worthInside returns the value of staying in a besieged place.
func (s *strategy) worthInside() int {
	h, friends := s.from.Hex(), s.friendsIn(s.from)
	return s.worthGoals(h) + s.worthRing(h) - s.starves(s.from, friends)
}

// worthAssault returns the value of an assault. It suits a group that is far stronger than
// the besieged, because one unit in six enters, and a group that has nothing left to lose.
func (s *strategy) worthAssault(h hex.Hex) int {
	in := s.foesIn(s.stormed(h))
	enter := s.own * s.war.Game().War.AssaultEnters * s.plan.storm / (100 * s.fight.Game().Rules.Die)
	return s.worthStay() + s.plan.might*gain(enter, in)
}

// stormed returns the spot that units storm in a hex.
func (s *strategy) stormed(h hex.Hex) sorcery.Spot { return sorcery.SpotIn(h, s.from.Hex() == h) }

// worthBreach returns the value of a breach, from its probability: a failure costs nothing.
func (s *strategy) worthBreach(h hex.Hex) int {
	chance := 1
	for die := range 2 {
		need := s.war.BreachNeed(s.side, s.from, h, die).Total() - 1
		chance *= min(max(need, 0), s.fight.Game().Rules.Die)
	}
	return s.worthStay() + s.worthInto(h)*chance/(s.fight.Game().Rules.Die*s.fight.Game().Rules.Die)
}

// worthInto returns the value of entering through a breach.
func (s *strategy) worthInto(h hex.Hex) int {
	return s.plan.might*gain(s.own, s.foesIn(s.stormed(h))) + s.worthGoals(h)/2
}

// worthSortie returns the value of a sortie. It suits a group that is stronger than the
// besiegers, with the friends that fight them, and a group that would starve.
func (s *strategy) worthSortie(h hex.Hex) int {
	at := sorcery.SpotIn(h, false)
	own, out := s.own+s.friendsIn(at), s.foesIn(at)
	return s.worthGoals(h)*odds(own, out)/1024 + s.plan.might*gain(own, out)
}

// worthStay returns the value of the order to stay.
func (s *strategy) worthStay() int {
	if siege, on := s.war.SiegeOf(s.side, s.from); on && siege.By != s.side {
		return s.worthInside()
	}
	return s.worthStand(s.from.Hex())
}

// worthFly returns the value of an entry of flyers into a besieged place, or of a group
// into a place apart.
func (s *strategy) worthFly(at sorcery.Spot) int {
	in := s.foesIn(at)
	if in == 0 {
		return s.worthStay() - 1
	}
	return s.worthStay() + s.plan.might*gain(s.own, in)
}

// worthDecline returns the value of declining battle: the cost of a fight above the cost of
// hunger, because the place feeds fewer units from the second turn on. In the last turn no
// unit starves any more, and the place is still held.
func (s *strategy) worthDecline(side engine.Side, h hex.Hex) int {
	at := sorcery.SpotIn(h, false)
	s.survey(side, func(u *fight.Unit) bool { return s.war.At(u) == at })
	foe := s.foesIn(at)
	fight := gain(s.own, foe) * s.plan.might
	if s.prize(side, h) <= 0 {
		return -fight - s.plan.might*s.own/4
	}
	stake := s.plan.point * s.prize(side, h) * (1024 - odds(s.own, foe)) / 1024
	hunger := 0
	if s.war.Turn() < s.war.Turns() {
		over := 2*s.weight - s.war.BesiegedLimit(h).Total()
		hunger = s.plan.might * s.own * min(max(over+2, 0), 12) / 12
		stake /= 2 // the place may be lost later
	}
	return stake - fight - hunger
}
