package experiment

import (
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/experiment/sequential"
	"houserule/engine/sim"
)

// An Until ends a run before all battles of its plan are played: when the intervals are
// narrow enough, or all tests are decided. Results are valid although the run may stop at
// any moment: see package sequential.
type Until struct {
	HalfWidth   Number `json:"half_width,omitempty"`   // how far intervals that are narrow enough reach up and down; 0: tests decide
	Difference  Number `json:"difference,omitempty"`   // difference of winning chances that tests must find
	FalseAlarms Number `json:"false_alarms,omitempty"` // maximum part of runs in which a test finds a difference that does not exist
	Misses      Number `json:"misses,omitempty"`       // maximum part of runs in which a test misses a difference
	Reached     bool   `json:"reached"`
}

// valid reports whether a plan, which may come from a file, can have this Until.
func (u *Until) valid() bool {
	within := func(n Number) bool { return n > 0 && n < 0.5 }
	switch {
	case u == nil:
		return true
	case u.Difference == 0:
		return within(u.HalfWidth)
	}
	return u.HalfWidth == 0 && within(u.Difference) && within(u.FalseAlarms) && within(u.Misses)
}

// String returns the condition that ends the run, as the parts of a run write it.
func (u *Until) String() string {
	if u == nil {
		return "all are played"
	}
	return fmt.Sprintf("%v %v %v %v", u.HalfWidth, u.Difference, u.FalseAlarms, u.Misses)
}

// until returns the Until of a result, or nil if its plan plays all battles.
func (p Plan) until(r *sim.Result) *Until {
	if p.Until == nil {
		return nil
	}
	u := *p.Until
	u.Reached = p.reached(r)
	return &u
}

// Reached reports whether a run may end by its Until.
func (p Plan) Reached(results []*sim.Result) (bool, error) {
	if p.Kind == KindRanking {
		return p.ranked(results)
	}
	return !slices.ContainsFunc(results, func(r *sim.Result) bool { return !p.reached(r) }), nil
}

// ended reports whether a trial has ended at one of its looks.
func (p Plan) ended(r *sim.Result) bool {
	if p.Until == nil || p.Kind == KindRanking || !p.reached(r) {
		return false
	}
	look := int64(0)
	for look < r.Arms[0].Battles {
		look = sim.NextLook(look)
	}
	return look == r.Arms[0].Battles
}

// reached reports whether a trial may end. It depends on the counts alone.
func (p Plan) reached(r *sim.Result) bool {
	half := p.Until.HalfWidth
	switch {
	case half == 0:
		return !slices.ContainsFunc(p.tests(r), func(t test) bool { return t.verdict == sequential.Undecided })
	case len(r.Pairs) == 0:
		c := &r.Arms[0]
		return !slices.ContainsFunc(c.Wins[:len(p.Seats())], func(wins int64) bool { return Number(p.share(wins, c.Battles).Reach()) > half })
	}
	for pair := range r.Pairs {
		for winner := engine.Draw; int(winner) < len(p.Seats()); winner++ {
			if Number(p.difference(r, pair, winner).Reach()) > half {
				return false
			}
		}
	}
	return true
}

// errorRate is the maximum part of runs in which an interval is wrong.
const errorRate = 0.05

// share returns the share k of n battles.
func (p Plan) share(k, n int64) Estimate {
	if p.Until == nil {
		return newEstimate(sim.Wilson(k, n))
	}
	wins := sequential.New(0, 1)
	wins.Add(n-k, k)
	return interval(wins, errorRate)
}

// difference returns how much more often a seat wins under the second arm of a pair.
func (p Plan) difference(r *sim.Result, pair int, winner engine.Side) Estimate {
	gained, lost := r.Pairs[pair].Turned(winner)
	n := r.Arms[0].Battles
	if p.Until == nil {
		return newEstimate(sim.Paired(gained, lost, n))
	}
	s := sequential.New(-1, 0, 1)
	s.Add(lost, n-gained-lost, gained)
	return interval(s, errorRate/float64(p.differences(r)))
}

// interval returns the mean of a sample with its interval.
func interval(s *sequential.Sample, alpha float64) Estimate {
	low, high := s.Interval(alpha)
	return newEstimate(sim.Interval{Value: s.Mean(), Low: low, High: high})
}

// mean returns the mean length of battles.
func (p Plan) mean(c *sim.Count) Estimate {
	if p.Until == nil {
		return newEstimate(sim.Mean(c.Rounds))
	}
	return newEstimate(sim.MeanWithin(c.Rounds, sequential.Errors(c.Battles, errorRate)))
}

// differences returns the number of intervals of differences in a run that could be wrong.
// Each gets an equal part of the error rate, so that at most 5 of 100 runs have a wrong
// interval (Bonferroni): cells share their dice. So the intervals and the verdict say the
// same. Two seats without draws have only one difference, because one wins what the other
// does not.
func (p Plan) differences(r *sim.Result) int {
	endings := 1
	drawn := slices.ContainsFunc(r.Arms, func(c sim.Count) bool { return c.Draws > 0 })
	if len(p.Seats()) > 2 || drawn {
		endings = len(p.Seats()) + 1
	}
	return p.cells(r) * endings
}

// cells returns the number of arms, in all line-ups, that are compared with the first of
// theirs.
func (p Plan) cells(r *sim.Result) int { return len(r.Pairs) * max(p.Lineups, p.beside, 1) }

