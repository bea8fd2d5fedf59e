package strategy

import (
	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// The values of units in a fight, in halves of a point of strength.

// punch returns the strength with which a unit inflicts losses.
func (s *strategy) punch(u *fight.Unit) int {
	n := 2 * s.fight.Inflicts(u)
	if u.Troop() {
		n *= s.fight.SingleFactor() // makes it comparable to characters (S7)
	}
	return n
}

// hold returns the loss that it takes to eliminate a unit. A demoralized unit holds less.
func (s *strategy) hold(u *fight.Unit) int {
	if !u.Troop() {
		return 2 * max(u.Kind().Endurance-u.Wounds(), 0)
	}
	n := 2 * s.fight.SingleFactor() * u.Kind().Defends(u.Demoralized(), s.fight.Terrain())
	if u.Demoralized() {
		n /= 2
	}
	return n
}

// stake returns the value of a unit, which it may lose by a morale check.
func (s *strategy) stake(u *fight.Unit) int { return s.punch(u) + s.hold(u) }

// worthHere returns what a side has left in the hex: the losses that its units inflict, and
// those that they can take.
func (s *strategy) worthHere(side engine.Side) (n int) {
	for u := range s.fight.Line(side) {
		n += s.stake(u)
	}
	for u := range s.fight.Heads(side) {
		n += s.stake(u) + 2*s.fight.SingleFactor()*u.Kind().Leadership
	}
	return n
}

// Value returns what a side has left: in the hex or, in a campaign, of its army, with the
// points of its goals (S0).
func (s *strategy) Value(side engine.Side) int {
	if !s.fight.InWar() {
		return s.worthHere(side)
	}
	n := mightOfPoint * s.war.Points(side).Total()
	units := s.fight.Units()
	for i := range units {
		if u := &units[i]; u.Side() == side && s.war.At(u) >= 0 {
			n += might(u)
		}
	}
	return max(n, 0)
}

// mightOfPoint is the value of a point of a goal in comparisons of sides.
const mightOfPoint = 2

// leads returns what a leader adds to the die of its side.
func (s *strategy) leads(u *fight.Unit) int {
	gain := u.Kind().Leadership
	if _, _, is := s.fight.LeadsStrangers(u); is {
		gain -= s.fight.Game().Rules.StrangerLeader
	}
	return gain
}

// exposure returns the fitness of a unit for the left of the array: the more losses it
// takes, and the less it inflicts, the better.
func (s *strategy) exposure(u *fight.Unit) int { return 64 * s.hold(u) / max(s.punch(u), 1) }

// arrayed returns the value of leaving the rest of the array as it is: positive if all
// units are well placed, negative if the next one is not.
func (s *strategy) arrayed(p *fight.Picking) int {
	var left *fight.Unit
	for u := range p.Unplaced {
		if left != nil && u.Zone() == left.Zone() && s.exposure(u) > s.exposure(left) {
			return -1 << 30
		}
		left = u
	}
	return 1 << 30
}

// lossOf returns the cost of a wound to a character.
func (s *strategy) lossOf(u *fight.Unit) int {
	left := max(u.Kind().Endurance-u.Wounds(), 1)
	return (s.punch(u) + 10*u.Kind().Leadership + 10) * 64 / left
}

// headsWorth returns the value of a side's characters and monsters that have met enemies.
func (s *strategy) headsWorth(side engine.Side) (n int) {
	for u := range s.war.UnitsIn(side, s.war.NextFront()) {
		n += s.stake(u)
	}
	return n
}

// armWorth returns the value of a side's units of an arm.
func (s *strategy) armWorth(side engine.Side, a fight.Arm) (n int) {
	for u := range s.fight.Line(side) {
		if s.fight.Counts(u, a) {
			n += s.punch(u)
		}
	}
	return n
}

// stands returns the winning probability, in thousandths, of a side that stays. The
// strength of an army is the square of its value (Lanchester's law).
func (s *strategy) stands(side engine.Side) int {
	own, other := s.worthHere(side), s.worthHere(1-side)
	own, other = own*own/1000, other*other/1000
	return 1000 * own / max(own+other, 1)
}

// lend returns the value of lending leadership to a unit whose stake is above half the
// average of its race: each point makes one more face of the die pass.
func (s *strategy) lend(l *fight.Lending, points int) int {
	u := l.Unit()
	n, sum := 0, 0
	for t := range s.fight.Line(l.Side) {
		if t.Engaged() && t.Kind().Of() == u.Kind().Of() {
			n, sum = n+1, sum+s.stake(t)
		}
	}
	return points * (2*s.stake(u)*n - sum) / max(n, 1)
}
