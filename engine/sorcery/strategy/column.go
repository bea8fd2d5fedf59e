package strategy

import (
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// The units that greedy players move together. The units of a column have one pace, and no
// more weight than the country feeds. Guards of sites stay in place, and so do demoralized
// units with the character that rallies them.

// worthLead returns the value of a unit as the next one to move, which determines the
// order: the strongest first, because they take the others along, and characters last. In a
// stack that starves the weakest go first.
func (s *strategy) worthLead(u *fight.Unit) int {
	const first = 1 << 10
	worth := first + might(u)
	switch {
	case s.surplus(u.Side(), s.war.At(u)) > 0 && u.Troop():
		worth = 2*first - might(u)
	case !u.Troop():
		worth = 1 + u.Kind().Leadership
	case u.Demoralized():
		worth = first / 2
	}
	return worth
}

// surplus returns the weight above a spot's limit at the start of the next turn, without
// the units that march.
func (s *strategy) surplus(side engine.Side, at sorcery.Spot) int {
	weight := 0
	for u := range s.war.UnitsIn(side, at) {
		if !s.war.Marching(u) {
			weight += u.Kind().Weight
		}
	}
	if siege, on := s.war.SiegeOf(side, at); on {
		weight *= siege.Turns + 1
	}
	return weight - s.war.LimitOf(side, at).Total()
}

// joins reports whether a unit should go along with the marching group.
func (s *strategy) joins(u *fight.Unit) bool {
	lead := s.war.Vanguard()
	pace, of := s.war.MoveOf(u), s.war.MoveOf(lead)
	_, sieged := s.war.SiegeOf(u.Side(), s.war.At(u))
	switch {
	case u.Demoralized() != lead.Demoralized() && u.Troop():
		return false
	case 2*pace <= of || u.Troop() && pace >= 2*of:
		return false
	case !u.Troop():
		return !lead.Demoralized() && !s.rallies(u)
	case s.war.Ringed(lead):
		return false
	case sieged && !s.war.At(u).Inside():
		return s.surplus(u.Side(), s.war.At(u)) > 0
	}
	return s.marchWeight()+u.Kind().Weight <= s.feeds(s.war.At(u)) && s.spared(u)
}

// allJoin reports whether all units that could go along should.
func (s *strategy) allJoin(p *fight.Picking) bool {
	lead := s.war.Vanguard()
	if _, sieged := s.war.SiegeOf(lead.Side(), s.war.At(lead)); sieged || s.guards(lead) {
		return false // some units have to stay
	}
	weight, all := s.marchWeight(), true
	for u := range s.war.UnitsIn(lead.Side(), s.war.At(lead)) {
		if p.Legal(fight.Picked + u.ID()) {
			weight += u.Kind().Weight
			all = all && s.joins(u)
		}
	}
	return all && weight <= s.feeds(s.war.At(lead))
}

// marchWeight returns the weight of the marching group.
func (s *strategy) marchWeight() (weight int) {
	for u := range s.war.Marchers() {
		weight += u.Kind().Weight
	}
	return weight
}

// feeds returns the greatest limit of the hexes beside a spot: the weight that can move on
// together (S1).
func (s *strategy) feeds(at sorcery.Spot) (limit int) {
	for _, h := range s.war.Grid().Neighbors(at.Hex()) {
		limit = max(limit, s.war.TerrainOf(h).Limit)
	}
	return limit
}

// rallies reports whether a character stays to rally demoralized units (S5).
func (s *strategy) rallies(c *fight.Unit) bool {
	shaken, fit := 0, 0
	for u := range s.war.UnitsIn(c.Side(), s.war.At(c)) {
		if u.Troop() && u.Kind().Of() == c.Kind().Of() {
			if u.Demoralized() {
				shaken++
			} else {
				fit++
			}
		}
	}
	return c.Kind().Leadership > 0 && shaken > fit
}

// spared reports whether a unit is not needed in its hex: the hex is no site, or other
// units guard it, or all of them together could not.
func (s *strategy) spared(u *fight.Unit) bool {
	if !s.guards(u) {
		return true
	}
	s.scan(u.Side(), s.war.Marching)
	need, have := s.needed(s.war.At(u).Hex()), 0
	for _, at := range [...]sorcery.Spot{s.war.At(u), s.war.At(u).Other()} {
		have += s.friendsIn(at)
	}
	return have-might(u) >= need || have < need
}

// guards reports whether a unit is at a site of its side that gives points.
func (s *strategy) guards(u *fight.Unit) bool {
	h := s.war.At(u).Hex()
	return s.war.Holder(h) == u.Side() && s.prize(u.Side(), h) > 0
}
