package sorcery

import "houserule/engine"

// What greedy players go by. Worths are in halves of a point of strength.

// punch is what a unit inflicts losses with.
func (b *Battle) punch(u *Unit) int {
	if !u.troop() {
		return 2 * (int(u.kind.attack[0]) + int(u.added))
	}
	return 2 * b.factor() * (int(u.kind.attack[flag(u.demoralized)]) + int(u.added))
}

// factor makes units comparable to characters (S7).
func (b *Battle) factor() int { return b.start.single }

// hold is what it takes to lose a unit: one that is demoralised holds less.
func (b *Battle) hold(u *Unit) int {
	if !u.troop() {
		return 2 * max(u.kind.Endurance-int(u.wounds), 0)
	}
	n := 2 * b.factor() * u.kind.Defends(u.demoralized, b.start.terrain)
	if u.demoralized {
		n /= 2
	}
	return n
}

// Worth is what a side has left in the hex: what its units inflict, and what
// they can take.
func (b *Battle) Worth(side engine.Side) int {
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

// Appraise prefers what a greedy owner picks.
func (p *Picking) Appraise(answer int) int {
	b := p.battle
	if answer == Pass {
		return p.appraisePass()
	}
	if answer == All {
		return 1 // all that are strong are better than one
	}
	u := b.picked(answer)
	switch p.What {
	case PickLeader:
		return b.leads(u)
	case PickAdder:
		return 2 - u.kind.Leadership
	case PickCharge, PickCompany:
		return 0
	case PickPlace:
		return b.exposure(u)
	case PickGuard:
		return -1
	case PickScout:
		return u.kind.Leadership + 1
	case PickWounded:
		return -b.lossOf(u)
	}
	return b.punch(u) + b.hold(u)
}

// appraisePass is what it is worth to pick nobody, or nobody more.
func (p *Picking) appraisePass() int {
	b := p.battle
	switch p.What {
	case PickPlace: // everybody stands well, or the next does not
		line := b.forces[p.Side].line[b.cursor:]
		for i, id := range line[1:] {
			u, v := &b.units[line[i]], &b.units[id]
			if u.zone() == v.zone() && b.exposure(v) > b.exposure(u) {
				return -1 << 30
			}
		}
		return 1 << 30
	case PickLeader, PickAdder, PickCharge:
		return 0
	}
	return 0
}

// leads is what the die of a side gains by a leader.
func (b *Battle) leads(u *Unit) int {
	gain := u.kind.Leadership
	if b.stranger(&b.forces[u.side], u) {
		gain -= b.game.Rules.StrangerLeader
	}
	return gain
}

// exposure is how well a unit stands at the left of the array: the more losses
// it takes, and the less it inflicts, the better.
func (b *Battle) exposure(u *Unit) int { return 64 * b.hold(u) / max(b.punch(u), 1) }

// lossOf is what a wound to a character costs.
func (b *Battle) lossOf(u *Unit) int {
	left := max(u.kind.Endurance-int(u.wounds), 1)
	return (b.punch(u) + 10*u.kind.Leadership + 10) * 64 / left
}

// withdrawBelow is the chance, in thousandths, below which greedy players
// withdraw or yield.
const withdrawBelow = 200

// Appraise is the chance to win, in thousandths, when a side stays, as strong
// armies are by the squares of their worth (Lanchester's law).
func (d *Deciding) Appraise(answer int) int {
	b := d.battle
	stays := answer == No
	switch d.What {
	case AsWings: // where the enemy is weaker
		return answer * (b.armWorth(enemy(d.Side), Bows) - b.armWorth(enemy(d.Side), Wings))
	case Fights:
		stays = answer == Yes
	}
	if !stays {
		return withdrawBelow
	}
	own, other := b.Worth(d.Side), b.Worth(enemy(d.Side))
	own, other = own*own/1000, other*other/1000
	return 1000 * own / max(own+other, 1)
}

// armWorth is what a side has of an arm.
func (b *Battle) armWorth(side engine.Side, a Arm) (n int) {
	for _, id := range b.forces[side].line {
		if u := &b.units[id]; b.counts(u, a) {
			n += b.punch(u)
		}
	}
	return n
}

// Appraise lends to units that are worth more than what else it could be lent
// to: what is gained is the faces that pass.
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

// stake is what a morale check is about: one that is demoralised is lost.
func (b *Battle) stake(u *Unit) int { return b.punch(u) + b.hold(u) }

// Appraise prefers hexes in which own units stand.
func (l *Leave) Appraise(answer int) int {
	if l.battle.holds(l.Side, answer) {
		return 1
	}
	return 0
}
