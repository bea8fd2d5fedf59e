// Package strategy evaluates the options of sorcery for greedy players. It reads a
// [fight.Position], and has no way to change the battle.
//
//	strategy  what a side knows of a war, and which sites want units
//	hexes     the values of hexes
//	column    the units that move together
//	sieges    the values of sieges
//	fight     the values of units in a fight
//	plan      what a side goes for
//	evaluate  the values of options, from all of these
//
// A player sees what its side sees (S6): the places of stacks, the units in stacks that it
// meets, and which units the enemy has left. An unseen stack counts as an equal share of
// the enemy's unseen units.
//
// On a map all values are in points of might: a unit's strength, and the loss that it
// covers. The value of a hex is
//
//	the need for units there, the more the nearer
//	+ the fight that it brings, by its odds
//	- the units that starve if the stack is too large
//	- the damage by enemies near by
//
// A site wants units for its capture if a goal names it, and for its defense if the enemy
// is near. It wants them less if other units go there, or stand on guard, so that an army
// divides by itself. Units that no site wants hunt enemies that they can beat. Demoralized
// units go to a leader who rallies them, and characters without an army to an army.
package strategy

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// Values that are the same in all plans, in hundredths of a point of might.
const (
	worthWin   = 30   // in points of goals: something that wins at once
	worthRing  = 2000 // a hex at a wall that the siege needs (S4)
	worthRally = 60   // percent of the value of units that could rally there
	lonely     = 1500 // a character that an army could catch
)

// A camp is a side's stack in a spot, as the other side knows it.
type camp struct {
	spot    sorcery.Spot
	point   hex.Point // of the spot
	might   int
	prey    int // of an enemy: the value of a fight with it for the units in question
	troops  int
	leaders uint64 // the races of characters that rally, a bit for each index
}

// A strategy is what a side knows of the war, computed once for each question.
type strategy struct {
	fight    fight.Position
	war      sorcery.Theater
	plan     *plan
	surveyed int // the number of the order for which it was computed; 0: for something else

	side    engine.Side
	from    sorcery.Spot
	foes    []camp
	friends []camp // without the units in question
	wants   []want
	walled  bool // whether any enemies are in walled hexes

	// The units in question: those that get the order, react or reinforce.
	own    int
	weight int    // for stacking
	pace   int    // allowance of the slowest
	troops int    // number of units of an army
	races  uint64 // the races of demoralized units
	shaken bool
	fresh  bool // whether no unit has moved yet
}

// A want is the value of the units in question at a site.
type want struct {
	site  hex.Hex
	worth int
}

// New returns the strategy of a battle, for [sorcery.NewGame].
func New(p fight.Position) fight.Strategy {
	return &strategy{fight: p, war: sorcery.TheaterOf(p), plan: &weights[usual]}
}

// unknown is the might of a stack with a unit that the side does not see.
const unknown = -1

// might returns the value of a unit in a fight, in halves of a point.
func might(u *fight.Unit) int {
	if !u.Troop() {
		return u.Kind().Fighting/4 + 4*u.Kind().Leadership
	}
	n := u.Kind().Inflicts(u.Demoralized()) + u.Kind().Defends(u.Demoralized(), nil)
	if u.Demoralized() {
		n /= 2
	}
	return n
}

// roster returns the value of an enemy unit from public knowledge, wherever it is.
func roster(u *fight.Unit) int {
	if !u.Troop() {
		return might(u)
	}
	return u.Kind().Inflicts(false) + u.Kind().Defends(false, nil)
}

// survey computes what a side knows, which sites want the units that pass a test, and which
// enemies they could beat.
func (s *strategy) survey(side engine.Side, of func(u *fight.Unit) bool) {
	s.scan(side, of)
	s.want()
	for i := range s.foes {
		c := &s.foes[i]
		c.prey = gain(s.own, c.might)
		s.walled = s.walled || s.war.WalledGroup(c.spot.Hex()) >= 0
	}
}

// scan finds the stacks, and what is known of them.
func (s *strategy) scan(side engine.Side, of func(u *fight.Unit) bool) {
	*s = strategy{fight: s.fight, war: s.war, plan: s.plan, side: side, from: sorcery.OffMap, foes: s.foes[:0], friends: s.friends[:0], wants: s.wants[:0], pace: 1 << 20, fresh: true}
	unseen, stacks := 0, 0
	for stack := range s.war.Stacks {
		if stack.Side == side {
			if c := s.friendly(stack, of); c.might > 0 {
				s.friends = append(s.friends, c)
			}
			continue
		}
		c, n := s.hostile(side, stack)
		if c.might == unknown {
			unseen, stacks = unseen+n, stacks+1
		}
		s.foes = append(s.foes, c)
	}
	for i := range s.foes {
		if c := &s.foes[i]; c.might == unknown { // an equal share of the unseen units
			c.might = unseen / stacks
		}
	}
}

