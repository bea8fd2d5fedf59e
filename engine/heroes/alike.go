package heroes

import (
	"slices"

	"houserule/engine"
)

// Large armies have few kinds of stacks, and options that differ only in stacks
// of one kind are worth the same. Each kind is evaluated once a question, so that
// the cost of a question does not grow with the square of the number of stacks.

// A kin is everything in a stack on which the scores of a blow and the
// conditions of bonuses depend. Stacks of equal kin are alike.
type kin struct {
	top      *Card
	side     engine.Side
	line     Line
	stance   Stance
	swarms   uint8
	answered uint8
	done     bool
	only     int32 // the stack, from 1, if support or an effect on it makes it unlike any other; else 0
}

// kinOf returns the kin of a stack that makes a blow or suffers one. If it
// suffers, its turn does not count, and its support only under
// retaliation_takes_support.
func (b *Position) kinOf(s *Stack, suffers bool) kin {
	k := kin{top: s.top, side: s.side, line: s.line, stance: s.stance, swarms: s.swarms, answered: s.answered}
	if !suffers {
		k.done = s.turn == done
	}
	if s.helped && (!suffers || b.game.Rules.RetaliationTakesSupport) || slices.ContainsFunc(b.effects, func(e Effect) bool { return e.On == s.id }) {
		k.only = s.id + 1
	}
	return k
}

// A crowd holds results about many stacks while a question is open.
type crowd struct {
	kinds    [2][]*Stack // the first of each group of stacks that are alike when they suffer a blow
	seen     map[kin]bool
	helps    map[int32][]Support
	auras    []shared
	gives    []bool      // by stack: whether one of its cards has an aura
	apart    bool        // auras are applied stack by stack
	best     map[kin]int // attack
	supports map[supported]int
	blows    int // number evaluated, for tests
	swat     swat
}

// A swat holds the last sum of defenses, so that one more card costs one
// addition, however many cards lie above it. It is forgotten whenever one of
// the stacks may have changed. A nil swat holds nothing.
type swat struct {
	blow  Blow
	top   *Card
	score engine.Score
	last  *Card // that was added
	added int   // cards added so far by all swats, for tests
}

// before returns the sum that s holds for the first n cards of a blow, and the
// last of those cards; n is 0 if s holds no such sum.
func (s *swat) before(blow Blow) (score engine.Score, last *Card, n int32) {
	if s == nil || s.top != blow.At.top || s.blow.By != blow.By || s.blow.At != blow.At || s.blow.How != blow.How || s.blow.N > blow.N {
		return engine.Score{}, nil, 0
	}
	return s.score, s.last, s.blow.N
}

// keep holds the defense against a blow, to which n cards were added.
func (s *swat) keep(blow Blow, score engine.Score, last *Card, n int32) {
	if s != nil {
		*s = swat{blow, blow.At.top, score, last, s.added + int(n)}
	}
}

func (s *swat) forget() {
	if s != nil {
		s.top = nil
	}
}

// A pile is the first n cards from one card down: their cost, and the card
// under them.
type pile struct {
	top, under *Card
	n          int32
	cost       int
}

// lift makes p the first n cards from top down, continuing from its present n
// where it can.
func (p *pile) lift(top *Card, n int32) {
	if p.top != top || p.n > n {
		*p = pile{top: top, under: top}
	}
	for ; p.n < n && p.under != nil; p.n++ {
		p.cost += p.under.Cost
		p.under = p.under.under
	}
}

// shared is an aura that some stacks of a side have in common.
type shared struct {
	bonus *Bonus
	side  engine.Side
	n     int
}

// supported is a kin that a stack may support.
type supported struct {
	by int32
	to kin
}

// manyStacks is the number of stacks from which on a crowd saves more than it
// costs.
const manyStacks = 24

// newCrowd returns an empty crowd, or nil where hooks can change blows: a
// script may distinguish any two stacks.
func (h *Hooks) newCrowd() *crowd {
	if h.Attack.Used() || h.Defense.Used() || h.Support.Used() || h.Retaliations.Used() || h.Retaliate.Used() {
		return nil
	}
	return &crowd{
		seen: map[kin]bool{}, helps: map[int32][]Support{},
		best: map[kin]int{}, supports: map[supported]int{},
	}
}

