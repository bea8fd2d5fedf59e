package protocol

import (
	"context"
	"fmt"
	"math"

	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/engine"
)

// A Review tells luck from skill. Chances are those of winning, from 0 to 1, by seat; a draw is an
// equal part of a win for each.
type Review struct {
	Type  string    `json:"type" jsonschema:"review"`
	Text  string    `json:"text" jsonschema:"as the prompt prints it, in lines of at most 80 columns"`
	Start []float64 `json:"start" jsonschema:"the chances to win at the start, from 0 to 1, by seat; a draw is an equal part of a win"`
	Moves []Moved   `json:"moves" jsonschema:"the dice and the answers, in their order"`
	Worst []int     `json:"worst" jsonschema:"the places of the worst answers in moves, from 0, the worst first"`
	Sums  []Sum     `json:"sums" jsonschema:"what changed the chances, by seat: start + luck + own + others = end"`
}

// A Moved is a die or an answer in a review.
type Moved struct {
	Where  string    `json:"where" jsonschema:"where in the battle: round 2, phase 3"`
	Seat   string    `json:"seat,omitempty" jsonschema:"the seat that answered; none for a die"`
	Text   string    `json:"text" jsonschema:"the answer, or the die"`
	Better string    `json:"better,omitempty" jsonschema:"the best answer, if it is known to be better"`
	After  []float64 `json:"after" jsonschema:"the chances after it, by seat"`
}

// A Sum is what changed the chance of a seat.
type Sum struct {
	Luck   float64 `json:"luck" jsonschema:"by dice"`
	Own    float64 `json:"own" jsonschema:"by the seat's own answers"`
	Others float64 `json:"others" jsonschema:"by the answers of others"`
	End    float64 `json:"end" jsonschema:"the chance at the end"`
}

// reviewed returns the review of a battle of the room, and its text.
func (r *Room) reviewed(ctx context.Context, name string, g session.Ground, entries []engine.Entry, columns int) (*results.Review, string, error) {
	of, text, err := results.Reviewed(ctx, name, g.Library, g.Match, entries, columns)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("review: it takes longer than %v: houserule review takes its time", r.host.Patience)
	}
	return of, text, err
}

// review returns the review of a battle of the room, as data.
func (r *Room) review(ctx context.Context, name string, g session.Ground, entries []engine.Entry) (Review, error) {
	of, text, err := r.reviewed(ctx, name, g, entries, screen.Usual)
	if err != nil {
		return Review{}, err
	}
	m := Review{Type: "review", Text: printed(text), Worst: of.Worst, Moves: []Moved{}}
	for _, s := range of.Sides {
		m.Start = append(m.Start, rounded(s.Start))
		m.Sums = append(m.Sums, Sum{rounded(s.Luck), rounded(s.Own), rounded(s.Others), rounded(s.End)})
	}
	for _, move := range of.Moves {
		after := make([]float64, len(move.After))
		for i, c := range move.After {
			after[i] = rounded(c)
		}
		m.Moves = append(m.Moves, Moved{move.Where, move.Seat, move.Text, move.Better, after})
	}
	return m, nil
}

// rounded returns a chance to a hundredth of a point.
func rounded[F ~float64](chance F) float64 { return math.Round(float64(chance)*1e4) / 1e4 }
