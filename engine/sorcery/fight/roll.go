package fight

import "houserule/engine"

// Whole is the number of parts in a point, for losses: a strength is in halves of a point,
// and a loss is a percentage of it (S3.4).
const Whole = 2 * 100

// A Throw is a die that was rolled, or is about to be.
type Throw struct {
	Side  engine.Side
	Unit  *Unit        // the unit that checks morale, or leads reinforcements; nil: the die of a side (S3.2)
	Score engine.Score // the total of a side's die; for other dice the number to compare with; in a war the cost of a step (S2)
	Die   int          // 0: not rolled yet
	Pass  bool
}

// Throws records a die, for listeners of its event.
func (b *Battle) Throws(t Throw) { b.last = t }

// rollNext rolls a die for each side, the attacker first (S3.2).
func (b *Battle) rollNext() bool {
	if b.turns == Seats {
		b.compare()
		b.enter(losing)
		return false
	}
	side := b.side
	b.pass()
	f := &b.forces[side]
	if b.Listening() { // a player who rolls by hand learns the purpose of the die
		b.last = Throw{Side: side}
	}
	die := b.Roll(b.game.Rules.Die, 0)
	die = b.game.Hooks.Rolled.Apply(b.battle, Roll{side, die}, die)
	score := b.Reading().totalOf([Seats]measure{b.forces[Attacker].measure, b.forces[Defender].measure}, side, die)
	f.die, f.total = int32(die), int32(score.Total())
	if b.Listening() {
		b.last = Throw{Side: side, Score: score, Die: die}
		b.Report(engine.Event{What: Rolled, Who: int32(side), N: f.total})
	}
	return true
}

// totalOf returns the die of a side with its modifiers, by the strengths of both
// sides (S3.2).
func (b Position) totalOf(of [Seats]measure, side engine.Side, die int) engine.Score {
	f, rules := &b.forces[side], &b.game.Rules
	score := b.Score(die, causeDie)
	if u := b.at(f.leader); u != nil {
		score = score.Add(u.kind.Leadership, causeLeader)
		if _, _, is := b.LeadsStrangers(u); is {
			score = score.Add(-rules.StrangerLeader, causeStranger)
		}
	}
	for a := range Arms {
		if b.prevails(of, side, a) {
			score = score.Add(rules.ClassBonus, causeArms[a])
		}
	}
	return b.game.Hooks.Total.Apply(b.battle, side, score)
}

// LeadsStrangers reports whether too few of the units that a character leads are of its
// race (S3.2). It also returns the number of those, and of all its units.
func (b Position) LeadsStrangers(leader *Unit) (same, units int, is bool) {
	for u := range b.Line(leader.side) {
		if !u.engaged {
			continue
		}
		units++
		if u.kind.race == leader.kind.race {
			same++
		}
	}
	return same, units, same*100 < units*b.game.Rules.LeaderShare
}

// prevails reports whether a side has the modifier for an arm: it needs any strength in the
// arm, and at least twice the enemy's. Inside a besieged place cavalry has none (S4).
func (b Position) prevails(of [Seats]measure, side engine.Side, a Arm) bool {
	own, other := of[side].arms[a], of[Enemy(side)].arms[a]
	return own > 0 && own >= b.game.Rules.ClassFactor*other && !(a == Horse && b.field.Inside)
}

// compare applies the difference of the dice: the losses of both sides, and the modifiers
// of their morale (S3.4).
func (b *Battle) compare() {
	rules := &b.game.Rules
	high := Attacker
	if b.forces[Defender].total > b.forces[Attacker].total {
		high = Defender
	}
	low := Enemy(high)
	difference := min(int(b.forces[high].total-b.forces[low].total), rules.RoutDifference)
	b.forces[high].shift, b.forces[low].shift = int8(-difference), int8(difference)
	if difference == rules.RoutDifference {
		b.forces[high].sure, b.forces[low].routed = true, true
	}
	var percent [Seats]int // inflicted by each side
	percent[high], percent[low] = rules.Percent(difference), rules.Percent(-difference)
	for side := range Seats {
		other := Enemy(side)
		owed := b.forces[side].owed
		b.forces[side].owed = 0
		b.suffer(side, b.forces[other].strength*percent[other]+owed)
	}
}

// Percent returns the loss that a side inflicts if its die exceeds the enemy's by a
// difference, in percent of its strength (S3.4).
func (r *Rules) Percent(difference int) int {
	most := r.RoutDifference
	return min(max(r.LossEqual+r.LossStep*min(max(difference, -most), most), 0), 100)
}

// Rounded returns a loss, in parts of a point, after the rounding of the house rules.
func (r *Rules) Rounded(loss int) int {
	switch r.LossesRound {
	case "nearest":
		return (loss + Whole/2) / Whole * Whole
	case "up":
		return (loss + Whole - 1) / Whole * Whole
	}
	return loss
}

// suffer records the loss that a side must take, in parts of a point. It is exact, unless
// the house rules round it.
func (b *Battle) suffer(side engine.Side, loss int) {
	loss = max(b.game.Hooks.Losses.Apply(b.battle, side, b.game.Rules.Rounded(loss)), 0)
	b.forces[side].loss = loss
	if loss > 0 {
		b.Report(engine.Event{What: Suffers, Who: int32(side), N: int32(min(loss, 1<<31-1))})
	}
}