// among returns the number of differences, or tests, that share the errors of a run.
func (p Plan) among(r *sim.Result) int {
	if tests := p.tests(r); tests != nil {
		return len(tests) * max(p.Lineups, p.beside, 1)
	}
	return p.differences(r)
}

// A test is the question whether a seat wins more often under the second arm of a pair.
type test struct {
	pair    int
	seat    engine.Side
	verdict sequential.Verdict
}

// tests returns the verdicts on all pairs and seats. Of two seats it tests only the first,
// because the second loses what the first gains. A draw is an equal part of a win for each
// seat.
func (p Plan) tests(r *sim.Result) (all []test) {
	if p.Until == nil || p.Until.Difference == 0 {
		return nil
	}
	seats := len(p.Seats())
	if seats == 2 {
		seats = 1
	}
	by := sequential.Test{
		Difference: float64(p.Until.Difference), Misses: float64(p.Until.Misses),
		FalseAlarms: float64(p.Until.FalseAlarms) / float64(p.cells(r)*seats), // Bonferroni
	}
	for pair := range r.Pairs {
		for seat := range engine.Side(seats) {
			all = append(all, test{pair, seat, by.Judge(pointsGained(&r.Pairs[pair], seat, len(p.Seats())))})
		}
	}
	return all
}

// A Decision is the result of a test about a side: the side wins more, less or, within the
// test's difference, as often as before. Open means that the run ended before the test was
// decided.
type Decision struct {
	Winner string `json:"winner"`
	Found  string `json:"found"` // more, less, same or open
}

// decisions returns the results of a pair's tests.
func (p Plan) decisions(r *sim.Result, pair int) (all []Decision) {
	for _, t := range p.tests(r) {
		if t.pair == pair {
			all = append(all, Decision{p.Seats()[t.seat], t.verdict.String()})
		}
	}
	return all
}

// decisionOn returns the result about a side, or "".
func decisionOn(all []Decision, side string) string {
	for _, d := range all {
		if d.Winner == side {
			return d.Found
		}
	}
	return ""
}

// pointsGained returns the points that a seat gains under the second arm, battle by battle:
// 1 for a win, and for a draw an equal part of it for each seat.
func pointsGained(pair *sim.Pair, seat engine.Side, seats int) *sequential.Sample {
	const lost, drawn, won = 0, 1, 2
	of := func(winner int) int {
		switch winner {
		case int(seat):
			return won
		case engine.MaxSeats:
			return drawn
		}
		return lost
	}
	draw := 1 / float64(seats)
	values := []float64{-1, draw - 1, -draw, 0, draw, 1 - draw, 1}
	places := [3][3]int{lost: {3, 4, 6}, drawn: {2, 3, 5}, won: {0, 1, 3}} // before, after
	counts := make([]int64, len(values))
	for before := range pair.Joint {
		for after, n := range pair.Joint[before] {
			counts[places[of(before)][of(after)]] += n
		}
	}
	s := sequential.New(values...)
	s.Add(counts...)
	return s
}

// verdict returns sentences on how a run of n battles that may stop at any moment ended,
// and on how often the results of such runs are wrong. What is the subject of the
// intervals; among is the number of them that share the errors. A run that plays all its
// battles has no such sentences.
func (u *Until) verdict(n int64, what string, among int) []string {
	text := fmt.Sprintf("It took %s to decide that.", Counted(n, "battle"))
	switch {
	case u == nil || u.Difference > 0 && among == 0:
		return nil
	case !u.Reached && u.HalfWidth > 0:
		text = fmt.Sprintf("The run ended before the %s were known to %s up and down.", what, u.points())
	case !u.Reached:
		text = "The run ended before that was decided."
	case u.HalfWidth > 0:
		text = fmt.Sprintf("It took %s to know the %s to %s up and down.", Counted(n, "battle"), what, u.points())
	}
	return append([]string{text}, u.promise(among)...)
}

// promise returns the sentence on how often the results of runs that may stop at any moment
// are wrong; of other runs none.
func (u *Until) promise(among int) []string {
	if u == nil {
		return nil
	}
	interval, found := "is an interval wrong", "a difference is found"
	if among > 1 {
		interval, found = fmt.Sprintf("is any of the %d intervals wrong", among), fmt.Sprintf("is any of the %d differences found", among)
	}
	if u.HalfWidth > 0 {
		return []string{fmt.Sprintf("The run could stop at any moment: in at most %s such runs %s.", outOf(errorRate), interval)}
	}
	return []string{fmt.Sprintf("The run could stop at any moment: in at most %s such runs %s where there is none, and in at most %s one of %s is missed.",
		outOf(u.FalseAlarms), found, outOf(u.Misses), u.points())}
}

// Intervals returns the description of the differences' intervals.
func (u *Until) Intervals() string {
	if u == nil {
		return "95 % intervals"
	}
	return "95 % intervals that hold at any moment of the run"
}

// outOf returns a share in words: "5 of 100".
func outOf(share Number) string { return (100 * share).String() + " of 100" }

// points returns the half width or difference that ends the run: "0.5 points".
func (u *Until) points() string {
	n := 100 * max(u.HalfWidth, u.Difference)
	if n == 1 {
		return "1 point"
	}
	return n.String() + " points"
}
