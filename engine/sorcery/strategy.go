package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
)

// What greedy players go by on the map.
//
// A player sees what its side sees (S6): where stacks stand, what is in those
// that it meets, and which units the enemy has left at all. A stack of which it
// knows nothing is taken for an even share of them.
//
// Everything is worth points of might, which is what a unit strikes with and
// what it takes to lose it. A hex is worth
//
//	what is wanted there, the more the nearer
//	+ the fight that it brings, by its odds
//	- what starves there, when too many stand together
//	- what the enemy near by could do to those who stand there
//
// Wanted is whoever is needed at a site: to take one that a goal names, or to
// keep one that the enemy is near. Who others have already gone for, or guard,
// is wanted less, so that an army parts by itself. Who is wanted nowhere hunts
// what it can beat. The demoralised go to a leader who rallies them, and
// characters who are alone to an army.
//
// Who moves together is said in column.go, what sieges are worth in
// investment.go.

// Worths, in hundredths of a point of might.
const (
	worthMight = 100  // for what fights, or is lost
	worthPoint = 700  // for a point of a goal
	worthWin   = 30   // points, for what wins at once
	worthRing  = 2000 // for a hex at a wall that the siege needs (S4)
	worthRally = 60   // for those who could rally there, of their worth
	worthPart  = 40   // for those who came along, and cannot go on
	worthHunt  = 60   // for a fight that is near, of its worth
	lonely     = 1500 // for a character that an army could catch
)

// Distances.
const (
	strikes = 3  // hexes: who is no farther may be here in the next turn
	comes   = 7  // movement points: the same, for a site
	looms   = 14 // and in the one after that
	hunts   = 12 // hexes: how far a fight is looked for
)

// A camp is what a side has in a spot, as the other knows it.
type camp struct {
	spot    Spot
	might   int
	troops  int
	leaders uint64 // the races of characters that rally, by their indices
}

// A strategy is what a side knows of the war, found out once for a question.
type strategy struct {
	side    engine.Side
	from    Spot
	foes    []camp
	friends []camp // but for those who are asked
	wants   []int  // by site: what it is worth that those who are asked stand there

	// Of those who are asked.
	own    int
	weight int    // for stacking
	pace   int    // of the slowest
	troops int    // how many are units of an army
	races  uint64 // of those who are demoralised
	shaken bool
}

// might is what a unit is worth in a fight, in halves of a point.
func might(u *Unit) int {
	if !u.troop() {
		return u.kind.Fighting/4 + 4*u.kind.Leadership
	}
	n := int(u.kind.attack[flag(u.demoralized)]) + int(u.kind.defense[flag(u.demoralized)])
	if u.demoralized {
		n /= 2
	}
	return n
}

// roster is what everybody knows that a unit of the enemy is worth, wherever
// it is.
func roster(u *Unit) int {
	if !u.troop() {
		return might(u)
	}
	return int(u.kind.attack[0]) + int(u.kind.defense[0])
}

// survey finds out what a side knows, and where the units are wanted that a
// test holds of.
func (b *Battle) survey(s *strategy, side engine.Side, of func(u *Unit) bool) {
	b.scan(s, side, of)
	b.want(s)
}

// scan finds out where the stacks are, and what is known of them.
func (b *Battle) scan(s *strategy, side engine.Side, of func(u *Unit) bool) {
	*s = strategy{side: side, from: offMap, foes: s.foes[:0], friends: s.friends[:0], wants: s.wants[:0], pace: 1 << 20}
	unseen, stacks := 0, 0
	for i := range b.units {
		u := &b.units[i]
		switch {
		case u.at < 0 || b.top[u.side][u.at] != int16(i)+1: // the first of its stack tells of all
		case u.side == side:
			if c := b.friendly(s, u, of); c.might > 0 {
				s.friends = append(s.friends, c)
			}
		default:
			c, n := b.hostile(side, u)
			if c.might == unknown {
				unseen, stacks = unseen+n, stacks+1
			}
			s.foes = append(s.foes, c)
		}
	}
	for i := range s.foes {
		if c := &s.foes[i]; c.might == unknown { // an even share of what is not seen
			c.might = unseen / stacks
		}
	}
}

// friendly is an own stack, but for those who are asked.
func (b *Battle) friendly(s *strategy, first *Unit, of func(u *Unit) bool) camp {
	c := camp{spot: first.at}
	for u := range b.unitsIn(first.side, first.at) {
		if of(u) {
			s.from = u.at
			s.own += might(u)
			s.weight += u.kind.Weight
			s.pace = min(s.pace, u.kind.Move)
			s.troops += int(flag(u.troop()))
			if u.demoralized {
				s.shaken, s.races = true, s.races|1<<u.kind.race.index
			}
			continue
		}
		c.might += might(u)
		c.troops += int(flag(u.troop()))
		if u.kind.Leadership > 0 {
			c.leaders |= 1 << u.kind.race.index
		}
	}
	return c
}

