package heroes

// What a position is worth to a side, for evaluations: the sum of the outlooks of
// each of its stacks against each enemy, and the cost of its cards less that of the
// enemy's.
//
// The outlook of two stacks is what it is worth to each to fight the other alone, to
// the end, by the best play of both: to attack with any swat, swarm, protect. So it
// knows what killed cards do not show: who strikes first, what a swarm prepares, what
// a retaliation costs. A Bandit (melee 1, defense 5) whose turn it is, before another:
// it kills with 4 to 10 on the die. After a miss the retaliation kills it with the same
// chance, and after two misses the other is in its place. So its outlook w is
//
//	w = 0.7 - 0.3 x 0.7 - 0.3 x 0.3 x w    that is 0.45 of a victory
//
// and the other's is -0.45.
//
// An outlook goes by the numbers on the cards. It leaves out bonuses, walls, lines and
// hooks, which count in the step itself: so it holds for the whole battle, and is kept.

// A pairing is the top cards of two stacks; by has its turn.
type pairing struct{ by, at *Card }

// An outlook is the worth of a pairing to the stack that has its turn, from -sure
// to sure, and a little more for each card left: by whether it swarms, and by the
// stance of the other.
type outlook [2][3]int

const (
	sure        = 1 << 16 // the worth of a victory
	patience    = 64      // a victory one turn later is worth 1/64 less
	solvedCards = 100     // the outlook of a pairing is solved if the product of the counts is no greater
	mostSweeps  = 200     // of a solution
	outlookSize = 256     // of two in bytes, with their place in a map
)

// victory returns the worth of a victory with that top card.
func victory(top *Card) int { return sure + sure/64*min(int(top.count), 16) }

// discounted returns what a worth of the next turn is worth now.
func discounted(worth int) int { return worth - worth/patience }

// swarming returns 1 for a stack that will attack with a swarm, and 0 for others.
func swarming(s Stance) int {
	if s == Swarming {
		return 1
	}
	return 0
}

// onTurn returns the worth of a pairing to the stack that has its turn.
func (b *supposition) onTurn(p pairing, swarms int, stance Stance) int {
	if !p.solved() {
		return b.estimate(p)
	}
	o, _ := b.outlook(p)
	return o[swarms][stance]
}

// solved reports whether a pairing is of few enough cards to be solved.
func (p pairing) solved() bool { return int(p.by.count)*int(p.at.count) <= solvedCards }

