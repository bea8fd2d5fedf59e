package strategy

import (
	"iter"
	"slices"

	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
)

// worthOfOption returns the value of an option of a choice of the supposition.
func (b *strategy) worthOfOption(a *heroes.Act, o heroes.Option) int {
	by := a.By()
	if custom := b.Game().Custom(o); custom != nil {
		return b.rules.Die * b.rules.Die * b.Scripted(custom, by, o)
	}
	switch o.Verb() {
	case heroes.Attack, heroes.Shoot:
		return b.worthOfBlow(a.Blow(o))
	case heroes.CastSpell:
		spell := b.Game().Spells[o.Which()]
		if spell.Effect {
			return b.worthOfEffect(spell, &b.Stacks()[o.Target()])
		}
		return b.worthOfBlow(a.Blow(o))
	case heroes.Swarm:
		return b.worthOfStance(by, heroes.Swarming)
	case heroes.Protect:
		return b.worthOfStance(by, heroes.Protecting)
	case heroes.Sacrifice:
		return b.worthOfSupport(by, &b.Stacks()[o.Target()])
	case heroes.Move, heroes.Emerge:
		return b.worthOfMove(by)
	}
	return 0
}

// chance returns the number of faces of the die with which a blow hits.
func (b *strategy) chance(blow heroes.Blow) int {
	return b.rules.Faces(b.DefenseScore(blow).Total() - b.AttackScore(blow).Total())
}

// worth returns the expectation of a blow: the cost of the cards that it kills less the
// cost of the cards that the retaliation kills.
func (b *strategy) worth(blow heroes.Blow) int {
	if blow.At == nil {
		return b.rules.Die * b.chance(blow) * b.Value(heroes.Defender) / 8 // rule of thumb: the value of walls
	}
	e := b.exchange(b.number(blow.By), b.number(blow.At), blow)
	return b.expected(e, blow, b.hits(e, blow, b.attack(e, blow)))
}

// bestAttack returns the value of a stack's best attack, at least 0.
func (b *strategy) bestAttack(s *heroes.Stack) int {
	best := b.bestAtWalls(s)
	for e, blow := range b.attacks(s) {
		best = max(best, b.best(e, blow))
	}
	return best
}

// bestAtWalls returns the value of a stack's attack against the Town Card, or 0 if it
// cannot make one.
func (b *strategy) bestAtWalls(s *heroes.Stack) int {
	blow := heroes.Blow{By: s, How: heroes.Plain(heroes.Melee, 0), N: 1}
	if b.Walls() == heroes.NoTown || !b.Reaches(blow) {
		return 0
	}
	return b.worth(blow)
}

// attacks yields the attacks that a stack can make: one for each manner of attack and each
// kind of target, against one card.
func (b *strategy) attacks(s *heroes.Stack) iter.Seq2[*exchange, heroes.Blow] {
	return func(yield func(*exchange, heroes.Blow) bool) {
		number := b.number(s)
		in := func(how heroes.How) bool {
			for _, at := range b.crowd.kinds[1-s.Side()] {
				blow := heroes.Blow{By: s, At: at.Stack, How: how, N: 1}
				if b.Reaches(blow) && !yield(b.exchange(number, at.number, blow), blow) {
					return false
				}
			}
			return true
		}
		if !in(heroes.Plain(heroes.Melee, 0)) || !in(heroes.Plain(heroes.Ranged, 0)) {
			return
		}
		for _, spell := range s.Top().Spells {
			if spell.Attacks() && !in(heroes.Plain(heroes.Cast, spell.Index())) {
				return
			}
		}
	}
}

// threat returns the greatest expected kill of any one enemy stack's attack against a
// stack.
func (b *strategy) threat(s *heroes.Stack) int {
	worst, at := 0, b.number(s)
	if known := b.crowd.known[s.Side()][at].threat; at > 0 && known.question == b.crowd.question {
		return known.worth
	}
	for enemy := range b.Each(1 - s.Side()) {
		by := b.number(enemy)
		for kind := heroes.Melee; kind <= heroes.Ranged; kind++ {
			if blow := (heroes.Blow{By: enemy, At: s, How: heroes.Plain(kind, 0), N: 1}); b.Reaches(blow) {
				e := b.exchange(by, at, blow)
				worst = max(worst, b.rules.Die*b.hits(e, blow, b.attack(e, blow))*s.Top().Cost)
			}
		}
	}
	b.crowd.known[s.Side()][at].threat = result{question: b.crowd.question, worth: worst}
	return worst
}

// supportWorth computes worthOfSupport.
func (b *strategy) supportWorth(by, to *heroes.Stack) int {
	p := &heroes.Support{To: int32(to.ID()), From: int32(by.ID()), N: int32(b.Now(by, ability.SupportValue).Total()), Line: by.Line(), With: by.Top().Creature}
	before, after := b.bestAtWalls(to), 0
	b.WithSupport(p, func() { after = b.bestAtWalls(to) })
	for e, blow := range b.attacks(to) {
		before = max(before, b.best(e, blow))
		b.WithSupport(p, func() { after = max(after, b.best(e, blow)) })
	}
	gain := after - before
	switch {
	case b.safe(to):
		gain += gain / 2 // rule of thumb
	case to.Acted():
		gain /= 2
	}
	return gain
}

