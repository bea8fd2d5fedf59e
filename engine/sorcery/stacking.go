package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// S1: stacking, at the start of a game turn.

// feedNext looks for the next stack that is too large: first of the side that moves first,
// then of the other.
func (w *War) feedNext() bool {
	for ; w.turns < fight.Seats; w.pass() {
		for spots := int32(len(w.top[w.side])); w.cursor < spots; w.cursor++ {
			s := Spot(w.cursor)
			if !w.holdsSpot(w.side, s) {
				continue
			}
			if over := w.reading().over(w.side, s); over > 0 {
				die := int32(w.game.Rules.Die)
				w.due, w.rest, w.short = int32(over)/die, int32(over)%die, false
				w.battle.Report(engine.Event{What: Crowded, Who: int32(w.side), Whom: int32(s), N: int32(over)})
				w.stage = starving
				return w.starveNext()
			}
		}
	}
	w.startSide(fight.Attacker)
	return true
}

// over returns the weight of a stack above its limit.
func (w Theater) over(side engine.Side, s Spot) int {
	weight := w.WeightIn(side, s).Total()
	if weight == 0 {
		return 0
	}
	return weight - max(w.LimitOf(side, s).Total(), 0)
}

// WeightIn returns the weight of a side's units in a spot at the next check of stacking
// (S1). S4: in a siege it is multiplied by the number of turns that the siege has lasted by
// then.
func (w Theater) WeightIn(side engine.Side, s Spot) engine.Score { return w.WeightWith(side, s, nil) }

// WeightWith returns WeightIn as if more units were in the spot.
func (w Theater) WeightWith(side engine.Side, s Spot, more []*fight.Unit) engine.Score {
	weight := 0
	for u := range w.UnitsIn(side, s) {
		weight += w.weighs(u)
	}
	for _, u := range more {
		weight += w.weighs(u)
	}
	score := w.battle.Score(min(weight, MaxPoints), causeWeight)
	if at := w.siegeOf(side, s); at != nil {
		turns := at.Turns
		if w.stage > starving { // it counts one more before the next check
			turns++
		}
		score = score.Times(turns, 1, causeLasted)
	}
	return score
}

// weighs returns the weight of a unit for stacking (S1).
func (w Theater) weighs(u *fight.Unit) int {
	if !u.Troop() {
		return 0
	}
	return max(w.game.WarHooks.Weight.Apply(w.battle, u, w.battle.Score(u.Kind().Weight, u.Kind().Cause())).Total(), 0)
}

// LimitOf returns the weight that a side may stack in a spot (S1). S4: besiegers get
// nothing of what a site adds.
func (w Theater) LimitOf(side engine.Side, s Spot) engine.Score {
	h := s.Hex()
	t, f := w.land.terrains[h], w.land.features[h]
	var score engine.Score
	switch {
	case f == nil:
		score = w.battle.Score(t.Limit, causeTerrainLimit)
	case s.Inside() && f.Apart:
		score = w.battle.Score(f.Limit, causePlace)
	case f.Site && w.siegeAround(side, s) != nil:
		score = w.BesiegedLimit(h)
	case f.Site && w.besiegesSite(side, s):
		score = w.battle.Score(t.Limit, causeTerrainLimit)
	case f.Instead:
		score = w.battle.Score(f.Limit, causePlace)
	default:
		score = w.battle.Score(t.Limit, causeTerrainLimit).Add(f.Limit, causePlace)
	}
	return w.game.WarHooks.Limit.Apply(w.battle, Camp{side, s}, score)
}

// BesiegedLimit returns the weight that the besieged may stack in a site (S1).
func (w Theater) BesiegedLimit(h hex.Hex) engine.Score {
	t, f := w.land.terrains[h], w.land.features[h]
	if !f.forages {
		return w.battle.Score(f.Besieged, causeSiege)
	}
	return w.battle.Score(t.Limit, causeTerrainLimit).Add(f.Besieged, causeSiege)
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
func (w *War) starveNext() bool {
	side, s := w.side, Spot(w.cursor)
	if w.rest > 0 {
		need := int(w.rest) + 1
		if w.game.WarHooks.Hunger.Used() {
			need = 0 // every face matters
		}
		if w.battle.Listening() {
			w.throws(fight.Throw{Side: side}, s)
		}
		die := w.game.WarHooks.Hunger.Apply(w.battle, Camp{side, s}, w.battle.Roll(w.game.Rules.Die, need))
		if die <= int(w.rest) {
			w.due++
		}
		if w.battle.Listening() {
			w.throws(fight.Throw{Side: side, Die: die, Pass: die > int(w.rest)}, s)
			w.battle.Report(engine.Event{What: Hungered, Who: int32(side), Whom: int32(s), N: w.rest})
		}
		w.rest = 0
		return true
	}
	if w.due == 0 {
		return w.endStarving(side, s)
	}
	n, only := w.battle.Candidates(w.side, PickStarved)
	switch n {
	case 0:
		w.due = 0
		return false
	case 1:
	default:
		only = w.fight.Unit(w.battle.Pick(w.side, PickStarved) - fight.Picked)
	}
	w.due--
	w.short = true
	w.battle.Lose(only)
	return true
}

// endStarving demoralizes the rest of a stack that has lost a unit (S1).
func (w *War) endStarving(side engine.Side, s Spot) bool {
	short := w.short
	if short {
		for u := range w.UnitsIn(side, s) {
			if u.Troop() {
				w.battle.Shake(u)
			}
		}
	}
	w.short = false
	w.stage = feeding
	w.cursor++
	return short
}

var weightless = fight.Ruling{Rule: "S1", Text: "it does not count for stacking"}

// mayStarve returns nil, or the rule that forbids the loss of a unit.
func (w Theater) mayStarve(u *fight.Unit) *fight.Ruling {
	switch {
	case w.At(u) != Spot(w.cursor):
		return &notInStack
	case !u.Troop() || u.Kind().Weight == 0:
		return &weightless
	}
	return nil
}
