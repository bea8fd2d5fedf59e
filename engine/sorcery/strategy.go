package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
)

// How greedy players value hexes of the map.
//
// A player sees what its side sees (S6): the places of stacks, the units in stacks
// that it meets, and which units the enemy has left. An unseen stack counts as an
// even share of the enemy's unseen units.
//
// All worths are in points of might: a unit's strength, and the loss that it covers.
// A hex is worth
//
//	what units are wanted for there, the more the nearer
//	+ the fight that it brings, by its odds
//	- what starves there, when too many stand together
//	- what enemies near by could do to units that stand there
//
// Units are wanted at a site to take it if a goal names it, or to keep it if the enemy
// is near. They are wanted less where other units go, or stand on guard, so that an
// army divides by itself. Units that are wanted at no site hunt enemies that they can
// beat. Demoralised units go to a leader who rallies them, and characters who are
// alone to an army.
//
// column.go says which units move together, investment.go what sieges are worth.

// Worths, in hundredths of a point of might.
const (
	worthMight = 100  // for might that fights, or is lost
	worthPoint = 700  // for a point of a goal
	worthWin   = 30   // points, for what wins at once
	worthRing  = 2000 // for a hex at a wall that the siege needs (S4)
	worthRally = 60   // percent of their worth, for units that could rally there
	worthPart  = 40   // for units that came along, and cannot go on
	worthHunt  = 60   // percent of its worth, for a fight that is near
	lonely     = 1500 // for a character that an army could catch
)

// Distances.
const (
	strikes = 3  // hexes: a unit within this distance may be here in the next turn
	comes   = 7  // movement points: the same, for a site
	looms   = 14 // the same, in the turn after that
	hunts   = 12 // hexes: the distance at which a fight is looked for
)

// A camp is a side's stack in a spot, as the other side knows it.
type camp struct {
	spot    Spot
	might   int
	troops  int
	leaders uint64 // the races of characters that rally, by their indices
}

// A strategy is what a side knows of the war, found once for each question.
type strategy struct {
	side    engine.Side
	from    Spot
	foes    []camp
	friends []camp // without the units that are asked for
	wants   []int  // by site: what it is worth that the units asked for stand there

	// Of the units that are asked for.
	own    int
	weight int    // for stacking
	pace   int    // of the slowest
	troops int    // how many are units of an army
	races  uint64 // of the demoralised
	shaken bool
}

// might returns what a unit is worth in a fight, in halves of a point.
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

// roster returns the worth of an enemy unit by what is public, wherever it is.
func roster(u *Unit) int {
	if !u.troop() {
		return might(u)
	}
	return int(u.kind.attack[0]) + int(u.kind.defense[0])
}

// survey finds what a side knows, and where the units for which a test holds are
// wanted.
func (b Position) survey(s *strategy, side engine.Side, of func(u *Unit) bool) {
	b.scan(s, side, of)
	b.want(s)
}

// scan finds the stacks, and what is known of them.
func (b Position) scan(s *strategy, side engine.Side, of func(u *Unit) bool) {
	*s = strategy{side: side, from: offMap, foes: s.foes[:0], friends: s.friends[:0], wants: s.wants[:0], pace: 1 << 20}
	unseen, stacks := 0, 0
	for i := range b.units {
		u := &b.units[i]
		switch {
		case u.at < 0 || b.top[u.side][u.at] != int16(i)+1: // the first unit of a stack stands for all
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
		if c := &s.foes[i]; c.might == unknown { // an even share of the unseen units
			c.might = unseen / stacks
		}
	}
}

// friendly returns an own stack, without the units that are asked for.
func (b Position) friendly(s *strategy, first *Unit, of func(u *Unit) bool) camp {
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

// hostile returns an enemy stack, as a side knows it. Its might is unknown if any unit
// of it is not seen; unseen is the worth of those units by the roster.
func (b Position) hostile(side engine.Side, first *Unit) (c camp, unseen int) {
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

// foesIn returns the enemy's might in a spot, friendsIn that of the own side without
// the units that are asked for.
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

// odds returns the chance to win, in 1,024ths: an army is as strong as the square of
// its might (Lanchester's law).
func odds(own, foe int) int {
	own, foe = own*own, foe*foe
	return 1024 * own / max(own+foe, 1)
}

// gain returns what a fight is worth, in points of might: what the enemy loses if
// it is won, and what is lost if it is not.
func gain(own, foe int) int {
	p := odds(own, foe)
	return (p*foe - (1024-p)*own) / 1024
}

// want finds what it is worth for each site that the units asked for come to it, or
// stay.
func (b Position) want(s *strategy) {
	left := b.start.limit - int(b.turn)
	for i, site := range b.land.sites {
		prize, worth := b.prize(s.side, site.hex), 0
		if far := b.farFrom(i, s.from); prize > 0 && s.own > 0 && far <= (left+1)*s.pace {
			need, have := b.needed(s, i), b.covered(s, i, far)
			more := min(need, have+s.own) - min(need, have)
			worth = worthPoint * prize * more / max(need, 1)
			switch ours := b.held[i] == s.side; {
			case !ours && 4*(have+s.own) < 3*need:
				worth /= 3 // it is too strong for these units
			case ours && !b.threatened(s, i):
				worth /= 4 // there is time yet
			}
		}
		s.wants = append(s.wants, worth)
	}
}

// prize returns the points at stake at a hex: what it gives a side, and what it gives
// the enemy unless no side holds it yet.
func (b Position) prize(side engine.Side, h hex.Hex) (points int) {
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

// farFrom returns the distance to a site.
func (b Position) farFrom(site int, at Spot) int {
	if at < 0 {
		return 0
	}
	return int(b.land.far[site][at.Hex()])
}

// needed returns the might that it takes to hold a site, with its walls, against the
// strongest stack that may come, or to take it from the enemies there.
func (b Position) needed(s *strategy, site int) int {
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

// threatened reports whether enemies may be at a site in the next turn.
func (b Position) threatened(s *strategy, site int) bool {
	for i := range s.foes {
		if c := &s.foes[i]; b.farFrom(site, c.spot) <= comes && !c.spot.Inside() {
			return true
		}
	}
	return false
}

// covered returns how much of the needed might others bring that are as near.
func (b Position) covered(s *strategy, site, far int) (have int) {
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
