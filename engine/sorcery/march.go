package sorcery

import (
	"iter"

	"houserule/engine"
	"houserule/engine/hex"
)

// S2: movement. A player names a unit, the units that go along, and a destination. The
// group goes there step by step, so that the enemy may react to each step (S3.1).

var (
	militia     = Ruling{Rule: "S4", Text: "militia stays where it is"}
	isGone      = Ruling{Rule: "S0", Text: "it is out of the game"}
	hasMoved    = Ruling{Rule: "S2", Text: "it has done all that it may in this turn"}
	noPoints    = Ruling{Rule: "S2", Text: "it has no movement points left"}
	withEnemies = Ruling{Rule: "S3.1", Text: "enemy units stand with it: they halt each other"}
	otherStack  = Ruling{Rule: "S2", Text: "it does not stand with the others"}
)

// mayMarch returns nil, or the rule that forbids a unit to move.
func (b *movement) mayMarch(u *Unit) *Ruling {
	switch {
	case u.status != Afield:
		return &isGone
	case u.bound:
		return &militia
	case u.marching:
		return &chosen
	case u.halted:
		return &hasMoved
	case b.Left(u) == 0:
		return &noPoints
	case b.engagedWith(u):
		return &withEnemies
	}
	return b.game.Hooks.March.Apply(b.whole, u, nil)
}

// engagedWith reports whether enemies are in the spot of a unit, and either side has an
// army there: characters alone do not halt each other.
func (b *position) engagedWith(u *Unit) bool {
	return b.holdsSpot(enemy(u.side), u.at) && b.troopsIn(Attacker, u.at)+b.troopsIn(Defender, u.at) > 0
}

// mayJoin returns nil, or the rule that forbids a unit to join the marching group.
func (b *movement) mayJoin(u *Unit) *Ruling {
	if u.at != b.column {
		return &otherStack
	}
	return b.mayMarch(u)
}

// anyJoins reports whether any unit may go along.
func (b *movement) anyJoins() bool {
	return b.anyIn(b.mover, b.column, func(u *Unit) bool { return b.mayJoin(u) == nil })
}

// Marchers yields the units of the marching group, which are all in one spot. Vanguard
// returns the first of them, or nil.
func (b *position) Marchers() iter.Seq[*Unit] {
	return func(yield func(*Unit) bool) {
		for u := range b.UnitsIn(b.mover, b.column) {
			if u.marching && !yield(u) {
				return
			}
		}
	}
}
func (b *position) Vanguard() *Unit {
	for u := range b.Marchers() {
		return u
	}
	return nil
}

// marchNext asks which unit moves. If none does, the movement phase ends.
func (b *campaign) marchNext() bool {
	b.side, b.cursor = b.mover, 0
	if n, _ := b.candidates(PickMarch); n == 0 {
		b.enter(besieging)
		return false
	}
	if answer := b.pick(PickMarch); answer != Pass {
		u := b.picked(answer)
		u.marching, b.column = true, u.at
		b.stage = grouping
	} else {
		b.enter(besieging)
	}
	return true
}

// groupNext asks which units go along.
func (b *campaign) groupNext() bool {
	if b.side = b.mover; !b.anyJoins() {
		b.stage = heading
		return false
	}
	answer := b.pick(PickGroup)
	b.markPicked(PickGroup, answer)
	if answer == Pass || answer == All {
		b.stage = heading
	}
	return true
}

// headNext asks for the group's order.
func (b *campaign) headNext() bool {
	o := &b.order
	o.Side, o.reaction = b.mover, false
	o.prepared = false
	what, h := b.orders(b.Choose(b.mover, o))
	b.goal, b.shore = h, hex.None
	switch what {
	case ToMarch:
		b.stage, b.dice, b.sum = walking, 0, 0
		b.shore = b.Vanguard().at.Hex()
	case ToAssault:
		b.stage, b.cursor = storming, 0
	case ToBreach:
		b.stage, b.dice = breaching, 0
	case ToEnter, ToLeave, ToSortie:
		b.change(what, h)
	default:
		b.endGroup(true)
	}
	return true
}

// change moves the group into a place apart, or out of one.
func (b *campaign) change(what Order, h hex.Hex) {
	from, to := b.column.Hex(), SpotIn(h, what == ToEnter)
	lead := b.Vanguard()
	for u := range b.Marchers() {
		u.sortied, u.halved, u.halted = what == ToSortie, false, true
		u.spent = b.allowance(u)
		b.put(u, to)
	}
	b.moved(lead, from, to, engine.Score{})
}

// moved reports that a group has moved, and lets the enemy react. Cost is what the leading
// unit has paid for the step; it is zero for a move that takes the whole allowance.
func (b *campaign) moved(lead *Unit, from hex.Hex, to Spot, cost engine.Score) {
	if b.Listening() {
		b.last = Throw{Side: lead.side, Unit: lead, Score: cost}
		b.Report(engine.Event{What: Moved, Who: lead.id, Whom: int32(from), N: int32(to)})
	}
	b.game.Hooks.Moved.Apply(b.whole, lead, engine.None{})
	b.come(to)
}

