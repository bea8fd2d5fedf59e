package sim

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// An Interval is an estimate with its 95 % confidence interval.
type Interval struct{ Value, Low, High float64 }

// Half returns half the width of the interval.
func (i Interval) Half() float64 { return (i.High - i.Low) / 2 }

// Toward returns how far the interval reaches from its value in the direction of another
// value.
func (i Interval) Toward(value float64) float64 {
	if value < i.Value {
		return i.Value - i.Low
	}
	return i.High - i.Value
}

// z is the quantile of the normal distribution for 95 %.
var z = Errors(0.05)

// Errors returns how many standard errors to either side an interval has that is wrong with
// the chance alpha.
func Errors(alpha float64) float64 { return mathext.NormalQuantile(1 - float64(alpha/2)) }

// studentErrors is Errors(0.05) where the deviation is itself an estimate, with so many
// degrees of freedom (Student 1908).
func studentErrors(freedom float64) float64 {
	within := 0.975 // a variable, so that 1-within is rounded
	x := mathext.InvRegIncBeta(freedom/2, 0.5, 2*(1-within))
	return math.Sqrt(freedom * (1 - x) / x)
}

// Wilson returns the share k of n with its score interval (Wilson 1927).
func Wilson(k, n int64) Interval {
	if n == 0 {
		return Interval{math.NaN(), 0, 1}
	}
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := float64(z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m)))
	low, high := middle-half, middle+half
	if k == 0 {
		low = 0 // exactly, without a rounding error
	}
	if k == n {
		high = 1
	}
	return Interval{p, low, high}
}

// Paired returns the difference of two shares of the same n battles. Gained of them were
// won only under the second rules, and lost only under the first. Its interval is the
// adjusted Wald interval for matched pairs (Bonett and Price 2012).
func Paired(gained, lost, n int64) Interval { return PairedWithin(gained, lost, n, z) }

// PairedWithin is Paired for an interval of so many standard errors to either side.
func PairedWithin(gained, lost, n int64, errors float64) Interval {
	if n == 0 {
		return Interval{math.NaN(), -1, 1}
	}
	m := float64(n) + 2
	g, l := (float64(gained)+1)/m, (float64(lost)+1)/m
	half := float64(errors * math.Sqrt((g+l-float64((g-l)*(g-l)))/m))
	return Interval{float64(gained-lost) / float64(n), max(g-l-half, -1), min(g-l+half, 1)}
}

// Mean returns the mean of whole numbers from their counts: counts[3] is how often the
// number 3 occurred. The interval is Student's, after a transformation that removes the
// skewness (Hall 1992): a few long battles among many short ones leave more room above the
// mean than below it.
func Mean(counts []int64) Interval {
	n := 0.0
	for _, count := range counts {
		n += float64(count)
	}
	if n < 2 {
		return MeanWithin(counts, math.Inf(1))
	}
	return MeanWithin(counts, studentErrors(n-1))
}

// MeanWithin does what Mean does, for an interval of the given number of standard errors on
// either side.
func MeanWithin(counts []int64, errors float64) Interval {
	var n, sum float64
	for value, count := range counts {
		n += float64(count)
		sum += float64(float64(value) * float64(count))
	}
	if n == 0 {
		return Interval{math.NaN(), math.NaN(), math.NaN()}
	}
	mean := sum / n
	if n == 1 {
		return Interval{mean, math.Inf(-1), math.Inf(1)}
	}
	var squares, cubes float64
	for value, count := range counts {
		d := float64(value) - mean
		squares += float64(d * d * float64(count))
		cubes += float64(d * d * d * float64(count))
	}
	if squares == 0 {
		return Interval{mean, mean, mean}
	}
	deviation := math.Sqrt(squares / (n - 1))
	skewness := cubes / n / math.Pow(squares/n, 1.5)
	t := errors / math.Sqrt(n)
	return Interval{mean, mean - float64(deviation*unskewed(t, skewness, n)), mean - float64(deviation*unskewed(-t, skewness, n))}
}

// unskewed returns the s, in standard deviations, for which the mean of n numbers with
// skewness g differs from the true mean: s + g s^2/3 + g^2 s^3/27 + g/6n is x (Hall 1992).
func unskewed(x, g, n float64) float64 {
	if math.Abs(g) < 1e-6 {
		return x // the limit for small g, for which the formula loses all digits
	}
	return 3 / g * (math.Cbrt(1+float64(g*(x-g/(6*n)))) - 1)
}

// Battles returns the number of battles in which a comparison finds a difference of d
// between two shares with a probability of 80 %, if the share changed of the battles end
// with another winner (Connor 1987). For a difference of 0 it returns the largest int64.
func Battles(d, changed float64) int64 {
	changed = max(changed, math.Abs(d)) // a smaller share cannot cause the difference
	root := float64(z*math.Sqrt(changed)) + float64(power*math.Sqrt(changed-float64(d*d)))
	if n := math.Ceil(root * root / (d * d)); n < math.MaxInt64 {
		return int64(n)
	}
	return math.MaxInt64
}

// power is the quantile of the normal distribution for 80 %.
var power = mathext.NormalQuantile(0.8)
