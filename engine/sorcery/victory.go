package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
)

// S0: victory in a campaign. A scenario gives points for hexes and for eliminated strength,
// and may let a hex decide at once.

// takeSites gives each site to the only side with an army there.
func (w *War) takeSites() {
	for i, s := range w.land.sites {
		if side := w.alone(s.hex); side >= 0 && w.held[i] != side {
			w.held[i] = side
			w.battle.Report(engine.Event{What: Taken, Who: int32(side), N: int32(s.hex)})
			w.game.Hooks.Taken.Apply(w.battle, Camp{side, SpotIn(s.hex, false)}, engine.None{})
		}
	}
}

// army reports whether a side has any unit of an army left.
func (w Theater) army(side engine.Side) bool {
	return w.any(func(u *Unit) bool { return u.side == side && u.Troop() && u.at >= 0 })
}

// Points returns the present total of a side's goals.
func (w Theater) Points(side engine.Side) engine.Score {
	score := w.battle.Score(0, causeGoals)
	for i := range w.land.campaign.Goals {
		goal := &w.land.campaign.Goals[i]
		switch {
		case goal.Side != side:
		case goal.Hold == hex.None:
			score = score.Add(goal.Points*(int(w.lost[enemy(side)])/goal.Per), causeDestroyed)
		case w.Holder(goal.Hold) == side:
			score = score.Add(goal.Points, causeHeld)
		}
	}
	return w.game.Hooks.Points.Apply(w.battle, side, score)
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
	first, second := w.reading().army(Attacker), w.reading().army(Defender)
	switch {
	case !first && !second:
		w.finish(engine.Draw, Ruin)
		return true
	case !first:
		w.finish(Defender, Annihilated)
		return true
	case !second:
		w.finish(Attacker, Annihilated)
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
	first, second := w.reading().Points(Attacker).Total(), w.reading().Points(Defender).Total()
	winner := w.land.campaign.Favors
	switch {
	case first > second:
		winner = Attacker
	case second > first:
		winner = Defender
	case winner < 0:
		winner = engine.Draw
	}
	w.finish(winner, ByPoints)
}

// finish ends the campaign.
func (w *War) finish(winner engine.Side, how Ending) {
	w.stage = over
	winner = seatOf(w.game.Hooks.Victor.Apply(w.battle, winner, winner))
	w.battle.result = Result{Winner: winner, Ending: how, Rounds: int(w.turn)}
	w.battle.Report(engine.Event{What: Ended, Who: int32(winner), N: int32(how)})
	w.game.Hooks.CampaignEnd.Apply(w.battle, w.battle.result, engine.None{})
}

// outcome returns the result of the campaign in words.
func (w *War) outcome() string {
	r := w.battle.result
	who := "nobody"
	if r.Winner >= 0 {
		who = w.battle.Reading().SideName(r.Winner)
	}
	when := fmt.Sprintf("%s wins in turn %d", who, r.Rounds)
	switch r.Ending {
	case Annihilated:
		return when + ": the enemy has no army left"
	case Ruin:
		return when + ": neither side has an army left"
	case Conquered:
		return when + ": it holds " + w.reading().PlaceName(w.aim)
	case ByPoints:
		return fmt.Sprintf("%s by points: %s has %d, %s has %d", when,
			w.battle.Reading().SideName(Attacker), w.reading().Points(Attacker).Total(), w.battle.Reading().SideName(Defender), w.reading().Points(Defender).Total())
	}
	return "the campaign is not decided"
}
