package experiment

import (
	"context"
	"math"
	"slices"

	"houserule/engine/experiment/tune"
	"houserule/engine/sim"
)

// A Pricer returns the rules and the bouts of a contest whose contenders have other costs.
// Players use those costs as well.
type Pricer func(c *Contest, costs []int) (Rules, Bouts, error)

const (
	// maxRepairs is the maximum number of times that costs are changed.
	maxRepairs = 8
	// widest is the maximum factor between a unit's present cost and its final one, in
	// either direction.
	widest = 4
)

// A price is what is known about the rating of a unit as a function of its cost.
type price struct {
	least int // the first cost in the field
	field *tune.Field
}

// newPrice returns what the slope of all units says about a unit with this cost.
func newPrice(cost int, slope float64) price {
	least := max(cost/widest, 1)
	var places [][]float64
	var ratings []float64
	for c := least; c <= cost*widest; c++ {
		x := math.Log(float64(c) / float64(cost))
		places, ratings = append(places, []float64{x}), append(ratings, -slope*x)
	}
	// Units differ by a third of the slope. Numbers of cards are whole, so one more point
	// of cost can be worth more or less than the next.
	return price{least, tune.NewField(places, ratings, tune.Kernel{Constant: 3, Slope: slope / 3, Curve: 0.3, Length: 0.5, Own: 0.2})}
}

// observe adds the measured rating of a unit at a cost. Its deviation is that on the side
// of 0, because a fair cost is the one whose rating is 0.
func (p price) observe(cost int, rating sim.Interval) {
	deviation := rating.Toward(0) / 1.96
	p.field.Observe(cost-p.least, rating.Value, deviation*deviation)
}

// fair returns the cost, from low to high, at which the rating is closest to 0.
func (p price) fair(low, high int) int {
	best := max(low, p.least)
	for cost := best; cost <= min(high, p.least+len(p.field.Mean)-1); cost++ {
		if math.Abs(p.field.Mean[cost-p.least]) < math.Abs(p.field.Mean[best-p.least]) {
			best = cost
		}
	}
	return best
}

// interval returns a cost with an interval of whole costs: those that may be the closest to
// a rating of 0, with a confidence of 95 %. The rating is usually 0 between two whole
// costs. The next cost belongs to the interval unless the rating half way to it certainly
// lies on this side of 0.
func (p price) interval(cost int) sim.Interval {
	between := func(low int) (least, most float64) {
		i := low - p.least
		if i < 0 || i+1 >= len(p.field.Mean) {
			return math.Inf(1), math.Inf(-1) // beyond the field
		}
		mean := float64((p.field.Mean[i] + p.field.Mean[i+1]) / 2)
		error := float64(1.96 * (math.Sqrt(p.field.Variance[i]) + math.Sqrt(p.field.Variance[i+1])) / 2)
		return mean - error, mean + error
	}
	low, high := cost, cost
	for least, _ := between(low - 1); least <= 0; least, _ = between(low - 1) {
		low--
	}
	for _, most := between(high); most >= 0; _, most = between(high) {
		high++
	}
	return sim.Interval{Value: float64(cost), Low: float64(low), High: float64(high)}
}

// A repaired is a contest with costs at which each contender is worth its price.
type repaired struct {
	*rated
	rounds int
	prices []sim.Interval
}

// repair changes costs until the rating of each unit may be 0, or no whole cost is closer
// to that. It plays each pair with a changed cost again, with new dice, so that the luck
// that led to a cost is not part of its proof. At the end it plays all pairs again.
func (s *rated) repair(ctx context.Context, p Plan, pricer Pricer, o Options) (*repaired, error) {
	prices := make([]price, len(s.Contenders))
	for i, cost := range s.costs {
		prices[i] = newPrice(cost, s.slope.Value)
		prices[i].observe(cost, s.ratings[i])
	}
	last, played, rounds := s, len(p.Trials), 0
	for range maxRepairs {
		costs := slices.Clone(last.costs)
		for i, rating := range last.ratings {
			if rating.Low > 0 || rating.High < 0 {
				// No battle has measured the slope beyond twice or half the cost.
				costs[i] = prices[i].fair((costs[i]+1)/2, 2*costs[i])
			}
		}
		if slices.Equal(costs, last.costs) {
			break
		}
		next, n, err := last.replay(ctx, p, played, costs, pricer, o)
		if err != nil || ctx.Err() != nil {
			return nil, err
		}
		for i, cost := range costs {
			if cost != last.costs[i] {
				prices[i].observe(cost, next.ratings[i])
			}
		}
		last, played, rounds = next, played+n, rounds+1
	}
	checked, _, err := last.replay(ctx, p, played, last.costs, pricer, o)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	r := &repaired{rated: checked, rounds: rounds}
	for i, cost := range last.costs {
		prices[i].observe(cost, checked.ratings[i])
		r.prices = append(r.prices, prices[i].interval(cost))
	}
	return r, nil
}

// replay plays the pairs with a changed cost again, or all if none has changed. It also
// returns the number of pairs played.
func (s *rated) replay(ctx context.Context, p Plan, played int, costs []int, pricer Pricer, o Options) (*rated, int, error) {
	next := &rated{Contest: s.Contest, costs: costs, battles: s.battles, games: slices.Clone(s.games), slope: s.slope}
	rules, bouts, err := pricer(s.Contest, costs)
	if err != nil {
		return nil, 0, err
	}
	again := p
	again.Seed, again.Battles, again.Until, again.Trials = p.Seed+uint64(played)*uint64(p.Battles), s.battles, nil, nil // SeedOf starts over after the last trial
	var places []int
	for i, pair := range s.Pairs() {
		same := costs[pair[0]] == s.costs[pair[0]] && costs[pair[1]] == s.costs[pair[1]]
		if same && !slices.Equal(costs, s.costs) {
			continue
		}
		t, err := bouts.Bout(pair)
		if err != nil {
			return nil, 0, err
		}
		again.Trials, places = append(again.Trials, t), append(places, i)
	}
	results, err := again.Run(ctx, rules, Options{Workers: o.Workers, Direct: o.Direct})
	if err != nil {
		return nil, 0, err
	}
	for i, r := range results {
		old := s.games[places[i]]
		next.games[places[i]] = GamesOf(r, old.A, old.B)
	}
	return next, len(places), next.rate()
}