// safe reports whether effects take all turns from all enemies until the turn of s in the next
// round.
func (b *strategy) safe(s *heroes.Stack) bool {
	if !b.crowd.delays {
		return false
	}
	for enemy := range b.Each(1 - s.Side()) {
		if !b.idle(enemy, s) {
			return false
		}
	}
	return true
}

// worthOfEffect returns the value of an effect to its caster.
func (b *strategy) worthOfEffect(spell *heroes.Spell, on *heroes.Stack) int {
	switch {
	case b.lies(spell, on) >= 0: // the target has the effect already
		return 0
	case !spell.OnFriend:
		return -b.effectOn(spell, on, spell.Rounds)
	}
	return b.effectOn(spell, on, spell.Rounds)
}

// lies returns the index of an effect that lies on a stack, or -1.
func (b *strategy) lies(spell *heroes.Spell, on *heroes.Stack) int {
	return slices.IndexFunc(b.Effects(), func(e heroes.Effect) bool { return int(e.On) == on.ID() && int(e.Spell) == spell.Index() })
}

// effectOn returns the value of an effect to a stack, for a number of rounds: that which the spell
// declares, or how much it changes the stack's best attack, the threat to it and its turns.
func (b *strategy) effectOn(spell *heroes.Spell, on *heroes.Stack, rounds int) int {
	if spell.Worth != 0 {
		return b.rules.Die * b.rules.Die * spell.Worth * rounds
	}
	at, others := b.lies(spell, on), slices.Clone(b.Effects())
	if at >= 0 {
		others = slices.Delete(others, at, at+1)
	} else {
		others = append(others, heroes.Effect{On: int32(on.ID()), Spell: int32(spell.Index()), Until: int32(b.Round() + rounds - 1)})
	}
	look := func() (plain int, t turns) { return b.bestPlain(on) - b.threat(on), b.turns(on) }
	held := &b.crowd.effects[on.ID()]
	was := *held
	without, turnsWithout := look()
	var with int
	var turnsWith turns
	b.WithEffects(others, func() {
		*held = 0
		for _, e := range others {
			if int(e.On) == on.ID() {
				*held = held.with(int(e.Spell))
			}
		}
		with, turnsWith = look()
		*held = was
	})
	if at >= 0 {
		with, without, turnsWith, turnsWithout = without, with, turnsWithout, turnsWith
	}
	return (with-without)*min(rounds, 2) + b.worthOfTurns(on, rounds, turnsWith, turnsWithout)
}

// Turns are the half of the phase in which a stack acts (twice the phase, and the side), and how
// often.
type turns struct{ half, n int }

func (b *strategy) turns(s *heroes.Stack) turns {
	return turns{2*b.Now(s, ability.PhaseNumber).Total() + int(s.Side()), b.Now(s, ability.OpportunityCount).Total()}
}

// worthOfTurns returns the value to a stack of turns, for a number of rounds, in place of others.
// A turn more is worth as much as to be the first, against each enemy. To pass an enemy in the
// order of the phases is worth half of that, because the order returns (a rule of thumb).
func (b *strategy) worthOfTurns(s *heroes.Stack, rounds int, with, without turns) (gain int) {
	if with == without {
		return 0
	}
	rounds = min(rounds, 2)
	if m := b.Moment(); s.Acted() || without.half < 2*m.Phase+int(m.Side) {
		rounds-- // its turn in this round is over
	}
	p := b.prospect()
	if n := rounds * (with.n - without.n); n != 0 && p.stacks > 2 {
		return n * b.bestPlain(s)
	}
	for enemy := range b.Each(1 - s.Side()) {
		lead, at := 2*rounds*(with.n-without.n), b.turns(enemy).half
		if lead == 0 && with.half < at && at < without.half {
			lead = 1
		} else if lead == 0 && without.half < at && at < with.half {
			lead = -1
		}
		first := b.outlooks.onTurn(pairing{s.Top(), enemy.Top()}, 0, heroes.NoStance)
		second := -b.outlooks.onTurn(pairing{enemy.Top(), s.Top()}, 0, heroes.NoStance)
		mean := (first + second) / 2
		gain += max(min(mean+lead*(first-second)/2, sure), -sure) - mean
	}
	return gain * p.stake / sure
}

// worthOfMove returns how much the other line would change the best attack and the threat.
// To step out (H8.5) is free. To move costs the attack of this turn.
func (b *strategy) worthOfMove(s *heroes.Stack) int {
	if s.Line() == heroes.MeleeLine && b.Count(s.Side(), heroes.MeleeLine) <= b.Minimum(s.Side()) {
		return 0 // another stack would have to take its place
	}
	gain := b.threat(s) - b.bestPlain(s)
	b.OnLine(1-s.Line(), s, func() { gain += b.bestPlain(s) - b.threat(s) })
	return gain
}
