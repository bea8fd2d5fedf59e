package strategy

import (
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// Evaluate returns the value of an option of the open question under a plan, for the side that
// decides. A greedy player chooses the greatest.
func (s *strategy) Evaluate(c engine.Choice, plan, answer int) int {
	if p := &weights[plan]; p != s.plan {
		s.plan, s.surveyed = p, 0
	}
	switch c := c.(type) {
	case *fight.Picking:
		switch answer {
		case fight.Pass:
			return s.pass(c)
		case fight.All:
			return s.all(c)
		}
		return s.pick(c, s.fight.Unit(answer-fight.Picked))
	case *fight.Deciding:
		return s.decide(c, answer)
	case *fight.Lending:
		return s.lend(c, answer)
	case *fight.Leave:
		switch {
		case s.fight.InWar(): // the best hex for the units that leave
			return s.worthRefuge(c.Side, s.war.WayTo(answer))
		case s.fight.Holds(c.Side, answer):
			return 1
		}
		return 0
	case *sorcery.Ordering:
		return s.order(c, answer)
	}
	return s.stake(s.fight.Unit(answer)) // a script's question: the unit with the greatest value
}

// pick returns the value of picking a unit.
func (s *strategy) pick(p *fight.Picking, u *fight.Unit) int {
	switch p.What {
	case fight.PickLeader:
		return s.leads(u)
	case fight.PickAdder:
		return 2 - u.Kind().Leadership
	case fight.PickCharge:
		return 0
	case fight.PickCompany:
		return 0
	case sorcery.PickFollow:
		if s.meets() && u.Demoralized() {
			return -1 // S5: its own check would keep the others out
		}
		return 0
	case fight.PickPlace:
		return s.exposure(u)
	case fight.PickGuard:
		return -1
	case fight.PickScout:
		return u.Kind().Leadership + 1
	case fight.PickWounded:
		return -s.lossOf(u)
	case sorcery.PickStarved: // the unit with the most weight for its value
		return -might(u) / max(u.Kind().Weight, 1)
	case sorcery.PickMarch:
		return s.worthLead(u)
	case sorcery.PickGroup:
		if s.joins(u) {
			return might(u)
		}
		return -1
	case sorcery.PickReact:
		return s.worthReaction(u)
	}
	return s.stake(u)
}

// all returns the value of picking all units that are left: several strong units are better
// than one.
func (s *strategy) all(p *fight.Picking) int {
	switch p.What {
	case sorcery.PickGroup:
		if s.allJoin(p) {
			return 1 << 20
		}
		return -1
	case sorcery.PickFollow:
		if !s.meets() {
			return 1
		}
		for u := range s.war.UnitsIn(p.Side, s.war.At(s.fight.Scout())) {
			if u.Demoralized() && p.Legal(fight.Picked+u.ID()) {
				return -1
			}
		}
	}
	return 1
}

// pass returns the value of picking no unit, or no further one.
func (s *strategy) pass(p *fight.Picking) int {
	switch {
	case p.What == fight.PickPlace:
		return s.arrayed(p)
	case p.What == sorcery.PickFollow && s.meets():
		return -1 // as many as can fight
	}
	return 0
}

// withdrawBelow is the winning probability, in thousandths, below which greedy players
// withdraw or yield.
const withdrawBelow = 200

// decide returns the value of an answer. Characters without an army fight: they meet one
// unit at a time (S7), may withdraw after the round, and a captured character is lost, too.
func (s *strategy) decide(d *fight.Deciding, answer int) int {
	switch enemy := 1 - d.Side; d.What {
	case fight.AsWings: // the arm in which the enemy is weaker
		return answer * (s.armWorth(enemy, fight.Bows) - s.armWorth(enemy, fight.Wings))
	case sorcery.Declines:
		return answer * s.worthDecline(d.Side, s.war.HexOf(d.What))
	case sorcery.Enters:
		s.survey(d.Side, s.war.Marching)
		return answer * (s.worthInto(s.war.HexOf(d.What)) + 1)
	case sorcery.Meets: // if the own side is stronger
		return answer * (s.headsWorth(d.Side) - s.headsWorth(enemy))
	case fight.Withdraws:
		if answer == fight.Yes {
			return withdrawBelow
		}
		return s.stands(d.Side)
	}
	return answer
}

// order returns the value of an order.
func (s *strategy) order(o *sorcery.Ordering, answer int) int {
	if n := o.Asked(); s.surveyed != n {
		s.survey(o.Side, o.Moves)
		s.surveyed = n
	}
	switch what, h := o.Order(answer); what {
	case sorcery.ToStay:
		return s.worthStay()
	case sorcery.ToAssault:
		return s.worthAssault(h)
	case sorcery.ToBreach:
		return s.worthBreach(h)
	case sorcery.ToSortie:
		return s.worthSortie(h)
	case sorcery.ToEnter:
		return s.worthFly(sorcery.SpotIn(h, true))
	case sorcery.ToLeave:
		return s.worthStand(h) + 1
	default:
		return s.worthStand(h)
	}
}
