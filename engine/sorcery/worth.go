package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
)

// How greedy players value a hex: strategy.go has the sum.

// worthStand returns what it is worth to stand in a hex at the end of a move.
func (b Position) worthStand(s *strategy, h hex.Hex) int {
	at := SpotIn(h, false)
	friends, foe := s.friendsIn(at), s.foesIn(at)
	worth := b.worthGoals(s, h)
	if foe > 0 {
		with := friends + b.support(s, h)/2
		worth = worth*odds(s.own+with, foe)/1024 + worthMight*gain(s.own+with, foe)
	} else {
		worth = max(worth, b.worthPrey(s, h))
	}
	worth += b.worthRing(s, h) + b.worthHelp(s, h)
	if b.mover == s.side && at != s.from && !b.group.fresh { // the group would leave some units
		worth -= worthPart * min(s.friendsIn(s.from), s.own)
	}
	return worth - b.starves(s, at, friends) - b.risk(s, h, friends, foe)
}

// worthGoals returns the worth of being near the sites where the units are wanted.
func (b Position) worthGoals(s *strategy, h hex.Hex) int {
	best := 0
	for i, worth := range s.wants {
		if worth > 0 {
			best = max(best, 2*worth/(2+int(b.land.far[i][h])))
		}
	}
	return best
}

// worthPrey returns the worth of being near an enemy that the units can beat.
func (b Position) worthPrey(s *strategy, h hex.Hex) int {
	best := 0
	if s.troops == 0 || s.shaken {
		return 0
	}
	for i := range s.foes {
		c := &s.foes[i]
		far := b.land.grid.Distance(h, c.spot.Hex())
		if c.spot.Inside() || far > hunts {
			continue
		}
		if n := gain(s.own, c.might); n > 0 {
			best = max(best, worthHunt*2*n/(2+far))
		}
	}
	return best
}

// support returns the might that friends could still bring into a hex in this turn.
func (b Position) support(s *strategy, h hex.Hex) (sum int) {
	if b.mover != s.side {
		return 0
	}
	for i := range s.friends {
		c := &s.friends[i]
		far := b.land.grid.Distance(h, c.spot.Hex())
		if far == 0 || far > strikes || c.spot.Inside() {
			continue
		}
		for u := range b.unitsIn(s.side, c.spot) {
			if !u.halted && !u.marching && !u.demoralized && 3*far <= 2*b.Left(u) {
				sum += might(u)
			}
		}
	}
	return sum
}

// worthHelp returns the worth of leaders to demoralised units (S5), and of an army to
// characters who are alone (S7).
func (b Position) worthHelp(s *strategy, h hex.Hex) (best int) {
	if s.troops > 0 && s.races == 0 {
		return 0
	}
	for i := range s.friends {
		c := &s.friends[i]
		near := 1 + b.land.grid.Distance(h, c.spot.Hex())
		switch {
		case s.troops == 0 && c.troops > 0:
			best = max(best, worthMight*min(c.might, s.own)/near)
		case s.races&c.leaders != 0:
			best = max(best, worthRally*s.own/near)
		}
	}
	return best
}

// starves returns the might that a stack loses at the start of the next turn, when
// too many stand in the spot (S1): some units, and the good order of the others.
func (b Position) starves(s *strategy, at Spot, friends int) int {
	if int(b.turn) >= b.start.limit {
		return 0
	}
	over := b.excess(s, at)
	if over <= 0 {
		return 0
	}
	return worthMight * (s.own + friends) * min(over+2, 12) / 12
}

// excess returns the weight above a spot's limit if the units that are asked for stand
// in it in the next turn. A siege counts its turns (S4).
func (b Position) excess(s *strategy, at Spot) int {
	weight := s.weight
	for u := range b.unitsIn(s.side, at) {
		if at != s.from || !u.marching {
			weight += u.kind.Weight
		}
	}
	if at == s.from && b.mover != s.side {
		weight -= s.weight // reacting units do not march, and were counted
	}
	limit := b.LimitOf(s.side, at).Total()
	if siege := b.siegeOf(s.side, at); siege != nil {
		weight *= int(siege.turns) + 1
	} else if h := at.Hex(); b.land.site(h) && b.holdsHex(enemy(s.side), h) {
		weight, limit = 2*weight, b.land.terrains[h].Limit // the enemy will shut himself in
	}
	return weight - limit
}

// risk returns the damage that enemies near a hex could do to units that stand there.
func (b Position) risk(s *strategy, h hex.Hex, friends, foe int) int {
	if int(b.turn) >= b.start.limit && s.side == Defender {
		return 0 // no enemy moves any more
	}
	danger := 0
	for i := range s.foes {
		c := &s.foes[i]
		if d := b.land.grid.Distance(h, c.spot.Hex()); d > 0 && d <= strikes && !c.spot.Inside() {
			danger += c.might * (strikes + 1 - d) / strikes
		}
	}
	switch {
	case s.troops == 0 && friends == 0 && danger+foe > 0:
		return lonely * s.own
	case danger <= s.own+friends:
		return 0
	}
	return worthMight * s.own * (danger - s.own - friends) / danger / 2
}

// Appraise returns the worth of an order to a greedy player.
func (o *Ordering) Appraise(answer int) int {
	o.prepare()
	b, s := o.battle, &o.plan
	what, h := o.Order(answer)
	if !o.judged {
		o.judged = true
		of := isMarching
		if o.reaction {
			of = b.reacts
		}
		b.survey(s, o.Side, of)
	}
	switch what {
	case ToStay:
		return b.worthStay(s)
	case ToAssault:
		return b.worthAssault(s, h)
	case ToBreach:
		return b.worthBreach(s, h)
	case ToSortie:
		return b.worthSortie(s, h)
	case ToEnter:
		return b.worthFly(s, SpotIn(h, true))
	case ToLeave:
		return b.worthStand(s, h) + 1
	}
	return b.worthStand(s, h)
}

// worthReaction returns what it is worth that a leader reacts: to meet the marching
// group if it is weaker, or to get away if it is much stronger. A leader stays where
// its owner can decline battle.
func (b Position) worthReaction(u *Unit) int {
	s := &b.whole.order.plan
	b.survey(s, u.side, func(v *Unit) bool { return v.side == u.side && v.at == u.at && !v.demoralized })
	foe := s.foesIn(b.group.at)
	switch at := b.group.at == u.at; {
	case at && foe > 2*s.own && !b.land.site(u.at.Hex()),
		!at && gain(s.own+s.friendsIn(b.group.at), foe) > foe/4 && !b.guards(u):
		return 1 + u.kind.Leadership
	}
	return -1
}

// flees reports whether the reacting group gets away: the enemy is in its hex.
func (b Position) flees() bool {
	return b.scout >= 0 && b.units[b.scout].at == b.group.at
}

// worthRefuge returns what it is worth to withdraw from a fight to a spot.
func (b Position) worthRefuge(side engine.Side, to Spot) int {
	s := &b.whole.order.plan
	b.survey(s, side, func(u *Unit) bool { return u.side == side && u.at == b.front })
	if to.Inside() {
		return b.worthGoals(s, to.Hex()) - b.starves(s, to, s.friendsIn(to))
	}
	return b.worthStand(s, to.Hex())
}
