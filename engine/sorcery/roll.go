package sorcery

import "houserule/engine"

// Whole is the parts in which losses are counted that make a point: a strength
// is in halves, and what it inflicts a percentage of it (S3.4).
const Whole = 2 * 100

// Causes of terms, for `why`.
var (
	causeAdded    = &engine.Cause{Text: "spells and abilities", Rule: "S3.2"}
	causeCharge   = &engine.Cause{Text: "charging", Rule: "S3.2"}
	causeSingle   = &engine.Cause{Text: "alone against characters", Rule: "S7"}
	causeTerrain  = &engine.Cause{Text: "terrain", Rule: "S3.5"}
	causeDie      = &engine.Cause{Text: "die", Rule: "S3.2"}
	causeLeader   = &engine.Cause{Text: "leadership", Rule: "S3.2"}
	causeStranger = &engine.Cause{Text: "too few units of the leader's race", Rule: "S3.2"}
	causeArms     = [Arms]*engine.Cause{{Text: "cavalry", Rule: "S3.2"}, {Text: "archers", Rule: "S3.2"}, {Text: "flyers", Rule: "S3.2"}}
	causeMorale   = &engine.Cause{Text: "morale", Rule: "S5"}
	causeLent     = &engine.Cause{Text: "leadership that is lent", Rule: "S5"}
	causeDice     = &engine.Cause{Text: "dice of the round", Rule: "S3.4"}
)

// A Throw is a die that was rolled, or is to be rolled.
type Throw struct {
	Side  engine.Side
	Unit  *Unit        // that checks morale, or leads reinforcements; nil: the die of a side (S3.2)
	Score engine.Score // what the die of a side comes to; what the others are compared with
	Die   int          // 0: it is still to be rolled
	Pass  bool
}

// strengthOf is what a unit inflicts losses with (S3.2), before it is halved.
func (b *Battle) strengthOf(u *Unit) engine.Score {
	score := b.Score(int(u.kind.attack[flag(u.demoralized)]), u.kind.cause)
	if u.added != 0 {
		score = score.Add(int(u.added), causeAdded)
	}
	if u.charging {
		score = score.Times(b.game.Rules.ChargeFactor, 1, causeCharge)
	}
	if b.lone >= 0 && u.troop() {
		score = score.Times(b.start.single, 1, causeSingle)
	}
	return b.game.Hooks.Strength.Apply(b, u, score)
}

// halves is the same in halves of a point.
func (b *Battle) halves(u *Unit) int {
	score := b.strengthOf(u)
	if u.halved && b.game.Rules.HalveFirstRound {
		return score.Total()
	}
	return 2 * score.Total()
}

// defenseOf is what the loss of a unit comes to: never what a charge doubles
// (S3.5).
func (b *Battle) defenseOf(u *Unit) engine.Score {
	score := b.Score(int(u.kind.defense[flag(u.demoralized)]), u.kind.cause)
	if t := b.start.terrain; t != nil && u.kind.factors[t.index] != 1 {
		score = score.Times(int(u.kind.factors[t.index]), 1, causeTerrain)
	}
	if b.lone >= 0 {
		score = score.Times(b.start.single, 1, causeSingle)
	}
	return b.game.Hooks.Defense.Apply(b, u, score)
}

// counts tells whether a unit counts as an arm (S3.2).
func (b *Battle) counts(u *Unit, a Arm) bool {
	return b.game.Hooks.Counts.Apply(b, Part{u, a}, u.counts(a))
}

// measure totals the strengths of both sides (S3.2).
func (b *Battle) measure() {
	for side := range b.forces {
		f := &b.forces[side]
		f.strength, f.arms = 0, [Arms]int{}
		for _, id := range f.line {
			b.measureUnit(f, &b.units[id])
		}
		if b.lone >= 0 { // S7: characters add up
			for _, id := range f.heads {
				b.measureUnit(f, &b.units[id])
			}
		}
		if len(f.heads) > 1 {
			f.strength += b.addition(f)
		}
	}
}

func (b *Battle) measureUnit(f *force, u *Unit) {
	if !b.contributes(u) {
		return
	}
	n := b.halves(u)
	f.strength += n
	for a := range Arms {
		if b.counts(u, a) {
			f.arms[a] += n
		}
	}
}

