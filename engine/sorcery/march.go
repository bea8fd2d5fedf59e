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
func (w Theater) mayMarch(u *Unit) *Ruling {
	switch {
	case u.status != Afield:
		return &isGone
	case u.bound:
		return &militia
	case u.marching:
		return &chosen
	case u.halted:
		return &hasMoved
	case w.battle.Reading().Left(u) == 0:
		return &noPoints
	case w.engagedWith(u):
		return &withEnemies
	}
	return w.game.Hooks.March.Apply(w.battle, u, nil)
}

// engagedWith reports whether enemies are in the spot of a unit, and either side has an
// army there: characters alone do not halt each other.
func (w Theater) engagedWith(u *Unit) bool {
	return w.holdsSpot(enemy(u.side), u.at) && w.troopsIn(Attacker, u.at)+w.troopsIn(Defender, u.at) > 0
}

// mayJoin returns nil, or the rule that forbids a unit to join the marching group.
func (w Theater) mayJoin(u *Unit) *Ruling {
	if u.at != w.column {
		return &otherStack
	}
	return w.mayMarch(u)
}

// anyJoins reports whether any unit may go along.
func (w Theater) anyJoins() bool {
	return w.anyIn(w.mover, w.column, func(u *Unit) bool { return w.mayJoin(u) == nil })
}

// Marchers yields the units of the marching group, which are all in one spot. Vanguard
// returns the first of them, or nil.
func (w Theater) Marchers() iter.Seq[*Unit] {
	return func(yield func(*Unit) bool) {
		for u := range w.UnitsIn(w.mover, w.column) {
			if u.marching && !yield(u) {
				return
			}
		}
	}
}
func (w Theater) Vanguard() *Unit {
	for u := range w.Marchers() {
		return u
	}
	return nil
}

// marchNext asks which unit moves. If none does, the movement phase ends.
func (w *War) marchNext() bool {
	w.side, w.cursor = w.mover, 0
	if n, _ := w.battle.candidates(PickMarch); n == 0 {
		w.battle.enter(besieging)
		return false
	}
	if answer := w.battle.pick(PickMarch); answer != Pass {
		u := w.picked(answer)
		u.marching, w.column = true, u.at
		w.stage = grouping
	} else {
		w.battle.enter(besieging)
	}
	return true
}

// groupNext asks which units go along.
func (w *War) groupNext() bool {
	if w.side = w.mover; !w.reading().anyJoins() {
		w.stage = heading
		return false
	}
	answer := w.battle.pick(PickGroup)
	w.battle.markPicked(PickGroup, answer)
	if answer == Pass || answer == All {
		w.stage = heading
	}
	return true
}

// headNext asks for the group's order.
func (w *War) headNext() bool {
	o := &w.order
	o.Side, o.reaction = w.mover, false
	o.prepared = false
	what, h := w.reading().orders(w.battle.Choose(w.mover, o))
	w.goal, w.shore = h, hex.None
	switch what {
	case ToMarch:
		w.stage, w.dice, w.sum = walking, 0, 0
		w.shore = w.reading().Vanguard().at.Hex()
	case ToAssault:
		w.stage, w.cursor = storming, 0
	case ToBreach:
		w.stage, w.dice = breaching, 0
	case ToEnter, ToLeave, ToSortie:
		w.change(what, h)
	default:
		w.endGroup(true)
	}
	return true
}

// change moves the group into a place apart, or out of one.
func (w *War) change(what Order, h hex.Hex) {
	from, to := w.column.Hex(), SpotIn(h, what == ToEnter)
	lead := w.reading().Vanguard()
	for u := range w.reading().Marchers() {
		u.sortied, u.halved, u.halted = what == ToSortie, false, true
		u.spent = w.allowance(u)
		w.put(u, to)
	}
	w.moved(lead, from, to, engine.Score{})
}

// moved reports that a group has moved, and lets the enemy react. Cost is what the leading
// unit has paid for the step; it is zero for a move that takes the whole allowance.
func (w *War) moved(lead *Unit, from hex.Hex, to Spot, cost engine.Score) {
	if w.battle.Listening() {
		w.battle.last = Throw{Side: lead.side, Unit: lead, Score: cost}
		w.battle.Report(engine.Event{What: Moved, Who: lead.id, Whom: int32(from), N: int32(to)})
	}
	w.game.Hooks.Moved.Apply(w.battle, lead, engine.None{})
	w.come(to)
}

// MoveOf returns the whole movement allowance of a unit, Left the number of movement points
// that it has left in this turn (S2).
func (b Position) MoveOf(u *Unit) int {
	if hook := &b.game.Hooks.Allowance; hook.Used() {
		return min(max(hook.Apply(b.battle, u, b.Score(u.kind.Move, u.kind.cause)).Total(), 0), MaxRating)
	}
	return u.kind.Move
}
func (b Position) Left(u *Unit) int { return max(b.MoveOf(u)-int(u.spent), 0) }

func (w *war) allowance(u *Unit) int32 { return int32(w.battle.Reading().MoveOf(u)) }

// endGroup ends the group's move at its present spot. If halted, the group does not move
// again in this turn.
func (w *War) endGroup(halted bool) {
	for u := range w.all {
		if u.marching {
			u.marching = false
			u.halted = u.halted || halted
		}
	}
	w.stage, w.cursor = marching, 0
	w.goal, w.shore, w.paid, w.dice, w.sum = hex.None, hex.None, 0, 0, 0
}

