// Package tune searches values of settings with which noisy quantities reach targets. It
// knows neither battles nor games.
//
// A [Search] has a finite number of [Candidate]s and a field for each wanted quantity, and
// asks for one measurement after the other. Each request is a function of the measurements
// so far. The method is a Bayesian search for a level set: a Gaussian process of each
// quantity gives the probability that a candidate reaches the targets, and the likeliest
// candidate is measured next. So the search finds smooth quantities as by interpolation,
// and rough ones, where a candidate says little about its neighbors, by trying the likely
// ones.
package tune

import (
	"math"
	"slices"
)

// A Candidate is one choice of values for all settings.
type Candidate struct {
	Place []float64 // coordinates; a range of values is one unit long
	Away  float64   // distance from the present values, from 0 to 1
}

// A Goal is the bounds of a quantity, on the scale of its measurements.
type Goal struct{ Low, High float64 }

// A Measurement is a quantity's value with the variance of its error; 0 means that it is
// exact.
type Measurement struct{ Value, Variance float64 }

// kernels are the possible dependences of a quantity, on a scale on which 1 is much:
// logarithms and log odds. Their fields are averaged with weights for how well each has
// predicted the measurements.
var kernels = []Kernel{
	{Constant: 3, Slope: 3, Curve: 0.2, Length: 0.5, Own: 0.01},
	{Constant: 3, Slope: 3, Curve: 0.5, Length: 0.25, Own: 0.03},
	{Constant: 3, Slope: 3, Curve: 0.5, Length: 0.25, Own: 0.15},
	{Constant: 3, Slope: 3, Curve: 1, Length: 0.1, Own: 0.4},
}

const (
	sure     = 0.9  // the probability from which a candidate counts as found
	doubt    = 0.05 // the probability below which a candidate is unlikely
	hopeless = 0.02 // the sum of probabilities below which the search ends without a candidate
	closest  = 0.2  // the sum of probabilities below which it does not look for closer candidates
	nearly   = 0.1  // the part of its miss by which a candidate may exceed the nearest and still count as nearest,
	tie      = 0.5  // or, if that is more, the number of a goal's widths
	open     = 0.1  // the minimum weight of a kernel: the measurements so far may mislead
	around   = 1e-9 // ties between probabilities that differ by roundings
)

// A Search finds the candidate closest to the present values that reaches all goals.
type Search struct {
	candidates []Candidate
	quantities []quantity
	known      []bool // candidates that are measured as precisely as possible
	measured   []bool
}

// A quantity has a field for each kernel.
type quantity struct {
	Goal
	fields      []*Field
	likelihoods []float64 // logarithms
}

// New returns a search among candidates, of which there must be at least one.
func New(candidates []Candidate, goals []Goal) *Search {
	s := &Search{candidates: candidates, known: make([]bool, len(candidates)), measured: make([]bool, len(candidates))}
	var places [][]float64
	for _, c := range candidates {
		places = append(places, c.Place)
	}
	for _, g := range goals {
		q := quantity{Goal: g, likelihoods: make([]float64, len(kernels))}
		for _, k := range kernels {
			q.fields = append(q.fields, NewField(places, make([]float64, len(places)), k))
		}
		s.quantities = append(s.quantities, q)
	}
	return s
}

// Observe adds the measurements of a candidate, one for each goal. Last means that the
// candidate cannot be measured further.
func (s *Search) Observe(candidate int, all []Measurement, last bool) {
	s.measured[candidate] = true
	s.known[candidate] = s.known[candidate] || last
	for i, m := range all {
		q := s.quantities[i]
		for k, f := range q.fields {
			q.likelihoods[k] += f.Observe(candidate, m.Value, m.Variance)
		}
	}
}

// weights returns the weight of each kernel's field.
func (q quantity) weights() []float64 {
	best, sum := math.Inf(-1), 0.0
	for _, l := range q.likelihoods {
		best = max(best, l)
	}
	weights := make([]float64, len(q.likelihoods))
	for i, l := range q.likelihoods {
		weights[i] = math.Exp(l - best)
		sum += weights[i]
	}
	for i, w := range weights {
		weights[i] = open + (1-float64(open*float64(len(weights))))*w/sum
	}
	return weights
}

