package strategy

import (
	"slices"
	"unsafe"

	"houserule/engine"
	"houserule/engine/heroes"
)

// An exchange holds the parts of the value of attacks by one stack against another, in one
// manner. Each part is computed when it is needed.
type exchange struct {
	question int
	timed    bool         // whether a part depends on the round: then the exchange is valid for one question
	score    engine.Score // the attack's, without support; unset if hooks can change it: see swat
	bests    [4]best      // without and with support
	missed   int          // faces of the die with which the retaliation to a miss hits, or unknown
	swats    []swat       // by the number of cards, from 1
}

// A swat is an attack against the top cards of a stack.
type swat struct {
	score   engine.Score // the attack's, without support, if hooks can change it
	defense int
	cost    int          // the cost of these cards
	under   *heroes.Card // the card under them
	hit     int          // faces with which the retaliation hits after the loss of these cards, or unknown
}

// A best is the value, at least 0, of the best swat with an attack score.
type best struct{ attack, worth int }

const unknown = -1

// A manner is a way in which the stacks of a kin attack. At holds the indexes of its
// exchanges, by the number of the target's kin; 0: none yet.
type manner struct {
	how heroes.How
	at  []int32
}

// exchange returns the exchange of a blow between stacks whose kins have these numbers. It
// is valid until the next call.
func (b *strategy) exchange(by, at int, blow heroes.Blow) *exchange {
	c := &b.crowd
	if by == 0 || at == 0 {
		b.begin(&c.other, blow)
		return &c.other
	}
	place := c.place(&c.known[blow.By.Side()][by], blow.How, at)
	if *place == 0 {
		*place = int32(len(c.exchanges))
		c.exchanges = append(c.exchanges, exchange{timed: true})
		c.size += int(unsafe.Sizeof(exchange{}))
	}
	e := &c.exchanges[*place]
	if e.timed && e.question != c.question {
		b.begin(e, blow)
	}
	return e
}

// place returns the address of the index of an exchange.
func (c *crowd) place(k *known, how heroes.How, at int) *int32 {
	i := 0
	for i < len(k.manners) && k.manners[i].how != how {
		i++
	}
	if i == len(k.manners) {
		k.manners = append(k.manners, manner{how: how})
	}
	m := &k.manners[i]
	if n := at + 1 - len(m.at); n > 0 {
		m.at = append(m.at, make([]int32, n)...)
		c.size += 4 * n
	}
	return &m.at[at]
}

// begin makes e the empty exchange of a blow.
func (b *strategy) begin(e *exchange, blow heroes.Blow) {
	*e = exchange{missed: unknown, swats: e.swats[:0], question: b.crowd.question}
	for i := range e.bests {
		e.bests[i].attack = unknown
	}
	if b.Hooked() {
		e.timed = true // hooks may read anything
	} else {
		b.compute(e, func() { e.score = b.Unaided(blow) })
	}
}

// compute calls f, which computes a part of e, and records whether f has read the round.
func (b *strategy) compute(e *exchange, f func()) {
	timed := b.Reads(f)
	e.timed = e.timed || timed
}

// swat returns the swat of a blow.
func (b *strategy) swat(e *exchange, blow heroes.Blow) *swat {
	for len(e.swats) < int(blow.N) {
		s := swat{under: blow.At.Top(), hit: unknown}
		if n := len(e.swats); n > 0 {
			s.defense, s.cost, s.under = e.swats[n-1].defense, e.swats[n-1].cost, e.swats[n-1].under
		}
		if b.Hooked() {
			some := blow
			some.N = int32(len(e.swats) + 1)
			s.score, s.defense = b.Unaided(some), b.DefenseScore(some).Total()
		} else {
			b.compute(e, func() { s.defense += blow.CardDefense(b.Position, s.under).Total() })
		}
		s.cost += s.under.Cost
		s.under = s.under.Under()
		if n := len(e.swats); n == cap(e.swats) {
			e.swats = slices.Grow(e.swats, 4)
			b.crowd.size += (cap(e.swats) - n) * int(unsafe.Sizeof(s))
		}
		e.swats = append(e.swats, s)
		b.crowd.added++
	}
	return &e.swats[blow.N-1]
}

// attack returns the score of a blow. Without hooks it does not depend on the number of cards.
func (b *strategy) attack(e *exchange, blow heroes.Blow) int {
	score := e.score
	if b.Hooked() {
		score = b.swat(e, blow).score
	}
	switch {
	case !blow.By.Helped():
		return score.Total()
	case b.crowd.mixed:
		return b.AttackScore(blow).Total()
	}
	return blow.Supported(b.Position, score).Total()
}

// hits returns the number of faces of the die with which a blow of the given score hits.
func (b *strategy) hits(e *exchange, blow heroes.Blow, attack int) int {
	return b.rules.Faces(b.swat(e, blow).defense - attack)
}

// best returns the value of the best attack of an exchange, at least 0.
func (b *strategy) best(e *exchange, blow heroes.Blow) int {
	if blow.By.Helped() && b.crowd.mixed {
		e = &b.crowd.other
		b.begin(e, blow)
	}
	attack := b.attack(e, blow)
	known, keeps := &e.bests[0], true
	if blow.By.Helped() {
		known, keeps = &e.bests[1+attack%(len(e.bests)-1)], !b.Hooked()
	}
	if known.attack == attack && keeps {
		return known.worth
	}
	best, limit := 0, int32(blow.At.SwatLimit(b.rules))
	for blow.N = 1; blow.N <= limit; blow.N++ {
		if b.Hooked() && blow.N > 1 {
			attack = b.attack(e, blow)
		}
		hits := b.hits(e, blow, attack)
		if hits == 0 {
			break // an attack against more cards misses, too
		}
		if b.rules.Die*hits*b.swat(e, blow).cost > best { // otherwise no retaliation is weak enough
			best = max(best, b.expected(e, blow, hits))
		}
	}
	if keeps {
		known.attack, known.worth = attack, best
	}
	return best
}

// expected returns the value of a blow that hits with the given number of faces.
func (b *strategy) expected(e *exchange, blow heroes.Blow, hits int) int {
	b.crowd.blows++
	s := b.retaliations(e, blow)
	sides := b.rules.Die
	return sides*hits*s.cost - (hits*s.hit+(sides-hits)*e.missed)*blow.By.Top().Cost
}

// retaliations returns the swat of a blow, with the retaliations after a hit and after a
// miss computed.
func (b *strategy) retaliations(e *exchange, blow heroes.Blow) *swat {
	s := b.swat(e, blow)
	if e.missed == unknown {
		b.compute(e, func() { e.missed = b.retaliation(blow) })
	}
	if s.hit == unknown {
		b.compute(e, func() { s.hit = b.retaliationAfter(blow, s.under, e.missed) })
	}
	return s
}

// retaliationAfter returns the number of faces with which the retaliation hits after the
// blow has hit. Under is the target's top card then. Missed is the number after a miss.
func (b *strategy) retaliationAfter(blow heroes.Blow, under *heroes.Card, missed int) int {
	if b.Answer(blow) != heroes.AfterLosses {
		if _, first := blow.Retaliation(b.Position); first {
			return missed
		}
	}
	if under == nil {
		return 0
	}
	faces := 0
	b.WithTop(blow.At, under, func() { faces = b.retaliation(blow) })
	return faces
}

// retaliation returns the number of faces with which the target's retaliation would hit
// now.
func (b *strategy) retaliation(blow heroes.Blow) int {
	back, ok := blow.Retaliation(b.Position)
	if !ok {
		return 0
	}
	return b.chance(back)
}
