package sorcery

import "houserule/engine"

// Causes of the terms of a reaction (S3.1).
var (
	causeReaction = &engine.Cause{Text: "dice", Rule: "S3.1"}
	causeEnemyWay = &engine.Cause{Text: "the enemy's way in", Rule: "S3.1"}
	causeOwnWay   = &engine.Cause{Text: "the way in", Rule: "S3.1"}
	causeSpeed    = &engine.Cause{Text: "the faster", Rule: "S3.1"}
	causeSlowness = &engine.Cause{Text: "the slower", Rule: "S3.1"}
)

// A Pace is the range of the movement allowances of some units, and the cost of the most
// expensive of their ways into a hex.
type Pace struct {
	Slowest, Fastest int // movement allowances
	Cost             int // movement points, the maximum over all units
}

// With returns the pace with one more unit, on the way into a terrain; a nil terrain costs
// 1. The zero Pace is the pace of no units.
func (p Pace) With(k *Kind, into *Terrain) Pace {
	cost := 1
	if into != nil {
		cost = into.weighs(k)
	}
	if p == (Pace{}) {
		return Pace{k.Move, k.Move, cost}
	}
	return Pace{min(p.Slowest, k.Move), max(p.Fastest, k.Move), max(p.Cost, cost)}
}

// React adds the nine modifiers of a reaction to its dice: from the paces of both
// groups and the leader's rating (S3.1).
func React(dice engine.Score, react, move Pace, leadership int) engine.Score {
	score := dice.Add(move.Cost, causeEnemyWay).Add(-react.Cost, causeOwnWay).Add(leadership, causeLeader)
	for _, pair := range [...][2]int{{react.Slowest, move.Slowest}, {react.Fastest, move.Fastest}, {react.Slowest, move.Fastest}} {
		if pair[0] > pair[1] {
			score = score.Add(1, causeSpeed)
		}
	}
	for _, pair := range [...][2]int{{move.Slowest, react.Slowest}, {move.Fastest, react.Fastest}, {move.Slowest, react.Fastest}} {
		if pair[0] > pair[1] {
			score = score.Add(-1, causeSlowness)
		}
	}
	return score
}

// reinforceNext lets the next side name a leader in an adjacent hex that tries to bring
// units into the battle hex (S3.7).
func (b *Battle) reinforceNext() bool {
	for ; b.turns < Seats; b.pass() {
		if n, _ := b.candidates(PickScout); n == 0 {
			continue
		}
		if answer := b.pick(PickScout); answer != Pass {
			b.scout = b.picked(answer).id
			b.stage = mustering
		} else {
			b.pass()
		}
		return true
	}
	b.startRound()
	return true
}

var (
	notBeside = Ruling{Rule: "S3.7", Text: "it stands in no hex beside the battle"}
	hasTried  = Ruling{Rule: "S3.7", Text: "it has tried after this round"}
	noUnits   = Ruling{Rule: "S3.7", Text: "no unit in good order stands with it"}
	notWithIt = Ruling{Rule: "S3.1", Text: "it is no unit that stands with the leader"}
)

// mayScout returns nil, or the rule that forbids a leader to try to bring
// reinforcements.
func (b Position) mayScout(u *Unit) *Ruling {
	switch {
	case u.kind.Role != Character:
		return &noCharacter
	case u.status != Adjacent:
		return &notBeside
	case u.tried:
		return &hasTried
	case !b.followed(u, false):
		return &noUnits
	}
	return b.game.Hooks.Reinforce.Apply(b.battle, u, nil)
}

// followed reports whether a unit in the spot of a leader may go with it when the leader
// reacts or reinforces.
func (b Position) followed(leader *Unit, react bool) bool {
	return b.any(func(u *Unit) bool { return b.follows(u, leader, react) == nil })
}

// follows returns nil, or the rule that forbids a unit to go with a leader. Demoralized
// units do not enter an enemy's hex (S5), but may leave one.
func (b Position) follows(u, leader *Unit, react bool) *Ruling {
	switch {
	case !u.Troop() || u.side != leader.side || u.status != leader.status || u.hex != leader.hex || u.at != leader.at || u.bound:
		return &notWithIt
	case react && !b.War().openTo(u):
		return &cannotLeave
	case u.demoralized && !react:
		return &isDemoralized
	}
	return nil
}

