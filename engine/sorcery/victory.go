package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
)

// S0: victory in a campaign. A scenario gives points for hexes and for eliminated strength,
// and may let a hex decide at once.

// takeSites gives each site to the only side with an army there.
func (b *campaign) takeSites() {
	for i, s := range b.land.sites {
		if side := b.alone(s.hex); side >= 0 && b.held[i] != side {
			b.held[i] = side
			b.Report(engine.Event{What: Taken, Who: int32(side), N: int32(s.hex)})
			b.game.Hooks.Taken.Apply(b.whole, Camp{side, SpotIn(s.hex, false)}, engine.None{})
		}
	}
}

// army reports whether a side has any unit of an army left.
func (b *position) army(side engine.Side) bool {
	return b.any(func(u *Unit) bool { return u.side == side && u.Troop() && u.at >= 0 })
}

// Points returns the present total of a side's goals.
func (b *position) Points(side engine.Side) engine.Score {
	score := b.Score(0, causeGoals)
	for i := range b.land.campaign.Goals {
		goal := &b.land.campaign.Goals[i]
		switch {
		case goal.Side != side:
		case goal.Hold == hex.None:
			score = score.Add(goal.Points*(int(b.lost[enemy(side)])/goal.Per), causeDestroyed)
		case b.Holder(goal.Hold) == side:
			score = score.Add(goal.Points, causeHeld)
		}
	}
	return b.game.Hooks.Points.Apply(b.whole, side, score)
}

// Causes of points.
var (
	causeGoals     = &engine.Cause{Text: "goals", Rule: "S0"}
	causeHeld      = &engine.Cause{Text: "a hex that is held", Rule: "S0"}
	causeDestroyed = &engine.Cause{Text: "strength that was eliminated", Rule: "S0"}
)

// wonAtOnce ends the campaign if a side has no army left, or holds a hex that wins at once.
// It reports whether it has ended it.
func (b *campaign) wonAtOnce() bool {
	first, second := b.army(Attacker), b.army(Defender)
	switch {
	case !first && !second:
		b.finish(engine.Draw, Ruin)
		return true
	case !first:
		b.finish(Defender, Annihilated)
		return true
	case !second:
		b.finish(Attacker, Annihilated)
		return true
	}
	for i := range b.land.campaign.Goals {
		if goal := &b.land.campaign.Goals[i]; goal.AtOnce && b.Holder(goal.Hold) == goal.Side {
			b.aim = goal.Hold
			b.finish(goal.Side, Conquered)
			return true
		}
	}
	return false
}

// count ends the campaign at its last turn, by points.
func (b *campaign) count() {
	first, second := b.Points(Attacker).Total(), b.Points(Defender).Total()
	winner := b.land.campaign.Favors
	switch {
	case first > second:
		winner = Attacker
	case second > first:
		winner = Defender
	case winner < 0:
		winner = engine.Draw
	}
	b.finish(winner, ByPoints)
}

// finish ends the campaign.
func (b *campaign) finish(winner engine.Side, how Ending) {
	b.stage = over
	winner = seatOf(b.game.Hooks.Victor.Apply(b.whole, winner, winner))
	b.result = Result{Winner: winner, Ending: how, Rounds: int(b.turn)}
	b.Report(engine.Event{What: Ended, Who: int32(winner), N: int32(how)})
	b.game.Hooks.CampaignEnd.Apply(b.whole, b.result, engine.None{})
}

// outcome returns the result of the campaign in words.
func (b *position) outcome() string {
	r := b.result
	who := "nobody"
	if r.Winner >= 0 {
		who = b.SideName(r.Winner)
	}
	when := fmt.Sprintf("%s wins in turn %d", who, r.Rounds)
	switch r.Ending {
	case Annihilated:
		return when + ": the enemy has no army left"
	case Ruin:
		return when + ": neither side has an army left"
	case Conquered:
		return when + ": it holds " + b.PlaceName(b.aim)
	case ByPoints:
		return fmt.Sprintf("%s by points: %s has %d, %s has %d", when,
			b.SideName(Attacker), b.Points(Attacker).Total(), b.SideName(Defender), b.Points(Defender).Total())
	}
	return "the campaign is not decided"
}
