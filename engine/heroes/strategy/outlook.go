package strategy

import (
	"houserule/engine"
	"houserule/engine/heroes"
)

// Evaluations value a position for a side as the sum of the outlooks of each of its stacks
// against each enemy, plus the cost of its cards less the cost of the enemy's.
//
// The outlook of two stacks is the value, to each of them, of a fight to the end between
// these two alone, with the best play of both: any swat, swarm, protect. So it knows what
// the cards killed do not show: which stack strikes first, what a swarm prepares, what a
// retaliation costs. For instance, a Bandit (melee 1, defense 5) whose turn it is faces
// another Bandit. It kills with 4 to 10 on the die. After a miss the retaliation kills it
// with the same probability, and after two misses the two have changed places. So its
// outlook w is
//
//
//	w = 0.7 - 0.3 x 0.7 - 0.3 x 0.3 x w    that is 0.45 of a victory
//
// and the other's is -0.45.
//
// An outlook depends only on the numbers on the cards. It leaves out bonuses, walls, lines
// and hooks, which count in the step itself. So it is valid for the whole battle, and is
// kept.

// A pairing is the top cards of two stacks. It is the turn of by.
type pairing struct{ by, at *heroes.Card }

// An outlook is the value of a pairing to the stack whose turn it is, from -sure to sure,
// and a little more for each card left. It is indexed by whether that stack swarms, and by
// the stance of the other.
type outlook [2][3]int

const (
	sure        = 1 << 16 // the value of a victory
	patience    = 64      // a victory one turn later is worth 1/64 less
	solvedCards = 100     // an outlook is solved if the product of the two counts of cards is at most this
	mostSweeps  = 200     // the maximum for one solution
	outlookSize = 256     // bytes of two outlooks with their place in a map
)

// outlooks are the outlooks of pairings by the rules of a game, kept.
type outlooks struct {
	rules    *heroes.Rules
	num, den int                    // the factor of swarm
	known    map[uint64]*[2]outlook // by the ids of the two cards
	size     int                    // bytes of known
}

// follow sets the rules.
func (b *outlooks) follow(rules *heroes.Rules) {
	b.rules = rules
	b.num, b.den = engine.Fraction(rules.SwarmFactor)
}

// victory returns the value of a victory that leaves the given top card.
func victory(top *heroes.Card) int { return sure + sure/64*min(top.Count(), 16) }

// discounted returns the present value of a value of the next turn.
func discounted(worth int) int { return worth - worth/patience }

// swarming returns 1 if the next attack of a stack swarms, otherwise 0. swarmingBy returns
// it for a stack that has just taken a stance.
func swarming(s *heroes.Stack) int { return min(s.Swarms(), 1) }
func swarmingBy(stance heroes.Stance) int {
	if stance == heroes.Swarming {
		return 1
	}
	return 0
}

// onTurn returns the value of a pairing to the stack whose turn it is.
func (b *outlooks) onTurn(p pairing, swarms int, stance heroes.Stance) int {
	if !p.solved() {
		return b.estimate(p)
	}
	o, _ := b.outlook(p)
	return o[swarms][stance]
}

// solved reports whether a pairing has few enough cards to be solved.
func (p pairing) solved() bool { return p.by.Count()*p.at.Count() <= solvedCards }

// afterTurn returns the value of a pairing to the stack of by after its turn, which left it
// in the given stance. Either card may be nil: then its stack is destroyed.
func (b *outlooks) afterTurn(by, at *heroes.Card, stance heroes.Stance, swarms int) int {
	switch {
	case by == nil && at == nil:
		return 0
	case by == nil:
		return -victory(at)
	case at == nil:
		return victory(by)
	}
	return -discounted(b.onTurn(pairing{at, by}, swarms, stance))
}

// estimate returns the value of a pairing with too many cards to be solved, from the part
// of each stack that one attack of the other kills.
func (b *outlooks) estimate(p pairing) int {
	mine, theirs := b.rate(p.by, p.at), b.rate(p.at, p.by)
	return sure * (mine - theirs) / max(mine+theirs, 1)
}

// rate returns the part of a stack that an attack of by kills, in millionths.
func (b *outlooks) rate(by, at *heroes.Card) int {
	score := max(by.Melee, by.Ranged)
	for _, spell := range by.Spells {
		if spell.Attacks() {
			score = max(score, spell.Score)
		}
	}
	reach := max(score+by.LevelsUnder()+b.rules.Die/2, 0)
	return 1_000_000 * reach / max(at.Defense, 1) / at.Count()
}

