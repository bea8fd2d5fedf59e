// Package review separates luck from skill in a battle that was played. It knows no game.
//
// [New] plays a battle again from its answers and asks a [Valuer] for each side's winning
// chance after every die and every answer. A change by a die is luck, and a change by an
// answer is skill. For each side
//
//	luck + own answers + answers of others = result - chance at the start
//
// [ByPlayer] values positions by the play of given players from there on, and [ByBest] by
// best play of both sides. Under best play no answer gains anything: the loss of an answer
// is its regret. [Exact] computes the expected regret of players in a battle, and [Sample]
// measures it.
package review

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"houserule/engine"
)

// Chances are winning chances, by seat. A draw counts as an equal part of a win for each
// seat, so that the chances of all seats sum to 1.
type Chances [engine.MaxSeats]float64

// result returns the chances at the end of a battle.
func result(b engine.Battle) (c Chances) {
	if winner := b.Winner(); winner >= 0 {
		c[winner] = 1
		return c
	}
	for seat := range b.Seats() {
		c[seat] = 1 / float64(b.Seats())
	}
	return c
}

// A Position is a place in a battle. Battle is between two steps, or nil for the start.
// Answers are the first answers of its next step, dice and choices, in the order of the
// questions.
type Position struct {
	Battle  engine.Battle
	Answers []int
}

// A Valued is the chances at a position. Bound bounds their error: for exact chances it is
// certain, for others it is half of a 95 % interval.
type Valued struct {
	Chances
	Exact bool
	Bound float64
}

// A Valuer values positions. Answer returns the best answer that it knows to a choice: one
// after which the value of the position is the same as before.
type Valuer interface {
	Answer(in Position, q engine.Question) (int, error)
	Value(ctx context.Context, positions []Position) ([]Valued, error)
}

// A Review is a battle with the winning chances in its course.
type Review struct {
	Seats int
	Moves []Move
	// Values are the chances in the course of the battle, the first at the start. At the
	// end of a finished battle they are its result.
	Values []Valued
}

// A Move is a die or an answer. Before and After are indices of Values.
type Move struct {
	engine.Entry
	Round         int
	Scene         string
	Better        string // the valuer's answer, if the answer loses against it
	Before, After int
}

// New plays the battle again from its first answers, all of which must fit, and values
// every position on the way. With a [Cut] it returns a review of what is known.
func New(ctx context.Context, b engine.Story, entries []engine.Entry, by Valuer) (*Review, error) {
	r := &Review{Seats: b.Seats()}
	positions, err := r.replay(b, entries, by)
	if err != nil {
		return nil, err
	}
	if r.Values, err = by.Value(ctx, positions); err != nil && !errors.As(err, new(*Cut)) {
		return nil, err
	}
	if b.Over() {
		r.Values[len(r.Values)-1] = Valued{Chances: result(b), Exact: true}
	}
	for i, m := range r.Moves {
		if m.Better != "" && !r.loses(m) {
			r.Moves[i].Better = ""
		}
	}
	return r, err
}

// replay plays the battle again, and returns the positions on the way.
func (r *Review) replay(b engine.Story, entries []engine.Entry, by Valuer) ([]Position, error) {
	at := Position{} // the present step
	positions := []Position{at}
	answers := &engine.Replay{Entries: entries, Then: stop}
	table := engine.NewTable(nil)
	oracle := engine.OracleFunc(func(q engine.Question) (int, error) {
		n, err := answers.Answer(q)
		if err != nil {
			return 0, err
		}
		last := len(positions) - 1
		m := Move{Entry: entries[answers.Used()-1], Round: b.Round(), Scene: b.Scene(), Before: last, After: last}
		best := n
		if q.Choice != nil {
			if best, err = by.Answer(at, q); err != nil {
				return 0, err
			}
		}
		at.Answers = append(slices.Clip(at.Answers), n)
		if best != n {
			m.Better = q.Choice.Name(best)
		}
		if q.Choice == nil || m.Better != "" {
			m.After++
			positions = append(positions, at)
		}
		r.Moves = append(r.Moves, m)
		return n, nil
	})
	table.Seat(oracle, slices.Repeat([]engine.Oracle{oracle}, b.Seats())...)
	for b.Begin(table); !b.Over() && table.Err() == nil; b.Step() {
		at = Position{Battle: b.Fresh()}
		at.Battle.CopyFrom(b)
	}
	if err := table.Err(); err != nil && !errors.Is(err, errStop) {
		return nil, err
	}
	return positions, answers.Done()
}

// errStop ends the replay of a battle that was not finished.
var (
	errStop = errors.New("the answers end here")
	stop    = engine.OracleFunc(func(engine.Question) (int, error) { return 0, errStop })
)

// Start returns the chances before the first answer. End returns those after the last.
func (r *Review) Start() Valued { return r.Values[0] }
func (r *Review) End() Valued   { return r.Values[len(r.Values)-1] }

// Gain returns by how much a move changed a seat's winning chance.
func (r *Review) Gain(m Move, seat engine.Side) float64 {
	return r.Values[m.After].Chances[seat] - r.Values[m.Before].Chances[seat]
}

// loses reports whether an answer costs its side more than the bounds.
func (r *Review) loses(m Move) bool {
	return -r.Gain(m, m.Side) > r.Values[m.Before].Bound+r.Values[m.After].Bound
}

// A Sum is the changes of a side's winning chance: by dice, by its own answers, and by
// those of others.
type Sum struct{ Luck, Own, Others float64 }

// Sum returns the changes of a seat's winning chance from the start to the end.
func (r *Review) Sum(seat engine.Side) (s Sum) {
	for _, m := range r.Moves {
		switch gain := r.Gain(m, seat); {
		case m.Side.IsLuck():
			s.Luck += gain
		case m.Side == seat:
			s.Own += gain
		default:
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

// Exact reports whether all values are exact. Bound returns the greatest bound of a value.
func (r *Review) Exact() bool {
	return !slices.ContainsFunc(r.Values, func(v Valued) bool { return !v.Exact })
}

func (r *Review) Bound() (most float64) {
	for _, v := range r.Values {
		most = max(most, v.Bound)
	}
	return most
}
