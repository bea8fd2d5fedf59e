package review

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// ByPlayer values positions by the play of given players from there on: by exact odds if
// the budget allows, otherwise by the mean of playouts, whose dice follow from the
// position.
type ByPlayer struct {
	Battle  engine.Battle   // any battle of the start
	Players []engine.Oracle // by seat; their answers must be functions of the position
	Dice    *engine.Dice    // with the streams of the battle's mods
	Budget  explore.Budget  // for all positions together
	// Playouts is the number of playouts for a position without exact odds.
	Playouts int
	// Progress, if not nil, is called from time to time with the number of states explored
	// and playouts played.
	Progress func(seen int)
}

// Playouts is a good number of playouts: half of the 95 % interval of a chance is then at
// most 5 points.
const Playouts = 400

// Answer returns the player's answer.
func (v *ByPlayer) Answer(_ Position, q engine.Question) (int, error) {
	return v.Players[q.Side].Answer(q)
}

// A Cut is the error of a context that ended playouts. The values are then those of fewer
// playouts, with wider bounds.
type Cut struct {
	Played, Of int // playouts from each position without exact odds
	Err        error
}

func (c *Cut) Error() string {
	return fmt.Sprintf("interrupted after %d of %d playouts from each position", c.Played, c.Of)
}

func (c *Cut) Unwrap() error { return c.Err }

// Value returns the winning chances at positions of one battle. If ctx ends the playouts, the
// error is a [Cut], and the chances are those found so far.
func (v *ByPlayer) Value(ctx context.Context, positions []Position) ([]Valued, error) {
	g := odds.NewGraph(v.Battle, v.Players...)
	g.Budget = v.Budget
	seen := 0
	report := func(n int) {
		if v.Progress != nil {
			v.Progress(n)
		}
	}
	g.Progress = func(states int, _ float64) {
		seen = states
		report(seen)
	}
	for _, p := range slices.Backward(positions) { // the last first: they have the fewest states
		g.After(p.Battle, p.Answers)
	}
	if err := g.Explore(ctx); err != nil && !errors.As(err, new(*explore.TooLarge)) {
		return nil, err
	}
	values := make([]Valued, len(positions))
	samples := make([]sample, len(positions))
	var open []int // the positions without exact odds
	for root := range positions {
		i := len(positions) - 1 - root
		o, err := g.Odds(root)
		if err != nil {
			return nil, err
		}
		if o.Open.Value == 0 {
			values[i] = exact(o, v.Battle.Seats())
		} else {
			open = append(open, i)
		}
	}
	b, table := v.Battle.Fresh(), engine.NewTable(nil)
	b.Sit(table)
	for played := 0; len(open) > 0 && played < v.Playouts; {
		n := min(playoutRound, v.Playouts-played)
		for _, i := range open {
			if err := v.sample(ctx, &samples[i], b, table, positions[i], n); err != nil {
				if ctx.Err() != nil && played > 0 {
					return values, &Cut{played, v.Playouts, err}
				}
				return nil, err
			}
			seen += n
			report(seen)
		}
		played += n
		for _, i := range open {
			values[i] = samples[i].value(b.Seats())
		}
	}
	return values, nil
}

// playoutRound is the number of playouts from each position before those of the next round: a
// review that is interrupted has whole rounds.
const playoutRound = 20

// exact returns the winning chances of odds. A battle that never ends is a draw.
func exact(o *odds.Odds, seats int) Valued {
	v := Valued{Exact: true, Bound: o.Bound}
	for seat := range seats {
		v.Chances[seat] = o.Wins[seat].Value + float64((o.Draws.Value+o.Never.Value)/float64(seats))
	}
	return v
}

// A sample is the results of the first n playouts from a position.
type sample struct {
	n             int
	sums, squares Chances
}

// sample plays n more playouts of a sample, with a battle at a table.
func (v *ByPlayer) sample(ctx context.Context, s *sample, b engine.Battle, table *engine.Table, p Position, n int) error {
	from := seed(p)
	for range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		v.Dice.Reseed(from + uint64(s.n))
		if err := v.playout(b, table, p); err != nil {
			return err
		}
		for seat, c := range result(b) {
			s.sums[seat] += c
			s.squares[seat] += float64(c * c)
		}
		s.n++
	}
	return nil
}

// value returns the mean of the playouts.
func (s *sample) value(seats int) (v Valued) {
	n := float64(s.n)
	for seat := range seats {
		mean := s.sums[seat] / n
		v.Chances[seat] = mean
		v.Bound = max(v.Bound, 1.96*math.Sqrt(max(s.squares[seat]/n-float64(mean*mean), 1/n)/n))
	}
	return v
}

// playout plays a battle from a position to its end.
func (v *ByPlayer) playout(b engine.Battle, table *engine.Table, p Position) error {
	table.Seat(v.Dice, v.Players...)
	table.Give(p.Answers)
	if p.Battle == nil {
		b.Begin(table)
	} else {
		b.CopyFrom(p.Battle)
	}
	for !b.Over() && table.Err() == nil {
		b.Step()
	}
	if err := table.Err(); err != nil {
		return fmt.Errorf("playing on from round %d: %w", b.Round(), err)
	}
	return nil
}

// seed returns the seed of a position's first playout. It is the same for all positions of
// a step, so that answers are compared with the same dice.
func seed(p Position) uint64 {
	h := fnv.New64a()
	if p.Battle != nil {
		h.Write(p.Battle.AppendKey(nil))
	}
	return h.Sum64()
}
