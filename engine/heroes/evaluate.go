package heroes

import (
	"errors"
	"iter"

	"houserule/engine"
)

// The values of options for a player that looks one step ahead. The value of an attack is
// the exact expectation of the cost of cards that it kills and of the change of outlooks
// (outlook.go). The value of another option is what it adds to attacks or prevents. The
// unit is cost of cards times the square of the die's sides, so that values are whole
// numbers. Where nothing can be computed (leaving, coming forward), a rule of thumb serves,
// and its comment says so.

var _ = [...]engine.Evaluator{(*Act)(nil), (*Reply)(nil), (*Pick)(nil), (*Deploy)(nil)}

// A supposition is a scratch copy of a battle, and the only type with evaluations. They
// change the copy as they need, and undo their changes.
type supposition struct {
	*Battle
	of int // the question at which the copy was made; 0: none
}

// suppose calls evaluate with a copy of b. One copy serves all evaluations at a question,
// because b does not change while a question is open.
func (b *Position) suppose(evaluate func(b *supposition) int) int {
	s := b.aside
	if s == nil {
		s = &supposition{Battle: newBattle(b.game, b.armies)}
		s.crowd = newCrowd()
		s.Sit(engine.NewTable(nil))
		b.aside = s
	}
	if now := b.whole.Asking(); now == 0 || now != s.of {
		s.of = now
		s.copyFrom(b)
		s.timed = false
		s.takeUp(&b.act)
		s.gather()
	}
	worth := evaluate(s)
	b.timed = b.timed || s.timed
	if err := s.Err(); err != nil { // a script's error
		s.Seat(nil)
		b.whole.Fail(errors.Unwrap(err)) // Fail adds the place itself
	}
	return worth
}

// Supposes reports whether other is the copy of b that its evaluations change.
func (b *Position) Supposes(other *Battle) bool { return b.aside != nil && b.aside.Battle == other }

// Evaluate returns the value of an option. The value of passing is 0.
func (a *Act) Evaluate(answer int) int {
	return a.battle.suppose(func(b *supposition) int {
		like := b.mirror(a)
		return b.worthOfOption(&like, Option(answer))
	})
}

// worthOfOption returns the value of an option of a choice of b.
func (b *supposition) worthOfOption(a *Act, o Option) int {
	by := a.by
	switch o.Verb() {
	case Attack, Shoot:
		return b.worthOfBlow(a.Blow(o))
	case CastSpell:
		spell := b.game.Spells[o.Which()]
		if spell.Custom != nil {
			return spell.Custom.worth(b.Battle, by, o)
		}
		if spell.Effect {
			return b.worthOfEffect(spell, &b.stacks[o.Target()])
		}
		return b.worthOfBlow(a.Blow(o))
	case Swarm:
		return b.worthOfStance(by, Swarming)
	case Protect:
		return b.worthOfStance(by, Protecting)
	case Sacrifice:
		return b.worthOfSupport(by, &b.stacks[o.Target()])
	case Move, Emerge:
		return b.worthOfMove(by)
	case CustomVerb:
		return b.game.CustomOptions[o.Which()].worth(b.Battle, by, o)
	}
	return 0
}

// faces returns the number of faces of the die that reach need.
func (b *Position) faces(need int) int {
	return min(max(b.game.Rules.Die-need+1, 0), b.game.Rules.Die)
}

// chance returns the number of faces of the die with which a blow hits.
func (b *Position) chance(blow Blow) int {
	return b.faces(b.defenseScore(blow).Total() - b.attackScore(blow).Total())
}

// worth returns the expectation of a blow: the cost of the cards that it kills less the
// cost of the cards that the retaliation kills.
func (b *supposition) worth(blow Blow) int {
	if blow.At == nil {
		return b.game.Rules.Die * b.chance(blow) * b.Value(Defender) / 8 // rule of thumb: the value of walls
	}
	e := b.exchange(b.number(blow.By), b.number(blow.At), blow)
	return b.expected(e, blow, b.hits(e, blow, b.attack(e, blow)))
}

func costOfTop(card *Card, n int) int {
	cost := 0
	for ; n > 0 && card != nil; n-- {
		cost += card.Cost
		card = card.under
	}
	return cost
}

// bestAttack returns the value of a stack's best attack, at least 0.
func (b *supposition) bestAttack(s *Stack) int {
	best := b.bestAtWalls(s)
	for e, blow := range b.attacks(s) {
		best = max(best, b.best(e, blow))
	}
	return best
}

// bestAtWalls returns the value of a stack's attack against the Town Card, or 0 if it
// cannot make one.
func (b *supposition) bestAtWalls(s *Stack) int {
	if b.walls == NoTown || !b.inReach(s.top.Creature, s.side, s.line, Melee, nil) {
		return 0
	}
	return b.worth(Blow{By: s, How: attackBy(Melee, 0, 0), N: 1})
}

