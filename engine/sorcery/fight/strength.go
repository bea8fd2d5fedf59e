package fight

import (
	"slices"

	"houserule/engine"
)

// S3.2: strengths, and their sums.

// Causes of terms, which `why` prints.
var (
	causeAdded    = &engine.Cause{Text: "spells and abilities", Rule: "S3.2"}
	causeGiven    = &engine.Cause{Text: "strength that a script gives"}
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

// StrengthOf returns the strength with which a unit inflicts losses (S3.2), before it is
// halved.
func (b Position) StrengthOf(u *Unit) engine.Score {
	score := b.Score(u.kind.Inflicts(u.demoralized), u.kind.cause)
	if u.added != 0 {
		score = score.Add(int(u.added), causeAdded)
	}
	if u.charging {
		score = score.Times(b.game.Rules.ChargeFactor, 1, causeCharge)
	}
	if b.lone >= 0 && u.Troop() {
		score = score.Times(b.field.Single, 1, causeSingle)
	}
	return b.game.Hooks.Strength.Apply(b.battle, u, score)
}

// halves returns the strength with which a unit inflicts losses, in halves of a point.
func (b Position) halves(u *Unit) int {
	score := b.StrengthOf(u)
	if b.HalvedNow(u) {
		return score.Total()
	}
	return 2 * score.Total()
}

// DefenseOf returns the loss that a unit covers. S3.5: a charge does not double it.
func (b Position) DefenseOf(u *Unit) engine.Score {
	score := b.Score(int(u.kind.defense[Flag(u.demoralized)]), u.kind.cause)
	if t := b.field.Terrain; t != nil && u.kind.factors[t.index] != 1 {
		score = score.Times(int(u.kind.factors[t.index]), 1, causeTerrain)
	}
	if b.lone >= 0 {
		score = score.Times(b.field.Single, 1, causeSingle)
	}
	return b.game.Hooks.Defense.Apply(b.battle, u, score)
}

// Counts reports whether a unit counts as an arm (S3.2).
func (b Position) Counts(u *Unit, a Arm) bool {
	return b.game.Hooks.Counts.Apply(b.battle, Part{u, a}, u.counts(a))
}

// measured returns the total strengths of both sides (S3.2).
func (b Position) measured() (of [Seats]measure) {
	for side := range b.forces {
		f, m := &b.forces[side], &of[side]
		for _, id := range f.line {
			b.measureUnit(m, &b.units[id])
		}
		if b.lone >= 0 { // S7: characters add up
			for _, id := range f.heads {
				b.measureUnit(m, &b.units[id])
			}
		}
		m.strength += b.addition(f)
	}
	return of
}

func (b Position) measureUnit(m *measure, u *Unit) {
	if !b.Contributes(u) {
		return
	}
	n := b.halves(u)
	m.strength += n
	for a := range Arms {
		if b.Counts(u, a) {
			m.arms[a] += n
		}
	}
}

// addition returns what characters add to the strength, in halves of a point. S3.2: for
// each race their leadership, up to the strength of its units.
func (b Position) addition(f *force) int {
	sum := 0
	for i, id := range f.heads {
		u := &b.units[id]
		adds := func(id int32) bool { c := &b.units[id]; return c.adds && c.kind.race == u.kind.race }
		if !u.adds || slices.ContainsFunc(f.heads[:i], adds) {
			continue
		}
		leadership, strength := 0, 0
		for _, id := range f.heads[i:] {
			if adds(id) {
				leadership += 2 * b.units[id].kind.Leadership
			}
		}
		for _, id := range f.line {
			if t := &b.units[id]; t.kind.race == u.kind.race && b.Contributes(t) {
				strength += b.halves(t)
			}
		}
		sum += min(leadership, strength)
	}
	return sum
}

// Inflicts returns the strength with which a unit now inflicts losses, in points: in good
// order or demoralized, with what scripts have added, before a charge and hooks (S3.2).
func (b Position) Inflicts(u *Unit) int {
	return u.kind.Inflicts(u.demoralized) + int(u.added)
}
