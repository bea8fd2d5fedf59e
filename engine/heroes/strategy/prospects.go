package strategy

import (
	"slices"

	"houserule/engine/heroes"
)

// A prospects holds sums of outlooks at one question.
type prospects struct {
	question int
	stacks   int                  // stacks of both sides
	stake    int                  // the value of one pairing, in the unit of evaluations
	actor    map[*heroes.Card]int // by the top card of the acting stack after its turn
	friends  map[*heroes.Card]int // by the top card of an enemy after the turn
}

// prospect returns the sums at the present question. All pairings of a stack together count
// half of the cost of both armies, divided by the mean number of stacks of a side, so that
// a stack is worth about as much as its cards.
func (b *strategy) prospect() *prospects {
	p := &b.prospects
	if p.question == b.crowd.question {
		return p
	}
	if p.actor == nil {
		p.actor, p.friends = map[*heroes.Card]int{}, map[*heroes.Card]int{}
	}
	clear(p.actor)
	clear(p.friends)
	p.question, p.stacks = b.crowd.question, 0
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		p.stacks += b.Count(side, heroes.MeleeLine) + b.Count(side, heroes.RangedLine)
	}
	cost := b.Value(heroes.Aggressor) + b.Value(heroes.Defender)
	p.stake = 2 * cost * b.rules.Die * b.rules.Die / (p.stacks * p.stacks)
	return p
}

// ofActor returns the sum of the outlooks of the acting stack, with the given top card
// after its turn, against all enemies.
func (b *strategy) ofActor(s *heroes.Stack, top *heroes.Card) int {
	known := b.prospect().actor
	sum, ok := known[top]
	if !ok {
		for enemy := range b.Each(1 - s.Side()) {
			sum += b.outlooks.afterTurn(top, enemy.Top(), heroes.NoStance, swarming(enemy))
		}
		known[top] = sum
	}
	return sum
}

// ofFriends returns the sum of the outlooks of the other stacks on the side of s against an
// enemy with the given top card. Each outlook is the mean of both stacks' turns.
func (b *strategy) ofFriends(s *heroes.Stack, top *heroes.Card) int {
	known := b.prospect().friends
	sum, ok := known[top]
	if !ok {
		for friend := range b.Each(s.Side()) {
			if friend != s {
				sum += b.meeting(friend, friend.Top(), top)
			}
		}
		known[top] = sum
	}
	return sum
}

// meeting returns the outlook of a stack, with the given top card, against an enemy's: the mean
// of both stacks' turns. Either card may be nil: then its stack is destroyed.
func (b *strategy) meeting(s *heroes.Stack, top, enemy *heroes.Card) int {
	switch {
	case top == nil && enemy == nil:
		return 0
	case top == nil:
		return -victory(enemy)
	case enemy == nil:
		return victory(top)
	}
	p := pairing{top, enemy}
	if !p.solved() {
		return (b.outlooks.estimate(p) - b.outlooks.estimate(pairing{enemy, top})) / 2
	}
	first, second := b.outlooks.outlook(p)
	return (first[swarming(s)][heroes.NoStance] - second[0][s.Stance()]) / 2
}

// worthOfStance returns the value of a stance: its change of the outlooks against the
// enemies that the stack reaches, for a swarm, or that reach the stack, for protection. A
// stance matters only in the pairing with the next stack that meets s, so all pairings
// share the value.
func (b *strategy) worthOfStance(s *heroes.Stack, stance heroes.Stance) int {
	gain := 0
	for enemy := range b.Each(1 - s.Side()) {
		by, at := s, enemy
		if stance == heroes.Protecting {
			by, at = enemy, s
		}
		if p := (heroes.Support{From: int32(by.ID()), Line: by.Line(), With: by.Top().Creature}); p.Reaches(b.Position, at) {
			if stance == heroes.Swarming && b.idle(enemy, s) {
				p := pairing{s.Top(), enemy.Top()}
				gain += b.outlooks.onTurn(p, 1, enemy.Stance()) - b.outlooks.onTurn(p, 0, enemy.Stance())
				continue
			}
			swarms := swarming(enemy)
			gain += b.outlooks.afterTurn(s.Top(), enemy.Top(), stance, swarms) - b.outlooks.afterTurn(s.Top(), enemy.Top(), heroes.NoStance, swarms)
		}
	}
	p := b.prospect()
	return gain * p.stake / sure / max(p.stacks-1, 1)
}

// idle reports whether an effect takes all turns from an enemy until the turn of s in the next
// round.
func (b *strategy) idle(enemy, s *heroes.Stack) bool {
	if !b.crowd.delays {
		return false
	}
	own, other := b.turns(s), b.turns(enemy)
	return other.n == 0 && (own.half < other.half || slices.ContainsFunc(b.Effects(), func(e heroes.Effect) bool {
		return int(e.On) == enemy.ID() && int(e.Until) > b.Round() && delays(b.Game().Spells[e.Spell])
	}))
}

// worthOfBlow returns the value of a blow: its expected change of the position's value. If
// only two stacks are left, the value is their outlook alone, which counts the cards, too.
func (b *strategy) worthOfBlow(blow heroes.Blow) int {
	by, at := blow.By, blow.At
	if at == nil {
		return b.worth(blow)
	}
	e := b.exchange(b.number(by), b.number(at), blow)
	hits := b.hits(e, blow, b.attack(e, blow))
	swat := b.retaliations(e, blow)
	top, target := by.Top(), at.Top()
	swarms, sum, square := swarming(at), 0, b.rules.Die*b.rules.Die
	end := func(chances int, top, under *heroes.Card) {
		if chances != 0 {
			pair := b.outlooks.afterTurn(top, under, heroes.NoStance, swarms) - b.outlooks.afterTurn(top, target, heroes.NoStance, swarms)
			sum += chances * (b.ofActor(by, top) + pair + b.ofFriends(by, under))
		}
	}
	misses := b.rules.Die - hits
	end(hits*(b.rules.Die-swat.hit), top, swat.under)
	end(hits*swat.hit, top.Under(), swat.under)
	end(misses*(b.rules.Die-e.missed), top, target)
	end(misses*e.missed, top.Under(), target)
	end(-square, top, target)
	p := b.prospect()
	worth := sum / square * p.stake / sure
	if p.stacks > 2 {
		worth += b.expected(e, blow, hits)
	}
	return worth
}
