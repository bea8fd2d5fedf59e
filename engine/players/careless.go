package players

import "houserule/engine"

// carelessly is the name of Careless, and carelessNodes the number of nodes that it looks at by
// default.
const (
	carelessly    = "careless"
	carelessNodes = 1500
)

// carelessness is the number of answers that Careless considers for each one that it gives
// at random.
const carelessness = 3

// Careless is a Search that slips: about one answer in four is an arbitrary option. Whether it
// is, and which option it takes, is a function of the seat and the values of all options: it
// slips alike in like positions.
type Careless struct{ *Search }

// NewCareless returns a player that looks at so many nodes, 1 or more, for an answer.
func NewCareless(nodes int) Careless { return Careless{NewSearch(nodes)} }

// Answer returns the option that the player chooses.
func (c Careless) Answer(q engine.Question) (int, error) {
	if q.Choice != nil {
		if answer, slips := slip(q); slips {
			return answer, nil
		}
	}
	return c.Search.Answer(q)
}

// slip returns an arbitrary option of about one question in four.
func slip(q engine.Question) (answer int, slips bool) {
	const prime = 1099511628211 // of the hash FNV-1a
	evaluator, evaluates := q.Choice.(engine.Evaluator)
	options, position := 0, uint64(q.Side)
	for answer := range q.Choice.Each {
		options++
		worth := 0
		if evaluates {
			worth = evaluator.Evaluate(answer)
		}
		position = (position ^ uint64(worth)) * prime
	}
	dice := engine.NewDice(position)
	if options == 0 || dice.Roll(carelessness+1) > 1 {
		return 0, false
	}
	left := dice.Roll(options)
	for answer = range q.Choice.Each {
		if left--; left == 0 {
			break
		}
	}
	return answer, true
}
