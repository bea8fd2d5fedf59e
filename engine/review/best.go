package review

import (
	"context"
	"errors"
	"slices"

	"houserule/engine"
	"houserule/engine/best"
)

// ByBest values positions by best play of both sides, in a solved game. Then no answer
// gains anything, and the loss of an answer is its regret.
type ByBest struct{ Game *best.Game }

// errUnknown is the error of a position that is not part of the solved game.
var errUnknown = errors.New("best play is not known here")

// Answer returns the best answer.
func (v ByBest) Answer(in Position, q engine.Question) (int, error) {
	answers, err := choices(v.Game, in, q)
	if err != nil {
		return 0, err
	}
	return answers[0].Answer, nil
}

// choices returns the options of a question in a position, the best first.
func choices(g *best.Game, in Position, q engine.Question) ([]best.Answer, error) {
	answers, ok := g.Choices(in.Battle, in.Answers)
	if ok {
		return answers, nil
	}
	only := slices.Collect(q.Choice.Each)
	if len(only) != 1 {
		return nil, errUnknown
	}
	return []best.Answer{{Answer: only[0]}}, nil
}

// Value returns the winning chances at positions.
func (v ByBest) Value(ctx context.Context, positions []Position) ([]Valued, error) {
	values := make([]Valued, len(positions))
	for i, p := range positions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		known, ok := v.Game.Along(p.Battle, p.Answers)
		if !ok {
			return nil, errUnknown
		}
		m := known.Middle()
		values[i] = Valued{Chances: Chances{m, 1 - m}, Exact: true, Bound: known.Gap() / 2}
	}
	return values, nil
}
