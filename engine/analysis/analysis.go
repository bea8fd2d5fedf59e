// Package analysis says how good a position is: for each answer to a question, the chance that
// the side that decides wins after it, and how that chance is known. It is the only evaluation
// of chances: options, hints, odds, reviews and the player search show what it finds. It knows
// no game.
//
// An [Analyst] uses what is strongest at hand, in this order:
//
//	Proved   best play of both sides
//	Bounded  certain bounds of best play, at most 5 points apart
//	Dealt    all deals of what is hidden, in each of which the answer ends the battle
//	Played   battles that are played on from the answer by players who learn: see tree
//	Planned  in place of these where sides plan, battles of players who follow plans: see plan
//
// Where best play is known in part, its states also tell by how much answers differ that are
// nearly equal: see [best.Game.Likely].
//
// What it finds is a function of the position and of the number of nodes that it may look at, and
// where something is hidden of the answers so far: see [Analyst.Habits].
package analysis

import (
	"cmp"
	"slices"

	"houserule/engine"
	"houserule/engine/secrets"
)

// Chances are chances to win, by seat. A draw counts as an equal part of a win for each seat,
// so that the chances of all seats sum to 1.
type Chances [engine.MaxSeats]float64

// Result returns the chances at the end of a battle.
func Result(b engine.Battle) (c Chances) {
	if winner := b.Winner(); winner >= 0 {
		c[winner] = 1
		return c
	}
	for seat := range b.Seats() {
		c[seat] = 1 / float64(b.Seats())
	}
	return c
}

// Known says how a value is known.
type Known uint8

const (
	Played Known = iota
	Planned
	Dealt
	Bounded
	Proved
)

// Sampled reports whether a value is known from battles.
func (k Known) Sampled() bool { return k <= Planned }

// A Value is the chances after an answer, and how they are known.
type Value struct {
	Chances
	Known
	// Low and High are bounds of the chance of the side that decides: certain ones, or, if
	// the value is Sampled, the ends of a 95 % interval within the certain ones.
	Low, High float64
	// Battles is the number of battles that were played, if the value is Sampled.
	Battles int
}

// An Answer is an option of a question with its value.
type Answer struct {
	Answer int
	Value
	// Equal says that the answer is not shown to be worse than the best one.
	Equal bool
	// Reply is what another side most often answers first in battles that were played, "" if
	// nothing is known of it, and Often is in which part of those battles.
	Reply string
	Often float64
}

// An Analysis is what is known of a question.
type Analysis struct {
	Side    engine.Side
	Answers []Answer // with a value, the best first
	// Rest are the answers without a value: those that greedy puts last.
	Rest  []int
	Nodes int // number of nodes looked at
	Plan  int // that the side follows after each answer: see [engine.Planner]
	// Weighed are the answers of each seat by which what is hidden was weighed.
	Weighed [engine.MaxSeats]secrets.Seen
}

// Chance returns the chance of the side that decides, after an answer.
func (a *Analysis) Chance(of Answer) float64 { return of.Chances[a.Side] }

// Find returns the value of an answer. Ok is false if it has none.
func (a *Analysis) Find(answer int) (found Answer, ok bool) {
	i := slices.IndexFunc(a.Answers, func(of Answer) bool { return of.Answer == answer })
	if i < 0 {
		return Answer{}, false
	}
	return a.Answers[i], true
}

// Loss returns how much an answer loses against the best one: 0 for one that is not shown to
// be worse. Ok is false if the answer has no value.
func (a *Analysis) Loss(answer int) (loss float64, ok bool) {
	of, ok := a.Find(answer)
	if !ok || of.Equal {
		return 0, ok
	}
	return a.Chance(a.Answers[0]) - a.Chance(of), true
}

// rank sorts answers, the best first, then its equals, then the others. Those of one chance
// keep their order.
func (a *Analysis) rank(top *line) {
	class := func(of Answer) int {
		switch {
		case of.Answer == top.answer:
			return 0
		case of.Equal:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(a.Answers, func(x, y Answer) int {
		return cmp.Or(cmp.Compare(class(x), class(y)), cmp.Compare(a.Chance(y), a.Chance(x)))
	})
}