// MoveOf returns the whole movement allowance of a unit (S2).
func (b *position) MoveOf(u *Unit) int {
	if hook := &b.game.Hooks.Allowance; hook.Used() {
		return min(max(hook.Apply(b.whole, u, b.Score(u.kind.Move, u.kind.cause)).Total(), 0), MaxRating)
	}
	return u.kind.Move
}

func (b *position) allowance(u *Unit) int32 { return int32(b.MoveOf(u)) }

// endGroup ends the group's move at its present spot. If halted, the group does not move
// again in this turn.
func (b *campaign) endGroup(halted bool) {
	for u := range b.all {
		if u.marching {
			u.marching = false
			u.halted = u.halted || halted
		}
	}
	b.stage, b.cursor = marching, 0
	b.goal, b.shore, b.paid, b.dice, b.sum = hex.None, hex.None, 0, 0, 0
}

// walkNext moves the group one step (S2).
func (b *campaign) walkNext() bool {
	lead := b.Vanguard()
	if lead == nil || lead.halted || lead.at.Hex() == b.goal {
		b.endGroup(lead != nil && lead.halted)
		return false
	}
	if !b.land.terrains[lead.at.Hex()].Shut {
		b.shore = lead.at.Hex()
	}
	b.gather(&b.group, b.mover, b.column, isMarching)
	way, _, ok := b.search.Path(b.land.grid, lead.at.Hex(), b.goal, b.group.left, b.stepCost)
	if !ok { // an event on the way has closed it
		if b.goal = lead.at.Hex(); b.land.terrains[b.goal].Shut {
			b.turnBack(lead)
		}
		return false
	}
	from, to := way[0], way[1]
	if b.rollsWay(lead, from, to) {
		return true
	}
	b.paid, b.dice, b.sum = b.sum, 0, 0
	b.stride(from, to)
	return true
}

func isMarching(u *Unit) bool { return u.marching }

// turnBack returns a group to the hex that it came from, if it can go no further and may
// not stay (S2).
func (b *campaign) turnBack(lead *Unit) {
	from, to := lead.at.Hex(), SpotIn(b.shore, false)
	b.goal = b.shore
	for u := range b.Marchers() {
		u.spent, u.halved = b.allowance(u), false
		b.put(u, to)
	}
	b.moved(lead, from, to, engine.Score{})
}

// rollsWay rolls the next die for the way into a hex, or out of one (S2): one for the whole
// group. It reports whether there was a die to roll.
func (b *campaign) rollsWay(lead *Unit, from, to hex.Hex) bool {
	dice := 0
	for _, t := range [...]*Terrain{b.land.terrains[from], b.land.terrains[to]} {
		if t.Dice > 0 && b.anyRolls(t) {
			dice += t.Dice
		}
	}
	if int(b.dice) >= dice {
		return false
	}
	if b.Listening() {
		b.last = Throw{Side: lead.side, Unit: lead, Spot: SpotIn(to, false)}
	}
	die := b.Roll(b.game.Rules.Die, 0)
	b.dice++
	b.sum += int32(min(max(b.game.Hooks.WayDie.Apply(b.whole, Stride{lead.side, from, to}, die), 0), MaxRating+1))
	if b.Listening() {
		b.last = Throw{Side: lead.side, Unit: lead, Spot: SpotIn(to, false), Die: die}
		b.Report(engine.Event{What: Struggled, Who: lead.id, Whom: int32(to), N: int32(die)})
	}
	return true
}

func (b *movement) anyRolls(t *Terrain) bool {
	return b.anyIn(b.mover, b.column, func(u *Unit) bool { return u.marching && t.Rolls(u.kind) })
}

// stride moves the group into the next hex. A unit that cannot pay the dice stays, and has
// no movement points left.
func (b *campaign) stride(from, to hex.Hex) {
	at, side := SpotIn(to, false), b.mover
	foe := b.meets(side, to)
	over := b.besiegesSite(side, at) && !b.holdsSpot(enemy(side), at) // S4: flyers may go in
	between := b.land.side(from, to)
	var lead *Unit
	var paid engine.Score
	for u := range b.Marchers() {
		score := b.StepCost(u, from, to)
		cost := int32(pays(score))
		if b.land.terrains[to].Rolls(u.kind) || b.land.terrains[from].Rolls(u.kind) {
			if cost = b.paid; int(cost) > b.Left(u) {
				u.spent, u.marching, u.halted = b.allowance(u), false, true
				continue
			}
			if between != nil && between.Wall && !u.kind.flies() {
				cost, score = b.allowance(u), b.Score(b.MoveOf(u), causeWall)
			} else {
				score = b.Score(int(cost), causeRolled)
			}
		}
		u.spent = min(u.spent+cost, b.allowance(u))
		u.halved = between.wets()                   // S3.2: in case of a battle
		u.halted = foe && !(over && u.kind.flies()) // S3.1
		b.put(u, at)
		if lead == nil {
			lead, paid = u, score
		}
	}
	if lead == nil { // all units have stayed
		b.endGroup(true)
		return
	}
	b.moved(lead, from, at, paid)
}