// addition is what characters add to the strength, in halves: race for race
// their leadership, up to the strength of the units (S3.2).
func (b *Battle) addition(f *force) int {
	sum := 0
	for i, id := range f.heads {
		u := &b.units[id]
		if !u.adds || b.addsBefore(f.heads[:i], u.kind.race) {
			continue
		}
		leadership, strength := 0, 0
		for _, id := range f.heads[i:] {
			if c := &b.units[id]; c.adds && c.kind.race == u.kind.race {
				leadership += 2 * c.kind.Leadership
			}
		}
		for _, id := range f.line {
			if t := &b.units[id]; t.kind.race == u.kind.race && b.contributes(t) {
				strength += b.halves(t)
			}
		}
		sum += min(leadership, strength)
	}
	return sum
}

// addsBefore tells whether any of the heads adds leadership to that race.
func (b *Battle) addsBefore(heads []int32, race *Race) bool {
	for _, id := range heads {
		if u := &b.units[id]; u.adds && u.kind.race == race {
			return true
		}
	}
	return false
}

// rollNext rolls a die for each side, the attacker first (S3.2).
func (b *Battle) rollNext() bool {
	if b.side == Seats {
		b.compare()
		b.enter(losing)
		return false
	}
	side := b.side
	b.side++
	f := &b.forces[side]
	if b.Listening() { // who rolls by hand is told for what
		b.last = Throw{Side: side}
	}
	die := b.Roll(b.game.Rules.Die, 0)
	die = b.game.Hooks.Rolled.Apply(b, Roll{side, die}, die)
	score := b.totalOf(side, die)
	f.die, f.total = int32(die), int32(score.Total())
	if b.Listening() {
		b.last = Throw{Side: side, Score: score, Die: die}
		b.Report(engine.Event{What: Rolled, Who: int32(side), N: f.total})
	}
	return true
}

// totalOf is the die of a side with its modifiers (S3.2).
func (b *Battle) totalOf(side engine.Side, die int) engine.Score {
	f, rules := &b.forces[side], &b.game.Rules
	score := b.Score(die, causeDie)
	if u := b.at(f.leader); u != nil {
		score = score.Add(u.kind.Leadership, causeLeader)
		if b.stranger(f, u) {
			score = score.Add(-rules.StrangerLeader, causeStranger)
		}
	}
	for a := range Arms {
		if b.prevails(side, a) {
			score = score.Add(rules.ClassBonus, causeArms[a])
		}
	}
	return b.game.Hooks.Total.Apply(b, side, score)
}

// stranger tells whether too few of the units that a leader leads are of its
// race (S3.2).
func (b *Battle) stranger(f *force, leader *Unit) bool {
	units, same := 0, 0
	for _, id := range f.line {
		u := &b.units[id]
		if !u.engaged {
			continue
		}
		units++
		if u.kind.race == leader.kind.race {
			same++
		}
	}
	return same*100 < units*b.game.Rules.LeaderShare
}

// prevails tells whether a side has the modifier for an arm: any strength in
// it, and at least twice the enemy's. Inside a besieged place cavalry has none
// (S4).
func (b *Battle) prevails(side engine.Side, a Arm) bool {
	own, other := b.forces[side].arms[a], b.forces[enemy(side)].arms[a]
	return own > 0 && own >= b.game.Rules.ClassFactor*other && !(a == Horse && b.start.setup.Inside)
}

// compare is S3.4: what the difference of the dice has both sides lose, and
// what it makes of their morale.
func (b *Battle) compare() {
	rules := &b.game.Rules
	high := Attacker
	if b.forces[Defender].total > b.forces[Attacker].total {
		high = Defender
	}
	low := enemy(high)
	difference := min(int(b.forces[high].total-b.forces[low].total), rules.RoutDifference)
	b.forces[high].shift, b.forces[low].shift = int8(-difference), int8(difference)
	if difference == rules.RoutDifference {
		b.forces[high].sure, b.forces[low].routed = true, true
	}
	var percent [Seats]int // that each inflicts
	percent[high] = min(rules.LossEqual+rules.LossStep*difference, 100)
	percent[low] = max(rules.LossEqual-rules.LossStep*difference, 0)
	for side := range Seats {
		other := enemy(side)
		b.suffer(side, b.forces[other].strength*percent[other])
	}
}

// suffer notes what a side has to take, in parts of a point. They are exact,
// unless the house rounds them.
func (b *Battle) suffer(side engine.Side, loss int) {
	switch b.game.Rules.LossesRound {
	case "nearest":
		loss = (loss + Whole/2) / Whole * Whole
	case "up":
		loss = (loss + Whole - 1) / Whole * Whole
	}
	loss = max(b.game.Hooks.Losses.Apply(b, side, loss), 0)
	b.forces[side].loss = loss
	if loss > 0 {
		b.Report(engine.Event{What: Suffers, Who: int32(side), N: int32(min(loss, 1<<31-1))})
	}
}