// attacks yields the attacks that a stack can make: one for each manner of attack and each
// kind of target, against one card.
func (b *supposition) attacks(s *Stack) iter.Seq2[*exchange, Blow] {
	return func(yield func(*exchange, Blow) bool) {
		number := b.number(s)
		in := func(how How) bool {
			for _, at := range b.crowd.kinds[1-s.side] {
				if b.canReach(s, how, at.Stack) {
					blow := Blow{By: s, At: at.Stack, How: how, N: 1}
					if !yield(b.exchange(number, at.number, blow), blow) {
						return false
					}
				}
			}
			return true
		}
		if !in(attackBy(Melee, 0, 0)) || !in(attackBy(Ranged, 0, 0)) {
			return
		}
		for _, spell := range s.top.Spells {
			if spell.attacks() && !in(attackBy(Cast, spell.index, 0)) {
				return
			}
		}
	}
}

// threat returns the greatest expected kill of any one enemy stack's attack against a
// stack.
func (b *supposition) threat(s *Stack) int {
	worst, at := 0, b.number(s)
	if known := b.crowd.known[s.side][at].threat; at > 0 && known.question == b.crowd.question {
		return known.worth
	}
	for enemy := range b.Each(1 - s.side) {
		by := b.number(enemy)
		for kind := Melee; kind <= Ranged; kind++ {
			if blow := (Blow{By: enemy, At: s, How: attackBy(kind, 0, 0), N: 1}); b.canReach(enemy, blow.How, s) {
				e := b.exchange(by, at, blow)
				worst = max(worst, b.game.Rules.Die*b.hits(e, blow, b.attack(e, blow))*s.top.Cost)
			}
		}
	}
	b.crowd.known[s.side][at].threat = result{question: b.crowd.question, worth: worst}
	return worst
}

// supportWorth computes worthOfSupport.
func (b *supposition) supportWorth(by, to *Stack) int {
	p := Support{To: to.id, From: by.id, N: int32(b.sacValue(by).Total()), Line: by.line, With: by.top.Creature}
	before := b.bestAtWalls(to)
	helped := b.hold(to, p)
	after := b.bestAtWalls(to)
	b.release(to, helped)
	for e, blow := range b.attacks(to) {
		before = max(before, b.best(e, blow))
		helped := b.hold(to, p)
		after = max(after, b.best(e, blow))
		b.release(to, helped)
	}
	gain := after - before
	if to.turn == done {
		gain /= 2
	}
	return gain
}

// worthOfEffect returns how much an effect changes its target's best attack and the threat
// to it, as a gain for the caster.
func (b *supposition) worthOfEffect(spell *Spell, on *Stack) int {
	for _, e := range b.effects {
		if e.On == on.id && e.Spell == int32(spell.index) {
			return 0 // the target has the effect already
		}
	}
	attack, threat, afar := b.bestPlain(on), b.threat(on), b.afar
	b.effects, b.afar = append(b.effects, Effect{On: on.id, Spell: int32(spell.index), Until: b.round}), true
	gain := b.bestPlain(on) - attack + threat - b.threat(on)
	b.effects, b.afar = b.effects[:len(b.effects)-1], afar
	if !spell.OnFriend {
		gain = -gain
	}
	return gain * min(spell.Rounds, 2)
}

// worthOfMove returns how much the other line would change the best attack and the threat.
// To step out (H8.5) is free. To move costs the attack of this turn.
func (b *supposition) worthOfMove(s *Stack) int {
	if s.line == MeleeLine && int(b.count[s.side][MeleeLine]) <= b.minimum(s.side) {
		return 0 // another stack would have to take its place
	}
	attack, threat, line := b.bestPlain(s), b.threat(s), s.line
	s.line = 1 - line
	gain := b.bestPlain(s) - attack + threat - b.threat(s)
	s.line = line
	return gain
}

// Evaluate returns the value of an answer. A retaliation is worth its expected kill. Rules
// of thumb give the other values: a side with less than a quarter of the enemy's value
// leaves, as cheaply as possible, and a side with less than three times the enemy's value
// accepts a surrender.
func (r *Reply) Evaluate(answer int) int {
	b := r.battle
	if answer == 0 {
		return 0
	}
	if r.what == WhetherRetaliate {
		back := r.blow
		back.N = int32(answer)
		return b.game.Rules.Die * b.chance(back) * costOfTop(back.At.top, answer)
	}
	own, enemy := b.Value(r.side), b.Value(1-r.side)
	if r.what == WhetherAccept {
		return 3*enemy - own
	}
	return (enemy-4*own)*r.most - answer
}

// Evaluate prefers, among the stacks that may act, the one with the best attack. By a rule
// of thumb, stacks that strike and defend well come forward, and shooters do not.
func (p *Pick) Evaluate(answer int) int {
	if p.forward {
		top := p.battle.stacks[answer].top
		return top.Defense + top.Melee - 2*top.Ranged + int(top.count)
	}
	return p.battle.suppose(func(b *supposition) int { return b.bestPlain(&b.stacks[answer]) })
}

// Evaluate follows a rule of thumb: shooters and casters stand on the ranged line in one
// stack, the others on the melee line in at least three.
func (d *Deploy) Evaluate(answer int) int {
	kind, place, n := d.unpack(answer)
	run := d.left[kind]
	line, want := MeleeLine, run.N
	if run.Creature.Ranged > run.Creature.Melee || len(run.Creature.Spells) > 0 {
		line = RangedLine
	} else if len(d.piles) < 3 {
		want = (run.N + 1) / 2
	}
	worth := -4 * max(n-want, want-n)
	switch {
	case place >= newStacks:
		worth -= 3
	case Line(place) != line:
		worth -= 2 * run.N
	}
	return worth
}