// mayFollow returns nil, or the rule that forbids a unit to go with the leader that tries
// now.
func (b Position) mayFollow(u *Unit) *Ruling {
	if u.company {
		return &chosen
	}
	return b.follows(u, &b.units[b.scout], b.war.react)
}

// musterNext lets the owner name the units that go with the leader.
func (b *Battle) musterNext() bool {
	n, only := b.candidates(PickCompany)
	switch {
	case n == 1 && b.Reading().company() == 0:
		only.company = true
	case n > 0:
		answer := b.pick(PickCompany)
		if answer != Pass {
			b.markPicked(PickCompany, answer)
			return true
		}
		b.reactBy()
		return true
	}
	b.reactBy()
	return false
}

// reactBy lets the dice decide whether the named units come. The owner of a reacting group
// first names its destination (S3.1).
func (b *Battle) reactBy() {
	b.stage, b.sum, b.dice = reacting, 0, 0
	if b.war.react {
		b.stage = springing
	}
}

// company returns the number of units that go with the leader.
func (b Position) company() (n int) {
	for u := range b.all {
		n += int(flag(u.company))
	}
	return n
}

// reactNext rolls the dice of a reinforcement, one by one. S3.7: it is a reaction against
// units without movement allowance.
func (b *Battle) reactNext() bool {
	u, rules := &b.units[b.scout], &b.game.Rules
	if b.Listening() {
		b.last = Throw{Side: u.side, Unit: u}
	}
	b.sum += int32(b.Roll(b.game.Rules.Die, 0))
	if b.dice++; int(b.dice) < rules.ReactionDice {
		return true
	}
	score := b.Reading().reactionOf(u)
	came := score.Total() >= rules.ReactionNeed
	if b.Listening() {
		b.last = Throw{Side: u.side, Unit: u, Score: score, Die: int(b.sum), Pass: came}
		b.Report(engine.Event{What: Reacted, Who: u.id, N: b.sum})
	}
	u.tried = true
	if b.war.react {
		b.battle.campaign.spring(u, came)
		return true
	}
	b.arrive(u, came)
	b.scout, b.sum, b.dice = -1, 0, 0
	b.stage, b.cursor = reinforcing, 0
	return true
}

// reactionOf returns the dice of a leader with their modifiers.
func (b Position) reactionOf(leader *Unit) engine.Score {
	into := b.field.terrain
	if b.war.react {
		into = b.war.land.terrains[b.war.aim]
	}
	react, move := b.Paces(leader.side, into)
	score := React(b.Score(int(b.sum), causeReaction), react, move, leader.kind.Leadership)
	return b.game.Hooks.Reaction.Apply(b.battle, leader, score)
}

// Paces returns the pace of the units named so far to react or reinforce for a side, and
// the pace of the enemy's units that they meet, on their ways into a terrain. Only units of
// armies count. Units in a battle are slower than all others (S3.7).
func (b Position) Paces(side engine.Side, into *Terrain) (react, move Pace) {
	for u := range b.all {
		switch {
		case u.company:
			react = react.With(u.kind, into)
		case u.side == side || !u.Troop():
		case !b.Fighting() && u.marching, b.Fighting() && u.status == Standing:
			move = move.With(u.kind, into)
		}
	}
	if b.Fighting() {
		move.Slowest, move.Fastest = 0, 0
	}
	return react, move
}

// arrive moves a leader and its company into the hex, or leaves them in place.
func (b *Battle) arrive(leader *Unit, come bool) {
	for u := range b.all {
		if !u.company && u != leader {
			continue
		}
		u.company = false
		if come {
			u.status = Standing
			b.war.put(u, b.war.front)
			b.forces[u.side].enter(u)
			b.Report(engine.Event{What: Arrived, Who: u.id})
			b.game.Hooks.Arrived.Apply(b.battle, u, engine.None{})
		}
	}
}