// outlook returns the outlook of a pairing, and the outlook after an exchange of turns. It
// keeps both.
func (b *outlooks) outlook(p pairing) (first, second *outlook) {
	pair, swapped := p, p.by.Number() > p.at.Number() // the last digits depend on the order of the two
	if swapped {
		pair = pairing{p.at, p.by}
	}
	key := uint64(pair.by.Number())<<32 | uint64(pair.at.Number())
	o := b.known[key]
	if o == nil {
		o = b.solve(pair, pairing{pair.at, pair.by})
		b.known[key] = o
		b.size += outlookSize
	}
	if swapped {
		return &o[1], &o[0]
	}
	return &o[0], &o[1]
}

// solve computes the outlooks of a pairing, with either stack's turn, by value iteration:
// misses, swarm and protection lead from one to the other and back. A kill leads to a
// pairing with fewer cards.
func (b *outlooks) solve(pairs ...pairing) *[2]outlook {
	var gambles [2][2][3][]gamble
	for i, p := range pairs {
		for swarms := range 2 {
			for stance := heroes.NoStance; stance <= heroes.Protecting; stance++ {
				gambles[i][swarms][stance] = b.gambles(p, swarms, stance)
			}
		}
	}
	square := b.rules.Die * b.rules.Die
	o, changed := new([2]outlook), true
	for sweep := 0; changed && sweep < mostSweeps; sweep++ {
		changed = false
		for i := range o {
			for swarms := range o[i] {
				for stance, was := range o[i][swarms] {
					next := &o[1-i][swarmingBy(heroes.Stance(stance))]
					best := -discounted(min(next[heroes.Swarming], next[heroes.Protecting])) // to pass is no better
					for _, g := range gambles[i][swarms][stance] {
						best = max(best, (g.sum-g.stay*discounted(next[heroes.NoStance]))/square)
					}
					o[i][swarms][stance] = best
					changed = changed || best != was
				}
			}
		}
	}
	return o
}

// A gamble is an attack in a pairing. Of the square of the die's sides, stay are the
// chances that both stacks remain as they are. Sum is the sum of the values of all other
// results, each times its chances.
type gamble struct{ stay, sum int }

// gambles returns the attacks of a pairing. It leaves out an attack if another kills more
// cards with the same certainty.
func (b *outlooks) gambles(p pairing, swarms int, stance heroes.Stance) (list []gamble) {
	limit := b.rules.SwatLimit
	attack := func(score int, answered heroes.Kind) {
		score += p.by.LevelsUnder()
		if swarms > 0 {
			score = score * b.num / b.den
		}
		hits := b.rules.Faces(b.guard(p.at, stance) - score)
		for n, need, under := 1, 0, p.at; hits > 0 && (n == 1 || limit == 0 || n <= limit); n++ {
			need += b.guard(under, stance)
			under = under.Under()
			more := 0
			if under != nil {
				more = b.rules.Faces(need + b.guard(under, stance) - score)
			}
			if more < b.rules.Die || n == limit {
				list = append(list, b.gamble(p, under, hits, answered, swarmingBy(stance)))
			}
			hits = more
		}
	}
	attack(p.by.Melee, heroes.Melee)
	if p.by.Ranged > 0 {
		attack(p.by.Ranged, heroes.Ranged)
	}
	for _, spell := range p.by.Spells {
		if spell.Attacks() {
			attack(spell.Score, heroes.Cast)
		}
	}
	return list
}

// guard returns the defense of a card in a stack with the given stance.
func (b *outlooks) guard(card *heroes.Card, stance heroes.Stance) int {
	if stance == heroes.Protecting {
		return card.Defense + card.Level*b.rules.ProtectFactor // H3.3
	}
	return card.Defense
}

// gamble returns the attack that hits with the given number of faces and then leaves under
// as the target's top card. The target retaliates in kind.
func (b *outlooks) gamble(p pairing, under *heroes.Card, hits int, kind heroes.Kind, swarms int) gamble {
	die := b.rules.Die
	hit, miss := b.answer(under, p.by, kind), b.answer(p.at, p.by, kind)
	return gamble{
		stay: (die - hits) * (die - miss),
		sum: hits*(die-hit)*b.afterTurn(p.by, under, heroes.NoStance, swarms) +
			hits*hit*b.afterTurn(p.by.Under(), under, heroes.NoStance, swarms) +
			(die-hits)*miss*b.afterTurn(p.by.Under(), p.at, heroes.NoStance, swarms),
	}
}

// answer returns the number of faces with which a retaliation hits: H5.1, H5.2.
func (b *outlooks) answer(by, at *heroes.Card, kind heroes.Kind) int {
	if by == nil || kind == heroes.Cast || kind == heroes.Ranged && by.Ranged == 0 || by.Never() || at.Unanswered() ||
		b.rules.Retaliations == 0 && !by.Always() {
		return 0
	}
	score := by.Melee
	if kind == heroes.Ranged {
		score = by.Ranged
	}
	return b.rules.Faces(at.Defense - score - by.LevelsUnder())
}