// afterTurn returns the worth of a pairing to the stack of by, which has had its turn
// and is in that stance. Either card may be nil: then the stack is destroyed.
func (b *supposition) afterTurn(by, at *Card, stance Stance, swarms int) int {
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

// estimate returns the worth of a pairing of too many cards to be solved: by the
// part of each stack that one attack of the other kills.
func (b *supposition) estimate(p pairing) int {
	mine, theirs := b.rate(p.by, p.at), b.rate(p.at, p.by)
	return sure * (mine - theirs) / max(mine+theirs, 1)
}

// rate returns the millionths of a stack that an attack of by kills.
func (b *supposition) rate(by, at *Card) int {
	score := max(by.power[Melee], by.power[Ranged])
	for _, spell := range by.Spells {
		if spell.attacks() {
			score = max(score, int32(spell.Score))
		}
	}
	reach := max(int(score+by.levels)+b.game.Rules.Die/2, 0)
	return 1_000_000 * reach / max(int(at.defense), 1) / int(at.count)
}

// outlook returns the outlook of a pairing, and that of its stacks with their turns
// exchanged. It keeps both.
func (b *supposition) outlook(p pairing) (first, second *outlook) {
	pair, swapped := p, p.by.id > p.at.id // the last digit depends on the order
	if swapped {
		pair = pairing{p.at, p.by}
	}
	key := uint64(pair.by.id)<<32 | uint64(uint32(pair.at.id))
	o := b.crowd.outlooks[key]
	if o == nil {
		o = b.solve(pair, pairing{pair.at, pair.by})
		b.crowd.outlooks[key] = o
		b.crowd.size += outlookSize
	}
	if swapped {
		return &o[1], &o[0]
	}
	return &o[0], &o[1]
}

// solve finds the outlooks of a pairing and of its stacks with their turns
// exchanged, by value iteration: misses, swarm and protection lead from the one
// to the other and back. What kills a card leads to pairings of fewer cards.
func (b *supposition) solve(pairs ...pairing) *[2]outlook {
	var gambles [2][2][3][]gamble
	for i, p := range pairs {
		for swarms := range 2 {
			for stance := NoStance; stance <= Protecting; stance++ {
				gambles[i][swarms][stance] = b.gambles(p, swarms, stance)
			}
		}
	}
	square := b.game.Rules.Die * b.game.Rules.Die
	o, changed := new([2]outlook), true
	for sweep := 0; changed && sweep < mostSweeps; sweep++ {
		changed = false
		for i := range o {
			for swarms := range o[i] {
				for stance, was := range o[i][swarms] {
					next := &o[1-i][swarming(Stance(stance))]
					best := -discounted(min(next[Swarming], next[Protecting])) // to pass is no better
					for _, g := range gambles[i][swarms][stance] {
						best = max(best, (g.sum-g.stay*discounted(next[NoStance]))/square)
					}
					o[i][swarms][stance] = best
					changed = changed || best != was
				}
			}
		}
	}
	return o
}

// A gamble is an attack in a pairing: stay of the square of the die's sides are the
// chances that both stacks remain as they are, and sum is the worth of all other
// ends, each times its chances.
type gamble struct{ stay, sum int }

// gambles returns the attacks of a pairing, without those that kill fewer cards
// than another as surely.
func (b *supposition) gambles(p pairing, swarms int, stance Stance) (list []gamble) {
	limit := b.game.Rules.SwatLimit
	attack := func(score int, answered Kind) {
		score += int(p.by.levels)
		if swarms > 0 {
			score = score * b.game.swarmNum / b.game.swarmDen
		}
		hits := b.faces(b.guard(p.at, stance) - score)
		for n, need, under := 1, 0, p.at; hits > 0 && (n == 1 || limit == 0 || n <= limit); n++ {
			need += b.guard(under, stance)
			under = under.under
			more := 0
			if under != nil {
				more = b.faces(need + b.guard(under, stance) - score)
			}
			if more < b.game.Rules.Die || n == limit {
				list = append(list, b.gamble(p, under, hits, answered, swarming(stance)))
			}
			hits = more
		}
	}
	attack(int(p.by.power[Melee]), Melee)
	if p.by.power[Ranged] > 0 {
		attack(int(p.by.power[Ranged]), Ranged)
	}
	for _, spell := range p.by.Spells {
		if spell.attacks() {
			attack(spell.Score, Cast)
		}
	}
	return list
}

// guard returns the defense of a card in a stack of that stance.
func (b *supposition) guard(card *Card, stance Stance) int {
	if stance == Protecting {
		return int(card.defense) + card.Level*b.game.Rules.ProtectFactor // H3.3
	}
	return int(card.defense)
}

// gamble returns the attack that hits with so many faces, and then leaves under of
// the target, which retaliates in kind.
func (b *supposition) gamble(p pairing, under *Card, hits int, kind Kind, swarms int) gamble {
	die := b.game.Rules.Die
	hit, miss := b.answer(under, p.by, kind), b.answer(p.at, p.by, kind)
	return gamble{
		stay: (die - hits) * (die - miss),
		sum: hits*(die-hit)*b.afterTurn(p.by, under, NoStance, swarms) +
			hits*hit*b.afterTurn(p.by.under, under, NoStance, swarms) +
			(die-hits)*miss*b.afterTurn(p.by.under, p.at, NoStance, swarms),
	}
}

// answer returns the number of faces with which a retaliation hits: H5.1, H5.2.
func (b *supposition) answer(by, at *Card, kind Kind) int {
	if by == nil || kind == Cast || kind == Ranged && by.power[Ranged] == 0 || by.never || at.unanswered ||
		b.game.Rules.Retaliations == 0 && !by.always {
		return 0
	}
	return b.faces(int(at.defense - by.power[kind] - by.levels))
}

// prospects are sums of outlooks at one question.
type prospects struct {
	question int
	stacks   int           // of both sides
	stake    int           // of a pairing, in the unit of evaluations
	actor    map[*Card]int // by the top card that the stack that acts has then
	friends  map[*Card]int // by the top card that an enemy has then
}

// prospect returns the sums of the present question. What the pairings of a stack are
// worth together is half of what both armies cost, divided by the mean number of stacks
// of a side: so that a stack is about as much as its cards.
func (b *supposition) prospect() *prospects {
	p := &b.crowd.prospects
	if p.question == b.crowd.question {
		return p
	}
	if p.actor == nil {
		p.actor, p.friends = map[*Card]int{}, map[*Card]int{}
	}
	clear(p.actor)
	clear(p.friends)
	p.question, p.stacks = b.crowd.question, 0
	for _, line := range b.count {
		p.stacks += int(line[MeleeLine] + line[RangedLine])
	}
	cost := b.Value(Aggressor) + b.Value(Defender)
	p.stake = 2 * cost * b.game.Rules.Die * b.game.Rules.Die / (p.stacks * p.stacks)
	return p
}

// ofActor returns the sum of the outlooks against all enemies of the stack that acts,
// after its turn.
func (b *supposition) ofActor(s *Stack, top *Card) int {
	known := b.prospect().actor
	sum, ok := known[top]
	if !ok {
		for enemy := range b.Each(1 - s.side) {
			sum += b.afterTurn(top, enemy.top, NoStance, swarming(enemy.stance))
		}
		known[top] = sum
	}
	return sum
}

// ofFriends returns the sum of the outlooks of the other stacks of the side of s
// against an enemy with that top card: the mean of either having its turn.
func (b *supposition) ofFriends(s *Stack, top *Card) int {
	known := b.prospect().friends
	sum, ok := known[top]
	if !ok {
		for friend := range b.Each(s.side) {
			switch {
			case friend == s:
			case top == nil:
				sum += victory(friend.top)
			default:
				p := pairing{friend.top, top}
				if !p.solved() {
					sum += (b.estimate(p) - b.estimate(pairing{top, friend.top})) / 2
					continue
				}
				first, second := b.outlook(p)
				sum += (first[swarming(friend.stance)][NoStance] - second[0][friend.stance]) / 2
			}
		}
		known[top] = sum
	}
	return sum
}

// worthOfStance returns the worth of a stance: how it changes the outlooks against those
// enemies that the stack reaches, to swarm, or that reach it, to protect itself. It matters
// in one pairing only, that with the stack that meets s next, so that it is shared among
// all.
func (b *supposition) worthOfStance(s *Stack, stance Stance) int {
	gain := 0
	for enemy := range b.Each(1 - s.side) {
		by, at := s, enemy
		if stance == Protecting {
			by, at = enemy, s
		}
		if b.couldAttack(&Support{From: by.id, Line: by.line, With: by.top.Creature}, at) {
			swarms := swarming(enemy.stance)
			gain += b.afterTurn(s.top, enemy.top, stance, swarms) - b.afterTurn(s.top, enemy.top, NoStance, swarms)
		}
	}
	p := b.prospect()
	return gain * p.stake / sure / max(p.stacks-1, 1)
}

// worthOfBlow returns the worth of a blow: how it is expected to change what the
// position is worth. Where two stacks are left their outlook is all: it counts the cards,
// too.
func (b *supposition) worthOfBlow(blow Blow) int {
	by, at := blow.By, blow.At
	if at == nil {
		return b.worth(blow)
	}
	e := b.exchange(b.number(by), b.number(at), blow)
	hits := b.hits(e, blow, b.attack(e, blow))
	swat := b.retaliations(e, blow)
	swarms, sum, square := swarming(at.stance), 0, b.game.Rules.Die*b.game.Rules.Die
	end := func(chances int, top, under *Card) {
		if chances != 0 {
			pair := b.afterTurn(top, under, NoStance, swarms) - b.afterTurn(top, at.top, NoStance, swarms)
			sum += chances * (b.ofActor(by, top) + pair + b.ofFriends(by, under))
		}
	}
	misses := b.game.Rules.Die - hits
	end(hits*(b.game.Rules.Die-swat.hit), by.top, swat.under)
	end(hits*swat.hit, by.top.under, swat.under)
	end(misses*(b.game.Rules.Die-e.missed), by.top, at.top)
	end(misses*e.missed, by.top.under, at.top)
	end(-square, by.top, at.top)
	p := b.prospect()
	worth := sum / square * p.stake / sure
	if p.stacks > 2 {
		worth += b.expected(e, blow, hits)
	}
	return worth
}
