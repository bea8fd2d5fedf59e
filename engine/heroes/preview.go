package heroes

import (
	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// Previews return the scores of possible rolls, and change nothing.

// Now returns the present stat of a living stack against no particular opponent: without
// walls, support and all other terms that depend on the opponent.
func (b *Position) Now(s *Stack, stat ability.Stat) engine.Score {
	card := s.top
	switch stat {
	case ability.MeleeScore, ability.RangedScore:
		how := attackBy(Kind(stat), 0, b.Swarms(s))
		score := b.startScore(int(card.power[stat]), card.cause).Add(int(card.levels), &causeUnder)
		score = b.adjust(score, stat, card.Creature, s, nil, how)
		for range how.Swarms() {
			score = score.Times(b.game.swarmNum, b.game.swarmDen, &causeSwarm) // H3.2
		}
		return score
	case ability.DefenseScore:
		return Blow{At: s}.modifyDefense(b, b.startScore(int(card.defense), card.cause), card)
	case ability.SupportValue:
		return s.sacValue(b)
	case ability.PhaseNumber:
		return s.phaseOf(b)
	case ability.OpportunityCount:
		return s.opportunityCount(b)
	}
	return b.startScore(0, nil)
}

// Acted reports whether a stack has had its opportunity in this round.
func (s *Stack) Acted() bool { return s.turn == done }

// Swarms returns the number of times that swarm multiplies the next attack of a stack
// (H3.2).
func (b *Position) Swarms(s *Stack) int {
	if b.act.by == s && b.act.heads == 0 {
		return b.act.swarms
	}
	return int(s.swarms)
}

// Aim returns the blow of a stack against n cards of another (nil: the Town Card) by a kind
// of attack, or the rule that forbids it. Spell is the index of the spell of a Cast.
func (b *Position) Aim(by *Stack, kind Kind, spell int, at *Stack, n int) (Blow, error) {
	target := TownCard
	if at != nil {
		target = int(at.id)
	}
	a := Act{asker: asker{b}, by: by, swarms: b.Swarms(by)}
	o := NewOption(Attack+Verb(kind), spell, target, n)
	if r := a.forbids(o); r != nil {
		return Blow{}, r
	}
	return a.Blow(o), nil
}

// Blow returns the attack of a stack against one card of another (nil: the Town Card) as it
// would be now, whether or not the rules allow it. Spell is the index of the spell of a
// Cast.
func (b *Position) Blow(by *Stack, kind Kind, spell int, at *Stack) Blow {
	return Blow{By: by, At: at, How: attackBy(kind, spell, b.Swarms(by)), N: 1}
}

// Influences returns the number of supports, effects and auras that scores may depend on.
func (b *Position) Influences() int { return len(b.supports) + len(b.effects) + len(b.auras) }

// Preview returns the strike of a blow with its present scores. Its die is 0.
func (b *Position) Preview(blow Blow) Strike {
	s := Strike{Blow: blow, Attack: b.AttackScore(blow), Defense: b.DefenseScore(blow)}
	s.Need = s.Defense.Total() - s.Attack.Total()
	return s
}

// DiceTouched reports whether scripts can change the dice of attacks or their results. If
// so, the faces of a strike do not give its probability.
func (b *Position) DiceTouched() bool {
	h := &b.game.Hooks
	return h.Dice.Used() || h.Rolled.Used() || h.Hit.Used()
}

// Faces returns the number of faces of the die with which a strike hits by its scores.
func (b *Position) Faces(s Strike) int { return b.game.Rules.Faces(s.Need) }

// Retaliation returns the retaliation of the target of a blow, and whether the target may
// make it now.
func (blow Blow) Retaliation(b *Position) (Blow, bool) {
	swarms := 0
	if b.game.Rules.RetaliationTakesSwarm {
		swarms = int(blow.At.swarms)
	}
	back := Blow{By: blow.At, At: blow.By, How: howRetaliation | attackBy(blow.How.Kind(), 0, swarms), N: 1}
	return back, blow.At.top != nil && back.mayRetaliate(b)
}

// LevelsUnder returns the sum of the levels of the cards under c (H2.1). Never reports
// whether c never retaliates, Always whether it does whenever it is attacked, and Unanswered
// whether its attacks provoke no retaliation.
func (c *Card) LevelsUnder() int { return int(c.levels) }
func (c *Card) Never() bool      { return c.never }
func (c *Card) Always() bool     { return c.always }
func (c *Card) Unanswered() bool { return c.unanswered }
