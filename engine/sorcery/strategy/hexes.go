package strategy

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// The values of hexes.

// worthStand returns the value of a hex for the end of a move.
func (s *strategy) worthStand(h hex.Hex) int {
	at, point := sorcery.SpotIn(h, false), s.war.Grid().Point(h)
	friends, foe := s.friendsIn(at), s.foesIn(at)
	worth := s.worthGoals(h)
	if foe > 0 {
		with := friends + s.support(point)/2
		worth = worth*odds(s.own+with, foe)/1024 + s.plan.might*gain(s.own+with, foe)
	} else {
		worth = max(worth, s.worthPrey(point))
	}
	worth += s.worthRing(h) + s.worthHelp(point)
	if s.war.Mover() == s.side && at != s.from && !s.fresh { // the group would leave some units behind
		worth -= s.plan.part * min(s.friendsIn(s.from), s.own)
	}
	return worth - s.starves(at, friends) - s.risk(point, friends, foe)
}

// worthGoals returns the value of a hex for its distance to the sites that want the units.
func (s *strategy) worthGoals(h hex.Hex) int {
	best := 0
	for _, w := range s.wants {
		best = max(best, 2*w.worth/(2+s.war.FarFrom(w.site, sorcery.SpotIn(h, false))))
	}
	return best
}

// worthPrey returns the value of being near an enemy that the units can beat.
func (s *strategy) worthPrey(at hex.Point) int {
	best := 0
	if s.troops == 0 || s.shaken {
		return 0
	}
	for i := range s.foes {
		c := &s.foes[i]
		if c.prey <= 0 || c.spot.Inside() {
			continue
		}
		if far := at.Distance(c.point); far <= s.plan.hunts {
			best = max(best, s.plan.hunt*2*c.prey/(2+far))
		}
	}
	return best
}

// support returns the might that friends could still bring into a hex in this turn.
func (s *strategy) support(at hex.Point) (sum int) {
	if s.war.Mover() != s.side {
		return 0
	}
	for i := range s.friends {
		c := &s.friends[i]
		far := at.Distance(c.point)
		if far == 0 || far > s.plan.strikes || c.spot.Inside() {
			continue
		}
		for u := range s.war.UnitsIn(s.side, c.spot) {
			if !s.war.Halted(u) && !s.war.Marching(u) && !u.Demoralized() && 3*far <= 2*s.war.Left(u) {
				sum += might(u)
			}
		}
	}
	return sum
}

// worthHelp returns the value of leaders to demoralized units (S5), and of an army to
// characters without one (S7).
func (s *strategy) worthHelp(at hex.Point) (best int) {
	if s.troops > 0 && s.races == 0 {
		return 0
	}
	for i := range s.friends {
		c := &s.friends[i]
		near := 1 + at.Distance(c.point)
		switch {
		case s.troops == 0 && c.troops > 0:
			best = max(best, s.plan.might*min(c.might, s.own)/near)
		case s.races&c.leaders != 0:
			best = max(best, worthRally*s.own/near)
		}
	}
	return best
}

// starves returns the might that a stack loses at the start of the next turn if too many
// units are in the spot (S1): some units, and the good order of the others.
func (s *strategy) starves(at sorcery.Spot, friends int) int {
	if s.war.Turn() >= s.war.Turns() {
		return 0
	}
	over := s.excess(at)
	if over <= 0 {
		return 0
	}
	return s.plan.might * (s.own + friends) * min(over+2, 12) / 12
}

// excess returns the weight above a spot's limit if the units in question are in it in the
// next turn. A siege counts its turns (S4).
func (s *strategy) excess(at sorcery.Spot) int {
	weight := s.weight
	for u := range s.war.UnitsIn(s.side, at) {
		if at != s.from || !s.war.Marching(u) {
			weight += u.Kind().Weight
		}
	}
	if at == s.from && s.war.Mover() != s.side {
		weight -= s.weight // reacting units do not march, and were counted
	}
	limit := s.war.LimitOf(s.side, at).Total()
	if siege, on := s.war.SiegeOf(s.side, at); on {
		weight *= siege.Turns + 1
	} else if h := at.Hex(); s.besiegeable(h) && s.war.Present(1-s.side, h) {
		weight, limit = 2*weight, s.war.TerrainOf(h).Limit // the enemy will shut himself in
	}
	return weight - limit
}

// risk returns the damage that enemies near a hex could do to units in it.
func (s *strategy) risk(at hex.Point, friends, foe int) int {
	if s.war.Turn() >= s.war.Turns() && s.side == fight.Defender {
		return 0 // no enemy moves in this turn any more
	}
	danger := 0
	for i := range s.foes {
		c := &s.foes[i]
		if d := at.Distance(c.point); d > 0 && d <= s.plan.strikes && !c.spot.Inside() {
			danger += c.might * (s.plan.strikes + 1 - d) / s.plan.strikes
		}
	}
	switch {
	case s.troops == 0 && friends == 0 && danger+foe > 0:
		return lonely * s.own
	case danger <= s.own+friends:
		return 0
	}
	return s.plan.might * s.own * (danger - s.own - friends) / danger / 2
}

// worthReaction returns the value of a leader's reaction: to meet the marching group if it
// is weaker, or to escape if it is much stronger. A leader stays where its owner can
// decline battle.
func (s *strategy) worthReaction(u *fight.Unit) int {
	s.survey(u.Side(), func(v *fight.Unit) bool {
		return v.Side() == u.Side() && s.war.At(v) == s.war.At(u) && !v.Demoralized()
	})
	to := s.war.Column()
	foe := s.foesIn(to)
	switch at := to == s.war.At(u); {
	case at && foe > 2*s.own && !s.besiegeable(to.Hex()),
		!at && gain(s.own+s.friendsIn(to), foe) > foe/4 && !s.guards(u):
		return 1 + u.Kind().Leadership
	}
	return -1
}

// meets reports whether units that go along with a leader react to meet the marching group.
// Otherwise they escape from it, because it is in their hex.
func (s *strategy) meets() bool { return s.war.At(s.fight.Scout()) != s.war.Column() }

// besiegeable reports whether the owner of a hex may decline battle there (S4).
func (s *strategy) besiegeable(h hex.Hex) bool {
	f := s.war.FeatureOf(h)
	return f != nil && f.Site
}

// worthRefuge returns the value of a spot for a withdrawal from a fight.
func (s *strategy) worthRefuge(side engine.Side, to sorcery.Spot) int {
	s.survey(side, func(u *fight.Unit) bool { return u.Side() == side && s.war.At(u) == s.war.Front() })
	if to.Inside() {
		return s.worthGoals(to.Hex()) - s.starves(to, s.friendsIn(to))
	}
	return s.worthStand(to.Hex())
}
