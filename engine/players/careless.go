package players

import (
	"math"

	"houserule/engine"
)

// carelessness is the number of answers that Careless considers for each one that it gives
// at random.
const carelessness = 3

// Careless answers as Greedy does, but about one answer in four is an arbitrary option.
// Whether it is, and which option it takes, is a function of the seat and the values of all
// options: it answers alike in like positions. If a choice cannot evaluate, it chooses the
// first option.
type Careless struct{}

// Ahead returns 0: no answer depends on the round limit.
func (Careless) Ahead() int { return 0 }

// Answer returns the option that the player chooses.
func (Careless) Answer(q engine.Question) (int, error) {
	if q.Choice == nil {
		return 0, errNoDice
	}
	evaluator, ok := q.Choice.(engine.Evaluator)
	if !ok {
		return q.Choice.First(), nil
	}
	const prime = 1099511628211 // of the hash FNV-1a
	options, position := 0, uint64(q.Side)
	for answer := range q.Choice.Each {
		options++
		position = (position ^ uint64(evaluator.Evaluate(answer))) * prime
	}
	dice := engine.NewDice(position)
	if options == 0 || dice.Roll(carelessness+1) > 1 {
		return greediest(q.Choice, math.MaxInt), nil
	}
	left, picked := dice.Roll(options), q.Choice.First()
	for answer := range q.Choice.Each {
		if left--; left == 0 {
			picked = answer
			break
		}
	}
	return picked, nil
}
