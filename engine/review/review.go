// Package review separates luck from skill in a battle that was played. It knows no game.
//
// [New] plays a battle again from its answers, and analyzes each question on the way: see
// package analysis. What an answer loses against the best one is skill, and all other changes
// of a side's chance to win are luck: dice, what was hidden, and the battles of the analysis
// itself. For each side
//
//	luck + own answers + answers of others = result - chance at the start
//
// [Exact] computes the expected regret of players in a battle, compared with best play, and
// [Sample] measures it.
package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/analysis"
)

// A Review is a battle with the winning chances in its course.
type Review struct {
	Seats int
	Moves []Move
	// Values are the chances in the course of the battle, the first at its first question. At
	// the end of a finished battle they are its result.
	Values []analysis.Value
}

// A Move is a die or an answer. Before and After are indices of Values. A die before the last
// one before a question changes nothing: what all of them change counts for the last one.
type Move struct {
	engine.Entry
	Round         int
	Scene         string
	Better        string // the best answer, if this one loses against it
	Before, After int
}

// A Cut is the error of a context that ended a review. It is then one of the battle up to
// that answer.
type Cut struct {
	Seen, Of int // dice and answers
	Err      error
}

func (c *Cut) Error() string {
	return fmt.Sprintf("interrupted after %d of %d dice and answers", c.Seen, c.Of)
}

func (c *Cut) Unwrap() error { return c.Err }

// New plays a battle again from its first answers, all of which must fit, and analyzes each
// question within a budget. If ctx ends, the error is a [Cut].
func New(ctx context.Context, b engine.Story, entries []engine.Entry, by *analysis.Analyst, most analysis.Budget) (*Review, error) {
	w := &writer{Review: &Review{Seats: b.Seats()}, ctx: ctx, by: by, most: most, battle: b}
	answers := &engine.Replay{Entries: entries, Then: stop}
	table := engine.NewTable(nil)
	oracle := engine.OracleFunc(func(q engine.Question) (int, error) {
		n, err := answers.Answer(q)
		switch {
		case err == nil:
			err = w.move(q, n, entries[answers.Used()-1])
		case errors.Is(err, errStop) && q.Choice != nil: // the battle stands here
			found, failed := w.by.Analyze(w.ctx, q, w.at, w.most)
			if failed != nil {
				return n, failed
			}
			if len(found.Answers) > 0 {
				w.arrive(found.Answers[0].Value)
			}
		}
		return n, err
	})
	table.Past().Keep()
	w.at = table
	table.Seat(oracle, slices.Repeat([]engine.Oracle{oracle}, b.Seats())...)
	err := engine.Play(b, table)
	switch {
	case err == nil:
		w.arrive(analysis.Value{Chances: analysis.Result(b), Known: analysis.Proved})
		return w.Review, answers.Done()
	case ctx.Err() != nil && len(w.Values) > 0:
		err = &Cut{len(w.Moves), len(entries), ctx.Err()}
	case errors.Is(err, errStop):
		err = nil
	default:
		return nil, err
	}
	if len(w.Values) == 0 {
		return nil, fmt.Errorf("nothing was decided in this battle yet that an analysis of %d nodes can value", most.Nodes)
	}
	return w.Review, err
}

// A writer writes a review while the battle is played again.
type writer struct {
	*Review
	ctx    context.Context
	by     *analysis.Analyst
	most   analysis.Budget
	battle engine.Story
	at     *engine.Table
}

// move adds a die or an answer.
func (w *writer) move(q engine.Question, n int, e engine.Entry) error {
	m := Move{Entry: e, Round: w.battle.Round(), Scene: w.battle.Scene(), Before: max(0, len(w.Values)-1), After: max(0, len(w.Values)-1)}
	if q.Choice != nil {
		found, err := w.by.Analyze(w.ctx, q, w.at, w.most, n)
		if err != nil {
			return err
		}
		if given, ok := found.Find(n); ok {
			w.arrive(found.Answers[0].Value)
			m.Before, m.After = len(w.Values)-1, len(w.Values)-1
			if loss, _ := found.Loss(n); loss > 0 {
				m.Better = q.Choice.Name(found.Answers[0].Answer)
				w.Values = append(w.Values, given.Value)
				m.After++
			}
		}
	}
	w.Moves = append(w.Moves, m)
	return nil
}

// arrive adds the chances at a question, or at the end. What has changed since the last answer
// counts for the last die.
func (w *writer) arrive(v analysis.Value) {
	w.Values = append(w.Values, v)
	if n := len(w.Moves); n > 0 && w.Moves[n-1].Side.IsLuck() {
		w.Moves[n-1].After = len(w.Values) - 1
	}
}

// errStop ends the replay of a battle that was not finished.
var (
	errStop = errors.New("the answers end here")
	stop    = engine.OracleFunc(func(engine.Question) (int, error) { return 0, errStop })
)

// Start returns the chances before the first answer. End returns those after the last.
func (r *Review) Start() analysis.Value { return r.Values[0] }
func (r *Review) End() analysis.Value   { return r.Values[len(r.Values)-1] }

// Gain returns by how much a move changed a seat's winning chance.
func (r *Review) Gain(m Move, seat engine.Side) float64 {
	return r.Values[m.After].Chances[seat] - r.Values[m.Before].Chances[seat]
}

// A Sum is the changes of a side's winning chance: by its own answers, by those of others, and
// by luck, which is the rest.
type Sum struct{ Luck, Own, Others float64 }

// Sum returns the changes of a seat's winning chance from the start to the end.
func (r *Review) Sum(seat engine.Side) (s Sum) {
	s.Luck = r.End().Chances[seat] - r.Start().Chances[seat]
	for _, m := range r.Moves {
		if m.Better == "" {
			continue
		}
		gain := r.Gain(m, seat)
		s.Luck -= gain
		if m.Side == seat {
			s.Own += gain
		} else {
			s.Others += gain
		}
	}
	return s
}

// Worst returns the answers that cost their own side most, the worst first: at most most,
// and only answers with a Better.
func (r *Review) Worst(most int) []Move {
	var worst []Move
	for _, m := range r.Moves {
		if m.Better != "" {
			worst = append(worst, m)
		}
	}
	slices.SortStableFunc(worst, func(a, b Move) int {
		return cmp.Compare(r.Gain(a, a.Side), r.Gain(b, b.Side))
	})
	return worst[:min(most, len(worst))]
}

// Exact reports whether all values are those of best play.
func (r *Review) Exact() bool {
	return !slices.ContainsFunc(r.Values, func(v analysis.Value) bool { return v.Known != analysis.Proved })
}

// Bound returns half of the widest interval of a value.
func (r *Review) Bound() (most float64) {
	for _, v := range r.Values {
		most = max(most, (v.High-v.Low)/2)
	}
	return most
}
