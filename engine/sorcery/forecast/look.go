// Package forecast computes exact odds for events in a battle or campaign of sorcery, by
// the rules themselves. A [Look] is a copy of a battle that holds only what a seat sees
// (S6). It has these methods:
//
//	RoundOdds   a combat round: losses, casualties, surviving strength (S3)
//	Reactions   the dice of leaders who react (S3.1)
//	Breach      the dice of a breach (S4)
//	Assault     the dice of an assault (S4)
//	Supply      the units that starve in a stack that is too large (S1)
//	Path, Reach the cost of a march, and its results (S2)
//	Approaches  the distances of the enemy
//
// None of them changes the original battle:
//
//	l := forecast.NewLook(b.Reading())
//	l.Renew(fight.Omniscient)
//	for _, s := range l.Storms(hex.None) {
//		breach, ok := l.Breach(s)
//		...
//	}
package forecast

import (
	"houserule/engine"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
)

// A Look is a copy of a battle for computing the odds of dice. Scripts may roll, choose or
// fail in it without an effect on the original battle. Greedy players answer their
// questions. Scores list their terms.
type Look struct {
	battle *fight.Battle
	of     fight.Position
	seat   engine.Side // the seat of the viewer
}

// NewLook returns a look at a battle. Call [Look.Renew] before its other methods.
func NewLook(of fight.Position) *Look { return &Look{of: of} }

// Renew copies the present state of the battle into the look, as far as a seat sees it, and
// clears the look's error. A seat below 0 sees everything.
func (l *Look) Renew(seat engine.Side) {
	if l.battle == nil || l.battle.Err() != nil {
		l.battle = l.of.Fresh().(*fight.Battle)
		table := engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{})
		table.Explain(true)
		l.battle.Sit(table)
	}
	l.battle.Copy(l.of)
	if l.seat = seat; seat >= 0 {
		l.battle.Veil(seat)
	}
}

// Reading returns the copy for reading. Err returns the error of a script.
func (l *Look) Reading() fight.Position { return l.battle.Reading() }
func (l *Look) Err() error              { return l.battle.Err() }

// die returns the distribution of the game's die.
func (l *Look) die() odds.Distribution[int] { return odds.Die(l.battle.Game().Rules.Die) }

// Strength returns the strength with which a unit inflicts losses, in halves of a point.
// After the fighting of a round it is the strength for the next round.
func (l *Look) Strength(u *fight.Unit) int {
	score := l.Reading().StrengthOf(u)
	switch n := 2 * score.Total(); {
	case l.Reading().Phase() == fight.Parting:
		return 2 * without(score, isCharge)
	case l.Reading().HalvedNow(u):
		return n / 2
	default:
		return n
	}
}

// Morale returns the greatest die with which a unit passes a check. After the fighting of a
// round its dice no longer count (S3.4).
func (l *Look) Morale(u *fight.Unit) int {
	score := l.Reading().MoraleOf(u)
	if l.Reading().Phase() == fight.Parting {
		return without(score, func(t engine.Term) bool { return t.Why != nil && t.Why.Rule == "S3.4" })
	}
	return score.Total()
}

// isCharge reports whether a term comes from a charge (S3.2).
func isCharge(t engine.Term) bool {
	return t.Op == engine.Times && t.Why != nil && t.Why.Rule == "S3.2"
}

// without returns the total of a score that lists its terms, without the terms that drop
// selects.
func without(score engine.Score, drop func(engine.Term) bool) int {
	var rest []engine.Term
	for _, t := range score.Terms() {
		if !drop(t) {
			rest = append(rest, t)
		}
	}
	return engine.Total(rest)
}
