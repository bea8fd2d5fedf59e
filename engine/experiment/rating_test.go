package experiment

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"houserule/engine/sim"
)

// The counts are the same whoever is named first, for any costs.
func TestEvenCountsOfAnyCosts(t *testing.T) {
	costs := []int{1, 2, 7, 10, 57, 79, 80, 81, 82, 97, 99, 101, 399, 400, 401, 1000, 9998, 9999}
	for _, a := range costs {
		for _, b := range costs {
			n, m := EvenCounts(a, b)
			low, high := min(n*a, m*b), max(n*a, m*b)
			if low < MinArmyCost || float64(high) > float64(low)*(1+MaxCostGap) {
				t.Errorf("%d of %d cost %d, %d of %d %d", n, a, n*a, m, b, m*b)
			}
			if m2, n2 := EvenCounts(b, a); n2 != n || m2 != m {
				t.Errorf("costs %d and %d: %d and %d cards, the other way %d and %d", a, b, n, m, n2, m2)
			}
		}
	}
	if n, m := MirrorCounts(88); n != 5 || m != 6 {
		t.Errorf("%d against %d cards of 88, want 5 against 6", n, m)
	}
}

// ratedOf is a contest in which the first beats the others as often as
// their ratings say, in 1,000 battles each, and cost has a known slope.
func ratedOf(t *testing.T, slope sim.Interval, costs []int, ratings []float64) *rated {
	t.Helper()
	s := &rated{Contest: &Contest{Unit: "creature", Margin: 0.2}, costs: costs, slope: slope}
	for i := range costs {
		s.Contenders = append(s.Contenders, Contender{Name: fmt.Sprintf("c%d", i), Cost: costs[i]})
	}
	for _, pair := range s.Pairs() {
		wins := int64(math.Round(1000 * sim.Chance(ratings[pair[0]]-ratings[pair[1]])))
		s.games = append(s.games, sim.Games{A: pair[0], B: pair[1], Wins: [2]int64{wins, 1000 - wins}})
	}
	if err := s.rate(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestProposals(t *testing.T) {
	slope := sim.Interval{Value: 10, Low: 9, High: 11}
	ratings := []float64{2, 0.5, 0, -0.5, -2}
	s := ratedOf(t, slope, []int{50, 30, 30, 30, 100}, ratings)
	if got := s.order(); !slices.Equal(got, []int{0, 1, 2, 3, 4}) {
		t.Errorf("the ranking is %v", got)
	}
	if got := s.outside(); !slices.Equal(got, []int{0, 4}) {
		t.Fatalf("outside are %v, want the first and the last", got)
	}
	r := &Ranking{Ranks: s.ranks()}
	if up, down := r.judged(1), r.judged(-1); !slices.Equal(up, []string{"c0"}) || !slices.Equal(down, []string{"c4"}) {
		t.Errorf("judged %v and %v", up, down)
	}
	got := s.proposals()
	// 50 exp(0.2) = 61.07, 100 exp(-0.2) = 81.87
	if len(got) != 2 || got[0].Cost.Value != 61 || got[1].Cost.Value != 82 {
		t.Fatalf("the proposals are %+v, want 61 and 82", got)
	}
	for _, p := range got {
		if !(p.Cost.Low <= p.Cost.Value && p.Cost.Value <= p.Cost.High && p.Cost.Low < p.Cost.High) {
			t.Errorf("the interval of %+v", p)
		}
	}
	if s.misfit() > 0.001 {
		t.Errorf("the misfit of made-up ratings is %v", s.misfit())
	}
	s.slope.Low = -1
	if got := s.proposals(); len(got) > 0 {
		t.Errorf("where cost may be worth nothing there are the proposals %v", got)
	}
}

// A cost is a whole number from 1, and at most twice or half of what it was.
func TestProposalsHaveBounds(t *testing.T) {
	s := ratedOf(t, sim.Interval{Value: 2, Low: 2, High: 2}, []int{40, 1, 30}, []float64{4, -4, 0})
	got := s.proposals()
	if len(got) != 2 || got[0].Cost.Value != 80 || got[1].Cost.Value != 1 {
		t.Errorf("the proposals are %+v, want 80 and 1", got)
	}
}

func TestMedian(t *testing.T) {
	if got := median([]float64{9, 1, 4}); got != (sim.Interval{Value: 4, Low: 1, High: 9}) {
		t.Errorf("of three: %v", got)
	}
	var hundred []float64
	for i := range 100 {
		hundred = append(hundred, float64(i+1))
	}
	if got := median(hundred); got != (sim.Interval{Value: 50.5, Low: 41, High: 60}) {
		t.Errorf("of hundred: %v", got)
	}
}
