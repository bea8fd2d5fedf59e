package tune

import "math"

// Products are rounded, with float64(x*y), so that no machine fuses them with a sum, which
// it would round differently.

// A Kernel is the expected dependence of a quantity on the values of settings before any
// measurement, as standard deviations: the sum of a constant, a slope, a smooth curve, and
// each candidate's own part, which no other candidate predicts.
type Kernel struct {
	Constant float64
	Slope    float64 // per unit of a coordinate
	Curve    float64
	Length   float64 // the distance in which the curve turns, in units of the coordinates
	Own      float64
}

// covariance returns the covariance of a quantity at two candidates.
func (k Kernel) covariance(a, b []float64) float64 {
	product, square := 0.0, 0.0
	for i := range a {
		product += float64(a[i] * b[i])
		square += float64((a[i] - b[i]) * (a[i] - b[i]))
	}
	sum := float64(k.Constant*k.Constant) + float64(k.Slope*k.Slope*product) +
		float64(k.Curve*k.Curve*math.Exp(-square/(2*k.Length*k.Length)))
	if square == 0 {
		sum += float64(k.Own * k.Own)
	}
	return sum
}

// A Field is the knowledge of a quantity at every candidate: a Gaussian process that learns
// from noisy values at some of them (stochastic kriging: Ankenman, Nelson and Staum 2010).
type Field struct {
	Mean     []float64 // by candidate
	Variance []float64

	kernel Kernel
	places [][]float64
	steps  [][]float64 // a column for each observed value: covariance = kernel - sum of their squares
}

// NewField returns the field of candidates at these places. Mean is the expected value of
// each before any measurement.
func NewField(places [][]float64, mean []float64, k Kernel) *Field {
	f := &Field{Mean: mean, Variance: make([]float64, len(places)), kernel: k, places: places}
	for i, place := range places {
		f.Variance[i] = k.covariance(place, place)
	}
	return f
}

// Observe adds a value that was measured at a candidate, with the variance of its error. It
// returns the logarithm of the likelihood of that value in the field.
func (f *Field) Observe(at int, value, variance float64) float64 {
	step := make([]float64, len(f.places))
	for i, place := range f.places {
		step[i] = f.kernel.covariance(place, f.places[at])
	}
	for _, earlier := range f.steps {
		weight := earlier[at]
		for i := range step {
			step[i] -= float64(weight * earlier[i])
		}
	}
	total := step[at] + variance
	miss := value - f.Mean[at]
	for i := range step {
		f.Mean[i] += step[i] * miss / total
		step[i] /= math.Sqrt(total)
		f.Variance[i] = max(f.Variance[i]-float64(step[i]*step[i]), 0)
	}
	f.steps = append(f.steps, step)
	return -(math.Log(2*math.Pi*total) + miss*miss/total) / 2
}

// Chance returns the probability that the quantity at a candidate lies between two bounds.
func (f *Field) Chance(at int, low, high float64) float64 {
	deviation := math.Sqrt(f.Variance[at])
	if deviation == 0 {
		if low <= f.Mean[at] && f.Mean[at] <= high {
			return 1
		}
		return 0
	}
	below := func(x float64) float64 { return float64(math.Erfc((f.Mean[at]-x)/deviation/math.Sqrt2) / 2) }
	return max(below(high)-below(low), 0)
}
