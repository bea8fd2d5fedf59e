package sequential

import (
	"math"
	"slices"
)

// A Test decides whether the mean of a sample is 0, by a sequential test of likelihood
// ratios (Wald 1945) between a mean of 0 and one of Difference up or down. As for the
// tests of chess engines, the likelihoods are the greatest that a distribution with such
// a mean gives (the generalized ratio), so that only values other than 0 count, and the
// bound is lowered by what a ratio on average goes beyond it (Siegmund 1985).
type Test struct {
	Difference  float64 // between 0 and the greatest value
	FalseAlarms float64 // in how many runs at most a mean of 0 is found to differ, as a part of 1
	Misses      float64 // in how many runs at most a mean of Difference is not found, as a part of 1
}

// A Verdict is what a test has found.
type Verdict int

// The verdicts of a test.
const (
	Undecided Verdict = iota // more values are needed
	Less                     // the mean is below 0
	Same                     // it is 0, or at least not Difference away from it
	More                     // it is above 0
)

// kept is the part of the false alarms that the bound is for; the rest makes good that
// the ratio is between estimated likelihoods. The tests measure what comes of it.
const kept = 0.75

// String returns the verdict in a word: open, less, same or more.
func (v Verdict) String() string { return [...]string{"open", "less", "same", "more"}[v] }

// Judge returns the verdict about a sample whose values are differences: from -x to x. A
// run that asks after every value ends with its first verdict.
func (t Test) Judge(s *Sample) Verdict {
	if s.N() == 0 {
		return Undecided
	}
	// A little more at either end: of the first few values other than 0 there may by chance
	// be too few, which makes each of them seem to say too much.
	s = &Sample{s.values, slices.Clone(s.counts)}
	s.counts[0] += 0.25
	s.counts[len(s.counts)-1] += 0.25
	none := s.bestGrowth(0)
	up, down := none-s.bestGrowth(t.Difference), none-s.bestGrowth(-t.Difference)
	ratio := math.Log((math.Exp(up) + math.Exp(down)) / 2)
	square := s.mean(func(x float64) float64 { return x * x })
	step := math.Log1p(min(t.Difference/square, 1)) // by which one value can raise the ratio
	switch {
	case ratio <= math.Log(t.Misses/(1-t.FalseAlarms)):
		return Same
	case ratio < math.Log((1-t.Misses)/(kept*t.FalseAlarms))-step/2:
		return Undecided
	case up > down:
		return More
	}
	return Less
}

// bestGrowth returns the growth of the best bet against the mean m. It is the logarithm
// of the ratio of two likelihoods: the greatest of all, and the greatest with the mean m
// (Owen 1988).
func (s *Sample) bestGrowth(m float64) float64 {
	low, high := 1/(m-s.values[len(s.values)-1]), 1/(m-s.values[0])
	for range 60 {
		bet := (low + high) / 2
		if bet <= low || bet >= high {
			break
		}
		if s.sum(func(x float64) float64 { return (x - m) / (1 + bet*(x-m)) }) > 0 {
			low = bet
		} else {
			high = bet
		}
	}
	return s.growth(m, (low+high)/2)
}