// friendly returns an own stack, without the units in question.
func (s *strategy) friendly(stack sorcery.Camp, of func(u *fight.Unit) bool) camp {
	c := camp{spot: stack.Spot, point: s.war.Grid().Point(stack.Spot.Hex())}
	for u := range s.war.UnitsIn(stack.Side, stack.Spot) {
		if of(u) {
			s.from = s.war.At(u)
			s.own += might(u)
			s.weight += u.Kind().Weight
			s.pace = min(s.pace, s.war.MoveOf(u))
			s.fresh = s.fresh && s.war.Left(u) == s.war.MoveOf(u)
			if u.Troop() {
				s.troops++
			}
			if u.Demoralized() {
				s.shaken, s.races = true, s.races|1<<u.Kind().Of().Index()
			}
			continue
		}
		c.might += might(u)
		if u.Troop() {
			c.troops++
		}
		if u.Kind().Leadership > 0 {
			c.leaders |= 1 << u.Kind().Of().Index()
		}
	}
	return c
}

// hostile returns an enemy stack, as a side knows it. Its might is unknown if the side does
// not see all its units; unseen is their value in the roster.
func (s *strategy) hostile(side engine.Side, stack sorcery.Camp) (c camp, unseen int) {
	c = camp{spot: stack.Spot, point: s.war.Grid().Point(stack.Spot.Hex()), troops: 1}
	for u := range s.war.UnitsIn(stack.Side, stack.Spot) {
		if !s.fight.KnownTo(side).Sees(u) {
			c.might = unknown
			unseen += roster(u)
		}
		if c.might != unknown {
			c.might += might(u)
		}
	}
	return c, unseen
}

// foesIn returns the enemy's might in a spot. friendsIn returns the own side's, without the
// units in question.
func (s *strategy) foesIn(at sorcery.Spot) int    { return mightIn(s.foes, at) }
func (s *strategy) friendsIn(at sorcery.Spot) int { return mightIn(s.friends, at) }

func mightIn(camps []camp, at sorcery.Spot) int {
	for i := range camps {
		if camps[i].spot == at {
			return camps[i].might
		}
	}
	return 0
}

// odds returns the winning probability, in 1,024ths. The strength of an army is the square
// of its might (Lanchester's law).
func odds(own, foe int) int {
	own, foe = own*own, foe*foe
	return 1024 * own / max(own+foe, 1)
}

// gain returns the value of a fight, in points of might: the enemy's loss if it is won,
// less the own loss if it is not.
func gain(own, foe int) int {
	p := odds(own, foe)
	return (p*foe - (1024-p)*own) / 1024
}

// want computes, for each site, the value of the units in question if they come to it, or
// stay.
func (s *strategy) want() {
	left := s.war.Turns() - s.war.Turn()
	for site := range s.war.Sites {
		prize, far := s.prize(s.side, site), s.war.FarFrom(site, s.from)
		if prize <= 0 || s.own <= 0 || far > (left+1)*s.pace {
			continue
		}
		need, have := s.needed(site), s.covered(site, far)
		more := min(need, have+s.own) - min(need, have)
		worth := s.plan.point * prize * more / max(need, 1)
		switch ours := s.war.Holder(site) == s.side; {
		case !ours && 4*(have+s.own) < 3*need:
			worth /= 3 // the site is too strong for these units
		case ours && !s.threatened(site):
			worth /= 4 // there is still time
		}
		if worth > 0 {
			s.wants = append(s.wants, want{site, worth})
		}
	}
}

// prize returns the points at stake at a hex: what it gives a side, and what it gives the
// enemy unless no side holds it yet.
func (s *strategy) prize(side engine.Side, h hex.Hex) (points int) {
	for i := range s.war.Campaign().Goals {
		goal := &s.war.Campaign().Goals[i]
		if goal.Hold != h || goal.Side != side && s.war.Holder(h) < 0 {
			continue
		}
		points += max(goal.Points, 1)
		if goal.AtOnce {
			points += worthWin
		}
	}
	return points
}

// needed returns the might needed to hold a site, with its walls, against the strongest
// stack that may come, or to capture it from the enemies there.
func (s *strategy) needed(site hex.Hex) int {
	own, need := s.war.Holder(site) == s.side, 8
	if own {
		need = 0
	}
	for i := range s.foes {
		c := &s.foes[i]
		switch far := s.war.FarFrom(site, c.spot); {
		case own && far <= s.plan.comes:
			need = max(need, c.might*2/3)
		case own && far <= s.plan.looms:
			need = max(need, c.might/2)
		case !own && far == 0:
			need += c.might * 3 / 2
		case !own && far <= s.plan.strikes:
			need += c.might / 2
		}
	}
	return need
}

// threatened reports whether enemies may be at a site in the next turn.
func (s *strategy) threatened(site hex.Hex) bool {
	for i := range s.foes {
		if c := &s.foes[i]; s.war.FarFrom(site, c.spot) <= s.plan.comes && !c.spot.Inside() {
			return true
		}
	}
	return false
}

// covered returns how much of the needed might other units bring that are as near.
func (s *strategy) covered(site hex.Hex, far int) (have int) {
	for i := range s.friends {
		c := &s.friends[i]
		switch d := s.war.FarFrom(site, c.spot); {
		case d > far || d == far && d > 0 && c.spot >= s.from:
		case d <= s.plan.strikes:
			have += c.might
		case d <= s.plan.looms:
			have += c.might / 2
		}
	}
	return have
}
