// Package forecast tells what may come in a battle or campaign of sorcery, and how
// likely it is: exactly, by the rules themselves. A [Look] is a copy of a battle
// that holds only what a seat sees (S6), in which all of this is asked:
//
//	RoundOdds   a combat round: losses, casualties, who is left (S3)
//	Reactions   the dice of leaders who react (S3.1)
//	Breach      the dice of a breach, and
//	Assault     those of an assault (S4)
//	Supply      who starves in a stack that is too large (S1)
//	Path, Reach what a march costs, and what comes of it (S2)
//	Approaches  how far the enemy is
//
// Nothing of it changes the battle that is looked at:
//
//	l := forecast.NewLook(b)
//	l.Renew(sorcery.Omniscient)
//	for _, s := range l.Storms(hex.None) {
//		breach, ok := l.Breach(s)
//		...
//	}
package forecast

import (
	"houserule/engine"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/engine/sorcery"
)

// A Look is a copy of a battle, in which may be asked what would be rolled: scripts
// may roll or choose for that, or fail, and the battle that is looked at does not
// know of it. What they ask greedy players answer. Scores list their terms. The
// error of a script is that of the look: Err.
type Look struct {
	*sorcery.Battle
	of   *sorcery.Battle
	seat engine.Side // whose look it is
}

// NewLook returns a look at a battle. [Look.Renew] comes first.
func NewLook(of *sorcery.Battle) *Look { return &Look{of: of} }

// Renew makes the look the battle as it stands, as far as a seat sees it, without
// an error. Below 0 the seat sees everything.
func (l *Look) Renew(seat engine.Side) {
	if l.Battle == nil || l.Err() != nil {
		l.Battle = l.of.Fresh().(*sorcery.Battle)
		table := engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{})
		table.Explain(true)
		l.Sit(table)
	}
	l.CopyFrom(l.of)
	if l.seat = seat; seat >= 0 {
		l.Veil(seat)
	}
}

// die is a die of the game.
func (l *Look) die() odds.Distribution[int] { return odds.Die(l.Game().Rules.Die) }

// Strength returns what a unit inflicts losses with, in halves of a point. When the
// round is fought that is what it has for the next one.
func (l *Look) Strength(u *sorcery.Unit) int {
	score := l.StrengthOf(u)
	switch n := 2 * score.Total(); {
	case l.Phase() == sorcery.Parting:
		return 2 * without(score, isCharge)
	case l.HalvedNow(u):
		return n / 2
	default:
		return n
	}
}

// Morale returns the greatest die with which a unit passes a check. When the round
// is fought its dice no longer count (S3.4).
func (l *Look) Morale(u *sorcery.Unit) int {
	score := l.MoraleOf(u)
	if l.Phase() == sorcery.Parting {
		return without(score, func(t engine.Term) bool { return t.Why != nil && t.Why.Rule == "S3.4" })
	}
	return score.Total()
}

// isCharge reports whether a term is that of a charge (S3.2).
func isCharge(t engine.Term) bool {
	return t.Op == engine.Times && t.Why != nil && t.Why.Rule == "S3.2"
}

// without is the total of a score that explains without some of its terms.
func without(score engine.Score, drop func(engine.Term) bool) int {
	var rest []engine.Term
	for _, t := range score.Terms() {
		if !drop(t) {
			rest = append(rest, t)
		}
	}
	return engine.Total(rest)
}