// gather makes the crowd of the battle as it stands, if the battle is large.
func (b *supposition) gather() {
	c := b.reused
	b.crowd, b.swat = nil, nil
	if c != nil {
		b.swat = &c.swat
		b.swat.forget()
	}
	if c == nil || len(b.stacks) < manyStacks {
		return
	}
	clear(c.seen)
	clear(c.helps)
	clear(c.best)
	clear(c.supports)
	for side := range c.kinds {
		c.kinds[side] = c.kinds[side][:0]
		for s := range b.Each(engine.Side(side)) {
			if k := b.kinOf(s, true); !c.seen[k] {
				c.seen[k] = true
				c.kinds[side] = append(c.kinds[side], s)
			}
		}
	}
	for _, p := range b.supports {
		c.helps[p.To] = append(c.helps[p.To], p)
	}
	c.auras, c.apart = c.auras[:0], false
	c.gives = append(c.gives[:0], make([]bool, len(b.stacks))...)
	for _, id := range b.auras {
		giver := &b.stacks[id]
		if giver.top == nil {
			continue
		}
		c.gives[id] = true
		for _, bonus := range giver.top.auras {
			c.apart = c.apart || bonus.Op != engine.Add && bonus.Op != engine.Cap // the order of Add and Cap does not matter
			i := slices.IndexFunc(c.auras, func(s shared) bool { return s.bonus == bonus && s.side == giver.side })
			if i < 0 {
				i = len(c.auras)
				c.auras = append(c.auras, shared{bonus: bonus, side: giver.side})
			}
			c.auras[i].n++
		}
	}
	b.crowd = c
}

// helpOf returns support, at least all that s has.
func (b *Position) helpOf(s *Stack) []Support {
	if b.crowd == nil {
		return b.supports
	}
	return b.crowd.helps[s.id]
}

// hold makes helpOf return held.
func (b *supposition) hold(s *Stack, held []Support) {
	if b.crowd == nil {
		b.supports = held
		return
	}
	b.crowd.helps[s.id] = held
}

// adjustByShared applies the auras of a crowd to a score.
func (b *Position) adjustByShared(score engine.Score, stat Stat, self, other *Stack, how How) engine.Score {
	for i := range b.crowd.auras {
		a := &b.crowd.auras[i]
		if (a.bonus.For == Friends) != (a.side == self.side) || !a.bonus.changes(stat) || !b.holds(&a.bonus.When, self, other, how) {
			continue
		}
		n := a.n
		if a.side == self.side && b.crowd.gives[self.id] && slices.Contains(self.top.auras, a.bonus) {
			n-- // the aura of the stack itself does not count
		}
		switch {
		case n == 0:
		case a.bonus.Op == engine.Cap:
			score = score.Cap(a.bonus.N, &a.bonus.Cause)
		default:
			score = score.Add(n*a.bonus.N, &a.bonus.Cause)
		}
	}
	return score
}

// bestPlain returns the worth of a stack's best attack now, without swarm.
func (b *supposition) bestPlain(s *Stack) int {
	if b.crowd == nil {
		return b.bestAttack(s, 0)
	}
	k := b.kinOf(s, false)
	worth, ok := b.crowd.best[k]
	if !ok {
		worth = b.bestAttack(s, 0)
		b.crowd.best[k] = worth
	}
	return worth
}

// worthOfSupport returns what the support of a stack adds to another's best
// attack, halved when the other has acted and may be destroyed before it can
// use it.
func (b *supposition) worthOfSupport(by, to *Stack) int {
	if b.crowd == nil {
		return b.supportWorth(by, to)
	}
	k := supported{by.id, b.kinOf(to, false)}
	worth, ok := b.crowd.supports[k]
	if !ok {
		worth = b.supportWorth(by, to)
		b.crowd.supports[k] = worth
	}
	return worth
}
