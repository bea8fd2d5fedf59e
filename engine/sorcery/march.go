package sorcery

import (
	"iter"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// S2: movement. A player names a unit, the units that go along, and a destination. The
// group goes there step by step, so that the enemy may react to each step (S3.1).

var (
	militia     = fight.Ruling{Rule: "S4", Text: "militia stays where it is"}
	isGone      = fight.Ruling{Rule: "S0", Text: "it is out of the game"}
	hasMoved    = fight.Ruling{Rule: "S2", Text: "it has done all that it may in this turn"}
	noPoints    = fight.Ruling{Rule: "S2", Text: "it has no movement points left"}
	withEnemies = fight.Ruling{Rule: "S3.1", Text: "enemy units stand with it: they halt each other"}
	otherStack  = fight.Ruling{Rule: "S2", Text: "it does not stand with the others"}
)

// mayMarch returns nil, or the rule that forbids a unit to move.
func (w Theater) mayMarch(u *fight.Unit) *fight.Ruling {
	switch {
	case u.Status() != fight.Afield:
		return &isGone
	case u.Bound():
		return &militia
	case w.post(u).marching:
		return &fight.Chosen
	case w.post(u).halted:
		return &hasMoved
	case w.Left(u) == 0:
		return &noPoints
	case w.engagedWith(u):
		return &withEnemies
	}
	return w.game.WarHooks.March.Apply(w.battle, u, nil)
}

// engagedWith reports whether enemies are in the spot of a unit, and either side has an
// army there: characters alone do not halt each other.
func (w Theater) engagedWith(u *fight.Unit) bool {
	return w.holdsSpot(fight.Enemy(u.Side()), w.At(u)) && w.troopsIn(fight.Attacker, w.At(u))+w.troopsIn(fight.Defender, w.At(u)) > 0
}

// mayJoin returns nil, or the rule that forbids a unit to join the marching group.
func (w Theater) mayJoin(u *fight.Unit) *fight.Ruling {
	if w.At(u) != w.column {
		return &otherStack
	}
	return w.mayMarch(u)
}

// anyJoins reports whether any unit may go along.
func (w Theater) anyJoins() bool {
	return w.anyIn(w.mover, w.column, func(u *fight.Unit) bool { return w.mayJoin(u) == nil })
}

// Marchers yields the units of the marching group, which are all in one spot. Vanguard
// returns the first of them, or nil.
func (w Theater) Marchers() iter.Seq[*fight.Unit] {
	return func(yield func(*fight.Unit) bool) {
		for u := range w.UnitsIn(w.mover, w.column) {
			if w.post(u).marching && !yield(u) {
				return
			}
		}
	}
}
func (w Theater) Vanguard() *fight.Unit {
	for u := range w.Marchers() {
		return u
	}
	return nil
}

// marchNext asks which unit moves. If none does, the movement phase ends.
func (w *War) marchNext() bool {
	w.side, w.cursor = w.mover, 0
	if n, _ := w.battle.Candidates(w.side, PickMarch); n == 0 {
		w.enter(besieging)
		return false
	}
	if answer := w.battle.Pick(w.side, PickMarch); answer != fight.Pass {
		u := w.fight.Unit(answer - fight.Picked)
		w.post(u).marching, w.column = true, w.At(u)
		w.stage = grouping
	} else {
		w.enter(besieging)
	}
	return true
}

// groupNext asks which units go along.
func (w *War) groupNext() bool {
	if w.side = w.mover; !w.reading().anyJoins() {
		w.stage = heading
		return false
	}
	answer := w.battle.Pick(w.side, PickGroup)
	w.battle.Mark(PickGroup, answer)
	if answer == fight.Pass || answer == fight.All {
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
		w.stage, w.attempt.Dice, w.attempt.Sum = walking, 0, 0
		w.shore = w.At(w.reading().Vanguard()).Hex()
	case ToAssault:
		w.stage, w.cursor = storming, 0
	case ToBreach:
		w.stage, w.attempt.Dice = breaching, 0
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
		p := w.post(u)
		p.sortied, p.halted, p.spent = what == ToSortie, true, w.allowance(u)
		w.battle.Wade(u, false)
		w.put(u, to)
	}
	w.moved(lead, from, to, engine.Score{})
}

// moved reports that a group has moved, and lets the enemy react. Cost is what the leading
// unit has paid for the step; it is zero for a move that takes the whole allowance.
func (w *War) moved(lead *fight.Unit, from hex.Hex, to Spot, cost engine.Score) {
	if w.battle.Listening() {
		w.throws(fight.Throw{Side: lead.Side(), Unit: lead, Score: cost}, 0)
		w.battle.Report(engine.Event{What: Moved, Who: int32(lead.ID()), Whom: int32(from), N: int32(to)})
	}
	w.game.WarHooks.Moved.Apply(w.battle, lead, engine.None{})
	w.come(to)
}

// MoveOf returns the whole movement allowance of a unit, Left the number of movement points
// that it has left in this turn (S2).
func (w *war) MoveOf(u *fight.Unit) int {
	k := u.Kind()
	if hook := &w.game.WarHooks.Allowance; hook.Used() {
		return min(max(hook.Apply(w.battle, u, w.fight.Score(k.Move, k.Cause())).Total(), 0), fight.MaxRating)
	}
	return k.Move
}
func (w *war) Left(u *fight.Unit) int { return max(w.MoveOf(u)-int(w.post(u).spent), 0) }

func (w *war) allowance(u *fight.Unit) int32 { return int32(w.MoveOf(u)) }

// endGroup ends the group's move at its present spot. If halted, the group does not move
// again in this turn.
func (w *War) endGroup(halted bool) {
	for i := range w.posts {
		if p := &w.posts[i]; p.marching {
			p.marching = false
			p.halted = p.halted || halted
		}
	}
	w.stage, w.cursor = marching, 0
	w.goal, w.shore, w.paid, w.attempt.Dice, w.attempt.Sum = hex.None, hex.None, 0, 0, 0
}

// walkNext moves the group one step (S2).
func (w *War) walkNext() bool {
	lead := w.reading().Vanguard()
	if lead == nil || w.post(lead).halted || w.At(lead).Hex() == w.goal {
		w.endGroup(lead != nil && w.post(lead).halted)
		return false
	}
	if !w.land.terrains[w.At(lead).Hex()].Shut {
		w.shore = w.At(lead).Hex()
	}
	w.reading().gather(&w.group, w.mover, w.column, w.Marching)
	way, _, ok := w.reading().route(w.goal)
	if !ok { // an event on the way has closed it
		if w.goal = w.At(lead).Hex(); w.land.terrains[w.goal].Shut {
			w.turnBack(lead)
		}
		return false
	}
	from, to := way[0], way[1]
	if w.rollsWay(lead, from, to) {
		return true
	}
	w.paid, w.attempt.Dice, w.attempt.Sum = w.attempt.Sum, 0, 0
	w.stride(from, to)
	return true
}

// turnBack returns a group to the hex that it came from, if it can go no further and may
// not stay (S2).
func (w *War) turnBack(lead *fight.Unit) {
	from, to := w.At(lead).Hex(), SpotIn(w.shore, false)
	w.goal = w.shore
	for u := range w.reading().Marchers() {
		w.post(u).spent = w.allowance(u)
		w.battle.Wade(u, false)
		w.put(u, to)
	}
	w.moved(lead, from, to, engine.Score{})
}

// rollsWay rolls the next die for the way into a hex, or out of one (S2): one for the whole
// group. It reports whether there was a die to roll.
func (w *War) rollsWay(lead *fight.Unit, from, to hex.Hex) bool {
	dice := 0
	for _, t := range [...]*fight.Terrain{w.land.terrains[from], w.land.terrains[to]} {
		if t.Dice > 0 && w.reading().anyRolls(t) {
			dice += t.Dice
		}
	}
	if int(w.attempt.Dice) >= dice {
		return false
	}
	if w.battle.Listening() {
		w.throws(fight.Throw{Side: lead.Side(), Unit: lead}, SpotIn(to, false))
	}
	die := w.battle.Roll(w.game.Rules.Die, 0)
	w.attempt.Dice++
	w.attempt.Sum += int32(min(max(w.game.WarHooks.WayDie.Apply(w.battle, Stride{lead.Side(), from, to}, die), 0), fight.MaxRating+1))
	if w.battle.Listening() {
		w.throws(fight.Throw{Side: lead.Side(), Unit: lead, Die: die}, SpotIn(to, false))
		w.battle.Report(engine.Event{What: Struggled, Who: int32(lead.ID()), Whom: int32(to), N: int32(die)})
	}
	return true
}

func (w Theater) anyRolls(t *fight.Terrain) bool {
	return w.anyIn(w.mover, w.column, func(u *fight.Unit) bool { return w.post(u).marching && t.Rolls(u.Kind()) })
}

// stride moves the group into the next hex. A unit that cannot pay the dice stays, and has
// no movement points left.
func (w *War) stride(from, to hex.Hex) {
	at, side := SpotIn(to, false), w.mover
	foe := w.reading().meets(side, to)
	over := w.reading().besiegesSite(side, at) && !w.holdsSpot(fight.Enemy(side), at) // S4: flyers may go in
	between := w.land.side(from, to)
	var lead *fight.Unit
	var paid engine.Score
	for u := range w.reading().Marchers() {
		p, score := w.post(u), w.reading().StepCost(u, from, to)
		cost := int32(pays(score))
		if w.land.terrains[to].Rolls(u.Kind()) || w.land.terrains[from].Rolls(u.Kind()) {
			if cost = w.paid; int(cost) > w.Left(u) {
				p.spent, p.marching, p.halted = w.allowance(u), false, true
				continue
			}
			if between != nil && between.Wall && !u.Kind().Flies() {
				cost, score = w.allowance(u), w.battle.Score(w.MoveOf(u), causeWall)
			} else {
				score = w.battle.Score(int(cost), causeRolled)
			}
		}
		p.spent = min(p.spent+cost, w.allowance(u))
		w.battle.Wade(u, between.wets())              // S3.2: in case of a battle
		p.halted = foe && !(over && u.Kind().Flies()) // S3.1
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
func (w *War) Form(units ...*fight.Unit) (*Ordering, error) {
	for i := range w.posts {
		w.posts[i].marching = false
	}
	for i, u := range units {
		var r *fight.Ruling
		if r = w.reading().mayMarch(u); r == nil && i > 0 && w.At(u) != w.At(units[0]) {
			r = &otherStack
		}
		if r != nil {
			return nil, &fight.Ruling{Rule: r.Rule, Text: w.fight.Label(u) + ": " + r.Text}
		}
		w.post(u).marching = true
	}
	w.mover, w.column = units[0].Side(), w.At(units[0])
	o := &w.order
	o.Side, o.reaction, o.prepared = units[0].Side(), false, false
	return o, nil
}
