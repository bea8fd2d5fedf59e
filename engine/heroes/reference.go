package heroes

import "houserule/engine"

// Reference is the player of the reference battle, which measures speed and correctness. It
// shoots if its ranged score is better or its only one, strikes the first enemy stack in
// listed order, always retaliates, and does nothing else.
type Reference struct{ _ byte }

// Ahead returns 0: no answer depends on the round limit.
func (*Reference) Ahead() int { return 0 }

// Answer answers by the fixed policy.
func (*Reference) Answer(q engine.Question) (int, error) {
	switch c := q.Choice.(type) {
	case *Act:
		o := int(referenceAct(c))
		if c.Battle().Modified() && !c.Legal(o) {
			return c.First(), nil // a hook or rule forbids the policy's option
		}
		return o, nil
	case *Reply:
		if c.what == WhetherRetaliate {
			return 1, nil
		}
	}
	return q.Choice.First(), nil
}

func referenceAct(a *Act) Option {
	b, by := a.Battle(), a.by
	top := by.Top()
	enemy := 1 - by.Side()
	behind := by.Line() == RangedLine
	verb := Attack
	if behind && top.Ranged > 0 || !behind && top.Ranged > top.Melee {
		verb = Shoot
	} else if behind {
		return Option(Pass)
	}
	if a.heads > 0 {
		return Option(Pass)
	}
	at := b.FirstOn(enemy, MeleeLine)
	if at == nil && verb == Shoot {
		at = b.FirstOn(enemy, RangedLine)
	}
	if at == nil {
		return Option(Pass)
	}
	return NewOption(verb, 0, at.ID(), 1)
}
