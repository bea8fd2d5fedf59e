package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
)

// S1: stacking, at the start of a game turn.

// feedNext looks for the next stack that is too large: first of the side that moves first,
// then of the other.
func (b *campaign) feedNext() bool {
	for ; b.turns < Seats; b.pass() {
		for spots := int32(len(b.top[b.side])); b.cursor < spots; b.cursor++ {
			s := Spot(b.cursor)
			if !b.holdsSpot(b.side, s) {
				continue
			}
			if over := b.over(b.side, s); over > 0 {
				die := int32(b.game.Rules.Die)
				b.due, b.rest, b.short = int32(over)/die, int32(over)%die, false
				b.Report(engine.Event{What: Crowded, Who: int32(b.side), Whom: int32(s), N: int32(over)})
				b.stage = starving
				return b.starveNext()
			}
		}
	}
	b.startSide(Attacker)
	return true
}

// over returns the weight of a stack above its limit.
func (b *movement) over(side engine.Side, s Spot) int {
	weight := b.WeightIn(side, s).Total()
	if weight == 0 {
		return 0
	}
	return weight - max(b.LimitOf(side, s).Total(), 0)
}

// WeightIn returns the weight of a side's units in a spot at the next check of stacking
// (S1). S4: in a siege it is multiplied by the number of turns that the siege has lasted by
// then.
func (b *movement) WeightIn(side engine.Side, s Spot) engine.Score { return b.WeightWith(side, s, nil) }

// WeightWith returns WeightIn as if more units were in the spot.
func (b *movement) WeightWith(side engine.Side, s Spot, more []*Unit) engine.Score {
	weight := 0
	for u := range b.UnitsIn(side, s) {
		weight += b.weighs(u)
	}
	for _, u := range more {
		weight += b.weighs(u)
	}
	score := b.Score(min(weight, MaxPoints), causeWeight)
	if at := b.siegeOf(side, s); at != nil {
		turns := at.Turns
		if b.stage > starving { // it counts one more before the next check
			turns++
		}
		score = score.Times(turns, 1, causeLasted)
	}
	return score
}

// weighs returns the weight of a unit for stacking (S1).
func (b *movement) weighs(u *Unit) int {
	if !u.Troop() {
		return 0
	}
	return max(b.game.Hooks.Weight.Apply(b.whole, u, b.Score(u.kind.Weight, u.kind.cause)).Total(), 0)
}

// LimitOf returns the weight that a side may stack in a spot (S1). S4: besiegers get
// nothing of what a site adds.
func (b *movement) LimitOf(side engine.Side, s Spot) engine.Score {
	h := s.Hex()
	t, f := b.land.terrains[h], b.land.features[h]
	var score engine.Score
	switch {
	case f == nil:
		score = b.Score(t.Limit, causeTerrainLimit)
	case s.Inside() && f.Apart:
		score = b.Score(f.Limit, causePlace)
	case f.Site && b.siegeAround(side, s) != nil:
		score = b.BesiegedLimit(h)
	case f.Site && b.besiegesSite(side, s):
		score = b.Score(t.Limit, causeTerrainLimit)
	case f.Instead:
		score = b.Score(f.Limit, causePlace)
	default:
		score = b.Score(t.Limit, causeTerrainLimit).Add(f.Limit, causePlace)
	}
	return b.game.Hooks.Limit.Apply(b.whole, Camp{side, s}, score)
}

// BesiegedLimit returns the weight that the besieged may stack in a site (S1).
func (b *movement) BesiegedLimit(h hex.Hex) engine.Score {
	t, f := b.land.terrains[h], b.land.features[h]
	if !f.forages {
		return b.Score(f.Besieged, causeSiege)
	}
	return b.Score(t.Limit, causeTerrainLimit).Add(f.Besieged, causeSiege)
}

// Causes of the terms of a weight, and of a limit.
var (
	causeWeight       = &engine.Cause{Text: "the units", Rule: "S1"}
	causeLasted       = &engine.Cause{Text: "turns of the siege at the next check", Rule: "S4"}
	causeTerrainLimit = &engine.Cause{Text: "the terrain", Rule: "S1"}
	causePlace        = &engine.Cause{Text: "the place", Rule: "S1"}
	causeSiege        = &engine.Cause{Text: "besieged", Rule: "S1"}
)

// starveNext removes units from a stack that is too large. S1: one for each full six above
// the limit, and one more on a die not above the rest.
func (b *campaign) starveNext() bool {
	side, s := b.side, Spot(b.cursor)
	if b.rest > 0 {
		need := int(b.rest) + 1
		if b.game.Hooks.Hunger.Used() {
			need = 0 // every face matters
		}
		if b.Listening() {
			b.last = Throw{Side: side, Spot: s}
		}
		die := b.game.Hooks.Hunger.Apply(b.whole, Camp{side, s}, b.Roll(b.game.Rules.Die, need))
		if die <= int(b.rest) {
			b.due++
		}
		if b.Listening() {
			b.last = Throw{Side: side, Spot: s, Die: die, Pass: die > int(b.rest)}
			b.Report(engine.Event{What: Hungered, Who: int32(side), Whom: int32(s), N: b.rest})
		}
		b.rest = 0
		return true
	}
	if b.due == 0 {
		return b.endStarving(side, s)
	}
	n, only := b.candidates(PickStarved)
	switch n {
	case 0:
		b.due = 0
		return false
	case 1:
	default:
		only = b.picked(b.pick(PickStarved))
	}
	b.due--
	b.short = true
	b.eliminate(only)
	return true
}

// endStarving demoralizes the rest of a stack that has lost a unit (S1).
func (b *campaign) endStarving(side engine.Side, s Spot) bool {
	short := b.short
	if short {
		for u := range b.UnitsIn(side, s) {
			if u.Troop() {
				b.demoralize(u)
			}
		}
	}
	b.short = false
	b.stage = feeding
	b.cursor++
	return short
}

var weightless = Ruling{Rule: "S1", Text: "it does not count for stacking"}

// mayStarve returns nil, or the rule that forbids the loss of a unit.
func (b *movement) mayStarve(u *Unit) *Ruling {
	switch {
	case u.at != Spot(b.cursor):
		return &notInStack
	case !u.Troop() || u.kind.Weight == 0:
		return &weightless
	}
	return nil
}