// walkNext moves the group one step (S2).
func (w *War) walkNext() bool {
	lead := w.reading().Vanguard()
	if lead == nil || lead.halted || lead.at.Hex() == w.goal {
		w.endGroup(lead != nil && lead.halted)
		return false
	}
	if !w.land.terrains[lead.at.Hex()].Shut {
		w.shore = lead.at.Hex()
	}
	w.reading().gather(&w.group, w.mover, w.column, isMarching)
	way, _, ok := w.search.Path(w.land.grid, lead.at.Hex(), w.goal, w.group.left, w.stepCost)
	if !ok { // an event on the way has closed it
		if w.goal = lead.at.Hex(); w.land.terrains[w.goal].Shut {
			w.turnBack(lead)
		}
		return false
	}
	from, to := way[0], way[1]
	if w.rollsWay(lead, from, to) {
		return true
	}
	w.paid, w.dice, w.sum = w.sum, 0, 0
	w.stride(from, to)
	return true
}

func isMarching(u *Unit) bool { return u.marching }

// turnBack returns a group to the hex that it came from, if it can go no further and may
// not stay (S2).
func (w *War) turnBack(lead *Unit) {
	from, to := lead.at.Hex(), SpotIn(w.shore, false)
	w.goal = w.shore
	for u := range w.reading().Marchers() {
		u.spent, u.halved = w.allowance(u), false
		w.put(u, to)
	}
	w.moved(lead, from, to, engine.Score{})
}

// rollsWay rolls the next die for the way into a hex, or out of one (S2): one for the whole
// group. It reports whether there was a die to roll.
func (w *War) rollsWay(lead *Unit, from, to hex.Hex) bool {
	dice := 0
	for _, t := range [...]*Terrain{w.land.terrains[from], w.land.terrains[to]} {
		if t.Dice > 0 && w.reading().anyRolls(t) {
			dice += t.Dice
		}
	}
	if int(w.dice) >= dice {
		return false
	}
	if w.battle.Listening() {
		w.battle.last = Throw{Side: lead.side, Unit: lead, Spot: SpotIn(to, false)}
	}
	die := w.battle.Roll(w.game.Rules.Die, 0)
	w.dice++
	w.sum += int32(min(max(w.game.Hooks.WayDie.Apply(w.battle, Stride{lead.side, from, to}, die), 0), MaxRating+1))
	if w.battle.Listening() {
		w.battle.last = Throw{Side: lead.side, Unit: lead, Spot: SpotIn(to, false), Die: die}
		w.battle.Report(engine.Event{What: Struggled, Who: lead.id, Whom: int32(to), N: int32(die)})
	}
	return true
}

func (w Theater) anyRolls(t *Terrain) bool {
	return w.anyIn(w.mover, w.column, func(u *Unit) bool { return u.marching && t.Rolls(u.kind) })
}

// stride moves the group into the next hex. A unit that cannot pay the dice stays, and has
// no movement points left.
func (w *War) stride(from, to hex.Hex) {
	at, side := SpotIn(to, false), w.mover
	foe := w.reading().meets(side, to)
	over := w.reading().besiegesSite(side, at) && !w.holdsSpot(enemy(side), at) // S4: flyers may go in
	between := w.land.side(from, to)
	var lead *Unit
	var paid engine.Score
	for u := range w.reading().Marchers() {
		score := w.reading().StepCost(u, from, to)
		cost := int32(pays(score))
		if w.land.terrains[to].Rolls(u.kind) || w.land.terrains[from].Rolls(u.kind) {
			if cost = w.paid; int(cost) > w.battle.Reading().Left(u) {
				u.spent, u.marching, u.halted = w.allowance(u), false, true
				continue
			}
			if between != nil && between.Wall && !u.kind.flies() {
				cost, score = w.allowance(u), w.battle.Score(w.battle.Reading().MoveOf(u), causeWall)
			} else {
				score = w.battle.Score(int(cost), causeRolled)
			}
		}
		u.spent = min(u.spent+cost, w.allowance(u))
		u.halved = between.wets()                   // S3.2: in case of a battle
		u.halted = foe && !(over && u.kind.flies()) // S3.1
		w.put(u, at)
		if lead == nil {
			lead, paid = u, score
		}
	}
	if lead == nil { // all units have stayed
		w.endGroup(true)
		return
	}
	w.moved(lead, from, at, paid)
}

// Form returns the question that these units would get if they moved together, or why they
// cannot. Use it on a copy: it ends any other move.
func (b *Battle) Form(units ...*Unit) (*Ordering, error) {
	for u := range b.all {
		u.marching = false
	}
	for i, u := range units {
		var r *Ruling
		if r = b.War().mayMarch(u); r == nil && i > 0 && u.at != units[0].at {
			r = &otherStack
		}
		if r != nil {
			return nil, &Ruling{Rule: r.Rule, Text: b.Reading().Label(u) + ": " + r.Text}
		}
		u.marching = true
	}
	b.mover, b.war().column = units[0].side, units[0].at
	o := &b.war().order
	o.Side, o.reaction, o.prepared = units[0].side, false, false
	return o, nil
}
