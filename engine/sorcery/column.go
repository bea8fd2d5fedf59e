package sorcery

import "houserule/engine"

// Which units greedy players move together. The units of a column have one pace, and
// no more weight than the country feeds. Guards of sites stay where they are, and so
// do demoralised units with the character that rallies them.

// worthLead returns how early a unit moves, the most first: the strongest first, for
// they take the others along, and characters last. The weakest go first from a
// stack that starves.
func (b Position) worthLead(u *Unit) int {
	const first = 1 << 10
	worth := first + might(u)
	switch {
	case b.surplus(u.side, u.at) > 0 && u.troop():
		worth = 2*first - might(u)
	case !u.troop():
		worth = 1 + u.kind.Leadership
	case u.demoralized:
		worth = first / 2
	}
	return worth
}

// surplus returns the weight above a spot's limit at the start of the next turn,
// without the units that march.
func (b Position) surplus(side engine.Side, at Spot) int {
	weight := 0
	for u := range b.unitsIn(side, at) {
		if !u.marching {
			weight += u.kind.Weight
		}
	}
	if s := b.siegeOf(side, at); s != nil {
		weight *= int(s.turns) + 1
	}
	return weight - b.LimitOf(side, at).Total()
}

// joins reports whether a unit should go along with the marching group.
func (b Position) joins(u *Unit) bool {
	lead := b.vanguard()
	pace, of := u.kind.Move, lead.kind.Move
	switch {
	case u.demoralized != lead.demoralized && u.troop():
		return false
	case 2*pace <= of || u.troop() && pace >= 2*of:
		return false
	case !u.troop():
		return !lead.demoralized && !b.rallies(u)
	case b.ringed(lead):
		return false
	case b.siegeOf(u.side, u.at) != nil && !u.at.Inside():
		return b.surplus(u.side, u.at) > 0
	}
	return b.marchWeight()+u.kind.Weight <= b.feeds(u.at) && b.spared(u)
}

// allJoin reports whether all units that could go along should.
func (b Position) allJoin() bool {
	lead := b.vanguard()
	if b.guards(lead) || b.siegeOf(lead.side, lead.at) != nil {
		return false // some have to stay
	}
	weight, all := b.marchWeight(), true
	for u := range b.unitsIn(lead.side, lead.at) {
		if !u.marching && b.mayMarch(u) == nil {
			weight += u.kind.Weight
			all = all && b.joins(u)
		}
	}
	return all && weight <= b.feeds(lead.at)
}

// marchWeight returns the weight of the marching group.
func (b Position) marchWeight() (weight int) {
	for u := range b.marchers() {
		weight += u.kind.Weight
	}
	return weight
}

// feeds returns the greatest limit of the hexes beside a spot: the weight that can
// move on together (S1).
func (b Position) feeds(at Spot) (limit int) {
	for _, h := range b.land.grid.Neighbors(at.Hex()) {
		limit = max(limit, b.land.terrains[h].Limit)
	}
	return limit
}

// rallies reports whether a character stays to rally demoralised units (S5).
func (b Position) rallies(c *Unit) bool {
	shaken, fit := 0, 0
	for u := range b.unitsIn(c.side, c.at) {
		if u.troop() && u.kind.race == c.kind.race {
			if u.demoralized {
				shaken++
			} else {
				fit++
			}
		}
	}
	return c.kind.Leadership > 0 && shaken > fit
}

// spared reports whether a unit is not needed in its hex: the hex is no site, or
// others guard it, or all of them together could not.
func (b Position) spared(u *Unit) bool {
	if !b.guards(u) {
		return true
	}
	s := &b.whole.order.plan
	b.scan(s, u.side, isMarching)
	need, have := b.needed(s, int(b.land.siteAt[u.at.Hex()])), 0
	for _, at := range [...]Spot{u.at, u.at.other()} {
		have += s.friendsIn(at)
	}
	return have-might(u) >= need || have < need
}

// guards reports whether a unit stands at a site of its side that is worth
// points.
func (b Position) guards(u *Unit) bool {
	h := u.at.Hex()
	site := b.land.siteAt[h]
	return site >= 0 && b.held[site] == u.side && b.prize(u.side, h) > 0
}
