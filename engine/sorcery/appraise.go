package sorcery

import "houserule/engine"

// How greedy players value things, in halves of a point of strength.

// punch returns what a unit inflicts losses with.
func (b Position) punch(u *Unit) int {
	if !u.troop() {
		return 2 * (int(u.kind.attack[0]) + int(u.added))
	}
	return 2 * b.factor() * (int(u.kind.attack[flag(u.demoralized)]) + int(u.added))
}

// factor makes units comparable to characters (S7).
func (b Position) factor() int { return b.field.single }

// hold returns what it takes to lose a unit: one that is demoralised holds less.
func (b Position) hold(u *Unit) int {
	if !u.troop() {
		return 2 * max(u.kind.Endurance-int(u.wounds), 0)
	}
	n := 2 * b.factor() * u.kind.Defends(u.demoralized, b.field.terrain)
	if u.demoralized {
		n /= 2
	}
	return n
}

// worthHere returns what a side has left in the hex: what its units inflict, and what
// they can take.
func (b Position) worthHere(side engine.Side) int {
	f, n := &b.forces[side], 0
	for _, id := range f.line {
		n += b.punch(&b.units[id]) + b.hold(&b.units[id])
	}
	for _, id := range f.heads {
		u := &b.units[id]
		n += b.punch(u) + b.hold(u) + 2*b.factor()*u.kind.Leadership
	}
	return n
}

// Worth returns what a side has left: in the hex, or in a campaign of its army, with
// the points of its goals (S0).
func (b *fighting) Worth(side engine.Side) int {
	if b.land == nil {
		return Position{b}.worthHere(side)
	}
	n := mightOfPoint * b.Points(side).Total()
	for i := range b.units {
		if u := &b.units[i]; u.side == side && u.at >= 0 {
			n += might(u)
		}
	}
	return max(n, 0)
}

// mightOfPoint is the worth of a point of a goal where sides are compared.
const mightOfPoint = 2

// Appraise returns the most for what a greedy owner picks.
func (p *Picking) Appraise(answer int) int {
	b := p.battle
	if answer == Pass {
		return p.appraisePass()
	}
	if answer == All {
		return p.appraiseAll()
	}
	u := b.picked(answer)
	switch p.What {
	case PickLeader:
		return b.leads(u)
	case PickAdder:
		return 2 - u.kind.Leadership
	case PickCharge:
		return 0
	case PickCompany:
		if b.react && !b.flees() && u.demoralized {
			return -1 // S5: it would keep the others out
		}
		return 0
	case PickPlace:
		return b.exposure(u)
	case PickGuard:
		return -1
	case PickScout:
		return u.kind.Leadership + 1
	case PickWounded:
		return -b.lossOf(u)
	case PickStarved: // the unit with the most weight for its worth
		return -might(u) / max(u.kind.Weight, 1)
	case PickRally:
		return b.stake(u)
	case PickMarch:
		return b.worthLead(u)
	case PickGroup:
		if b.joins(u) {
			return might(u)
		}
		return -1
	case PickReact:
		return b.worthReaction(u)
	}
	return b.punch(u) + b.hold(u)
}

// appraiseAll returns what it is worth to pick all that are left: several strong
// units are better than one.
func (p *Picking) appraiseAll() int {
	b := p.battle
	switch p.What {
	case PickGroup:
		if b.allJoin() {
			return 1 << 20
		}
		return -1
	case PickCompany:
		if !b.react || b.flees() {
			return 1
		}
		for u := range b.unitsIn(p.Side, b.units[b.scout].at) {
			if u.demoralized && b.mayFollow(u) == nil {
				return -1
			}
		}
	}
	return 1
}

