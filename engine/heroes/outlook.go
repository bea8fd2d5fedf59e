package heroes

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
type pairing struct{ by, at *Card }

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

// victory returns the value of a victory that leaves the given top card.
func victory(top *Card) int { return sure + sure/64*min(int(top.count), 16) }

// discounted returns the present value of a value of the next turn.
func discounted(worth int) int { return worth - worth/patience }

// swarming returns 1 if the next attack of a stack, or of one that has just taken this
// stance, swarms, otherwise 0.
func (s *Stack) swarming() int { return min(int(s.swarms), 1) }
func (s Stance) swarming() int {
	if s == Swarming {
		return 1
	}
	return 0
}

// onTurn returns the value of a pairing to the stack whose turn it is.
func (b *supposition) onTurn(p pairing, swarms int, stance Stance) int {
	if !p.solved() {
		return b.estimate(p)
	}
	o, _ := b.outlook(p)
	return o[swarms][stance]
}

// solved reports whether a pairing has few enough cards to be solved.
func (p pairing) solved() bool { return int(p.by.count)*int(p.at.count) <= solvedCards }

// afterTurn returns the value of a pairing to the stack of by after its turn, which left it
// in the given stance. Either card may be nil: then its stack is destroyed.
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

// estimate returns the value of a pairing with too many cards to be solved, from the part
// of each stack that one attack of the other kills.
func (b *supposition) estimate(p pairing) int {
	mine, theirs := b.rate(p.by, p.at), b.rate(p.at, p.by)
	return sure * (mine - theirs) / max(mine+theirs, 1)
}

// rate returns the part of a stack that an attack of by kills, in millionths.
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

// outlook returns the outlook of a pairing, and the outlook after an exchange of turns. It
// keeps both.
func (b *supposition) outlook(p pairing) (first, second *outlook) {
	pair, swapped := p, p.by.id > p.at.id // the last digits depend on the order of the two
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

// solve computes the outlooks of a pairing, with either stack's turn, by value iteration:
// misses, swarm and protection lead from one to the other and back. A kill leads to a
// pairing with fewer cards.
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
					next := &o[1-i][Stance(stance).swarming()]
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

// A gamble is an attack in a pairing. Of the square of the die's sides, stay are the
// chances that both stacks remain as they are. Sum is the sum of the values of all other
// results, each times its chances.
type gamble struct{ stay, sum int }

// gambles returns the attacks of a pairing. It leaves out an attack if another kills more
// cards with the same certainty.
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
				list = append(list, b.gamble(p, under, hits, answered, stance.swarming()))
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

// guard returns the defense of a card in a stack with the given stance.
func (b *supposition) guard(card *Card, stance Stance) int {
	if stance == Protecting {
		return int(card.defense) + card.Level*b.game.Rules.ProtectFactor // H3.3
	}
	return int(card.defense)
}

// gamble returns the attack that hits with the given number of faces and then leaves under
// as the target's top card. The target retaliates in kind.
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

// A prospects holds sums of outlooks at one question.
type prospects struct {
	question int
	stacks   int           // stacks of both sides
	stake    int           // the value of one pairing, in the unit of evaluations
	actor    map[*Card]int // by the top card of the acting stack after its turn
	friends  map[*Card]int // by the top card of an enemy after the turn
}

// prospect returns the sums at the present question. All pairings of a stack together count
// half of the cost of both armies, divided by the mean number of stacks of a side, so that
// a stack is worth about as much as its cards.
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

// ofActor returns the sum of the outlooks of the acting stack, with the given top card
// after its turn, against all enemies.
func (b *supposition) ofActor(s *Stack, top *Card) int {
	known := b.prospect().actor
	sum, ok := known[top]
	if !ok {
		for enemy := range b.Each(1 - s.side) {
			sum += b.afterTurn(top, enemy.top, NoStance, enemy.swarming())
		}
		known[top] = sum
	}
	return sum
}

// ofFriends returns the sum of the outlooks of the other stacks on the side of s against an
// enemy with the given top card. Each outlook is the mean of both stacks' turns.
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
				sum += (first[friend.swarming()][NoStance] - second[0][friend.stance]) / 2
			}
		}
		known[top] = sum
	}
	return sum
}

// worthOfStance returns the value of a stance: its change of the outlooks against the
// enemies that the stack reaches, for a swarm, or that reach the stack, for protection. A
// stance matters only in the pairing with the next stack that meets s, so all pairings
// share the value.
func (b *supposition) worthOfStance(s *Stack, stance Stance) int {
	gain := 0
	for enemy := range b.Each(1 - s.side) {
		by, at := s, enemy
		if stance == Protecting {
			by, at = enemy, s
		}
		if b.couldAttack(&Support{From: by.id, Line: by.line, With: by.top.Creature}, at) {
			swarms := enemy.swarming()
			gain += b.afterTurn(s.top, enemy.top, stance, swarms) - b.afterTurn(s.top, enemy.top, NoStance, swarms)
		}
	}
	p := b.prospect()
	return gain * p.stake / sure / max(p.stacks-1, 1)
}

// worthOfBlow returns the value of a blow: its expected change of the position's value. If
// only two stacks are left, the value is their outlook alone, which counts the cards, too.
func (b *supposition) worthOfBlow(blow Blow) int {
	by, at := blow.By, blow.At
	if at == nil {
		return b.worth(blow)
	}
	e := b.exchange(b.number(by), b.number(at), blow)
	hits := b.hits(e, blow, b.attack(e, blow))
	swat := b.retaliations(e, blow)
	swarms, sum, square := at.swarming(), 0, b.game.Rules.Die*b.game.Rules.Die
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
