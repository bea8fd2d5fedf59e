package heroes

import "houserule/engine"

// Previews return the scores of possible rolls, and change nothing.

// Now returns the present stat of a living stack against no particular opponent: without
// walls, support and all other terms that depend on the opponent.
func (b *Position) Now(s *Stack, stat Stat) engine.Score {
	card := s.top
	switch stat {
	case MeleeScore, RangedScore:
		how := attackBy(Kind(stat), 0, b.Swarms(s))
		score := b.startScore(int(card.power[stat]), card.cause).Add(int(card.levels), &causeUnder)
		score = b.adjust(score, stat, card.Creature, s, nil, how)
		for range how.Swarms() {
			score = score.Times(b.game.swarmNum, b.game.swarmDen, &causeSwarm) // H3.2
		}
		return score
	case DefenseScore:
		return b.modifyDefense(b.startScore(int(card.defense), card.cause), Blow{At: s}, card)
	case SupportValue:
		return b.sacValue(s)
	case PhaseNumber:
		return b.phaseOf(s)
	}
	return b.startScore(0, nil)
}

// Printed returns a stat as the cards of a stack show it, without any change.
func (s *Stack) Printed(stat Stat) int {
	card := s.top
	switch stat {
	case MeleeScore, RangedScore:
		return int(card.own[stat])
	case DefenseScore:
		return int(card.defense)
	case SupportValue:
		return card.Level + int(card.levels)
	case PhaseNumber:
		return card.Phase
	}
	return 0
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
	if r := a.forbidsAttack(o); r != nil {
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

// AttackScore returns the present score of a blow. DefenseScore returns the score that the
// blow must reach.
func (b *Position) AttackScore(blow Blow) engine.Score  { return b.attackScore(blow) }
func (b *Position) DefenseScore(blow Blow) engine.Score { return b.defenseScore(blow) }

// Influences returns the number of supports, effects and auras that scores may depend on.
func (b *Position) Influences() int { return len(b.supports) + len(b.effects) + len(b.auras) }

// Preview returns the strike of a blow with its present scores. Its die is 0.
func (b *Position) Preview(blow Blow) Strike {
	s := Strike{Blow: blow, Attack: b.attackScore(blow), Defense: b.defenseScore(blow)}
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

// Reprisal returns the retaliation to a blow, and whether the rules allow it: with the
// target's present cards or, after a hit, without the cards killed.
func (b *Position) Reprisal(blow Blow, hit bool) (s Strike, ok bool) {
	if blow.At == nil {
		return Strike{}, false
	}
	aside := b.Suppose()
	at, by := aside.like(blow.At), aside.like(blow.By)
	top := at.top
	for n := blow.N; hit && n > 0 && top != nil; n-- {
		top = top.under
	}
	aside.WithTop(at, top, func() {
		var back Blow
		if back, ok = aside.Retaliation(Blow{By: by, At: at, How: blow.How, N: blow.N}); ok {
			s = aside.Preview(back)
			s.By, s.At = blow.At, blow.By
		}
	})
	aside.Done()
	return s, ok
}

// Retaliation returns the retaliation of the target of a blow, and whether the target may
// make it now.
func (b *Position) Retaliation(blow Blow) (Blow, bool) {
	swarms := 0
	if b.game.Rules.RetaliationTakesSwarm {
		swarms = int(blow.At.swarms)
	}
	back := Blow{By: blow.At, At: blow.By, How: howRetaliation | attackBy(blow.How.Kind(), 0, swarms), N: 1}
	return back, blow.At.top != nil && b.mayRetaliate(back)
}

// LevelsUnder returns the sum of the levels of the cards under c (H2.1). Never reports
// whether c never retaliates, Always whether it does whenever it is attacked, and Unanswered
// whether its attacks provoke no retaliation.
func (c *Card) LevelsUnder() int { return int(c.levels) }
func (c *Card) Never() bool      { return c.never }
func (c *Card) Always() bool     { return c.always }
func (c *Card) Unanswered() bool { return c.unanswered }