// chances returns the probability that each candidate reaches all goals. Each goal is
// widened on either side by wider times its width.
func (s *Search) chances(wider float64) []float64 {
	chances := make([]float64, len(s.candidates))
	for i := range chances {
		chances[i] = 1
	}
	for _, q := range s.quantities {
		weights, more := q.weights(), float64(wider*(q.High-q.Low))
		for i := range chances {
			sum := 0.0
			for k, f := range q.fields {
				sum += float64(weights[k] * f.Chance(i, q.Low-more, q.High+more))
			}
			chances[i] *= sum
		}
	}
	return chances
}

// Next returns the candidate to measure next, or false if the search is over. The first is
// the closest to the present values. While no candidate is found, it is the likeliest;
// after that, the likeliest of those closer to the present values. If no candidate is
// likely, it is the nearest to the goals, until its distance is well known, and then the
// likeliest to be nearer.
func (s *Search) Next() (candidate int, ok bool) {
	if !slices.Contains(s.measured, true) {
		return s.today(), true
	}
	chances, away, enough := s.chances(0), math.Inf(1), hopeless
	found := s.found(chances)
	if found >= 0 {
		away, enough = s.candidates[found].Away, closest
	}
	rest := 0.0 // about the number of candidates that can still be found
	closer := func(i int) bool { return !s.known[i] && s.candidates[i].Away < away }
	for i, chance := range chances {
		if closer(i) {
			rest += chance
		}
	}
	if rest >= enough || found >= 0 {
		return s.likeliest(chances, closer), rest >= enough
	}
	near := s.nearest()
	miss := s.miss(near)
	about := max(nearly*miss, tie)
	if !s.known[near] && s.chances(miss + about)[near] < 1-doubt {
		return near, true
	}
	chances = s.chances(miss - about)
	next := s.likeliest(chances, func(i int) bool { return !s.known[i] && i != near })
	return next, next >= 0 && chances[next] >= doubt
}

// today returns the candidate closest to the present values.
func (s *Search) today() (best int) {
	for i, c := range s.candidates {
		if c.Away < s.candidates[best].Away {
			best = i
		}
	}
	return best
}

// likeliest returns the likeliest candidate that some selects, or -1 if it selects none. Of
// equally likely ones it is the closest to the present values.
func (s *Search) likeliest(chances []float64, some func(candidate int) bool) int {
	best := -1
	for i, c := range s.candidates {
		switch {
		case !some(i):
		case best < 0 || chances[i] > chances[best]*(1+around):
			best = i
		case chances[i] >= chances[best]*(1-around) && c.Away < s.candidates[best].Away:
			best = i
		}
	}
	return best
}

// found returns the measured candidate closest to the present values that certainly reaches
// the goals, or -1.
func (s *Search) found(chances []float64) int {
	found := -1
	for i, c := range s.candidates {
		if s.measured[i] && chances[i] >= sure && (found < 0 || c.Away < s.candidates[found].Away) {
			found = i
		}
	}
	return found
}

// Best returns the measured candidate to choose: the closest to the present values of those
// that certainly reach the goals; or else the likeliest; or else, if none is likely, the
// nearest to the goals.
func (s *Search) Best() int {
	chances := s.chances(0)
	if found := s.found(chances); found >= 0 {
		return found
	}
	best := s.likeliest(chances, func(i int) bool { return s.measured[i] })
	if chances[best] >= doubt {
		return best
	}
	return s.nearest()
}

// nearest returns the measured candidate with the smallest miss.
func (s *Search) nearest() int {
	best := -1
	for i := range s.candidates {
		if s.measured[i] && (best < 0 || s.miss(i) < s.miss(best)) {
			best = i
		}
	}
	return best
}

// miss returns the greatest distance of a candidate from a goal, in widths of the goal.
func (s *Search) miss(candidate int) (most float64) {
	for _, q := range s.quantities {
		value := 0.0
		for k, weight := range q.weights() {
			value += float64(weight * q.fields[k].Mean[candidate])
		}
		most = max(most, (q.Low-value)/(q.High-q.Low), (value-q.High)/(q.High-q.Low))
	}
	return most
}
