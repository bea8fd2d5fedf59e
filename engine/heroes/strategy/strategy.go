// Package strategy evaluates the options of heroes for greedy players. It looks ahead in a
// [heroes.Supposition], and has no way to change the battle.
//
//	strategy   the values of answers, and rules of thumb
//	evaluate   the values of options, from those of attacks
//	exchange   the value of an attack: what it kills, and what the retaliation kills
//	prospects  the value of the position after an attack
//	outlook    the value of a fight of two stacks to the end
//	rehearsal  the value of what is played by the rules and scripts
//	eventful   which options must be played, because formulas do not know the hooks on them
//	alike      stacks that are alike, and what evaluations keep about them
//
// The value of an attack is the exact expectation of the cost of cards that it kills and of
// the change of outlooks. The value of another option is what it adds to attacks or
// prevents. The unit is cost of cards times the square of the die's sides, so that values
// are whole numbers. Where nothing can be computed (leaving, coming forward), a rule of
// thumb serves, and its comment says so.
package strategy

import (
	"houserule/engine"
	"houserule/engine/heroes"
)

// A strategy is a supposition of a battle, with what evaluations keep.
type strategy struct {
	*heroes.Supposition // of the open question
	battle              *heroes.Position
	rules               *heroes.Rules
	crowd               crowd
	prospects           prospects
	outlooks            outlooks
	rehearsal           rehearsal
}

// New returns the strategy of a battle, for [heroes.NewGame].
func New(b *heroes.Position) heroes.Strategy {
	s := &strategy{battle: b, crowd: crowd{numbers: map[kin]int{}}, outlooks: outlooks{known: map[uint64]*[2]outlook{}}}
	s.rehearsal.effects = map[heroes.Effect]int{}
	s.forget()
	return s
}

// Evaluate returns the value of an answer.
func (b *strategy) Evaluate(c engine.Choice, answer int) (worth int) {
	switch c := c.(type) {
	case *heroes.Act:
		b.suppose()
		if b.crowd.eventful && !b.battle.Tried() {
			worth = b.worthOfAct(c, answer)
		} else {
			like := b.Like(c)
			worth = b.worthOfOption(&like, heroes.Option(answer))
		}
		b.Done()
	case *heroes.Pick:
		if c.Forward() {
			return worthForward(b.battle.Stacks()[answer].Top())
		}
		b.suppose()
		worth = b.bestPlain(&b.Stacks()[answer])
		b.Done()
	case *heroes.Reply:
		worth = b.worthOfReply(c, answer)
	case *heroes.Deploy:
		worth = worthOfPlace(c, answer)
	}
	return worth
}

// suppose takes the supposition of the open question.
func (b *strategy) suppose() {
	s := b.battle.Suppose()
	if b.Supposition != s || b.crowd.question != s.Copies() {
		b.Supposition, b.crowd.question = s, s.Copies()
		b.gather()
	}
}

// worthOfReply returns the value of an answer. A retaliation is worth its expected kill.
// Rules of thumb give the other values: a side with less than a quarter of the enemy's value
// leaves, as cheaply as possible, and a side with less than three times the enemy's value
// accepts a surrender.
func (b *strategy) worthOfReply(r *heroes.Reply, answer int) int {
	if answer == 0 {
		return 0
	}
	if r.What() == heroes.WhetherRetaliate {
		if OnSteps(&b.battle.Game().Hooks, heroes.Attack) && !b.battle.Tried() {
			return b.worthOfRetaliation(r, answer)
		}
		return expectedKill(b.battle, r.Blow(), answer)
	}
	own, enemy := b.battle.Value(r.Side()), b.battle.Value(1-r.Side())
	if r.What() == heroes.WhetherAccept {
		return 3*enemy - own
	}
	return (enemy-4*own)*r.Most() - answer
}

// expectedKill returns the value of a retaliation against n cards, which is 0 for none, and
// below 0 against a friend.
func expectedKill(b *heroes.Position, back heroes.Blow, n int) int {
	back.N = int32(n)
	return -sign(back.By.Side(), back.At.Side()) * b.Game().Rules.Die * b.Faces(b.Preview(back)) * costOfTop(back.At.Top(), n)
}

func costOfTop(card *heroes.Card, n int) int {
	cost := 0
	for ; n > 0 && card != nil; n-- {
		cost += card.Cost
		card = card.Under()
	}
	return cost
}

// worthForward follows a rule of thumb: stacks that strike and defend well come forward,
// and shooters do not.
func worthForward(top *heroes.Card) int {
	return top.Defense + top.Melee - 2*top.Ranged + top.Count()
}

// worthOfPlace follows a rule of thumb: shooters and casters stand on the ranged line in one
// stack, the others on the melee line in at least three.
func worthOfPlace(d *heroes.Deploy, answer int) int {
	n, of, place, under := d.Placing(answer)
	line, want := heroes.MeleeLine, of.N
	if of.Creature.Ranged > of.Creature.Melee || len(of.Creature.Spells) > 0 {
		line = heroes.RangedLine
	} else if d.Stacks() < 3 {
		want = (of.N + 1) / 2
	}
	worth := -4 * max(n-want, want-n)
	switch {
	case under:
		worth -= 3
	case place != line:
		worth -= 2 * of.N
	}
	return worth
}
