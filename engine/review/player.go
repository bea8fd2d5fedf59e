package review

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/odds"
)

// ByPlayer values positions by the play of given players from there on: by exact odds if
// the budget allows, otherwise by the mean of playouts, whose dice follow from the
// position.
type ByPlayer struct {
	Battle  engine.Battle   // any battle of the start
	Players []engine.Oracle // by seat; their answers must be functions of the position
	Dice    *engine.Dice    // with the streams of the battle's mods
	Budget  odds.Budget     // for all positions together
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

// Value returns the winning chances at positions of one battle.
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
	if err := g.Explore(ctx); err != nil && !errors.As(err, new(*odds.TooLarge)) {
		return nil, err
	}
	values := make([]Valued, len(positions))
	for root := range positions {
		i := len(positions) - 1 - root
		o, err := g.Odds(root)
		if err != nil {
			return nil, err
		}
		if o.Open.Value == 0 {
			values[i] = exact(o, v.Battle.Seats())
			continue
		}
		if values[i], err = v.sample(ctx, positions[i]); err != nil {
			return nil, err
		}
		seen += v.Playouts
		report(seen)
	}
	return values, nil
}

// exact returns the winning chances of odds. A battle that never ends is a draw.
func exact(o *odds.Odds, seats int) Valued {
	v := Valued{Exact: true, Bound: o.Bound}
	for seat := range seats {
		v.Chances[seat] = o.Wins[seat].Value + float64((o.Draws.Value+o.Never.Value)/float64(seats))
	}
	return v
}

// sample returns the mean of playouts.
func (v *ByPlayer) sample(ctx context.Context, p Position) (Valued, error) {
	b, table := v.Battle.Fresh(), engine.NewTable(nil)
	b.Sit(table)
	seats := b.Seats()
	var sums, squares Chances
	for n := range uint64(v.Playouts) {
		if err := ctx.Err(); err != nil {
			return Valued{}, err
		}
		v.Dice.Reseed(seed(p) + n)
		if err := v.playout(b, table, p); err != nil {
			return Valued{}, err
		}
		for seat, c := range result(b) {
			sums[seat] += c
			squares[seat] += float64(c * c)
		}
	}
	n, value := float64(v.Playouts), Valued{}
	for seat := range seats {
		mean := sums[seat] / n
		value.Chances[seat] = mean
		value.Bound = max(value.Bound, 1.96*math.Sqrt(max(squares[seat]/n-float64(mean*mean), 1/n)/n))
	}
	return value, nil
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
