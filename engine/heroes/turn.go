package heroes

import (
	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// turnOf gives a stack n opportunities.
func (a *Act) turnOf(s *Stack, n int) {
	b, side := a.battle.whole, s.side
	a.by = s
	for ; n > 0 && s.top != nil && s.side == side && !b.over; n-- {
		a.left = int32(n)
		a.opportunity()
	}
	if b.order.stale && s.top != nil {
		s.reorder(b)
	}
	a.by = nil
}

// opportunities returns the number of opportunities that a stack gets now. H1.1: one, in
// its phase.
func (s *Stack) opportunities(b *Battle) int {
	n := 1
	if b.adjusts(ability.OpportunityCount, s.top, nil) {
		n = s.opportunityCount(&b.Position).Total()
	}
	return b.game.Hooks.Opportunities.Apply(b, s, n)
}

// opportunityCount returns the number of opportunities before the hook.
func (s *Stack) opportunityCount(b *Position) engine.Score {
	return b.adjust(b.startScore(1, nil), ability.OpportunityCount, s.top.Creature, s, nil, 0)
}

// opportunity plays one opportunity of a living stack.
func (a *Act) opportunity() {
	b, s := a.battle.whole, a.by
	a.swarms, a.heads = 0, 0
	if s.stance != NoStance {
		a.swarms = int(s.swarms)
		s.stance, s.swarms = NoStance, 0 // H3.2, H3.3: swarm and protection end now
	}
	o := Option(b.Choose(s.side, a))
	for o.Verb() == Emerge { // H8.5: free of charge
		s.emerge(b)
		o = Option(b.Choose(s.side, a))
	}
	switch o.Verb() {
	case Attack, Shoot:
		a.attack(o)
	case CastSpell:
		a.castSpell(o)
	case Sacrifice:
		s.sacrifice(b, &b.stacks[o.Target()])
	case Swarm:
		s.swarm(b, a.swarms)
	case Protect:
		s.protect(b)
	case Move:
		s.move(b)
	case CustomVerb:
		a.custom(o)
	default:
		b.Report(engine.Event{What: Passed, Who: s.id})
	}
	if b.game.Rules.SwarmWaitsForAttack && a.heads == 0 && s.top != nil {
		s.keepSwarm(a.swarms)
	}
	if b.game.Hooks.Acted.Used() {
		a.acted(o)
	}
}

// acted calls the hook Acted when an opportunity has been used, by one option or by the
// last of several. It fills the lines that its scripts have thinned (H4.1).
func (a *Act) acted(o Option) {
	if b := a.battle.whole; !b.over {
		b.game.Hooks.Acted.Apply(b, Offer{a.by, NewOption(o.Verb(), o.Which(), 0, 0)}, engine.None{})
		b.close()
	}
}

// attack carries out H2, once for each head (H9), and then spends the support.
func (a *Act) attack(o Option) {
	b, by, blow := a.battle.whole, a.by, a.Blow(o)
	if a.most = int(by.top.heads); a.most > 1 {
		a.attackWithHeads(o, blow)
	} else {
		a.heads = 1
		blow.assault(b, true)
	}
	if by.helped {
		by.useSupport(b, blow.How)
	}
}

// attackWithHeads carries out H9.3: each head in turn attacks another stack. The creature
// under a fallen one attacks with its own heads, but makes no more attacks than the fallen
// one could.
func (a *Act) attackWithHeads(o Option, blow Blow) {
	b, s := a.battle.whole, a.by
	side := s.side
	for {
		a.heads++
		blow.assault(b, true)
		if b.over || s.top == nil || s.side != side || a.heads >= min(a.most, int(s.top.heads)) {
			return
		}
		a.hit[a.heads-1], a.how = int32(o.Target()), blow.How
		if !a.anotherHead() {
			return
		}
		if o = Option(b.Choose(s.side, a)); o.Verb() == Pass {
			return
		}
		blow = a.Blow(o)
	}
}

// anotherHead reports whether another head has a target.
func (a *Act) anotherHead() bool {
	for answer := range a.Each {
		if Option(answer).Verb() != Pass {
			return true
		}
	}
	return false
}

func (a *Act) castSpell(o Option) {
	b, blow := a.battle.whole, a.Blow(o)
	spell := b.game.Spells[o.Which()]
	if spell.Custom != nil {
		blow.At = spell.Custom.target(&b.Position, o)
	}
	if !spell.Attacks() {
		blow.cast(b)
		return
	}
	a.heads = 1
	blow.cast(b)
	blow.By.useSupport(b, blow.How)
}

func (a *Act) custom(o Option) {
	b := a.battle.whole
	custom := &b.game.CustomOptions[o.Which()]
	at := custom.target(&b.Position, o)
	b.Report(engine.Event{What: Did, Who: a.by.id, Whom: whom(at), N: int32(o.Which())})
	custom.Do(b, a.by, at)
	b.close()
}
