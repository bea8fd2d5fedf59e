package strategy

import (
	"houserule/engine"
	"houserule/engine/heroes"
)

// Reference is the player of the reference battle, which measures speed and correctness. It
// shoots if its ranged score is better or its only one, strikes the first enemy stack in
// listed order, always retaliates, and does nothing else.
type Reference struct{ _ byte }

// Ahead returns 0: no answer depends on the round limit.
func (*Reference) Ahead() int { return 0 }

// Answer answers by the fixed policy.
func (*Reference) Answer(q engine.Question) (int, error) {
	switch c := q.Choice.(type) {
	case *heroes.Act:
		o := int(referenceAct(c))
		if c.Battle().Modified() && !c.Legal(o) {
			return c.First(), nil // a hook or rule forbids the policy's option
		}
		return o, nil
	case *heroes.Reply:
		if c.What() == heroes.WhetherRetaliate {
			return 1, nil
		}
	}
	return q.Choice.First(), nil
}

func referenceAct(a *heroes.Act) heroes.Option {
	b, by := a.Battle(), a.By()
	top := by.Top()
	enemy := 1 - by.Side()
	behind := by.Line() == heroes.RangedLine
	verb := heroes.Attack
	if behind && top.Ranged > 0 || !behind && top.Ranged > top.Melee {
		verb = heroes.Shoot
	} else if behind {
		return heroes.Option(heroes.Pass)
	}
	if a.Heads() > 0 {
		return heroes.Option(heroes.Pass)
	}
	at := b.FirstOn(enemy, heroes.MeleeLine)
	if at == nil && verb == heroes.Shoot {
		at = b.FirstOn(enemy, heroes.RangedLine)
	}
	if at == nil {
		return heroes.Option(heroes.Pass)
	}
	return heroes.NewOption(verb, 0, at.ID(), 1)
}
