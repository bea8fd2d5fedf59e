// Package review tells luck from skill in a battle that was played. It knows no game.
//
// [New] plays a battle again from its answers and asks a [Valuer] for each side's chance
// of winning after every die and every answer. What a die changes is luck, and what an
// answer changes is skill, so that for each side
//
//	luck + own answers + answers of others = result - chance at the start
//
// [ByPlayer] values positions by players who continue from there, and [ByBest] by best
// play of both sides. Under best play no answer gains anything: the loss of an answer is
// its regret. [Exact] computes the regret that players are expected to have in a battle,
// and [Sample] measures it.
package review

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"houserule/engine"
)

// Chances are the chances of winning, by seat. A draw counts as an equal part of a win for
// each seat, so that the chances of all seats add up to 1.
type Chances [engine.MaxSeats]float64

// result returns the chances of a battle that is over.
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

// A Position is a place in a battle: Battle, which stands between two steps, nil for the
// start, and the first answers of its next step, those of dice and of players in the order
// of the questions.
type Position struct {
	Battle  engine.Battle
	Answers []int
}

// A Valued is the chances at a position, and a bound of their error: of exact chances
// certain, of others half of a 95 % interval.
type Valued struct {
	Chances
	Exact bool
	Bound float64
}

// A Valuer knows what positions are worth. Answer returns the best answer that it knows to
// a choice: one after which the position is worth the same as before.
type Valuer interface {
	Answer(in Position, q engine.Question) (int, error)
	Value(ctx context.Context, positions []Position) ([]Valued, error)
}

// A Review is a battle with what it was worth on the way.
type Review struct {
	Seats int
	Moves []Move
	// Values are the chances on the way, the first at the start. Those at the end of a
	// battle that is over are its result.
	Values []Valued
}

// A Move is a die or an answer. Before and After are indices of Values.
type Move struct {
	engine.Entry
	Round         int
	Scene         string
	Better        string // the valuer's answer, where the answer loses against it
	Before, After int
}

// New plays the battle again from its first answers, all of which must fit. It values
// every position on the way.
func New(ctx context.Context, b engine.Story, entries []engine.Entry, by Valuer) (*Review, error) {
	r := &Review{Seats: b.Seats()}
	positions, err := r.replay(b, entries, by)
	if err != nil {
		return nil, err
	}
	if r.Values, err = by.Value(ctx, positions); err != nil {
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
	return r, nil
}

// replay plays the battle again, and returns the positions on the way.
func (r *Review) replay(b engine.Story, entries []engine.Entry, by Valuer) ([]Position, error) {
	at := Position{} // the step that is played
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

// errStop ends the replay of a battle that was not played to its end.
var (
	errStop = errors.New("the answers end here")
	stop    = engine.OracleFunc(func(engine.Question) (int, error) { return 0, errStop })
)

// Start returns the chances before the first answer, and End those after the last.
func (r *Review) Start() Valued { return r.Values[0] }
func (r *Review) End() Valued   { return r.Values[len(r.Values)-1] }

// Gain returns how much a move changed the chance of a seat.
func (r *Review) Gain(m Move, seat engine.Side) float64 {
	return r.Values[m.After].Chances[seat] - r.Values[m.Before].Chances[seat]
}

// loses reports whether an answer costs its side anything, beyond the bounds.
func (r *Review) loses(m Move) bool {
	return -r.Gain(m, m.Side) > r.Values[m.Before].Bound+r.Values[m.After].Bound
}

// A Sum is what changed the chance of a side: dice, its own answers, and those of others.
type Sum struct{ Luck, Own, Others float64 }

// Sum returns what changed the chance of a seat from the start to the end.
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

// Worst returns the answers that cost the side which gave them most, at most so many, the
// worst first: of those that have a Better.
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

// Exact reports whether all values are exact, and Bound returns the greatest bound of one.
func (r *Review) Exact() bool {
	return !slices.ContainsFunc(r.Values, func(v Valued) bool { return !v.Exact })
}

func (r *Review) Bound() (most float64) {
	for _, v := range r.Values {
		most = max(most, v.Bound)
	}
	return most
}
