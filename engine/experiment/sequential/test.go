package sequential

import (
	"math"
	"slices"
)

// A Test decides whether the mean of a sample is 0, by a sequential likelihood-ratio test
// (Wald 1945) between a mean of 0 and one of Difference up or down. As in the tests of
// chess engines, each likelihood is the greatest that any distribution with such a mean
// gives (the generalized ratio), so that only values other than 0 count. The bound is
// lowered by the mean overshoot of the ratio (Siegmund 1985).
type Test struct {
	Difference  float64 // between 0 and the greatest value
	FalseAlarms float64 // maximum part of runs in which a mean of 0 is found to differ
	Misses      float64 // maximum part of runs in which a mean of Difference is not found
}

// A Verdict is the result of a test.
type Verdict int

// The results of a test.
const (
	Undecided Verdict = iota // more values are needed
	Less                     // the mean is below 0
	Same                     // the mean is 0, or at least closer to it than Difference
	More                     // it is above 0
)

// kept is the part of the false alarms that the bound uses. The rest compensates for
// estimated likelihoods in the ratio. Tests measure the actual rate.
const kept = 0.75

// String returns the verdict as a word: open, less, same or more.
func (v Verdict) String() string { return [...]string{"open", "less", "same", "more"}[v] }

// Judge returns the verdict on a sample of differences, whose values are from -x to x. A
// run that calls Judge after every value ends with its first verdict.
func (t Test) Judge(s *Sample) Verdict {
	if s.N() == 0 {
		return Undecided
	}
	// A little more at either end: by chance the first few values may include too few other
	// than 0, which makes each of them look too significant.
	s = &Sample{s.values, slices.Clone(s.counts)}
	s.counts[0] += 0.25
	s.counts[len(s.counts)-1] += 0.25
	none := s.bestGrowth(0)
	up, down := none-s.bestGrowth(t.Difference), none-s.bestGrowth(-t.Difference)
	ratio := math.Log((math.Exp(up) + math.Exp(down)) / 2)
	square := s.mean(func(x float64) float64 { return x * x })
	step := math.Log1p(min(t.Difference/square, 1)) // the maximum by which one value can raise the ratio
	switch {
	case ratio <= math.Log(t.Misses/(1-t.FalseAlarms)):
		return Same
	case ratio < math.Log((1-t.Misses)/(kept*t.FalseAlarms))-float64(step/2):
		return Undecided
	case up > down:
		return More
	}
	return Less
}

// bestGrowth returns the growth of the best bet against the mean m. It is the logarithm of
// a ratio of likelihoods: the greatest of all, and the greatest with the mean m (Owen
// 1988).
func (s *Sample) bestGrowth(m float64) float64 {
	low, high := 1/(m-s.values[len(s.values)-1]), 1/(m-s.values[0])
	for range 60 {
		bet := (low + high) / 2
		if bet <= low || bet >= high {
			break
		}
		if s.sum(func(x float64) float64 { return (x - m) / (1 + float64(bet*(x-m))) }) > 0 {
			low = bet
		} else {
			high = bet
		}
	}
	return s.growth(m, (low+high)/2)
}
