package experiment

import (
	"cmp"
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/experiment/sequential"
	"houserule/engine/sim"
)

// A rated is the results of a contest's battles.
type rated struct {
	*Contest
	costs   []int       // the contenders' costs in these battles
	battles int64       // number for each trial
	games   []sim.Games // by pair
	ratings []sim.Interval
	// slope is the increase of the log odds of a battle with the logarithm of an army's
	// cost. It is NaN if no battles measured it.
	slope sim.Interval
}

// newRated rates the contenders by the results of a plan's trials.
func newRated(c *Contest, results []*sim.Result) (*rated, error) {
	unmeasured := sim.Interval{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	costs := engine.Each(c.Contenders, func(one Contender) int { return one.Cost })
	s := &rated{Contest: c, battles: results[0].Arms[0].Battles, costs: costs, slope: unmeasured}
	pairs := c.Pairs()
	for i, pair := range pairs {
		s.games = append(s.games, GamesOf(results[i], pair[0], pair[1]))
	}
	var slopes []float64
	for i, r := range results[len(pairs):] {
		if r.Arms[0].Battles > 0 && r.Arms[1].Battles > 0 {
			slopes = append(slopes, mirrorSlope(s.costs[i], r))
		}
	}
	if len(slopes) > 0 {
		s.slope = median(slopes)
	}
	return s, s.rate()
}

// newRated rates the contenders of a plan. If the plan has an Until, the intervals are
// valid at any moment for all contenders together (Bonferroni).
func (p Plan) newRated(c *Contest, results []*sim.Result) (*rated, error) {
	s, err := newRated(c, results)
	if err != nil || p.Until == nil || s.battles == 0 {
		return s, err
	}
	wider := sequential.Errors(s.battles, errorRate/float64(p.contenders(c))) / sequential.Once
	for i, r := range s.ratings {
		s.ratings[i].Low, s.ratings[i].High = r.Value-float64(wider*(r.Value-r.Low)), r.Value+float64(wider*(r.High-r.Value))
	}
	return s, nil
}

// contenders returns the number of contenders in all line-ups together.
func (p Plan) contenders(c *Contest) int { return len(c.Contenders) * max(p.Lineups, p.beside, 1) }

// ranked reports whether the intervals of all chances are narrow enough, under every
// line-up.
func (p Plan) ranked(results []*sim.Result) (bool, error) {
	c, err := p.contest()
	if err != nil {
		return false, err
	}
	for one, found := range p.ByLineup(results) {
		s, err := one.newRated(c, found)
		if err != nil || s.battles == 0 || s.widest() > p.Until.HalfWidth {
			return false, err
		}
	}
	return true, nil
}

// widest returns how far the chances' intervals reach up or down at most.
func (s *rated) widest() (most Number) {
	for i := range s.ratings {
		most = max(most, Number(newEstimate(s.chance(i)).Reach()))
	}
	return most
}

func (s *rated) rate() (err error) {
	s.ratings, err = sim.BradleyTerry(len(s.Contenders), s.games)
	return err
}

// mirrorSlope returns the slope in the battles of a unit against more of itself: the mean
// of both seatings. If the first to strike wins, the sum of both seatings would hide the
// value of cost.
func mirrorSlope(cost int, r *sim.Result) float64 {
	n, m := MirrorCounts(cost)
	sum := 0.0
	for i := range r.Arms {
		draws := float64(float64(r.Arms[i].Draws) / 2)
		sum += sim.LogOdds(float64(r.Arms[i].Wins[i])+draws, float64(r.Arms[i].Wins[1-i])+draws).Value
	}
	return sum / 2 / math.Log(float64(m)/float64(n))
}

// median returns the median, with the interval between order statistics that contains it
// about 95 % of the time, whatever the distribution. With few values the interval is from
// the least to the greatest.
func median(values []float64) sim.Interval {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	low := max(int(math.Floor((float64(n)-float64(1.96*math.Sqrt(float64(n))))/2)), 0)
	return sim.Interval{Value: (sorted[(n-1)/2] + sorted[n/2]) / 2, Low: sorted[low], High: sorted[n-1-low]}
}

// order returns the contenders' indexes, the best first.
func (s *rated) order() []int {
	places := make([]int, len(s.Contenders))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(s.ratings[b].Value, s.ratings[a].Value) })
	return places
}

