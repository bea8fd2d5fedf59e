// Package sequential has intervals and a test that stay valid however often they are
// computed. The usual interval for a fixed number of values is right 95 times in 100 if it
// is computed once. Computed after every value, with a stop at a welcome result, it is
// wrong far more often. Here the error rate is for the whole run: in at most 5 of 100 runs
// is the interval, or the verdict, wrong at any moment.
//
// A [Sample] counts values. Its [Sample.Interval] is a confidence sequence for their mean,
// and a [Test] decides whether the mean is 0. Both are functions of the counts, whatever
// the order of the values and the number of earlier looks, so samples of several machines
// can be added up like any counts.
package sequential

import (
	"math"
	"slices"
)

// A Sample holds how often each of a few possible values occurred.
type Sample struct {
	values []float64 // ascending
	counts []float64 // whole numbers
}

// New returns an empty sample of values, in ascending order. The first and the last value
// must be the least and the greatest possible: New(0, 1) is for wins, New(0, 0.5, 1) for
// points with draws, New(-1, 0, 1) for differences between battles with the same dice.
func New(values ...float64) *Sample {
	if len(values) < 2 || !slices.IsSorted(values) || values[0] == values[len(values)-1] {
		panic("sequential: the values of a sample are at least two, in ascending order")
	}
	return &Sample{values, make([]float64, len(values))}
}

// Add adds values: one count for each of the values of [New].
func (s *Sample) Add(counts ...int64) {
	if len(counts) != len(s.counts) {
		panic("sequential: Add takes a count for each value of the sample")
	}
	for i, n := range counts {
		s.counts[i] += float64(n)
	}
}

// N returns the number of values in the sample.
func (s *Sample) N() int64 { return int64(s.sum(func(float64) float64 { return 1 })) }

// Mean returns the mean of the values, or NaN if there are none.
func (s *Sample) Mean() float64 { return s.mean(func(x float64) float64 { return x }) }

// sum returns the sum of a function of the values.
func (s *Sample) sum(of func(x float64) float64) (sum float64) {
	for i, n := range s.counts {
		if n > 0 {
			sum += float64(n * of(s.values[i]))
		}
	}
	return sum
}

// mean returns the mean of a function of the values.
func (s *Sample) mean(of func(x float64) float64) float64 {
	return s.sum(of) / s.sum(func(float64) float64 { return 1 })
}

// bets is the number of gamblers that bet against a mean. first is the stake of the
// boldest; each further one stakes half as much as the one before.
const (
	bets  = 16
	first = 0.75
)

// Interval returns an interval for the mean: in a run that computes it after every value,
// the probability that it ever excludes the true mean is at most alpha.
//
// It is a confidence sequence by betting (Waudby-Smith and Ramdas 2024). Against each mean
// m, gamblers bet that values are larger. Each stakes the same part of his capital every
// time, at odds that are fair if m is the mean: a value x multiplies his capital by 1 +
// stake (x-m)/(m-least). If m is true, the probability that their joint capital ever grows
// to k times its start is at most 1/k (Ville 1939). So a mean against which it has grown to
// 2/alpha is excluded; the same holds from above. The stakes are fixed, which makes the
// capital a function of the counts. The bolder gamblers have more of the capital at the
// start, because most runs are short.
func (s *Sample) Interval(alpha float64) (low, high float64) {
	if s.N() == 0 {
		return s.values[0], s.values[len(s.values)-1]
	}
	return s.low(alpha / 2), -s.mirrored().low(alpha / 2)
}

// mirrored returns the sample of the negated values.
func (s *Sample) mirrored() *Sample {
	m := &Sample{slices.Clone(s.values), slices.Clone(s.counts)}
	slices.Reverse(m.values)
	slices.Reverse(m.counts)
	for i := range m.values {
		m.values[i] = -m.values[i]
	}
	return m
}

// low returns the greatest mean with all means below it excluded: the capital against a
// mean falls as the mean grows.
func (s *Sample) low(alpha float64) float64 {
	low, high := s.values[0], s.Mean()
	for range 60 {
		m := (low + high) / 2
		if m <= low || m >= high {
			break
		}
		if s.above(m, alpha) {
			low = m
		} else {
			high = m
		}
	}
	return low
}

// above reports whether the mean is above m: the gamblers on that have 1/alpha times their
// first capital.
func (s *Sample) above(m, alpha float64) bool {
	return m < s.values[0] || m < s.Mean() && s.capital(m) >= -math.Log(alpha)
}

// capital returns the logarithm of the capital of the gamblers who bet that the mean is
// above m.
func (s *Sample) capital(m float64) float64 {
	var all [bets]float64
	stake, whole := first, 0.0
	for i := range all {
		share := 1 / float64(i+2)
		whole += share
		all[i] = math.Log(share) + s.growth(m, stake/(m-s.values[0]))
		stake /= 2
	}
	most, sum := slices.Max(all[:]), 0.0
	for _, one := range all {
		sum += math.Exp(one - most)
	}
	return most + math.Log(sum/whole)
}

// growth returns the logarithm of the growth of a gambler's capital in bets against the
// mean m: each value x multiplies it by 1 + bet (x-m).
func (s *Sample) growth(m, bet float64) float64 {
	return s.sum(func(x float64) float64 { return math.Log1p(bet * (x - m)) })
}

// Once is the result of Errors for a single look at many values, with an alpha of 0.05.
const Once = 1.959963984540054

// Errors returns the maximum error of the mean of n values of any size, in standard errors,
// at every moment of a run, except in the part alpha of all runs. It is the boundary of
// Robbins (1970), a mixture of normal distributions, which for estimated errors holds for
// many values (Waudby-Smith and others 2024). It is narrowest for some hundred values.
func Errors(n int64, alpha float64) float64 {
	v := float64(n) / 50
	return math.Sqrt((1 + 1/v) * (math.Log1p(v) - 2*math.Log(alpha)))
}
