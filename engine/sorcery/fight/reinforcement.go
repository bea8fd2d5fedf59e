package fight

import "houserule/engine"

// An Attempt is the dice of a leader that reacts or reinforces, or of a way in a war.
type Attempt struct {
	Scout int32 // the leader that reacts or reinforces; -1: none
	Sum   int32 // sum so far of the dice
	Dice  int8  // number of the dice so far
}

// noAttempt is that of no leader.
var noAttempt = Attempt{Scout: -1}

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
		if n, _ := b.Candidates(b.side, PickScout); n == 0 {
			continue
		}
		if answer := b.Pick(b.side, PickScout); answer != Pass {
			b.attempt.Scout = b.picked(answer).id
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
	NoUnits   = Ruling{Rule: "S3.7", Text: "no unit in good order stands with it"}
	NotWithIt = Ruling{Rule: "S3.1", Text: "it is no unit that stands with the leader"}
)

// mayScout returns nil, or the rule that forbids a leader to try to bring
// reinforcements.
func (b Position) mayScout(u *Unit) *Ruling {
	switch {
	case u.kind.Role != Character:
		return &NoCharacter
	case u.status != Adjacent:
		return &notBeside
	case u.tried:
		return &hasTried
	case !b.Any(func(v *Unit) bool { return b.follows(v, u) == nil }):
		return &NoUnits
	}
	return b.game.Hooks.Reinforce.Apply(b.battle, u, nil)
}

// GoesWith reports whether a unit of an army stands with a leader that reinforces. In a war,
// it reports whether it may be with a leader that reacts.
func (u *Unit) GoesWith(leader *Unit) bool {
	return u.Troop() && u.side == leader.side && u.status == leader.status && u.hex == leader.hex && !u.bound
}

// follows returns nil, or the rule that forbids a unit to go with a leader that brings
// reinforcements. Demoralized units do not enter an enemy's hex (S5).
func (b Position) follows(u, leader *Unit) *Ruling {
	switch {
	case !u.GoesWith(leader):
		return &NotWithIt
	case u.demoralized:
		return &isDemoralized
	}
	return nil
}

// mayJoinIn returns nil, or the rule that forbids a unit to go with the leader that tries now.
func (b Position) mayJoinIn(u *Unit) *Ruling {
	if u.company {
		return &Chosen
	}
	return b.follows(u, &b.units[b.attempt.Scout])
}

// musterNext lets the owner name the units that go with the leader.
func (b *Battle) musterNext() bool {
	asked, done := b.NameCompany(b.side, PickCompany)
	if done {
		b.stage, b.attempt.Sum, b.attempt.Dice = reacting, 0, 0
	}
	return asked
}

// NameCompany lets the owner name the next unit that goes with the leader. It reports
// whether it has asked, and whether all are named.
func (b *Battle) NameCompany(side engine.Side, what Purpose) (asked, done bool) {
	n, only := b.Candidates(side, what)
	switch {
	case n == 0:
		return false, true
	case n == 1 && b.Reading().company() == 0:
		only.company = true
		return false, true
	}
	answer := b.Pick(side, what)
	if answer != Pass {
		b.Mark(what, answer)
	}
	return true, answer == Pass
}

// Accompany names a unit that goes with the leader. Dismiss ends an attempt: the leader and
// its company stay.
func (b *Battle) Accompany(u *Unit) { u.company = true }
func (b *Battle) Dismiss(a *Attempt) {
	for u := range b.All {
		u.company = false
	}
	*a = noAttempt
}

// Spend notes whether a leader has tried to react or reinforce.
func (b *Battle) Spend(u *Unit, tried bool) { u.tried = tried }

// company returns the number of units that go with the leader.
func (b Position) company() (n int) {
	for u := range b.All {
		n += int(Flag(u.company))
	}
	return n
}

// reactNext rolls the dice of a reinforcement, one by one. S3.7: it is a reaction against
// units without movement allowance.
func (b *Battle) reactNext() bool {
	u, into := &b.units[b.attempt.Scout], b.field.Terrain
	done, came := b.TryReaction(&b.attempt, u, func() (react, move Pace) { return b.Reading().Paces(u.side, into) })
	if done {
		b.arrive(u, came)
		b.attempt = noAttempt
		b.stage, b.cursor = reinforcing, 0
	}
	return true
}

// TryReaction rolls the next of a leader's dice. It reports whether it was the last, and
// whether the leader comes.
func (b *Battle) TryReaction(a *Attempt, u *Unit, paces func() (react, move Pace)) (done, came bool) {
	rules := &b.game.Rules
	if b.Listening() {
		b.last = Throw{Side: u.side, Unit: u}
	}
	a.Sum += int32(b.Roll(rules.Die, 0))
	if a.Dice++; int(a.Dice) < rules.ReactionDice {
		return false, false
	}
	react, move := paces()
	score := React(b.Score(int(a.Sum), causeReaction), react, move, u.kind.Leadership)
	score = b.game.Hooks.Reaction.Apply(b.battle, u, score)
	came = score.Total() >= rules.ReactionNeed
	if b.Listening() {
		b.last = Throw{Side: u.side, Unit: u, Score: score, Die: int(a.Sum), Pass: came}
		b.Report(engine.Event{What: Reacted, Who: u.id, N: a.Sum})
	}
	u.tried = true
	return true, came
}

// Paces returns the pace of the units named so far to reinforce a side, and the pace of the
// enemy's units in the fight, on their ways into a terrain. Only units of armies count.
// Units in a battle are slower than all others (S3.7).
func (b Position) Paces(side engine.Side, into *Terrain) (react, move Pace) {
	react, move = b.PacesOf(side, into, (*Unit).Stands)
	move.Slowest, move.Fastest = 0, 0
	return react, move
}

// PacesOf does what Paces does, for the units of the enemy that pass a test.
func (b Position) PacesOf(side engine.Side, into *Terrain, meets func(*Unit) bool) (react, move Pace) {
	for u := range b.All {
		switch {
		case u.company:
			react = react.With(u.kind, into)
		case u.side == side || !u.Troop():
		case meets(u):
			move = move.With(u.kind, into)
		}
	}
	return react, move
}

// arrive moves a leader and its company into the hex, or leaves them in place.
func (b *Battle) arrive(leader *Unit, come bool) {
	for u := range b.All {
		if !u.company && u != leader {
			continue
		}
		u.company = false
		if come {
			u.status = Standing
			if b.around != nil {
				b.around.Came(u)
			}
			b.forces[u.side].enter(u)
			b.Report(engine.Event{What: Arrived, Who: u.id})
			b.game.Hooks.Arrived.Apply(b.battle, u, engine.None{})
		}
	}
}
