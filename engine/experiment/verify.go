package experiment

import (
	"context"
	"math"
	"slices"

	"houserule/engine/sim"
)

// A Pricer returns the rules and the bouts of a contest whose contenders have
// other costs, which players go by as well.
type Pricer func(c *Contest, costs []int) (Rules, Bouts, error)

// A correction is one round of the verification: new costs, and their ratings.
type correction struct {
	changed int // units
	*rated
}

// maxCorrections is how often costs are corrected, the proposals included.
const maxCorrections = 3

// verify plays with the proposed costs: each pair in which a cost
// has changed, with new dice, so that the luck that made a proposal has no part
// in its proof. A contender that is outside the margin then is corrected by the
// slope that its own change has shown.
func (s *rated) verify(ctx context.Context, p Plan, price Pricer, o Options) ([]correction, error) {
	var all []correction
	slopes := make([]sim.Interval, len(s.Contenders))
	for i := range slopes {
		slopes[i] = s.slope
	}
	last, played := s, len(p.Trials)
	for range maxCorrections {
		costs := slices.Clone(last.costs)
		for _, proposal := range last.propose(slopes) {
			costs[proposal.who] = int(proposal.cost.Value)
		}
		if slices.Equal(costs, last.costs) {
			break // whole points allow no better ones
		}
		next, n, err := last.replay(ctx, p, played, costs, price, o)
		if err != nil || ctx.Err() != nil {
			return all, err
		}
		for i := range slopes {
			slopes[i] = last.slopeSeen(next, i, slopes[i], s.slope)
		}
		played += n
		all = append(all, next)
		last = next.rated
	}
	return all, nil
}

// replay plays the pairs again in which a cost has changed. It returns how many
// they are.
func (s *rated) replay(ctx context.Context, p Plan, played int, costs []int, price Pricer, o Options) (correction, int, error) {
	next := correction{rated: &rated{Contest: s.Contest, costs: costs, battles: s.battles, games: slices.Clone(s.games), slope: s.slope}}
	for i := range costs {
		if costs[i] != s.costs[i] {
			next.changed++
		}
	}
	rules, bouts, err := price(s.Contest, costs)
	if err != nil {
		return next, 0, err
	}
	again := p
	again.Seed, again.Battles, again.Until, again.Trials = p.SeedOf(played), s.battles, nil, nil
	var places []int
	for i, pair := range s.Pairs() {
		if costs[pair[0]] == s.costs[pair[0]] && costs[pair[1]] == s.costs[pair[1]] {
			continue
		}
		t, err := bouts.Bout(pair)
		if err != nil {
			return next, 0, err
		}
		again.Trials, places = append(again.Trials, t), append(places, i)
	}
	results, err := again.Run(ctx, rules, Options{Workers: o.Workers, Direct: o.Direct})
	if err != nil {
		return next, 0, err
	}
	for i, r := range results {
		old := s.games[places[i]]
		next.games[places[i]] = GamesOf(r, old.A, old.B)
	}
	return next, len(places), next.rate()
}

// slopeSeen returns the slope between two rounds: by how much the rating of a
// unit has fallen as it became dearer. A change too small to tell leaves
// the slope what it was; and chance does not make it far from that of all.
func (s *rated) slopeSeen(next correction, i int, before, common sim.Interval) sim.Interval {
	change := math.Log(float64(next.costs[i]) / float64(s.costs[i]))
	if math.Abs(change) < 0.02 {
		return before
	}
	seen := (s.ratings[i].Value - next.ratings[i].Value) / change
	seen = min(max(seen, common.Value/4), common.Value*2)
	return sim.Interval{Value: seen, Low: seen, High: seen}
}
