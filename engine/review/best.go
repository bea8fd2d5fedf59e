package review

import (
	"context"
	"errors"

	"houserule/engine"
	"houserule/engine/best"
)

// ByBest values positions by best play of both sides, in a game that is solved. No answer
// gains anything then: what it costs is its regret.
type ByBest struct{ Game *best.Game }

// errUnknown is the error of a position that the game does not know.
var errUnknown = errors.New("best play is not known here")

// Answer returns the best answer.
func (v ByBest) Answer(q engine.Question) (int, error) {
	if q.Choice == nil {
		return 0, errNoDice
	}
	answers, ok := v.Game.Answers(q)
	if !ok {
		return 0, errUnknown
	}
	return answers[0].Answer, nil
}

// Value returns the chances at positions.
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
