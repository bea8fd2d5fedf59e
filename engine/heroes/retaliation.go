package heroes

import "houserule/engine"

// A retort is the result of a chance to retaliate.
type retort uint8

const (
	unable retort = iota // the rules allowed no retaliation
	saved                // kept for a later attack (H5.3)
	made
)

// An Answer is the moment at which the target of an attack strikes back (H5).
type Answer uint8

// The moments: after its losses (H5.1); when the attack is rolled, before the
// losses; before the attack is rolled (H9.6).
const (
	AfterLosses Answer = iota
	BeforeLosses
	BeforeAttack
)

// Answer returns the moment at which the target of a blow strikes back, if it does. The
// target is a stack.
func (b *Position) Answer(blow Blow) Answer {
	when := AfterLosses
	if blow.At.top.strikesFirst {
		when = BeforeAttack
	}
	return b.game.Hooks.Answer.Apply(b.whole, blow, when)
}

// retaliate lets the target of a blow strike back (H5).
func (blow Blow) retaliate(b *Battle) retort {
	s := blow.At
	back := Blow{By: s, At: blow.By, How: howRetaliation | attackBy(blow.How.Kind(), 0, 0), N: 1}
	if !back.mayRetaliate(&b.Position) {
		return unable
	}
	rules := &b.game.Rules
	if rules.RetaliationTakesSwarm {
		back.How |= How(s.swarms) << howSwarm
	}
	most := 1
	if rules.RetaliationSwats {
		most = back.At.SwatLimit(rules)
	}
	if !rules.RetaliationForced || most > 1 { // H5.3
		r := &b.reply
		r.what, r.side, r.blow, r.most, r.must = WhetherRetaliate, s.side, back, most, rules.RetaliationForced
		back.N = int32(b.Choose(s.side, &b.reply))
		if back.N == 0 {
			return saved
		}
	}
	back.carryOut(b)
	return made
}

// carryOut carries out a retaliation.
func (back Blow) carryOut(b *Battle) {
	s := back.By
	s.answered++
	b.Report(engine.Event{What: Retaliated, Who: s.id, Whom: back.At.id})
	back.strike(b, false)
	if b.game.Rules.RetaliationTakesSupport {
		s.useSupport(b, back.How)
	}
	if back.How.Swarms() > 0 { // the retaliation has taken the swarm
		s.swarms = 0
		if s.stance == Swarming {
			s.stance = NoStance
		}
	}
}

// mayRetaliate reports whether a stack may make the retaliation back. H5.1, H5.2: in kind,
// once a round, never against a spell or a retaliation.
func (back Blow) mayRetaliate(b *Position) bool {
	kind := back.How.Kind()
	if kind == Cast {
		return false
	}
	c := back.By.top
	if kind == Ranged && c.power[Ranged] == 0 {
		return false
	}
	if c.never || back.At.top.unanswered {
		return false
	}
	if limit := b.game.Hooks.Retaliations.Apply(b.whole, back.By, b.game.Rules.Retaliations); int(back.By.answered) >= limit && !c.always {
		return false
	}
	if b.game.Rules.RetaliationNeedsReach && !b.Reaches(back) {
		return false
	}
	return b.game.Hooks.Retaliate.Apply(b.whole, back, nil) == nil
}

// SwatLimit returns the maximum number of cards of a stack that one attack may name (H2.3).
func (s *Stack) SwatLimit(r *Rules) int {
	n := int(s.top.count)
	if limit := r.SwatLimit; limit > 0 {
		n = min(n, limit)
	}
	return n
}