// chance returns the chance against the average opponent.
func (s *rated) chance(i int) sim.Interval {
	r := s.ratings[i]
	return sim.Interval{Value: sim.Chance(r.Value), Low: sim.Chance(r.Low), High: sim.Chance(r.High)}
}

// verdict returns 1 for a contender that wins too often, and -1 for one that loses too
// often: the whole interval of its chance lies outside the margin.
func (s *rated) verdict(i int) int {
	chance := s.chance(i)
	switch {
	case chance.Low > 0.5+s.Margin:
		return 1
	case chance.High < 0.5-s.Margin:
		return -1
	}
	return 0
}

// outside returns the contenders outside the margin, the best first.
func (s *rated) outside() (all []int) {
	for _, i := range s.order() {
		if s.verdict(i) != 0 {
			all = append(all, i)
		}
	}
	return all
}

// share returns the share of its battles that a won against b, where a draw is half a win,
// or NaN without battles.
func (s *rated) share(a, b int) float64 {
	for _, g := range s.games {
		won, n := float64(g.Wins[0])+float64(float64(g.Draws)/2), float64(g.Wins[0]+g.Wins[1]+g.Draws)
		switch {
		case g.A == a && g.B == b:
			return won / n
		case g.A == b && g.B == a:
			return 1 - won/n
		}
	}
	return math.NaN()
}

// meanShare returns the mean of a contender's shares.
func (s *rated) meanShare(a int) float64 {
	sum, n := 0.0, 0
	for b := range s.Contenders {
		if share := s.share(a, b); !math.IsNaN(share) {
			sum += share
			n++
		}
	}
	return sum / float64(n)
}

// misfit returns the mean difference between the share of a pair that its ratings predict
// and the share that was played. The rest is like stone, scissors, paper, which no cost can
// repair.
func (s *rated) misfit() float64 {
	sum, n := 0.0, 0
	for _, g := range s.games {
		if share := s.share(g.A, g.B); !math.IsNaN(share) {
			sum += math.Abs(share - sim.Chance(s.ratings[g.A].Value-s.ratings[g.B].Value))
			n++
		}
	}
	return sum / float64(n)
}

// priced reports whether cost is known to be worth anything.
func (s *rated) priced() bool { return s.slope.Low > 0 }

// price returns the present cost of a contender with another one.
func (s *rated) price(i int, cost sim.Interval) Price {
	return Price{s.Contenders[i].Name, s.costs[i], newEstimate(cost), i}
}

// proposals returns a cost for each contender outside the margin, if cost is worth
// anything: its cost times exp(rating/slope), in whole points and at least 1. The factor is
// limited to a half and two, because no battle has measured the slope further out. The
// ends of its interval come from those of rating and slope that move it in their direction
// (Zou and Donner 2008).
func (s *rated) proposals() []Price {
	all := []Price{}
	if !s.priced() {
		return all
	}
	for _, i := range s.outside() {
		slope, rating := s.slope, s.ratings[i]
		factor := rating.Value / slope.Value
		end := func(toward float64) float64 {
			way := math.Hypot(rating.Toward(toward), factor*slope.Toward(-factor*toward)) / slope.Value
			return factor + math.Copysign(way, toward)
		}
		at := func(factor float64) float64 {
			factor = min(max(factor, -math.Ln2), math.Ln2)
			return max(math.Round(float64(s.costs[i])*math.Exp(factor)), 1)
		}
		all = append(all, s.price(i, sim.Interval{Value: at(factor), Low: at(end(math.Inf(-1))), High: at(end(math.Inf(1)))}))
	}
	return all
}
