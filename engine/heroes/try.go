package heroes

import "houserule/engine"

// What an option leads to can be tried out in a battle aside: the step in
// which it is asked is taken up there where the question stands.

var _ = [...]engine.Trier{(*Act)(nil), (*Pick)(nil)}

// Scratch returns a battle for Try.
func (a *Act) Scratch() engine.Battle { return a.battle.Fresh() }

// Try plays an option and the rest of the step in scratch.
func (a *Act) Try(scratch engine.Battle, answer int) {
	b := scratch.(*Battle)
	b.copyFrom(a.battle)
	b.act = *a
	b.act.battle, b.act.By = b, &b.stacks[a.By.id]
	b.left = a.battle.left
	s, o := b.act.By, Option(answer)
	switch {
	case a.Heads == 0:
		b.carryOut(s, o)
	case o.Verb() != Pass:
		b.attack(o)
	case s.helped:
		b.useSupport(s, a.how)
	}
	b.left--
	b.rest(s)
}

// Scratch returns a battle for Try.
func (p *Pick) Scratch() engine.Battle { return p.battle.Fresh() }

// Try gives the turn to the stack that is picked, in scratch. Who comes
// forward is picked in the middle of other things: then scratch is the battle
// with that stack in front, and nothing else.
func (p *Pick) Try(scratch engine.Battle, answer int) {
	b := scratch.(*Battle)
	b.copyFrom(p.battle)
	s := &b.stacks[answer]
	if p.Forward {
		b.Shift(s, MeleeLine)
		return
	}
	b.due--
	s.turn = done
	b.turnOf(s)
}