// hostile is an enemy stack, as a side knows it. Its might is unknown if any of
// it is not seen; unseen is what the enemy's roster says of those.
func (b *Battle) hostile(side engine.Side, first *Unit) (c camp, unseen int) {
	c = camp{spot: first.at, troops: 1}
	for u := range b.unitsIn(first.side, first.at) {
		if !b.Sees(side, u) {
			c.might = unknown
			unseen += roster(u)
		}
		if c.might != unknown {
			c.might += might(u)
		}
	}
	return c, unseen
}

// foesIn is what the enemy has in a spot, friendsIn what the own side has there
// besides those who are asked.
func (s *strategy) foesIn(at Spot) int    { return mightIn(s.foes, at) }
func (s *strategy) friendsIn(at Spot) int { return mightIn(s.friends, at) }

func mightIn(camps []camp, at Spot) int {
	for i := range camps {
		if camps[i].spot == at {
			return camps[i].might
		}
	}
	return 0
}

// odds is the chance to win, in 1,024ths: strong armies are by their squares
// (Lanchester's law).
func odds(own, foe int) int {
	own, foe = own*own, foe*foe
	return 1024 * own / max(own+foe, 1)
}

// gain is what a fight is worth, in points of might: what the enemy loses if
// it is won, and what is lost if it is not.
func gain(own, foe int) int {
	p := odds(own, foe)
	return (p*foe - (1024-p)*own) / 1024
}

// want finds out what it is worth at each site that those who are asked come
// to it, or stay.
func (b *Battle) want(s *strategy) {
	left := b.start.limit - int(b.turn)
	for i, site := range b.land.sites {
		prize, worth := b.prize(s.side, site.hex), 0
		if far := b.farFrom(i, s.from); prize > 0 && s.own > 0 && far <= (left+1)*s.pace {
			need, have := b.needed(s, i), b.covered(s, i, far)
			more := min(need, have+s.own) - min(need, have)
			worth = worthPoint * prize * more / max(need, 1)
			switch ours := b.held[i] == s.side; {
			case !ours && 4*(have+s.own) < 3*need:
				worth /= 3 // it is too strong for them
			case ours && !b.threatened(s, i):
				worth /= 4 // there is time yet
			}
		}
		s.wants = append(s.wants, worth)
	}
}

// prize is how many points are at stake at a hex: what it gives a side, and
// what it gives the enemy, unless nobody holds it yet.
func (b *Battle) prize(side engine.Side, h hex.Hex) (points int) {
	for i := range b.land.campaign.Goals {
		goal := &b.land.campaign.Goals[i]
		if goal.Hold != h || goal.Side != side && b.Holder(h) < 0 {
			continue
		}
		points += max(goal.Points, 1)
		if goal.AtOnce {
			points += worthWin
		}
	}
	return points
}

// farFrom is how far it is to a site.
func (b *Battle) farFrom(site int, at Spot) int {
	if at < 0 {
		return 0
	}
	return int(b.land.far[site][at.Hex()])
}

// needed is what it takes to hold a site against the strongest stack that may
// come, behind its walls, or to take it from those who are there.
func (b *Battle) needed(s *strategy, site int) int {
	own, need := b.held[site] == s.side, 8
	if own {
		need = 0
	}
	for i := range s.foes {
		c := &s.foes[i]
		switch far := b.farFrom(site, c.spot); {
		case own && far <= comes:
			need = max(need, c.might*2/3)
		case own && far <= looms:
			need = max(need, c.might/2)
		case !own && far == 0:
			need += c.might * 3 / 2
		case !own && far <= strikes:
			need += c.might / 2
		}
	}
	return need
}

// threatened tells whether enemies may be at a site in the next turn.
func (b *Battle) threatened(s *strategy, site int) bool {
	for i := range s.foes {
		if c := &s.foes[i]; b.farFrom(site, c.spot) <= comes && !c.spot.Inside() {
			return true
		}
	}
	return false
}

// covered is what of that is done by others, who are as near.
func (b *Battle) covered(s *strategy, site, far int) (have int) {
	for i := range s.friends {
		c := &s.friends[i]
		switch d := b.farFrom(site, c.spot); {
		case d > far || d == far && d > 0 && c.spot >= s.from:
		case d <= strikes:
			have += c.might
		case d <= looms:
			have += c.might / 2
		}
	}
	return have
}
