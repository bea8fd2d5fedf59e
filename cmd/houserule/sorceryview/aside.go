package sorceryview

import (
	"cmp"

	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sorcery"
)

// aside is a battle beside the one that is shown, which is asked what would be
// rolled: scripts may roll or choose for that, or fail, and the battle that is
// shown is not to know of it.
type aside struct {
	*sorcery.Battle
	table *engine.Table
}

// look is a copy of the battle with only what the viewer sees, so that no answer
// tells more (S6). What a script asks in it is answered
// as greedy would.
func (v *View) look() *aside {
	if v.aside == nil {
		v.aside = &aside{v.battle.Fresh().(*sorcery.Battle), engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{})}
		v.aside.table.Explain(true)
	}
	v.aside.Sit(v.aside.table)
	v.aside.CopyFrom(v.battle)
	if v.Veils() {
		v.aside.Veil(v.viewer())
	}
	return v.aside
}

// looked notes what has failed in a look, and returns it.
func (v *View) looked(a *aside) error {
	err := a.table.Err()
	if err != nil {
		v.failed, v.aside = cmp.Or(v.failed, err), nil
	}
	return err
}

// strengthOf is what a unit inflicts losses with, in halves of a point. When
// the round is fought that is what it has for the next one.
func strengthOf(b *sorcery.Battle, u *sorcery.Unit) int {
	score := b.StrengthOf(u)
	n := 2 * score.Total()
	if b.Phase() == sorcery.Parting {
		return 2 * without(score, isCharge)
	}
	if b.HalvedNow(u) {
		n /= 2
	}
	return n
}

// moraleOf is the greatest die with which a unit passes a check. When the
// round is fought its dice no longer count (S3.4).
func moraleOf(b *sorcery.Battle, u *sorcery.Unit) int {
	score := b.MoraleOf(u)
	if b.Phase() == sorcery.Parting {
		return without(score, func(t engine.Term) bool { return t.Why != nil && t.Why.Rule == "S3.4" })
	}
	return score.Total()
}

// isCharge is the term of a charge (S3.2).
func isCharge(t engine.Term) bool {
	return t.Op == engine.Times && t.Why != nil && t.Why.Rule == "S3.2"
}

// without is what a score that explains comes to without some of its terms.
func without(score engine.Score, drop func(engine.Term) bool) int {
	var rest []engine.Term
	for _, t := range score.Terms() {
		if !drop(t) {
			rest = append(rest, t)
		}
	}
	return engine.Total(rest)
}

// inflicts tells whether a unit's strength counts in this round: that of one
// that fights, but for who withdraws without being in the rear guard (S3.7).
func inflicts(b *sorcery.Battle, u *sorcery.Unit) bool {
	return u.Engaged() && (u.Guards() || !b.Withdrawing(u.Side()))
}

// printed is what is printed on a unit as its strength to attack with, and to
// defend itself with.
func printed(k *sorcery.Kind) (attack, defense int) {
	if k.Role != sorcery.Troop {
		return k.Fighting, k.Endurance
	}
	return cmp.Or(k.Attack, k.Strength), cmp.Or(k.Defense, k.Strength)
}
