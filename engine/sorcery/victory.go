package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// S0: victory in a campaign. A scenario gives points for hexes and for eliminated strength,
// and may let a hex decide at once.

// takeSites gives each site to the only side with an army there.
func (w *War) takeSites() {
	for i, s := range w.land.sites {
		if side := w.alone(s.hex); side >= 0 && w.held[i] != side {
			w.held[i] = side
			w.battle.Report(engine.Event{What: Taken, Who: int32(side), N: int32(s.hex)})
			w.game.WarHooks.Taken.Apply(w.battle, Camp{side, SpotIn(s.hex, false)}, engine.None{})
		}
	}
}

// army reports whether a side has any unit of an army left.
func (w Theater) army(side engine.Side) bool {
	return w.fight.Any(func(u *fight.Unit) bool { return u.Side() == side && u.Troop() && w.At(u) >= 0 })
}

// Points returns the present total of a side's goals.
func (w Theater) Points(side engine.Side) engine.Score {
	score := w.battle.Score(0, causeGoals)
	for i := range w.land.campaign.Goals {
		goal := &w.land.campaign.Goals[i]
		switch {
		case goal.Side != side:
		case goal.Hold == hex.None:
			score = score.Add(goal.Points*(int(w.lost[fight.Enemy(side)])/goal.Per), causeDestroyed)
		case w.Holder(goal.Hold) == side:
			score = score.Add(goal.Points, causeHeld)
		}
	}
	return w.game.WarHooks.Points.Apply(w.battle, side, score)
}

// Causes of points.
var (
	causeGoals     = &engine.Cause{Text: "goals", Rule: "S0"}
	causeHeld      = &engine.Cause{Text: "a hex that is held", Rule: "S0"}
	causeDestroyed = &engine.Cause{Text: "strength that was eliminated", Rule: "S0"}
)

// wonAtOnce ends the campaign if a side has no army left, or holds a hex that wins at once.
// It reports whether it has ended it.
func (w *War) wonAtOnce() bool {
	first, second := w.reading().army(fight.Attacker), w.reading().army(fight.Defender)
	switch {
	case !first && !second:
		w.finish(engine.Draw, fight.Ruin)
		return true
	case !first:
		w.finish(fight.Defender, Annihilated)
		return true
	case !second:
		w.finish(fight.Attacker, Annihilated)
		return true
	}
	for i := range w.land.campaign.Goals {
		if goal := &w.land.campaign.Goals[i]; goal.AtOnce && w.reading().Holder(goal.Hold) == goal.Side {
			w.aim = goal.Hold
			w.finish(goal.Side, Conquered)
			return true
		}
	}
	return false
}

// count ends the campaign at its last turn, by points.
func (w *War) count() {
	first, second := w.reading().Points(fight.Attacker).Total(), w.reading().Points(fight.Defender).Total()
	winner := w.land.campaign.Favors
	switch {
	case first > second:
		winner = fight.Attacker
	case second > first:
		winner = fight.Defender
	case winner < 0:
		winner = engine.Draw
	}
	w.finish(winner, ByPoints)
}

// The endings of a campaign (S0), after those of a fight.
const (
	Annihilated fight.Ending = fight.TimeUp + 1 + iota // a side has no army left
	Conquered                                          // a side holds a hex that wins at once
	ByPoints                                           // the turn limit was reached
)

// finish ends the campaign.
func (w *War) finish(winner engine.Side, how fight.Ending) {
	w.stage = ended
	r := fight.NewResult(w.game.WarHooks.Victor.Apply(w.battle, winner, winner), how, w.turn)
	w.battle.End(r)
	w.game.WarHooks.CampaignEnd.Apply(w.battle, r, engine.None{})
}

// Outcome returns the result of the campaign in words.
func (w *War) Outcome() string {
	r := w.fight.Result()
	who := "nobody"
	if r.Winner >= 0 {
		who = w.fight.SideName(r.Winner)
	}
	when := fmt.Sprintf("%s wins in turn %d", who, r.Rounds)
	switch r.Ending {
	case Annihilated:
		return when + ": the enemy has no army left"
	case fight.Ruin:
		return when + ": neither side has an army left"
	case Conquered:
		return when + ": it holds " + w.reading().PlaceName(w.aim)
	case ByPoints:
		return fmt.Sprintf("%s by points: %s has %d, %s has %d", when,
			w.fight.SideName(fight.Attacker), w.reading().Points(fight.Attacker).Total(), w.fight.SideName(fight.Defender), w.reading().Points(fight.Defender).Total())
	}
	return "the campaign is not decided"
}