// appraisePass returns what it is worth to pick no unit, or no further one.
func (p *Picking) appraisePass() int {
	b := p.battle
	switch p.What {
	case PickPlace: // all units stand well, or the next one does not
		line := b.forces[p.Side].line[b.cursor:]
		for i, id := range line[1:] {
			u, v := &b.units[line[i]], &b.units[id]
			if u.zone() == v.zone() && b.exposure(v) > b.exposure(u) {
				return -1 << 30
			}
		}
		return 1 << 30
	case PickCompany:
		if b.react && !b.flees() {
			return -1 // as many as can fight
		}
	}
	return 0
}

// leads returns what a leader adds to the die of its side.
func (b Position) leads(u *Unit) int {
	gain := u.kind.Leadership
	if _, _, is := b.LeadsStrangers(u); is {
		gain -= b.game.Rules.StrangerLeader
	}
	return gain
}

// exposure returns how well a unit stands at the left of the array: the more losses
// it takes, and the less it inflicts, the better.
func (b Position) exposure(u *Unit) int { return 64 * b.hold(u) / max(b.punch(u), 1) }

// lossOf returns what a wound to a character costs.
func (b Position) lossOf(u *Unit) int {
	left := max(u.kind.Endurance-int(u.wounds), 1)
	return (b.punch(u) + 10*u.kind.Leadership + 10) * 64 / left
}

// withdrawBelow is the chance, in thousandths, below which greedy players
// withdraw or yield.
const withdrawBelow = 200

// Appraise returns the chance to win, in thousandths, when a side stays: an army
// is as strong as the square of its worth (Lanchester's law). Characters who are
// alone fight: they meet one unit at a time (S7), may withdraw after the round,
// and a captured character is lost, too.
func (d *Deciding) Appraise(answer int) int {
	b := d.battle
	stays := answer == No
	switch d.What {
	case AsWings: // where the enemy is weaker
		return answer * (b.armWorth(enemy(d.Side), Bows) - b.armWorth(enemy(d.Side), Wings))
	case Fights:
		return answer
	case Declines:
		return answer * b.worthDecline(d.Side, b.aim)
	case Besieges:
		return answer
	case Enters:
		s := &b.whole.order.plan
		b.survey(s, d.Side, isMarching)
		return answer * (b.worthInto(s, b.goal) + 1)
	case Meets: // if they are stronger
		return answer * (b.headsWorth(d.Side) - b.headsWorth(enemy(d.Side)))
	}
	if !stays {
		return withdrawBelow
	}
	own, other := b.worthHere(d.Side), b.worthHere(enemy(d.Side))
	own, other = own*own/1000, other*other/1000
	return 1000 * own / max(own+other, 1)
}

// headsWorth returns the worth of a side's characters and monsters that have met
// others.
func (b Position) headsWorth(side engine.Side) (n int) {
	for u := range b.unitsIn(side, b.nextFront()) {
		n += b.punch(u) + b.hold(u)
	}
	return n
}

// armWorth returns the worth of a side's units of an arm.
func (b Position) armWorth(side engine.Side, a Arm) (n int) {
	for _, id := range b.forces[side].line {
		if u := &b.units[id]; b.counts(u, a) {
			n += b.punch(u)
		}
	}
	return n
}

// Appraise lends to a unit whose stake is above half the average of its race's: each
// point that is lent lets one more face of the die pass.
func (l *Lending) Appraise(answer int) int {
	b := l.battle
	u := l.Unit()
	n, sum := 0, 0
	for _, id := range b.forces[l.Side].line {
		if t := &b.units[id]; t.engaged && t.kind.race == u.kind.race {
			n, sum = n+1, sum+b.stake(t)
		}
	}
	return answer * (2*b.stake(u)*n - sum) / max(n, 1)
}

// stake returns the worth of a unit, which it may lose by a morale check.
func (b Position) stake(u *Unit) int { return b.punch(u) + b.hold(u) }

// Appraise prefers hexes in which own units stand, and on a map the best hex for
// the units that leave.
func (l *Leave) Appraise(answer int) int {
	if b := l.battle; b.land != nil {
		return b.worthRefuge(l.Side, b.wayTo(answer))
	}
	if l.battle.holds(l.Side, answer) {
		return 1
	}
	return 0
}
