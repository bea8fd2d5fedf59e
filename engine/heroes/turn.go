package heroes

import "houserule/engine"

// opportunity plays one opportunity of a living stack.
func (b *Battle) opportunity(s *Stack) {
	b.act.swarms, b.act.heads = 0, 0
	if s.stance != NoStance {
		b.act.swarms = int(s.swarms)
		s.stance, s.swarms = NoStance, 0 // H3.2, H3.3: swarm and protection end now
	}
	o := Option(b.Choose(s.side, &b.act))
	for o.Verb() == Emerge { // H8.5: free of charge
		b.emerge(s)
		o = Option(b.Choose(s.side, &b.act))
	}
	switch o.Verb() {
	case Attack, Shoot:
		b.attack(o)
	case CastSpell:
		b.castSpell(o)
	case Sacrifice:
		b.sacrifice(s, &b.stacks[o.Target()])
	case Swarm:
		b.swarm(s, b.act.swarms)
	case Protect:
		b.protect(s)
	case Move:
		b.move(s)
	case CustomVerb:
		b.custom(o)
	default:
		b.Report(engine.Event{What: Passed, Who: s.id})
	}
	if b.game.Rules.SwarmWaitsForAttack && b.act.heads == 0 && s.top != nil {
		s.keepSwarm(b.act.swarms)
	}
	if b.game.Hooks.Acted.Used() {
		b.acted(s, o)
	}
}

// acted calls the hook Acted when an opportunity has been used, by one option or by the
// last of several. It fills the lines that its scripts have thinned (H4.1).
func (b *Battle) acted(s *Stack, o Option) {
	if !b.over {
		b.game.Hooks.Acted.Apply(b, Offer{s, NewOption(o.Verb(), o.Which(), 0, 0)}, engine.None{})
		b.close()
	}
}

// attack carries out H2, once for each head (H9), and then spends the support.
func (b *Battle) attack(o Option) {
	by, blow := b.act.by, b.act.Blow(o)
	if b.act.most = int(by.top.heads); b.act.most > 1 {
		b.attackWithHeads(o, blow)
	} else {
		b.act.heads = 1
		b.assault(blow, true)
	}
	if by.helped {
		b.useSupport(by, blow.How)
	}
}

// attackWithHeads carries out H9.3: each head in turn attacks another stack. The creature
// under a fallen one attacks with its own heads, but makes no more attacks than the fallen
// one could.
func (b *Battle) attackWithHeads(o Option, blow Blow) {
	a, s := &b.act, b.act.by
	for {
		a.heads++
		b.assault(blow, true)
		if b.over || s.top == nil || a.heads >= min(a.most, int(s.top.heads)) {
			return
		}
		a.hit[a.heads-1], a.how = int32(o.Target()), blow.How
		if !b.anotherHead() {
			return
		}
		if o = Option(b.Choose(s.side, a)); o.Verb() == Pass {
			return
		}
		blow = a.Blow(o)
	}
}

// anotherHead reports whether another head has a target.
func (b *Battle) anotherHead() bool {
	for answer := range b.act.Each {
		if Option(answer).Verb() != Pass {
			return true
		}
	}
	return false
}

func (b *Battle) castSpell(o Option) {
	blow := b.act.Blow(o)
	spell := b.game.Spells[o.Which()]
	if spell.Custom != nil {
		blow.At = spell.Custom.target(&b.Position, o)
	}
	if !spell.Attacks() {
		b.cast(blow)
		return
	}
	b.act.heads = 1
	b.cast(blow)
	b.useSupport(blow.By, blow.How)
}

func (b *Battle) custom(o Option) {
	custom := &b.game.CustomOptions[o.Which()]
	at := custom.target(&b.Position, o)
	b.Report(engine.Event{What: Did, Who: b.act.by.id, Whom: whom(at), N: int32(o.Which())})
	custom.Do(b, b.act.by, at)
	b.close()
}
