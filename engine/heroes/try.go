package heroes

import "houserule/engine"

// Tries play an option in a scratch battle, which continues the step from the open
// question.

var _ = [...]engine.Trier{(*Act)(nil), (*Pick)(nil)}

// Scratch returns a battle for Try.
func (a *asker) Scratch() engine.Battle { return a.battle.Fresh() }

// Try plays an option and the rest of the step in scratch.
func (a *Act) Try(scratch engine.Battle, answer int) {
	b := scratch.(*Battle)
	b.copyFrom(a.battle)
	b.takeUp(a)
	s, o := b.act.by, Option(answer)
	if a.heads == 0 {
		if a.swarms > 0 { // the opportunity begins again
			s.stance, s.swarms = Swarming, uint8(a.swarms)
		}
		b.Table.Try(answer, func() { b.act.turnOf(s, int(a.left)) })
		return
	}
	if o.Verb() != Pass {
		b.act.attackWithHeads(o, b.act.Blow(o))
	}
	s.useSupport(b, a.how)
	b.act.acted(NewOption(Attack+Verb(a.how.Kind()), a.how.Spell(), 0, 0))
	b.act.turnOf(s, int(a.left)-1)
}

// Perform plays an option in scratch, as Try, and what belongs to it, but no further
// opportunity of the stack.
func (a *Act) Perform(scratch *Battle, answer int) {
	one := *a
	one.left = 1
	one.Try(scratch, answer)
}

// Perform makes scratch a copy of the battle that asks whether to retaliate, and carries out
// the retaliation against n cards.
func (r *Reply) Perform(scratch *Battle, n int) {
	back := r.blow.tryOut(scratch, r.battle)
	back.N = int32(n)
	back.carryOut(scratch)
	scratch.close()
}

// takeUp gives b, a copy of another battle, the open question of that battle.
func (b *Battle) takeUp(a *Act) {
	b.Past().Forget()
	b.act = a.in(&b.Position)
}

// in returns the choice of b that corresponds to a, a choice of another battle.
func (a *Act) in(b *Position) Act {
	like := *a
	like.asker, like.by = asker{b}, a.by.in(b)
	return like
}

// in returns the stack of b that corresponds to s, a stack of another battle.
func (s *Stack) in(b *Position) *Stack {
	if s == nil {
		return nil
	}
	return &b.stacks[s.id]
}

// TurnOf returns the choice that a living stack would have if its turn were now.
func (b *Position) TurnOf(s *Stack) *Act {
	if b.act.by == s {
		return &b.act
	}
	return &Act{asker: asker{b}, by: s, left: 1, swarms: int(s.swarms)}
}

// Rehearse makes b a copy of src and carries out an attack of src in b: the blow, the
// retaliation, the closing of lines (H2, H5, H4.1).
func (blow Blow) Rehearse(b *Battle, src *Position) {
	blow.tryOut(b, src).assault(b, true)
}

// tryOut makes b a copy of src, and returns the blow of src in b.
func (blow Blow) tryOut(b *Battle, src *Position) Blow {
	b.copyFrom(src)
	b.takeUp(&src.act)
	blow.By, blow.At = blow.By.in(&b.Position), blow.At.in(&b.Position)
	return blow
}

// Contest makes b a copy of src and rolls an attack of src in b, without the attacker's top
// lost cards. It reports whether the attack hits.
func (blow Blow) Contest(b *Battle, src *Position, lost int) bool {
	blow = blow.tryOut(b, src)
	for ; lost > 0; lost-- {
		blow.By.top = blow.By.top.under
	}
	return blow.contest(b)
}

// Try makes scratch a copy of the battle and gives the turn to the picked stack. A stack
// comes forward in the middle of a step, which scratch does not continue: there the stack
// only changes line.
func (p *Pick) Try(scratch engine.Battle, answer int) {
	b := scratch.(*Battle)
	b.copyFrom(p.battle)
	b.Past().Forget()
	s := &b.stacks[answer]
	if p.forward {
		b.Shift(s, MeleeLine)
		return
	}
	b.order.due--
	s.turn = done
	b.act.turnOf(s, s.opportunities(b))
}
