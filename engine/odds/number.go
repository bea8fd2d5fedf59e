package odds

import "math"

// A Number is a value computed from probabilities by adding, multiplying and dividing,
// never by subtracting. Each such operation rounds by at most 2^-53 of its result, so the
// number of successive roundings bounds the error. (Results below 2^-1022 round by more,
// and are too small to matter.)
type Number struct {
	Value     float64
	roundings float64 // a float, because solving doubles it too often for an integer
}

// Unit is the greatest relative error of a rounding.
const Unit = 1.0 / (1 << 53)

// Share returns n/d.
func Share(n, d int) Number {
	if n == d {
		return one
	}
	return Number{float64(n) / float64(d), 1}
}

var one = Number{1, 0}

// Plus returns a + b.
func (a Number) Plus(b Number) Number {
	switch {
	case a.Value == 0:
		return b
	case b.Value == 0:
		return a
	}
	return Number{a.Value + b.Value, max(a.roundings, b.roundings) + 1}
}

// Times returns a * b.
func (a Number) Times(b Number) Number {
	switch {
	case a == one:
		return b
	case b == one:
		return a
	}
	return Number{a.Value * b.Value, a.roundings + b.roundings + 1}
}

// Over returns a / b.
func (a Number) Over(b Number) Number {
	if a.Value == 0 {
		return a
	}
	return Number{a.Value / b.Value, a.roundings + b.roundings + 1}
}

// bare returns the number without its roundings, for callers that count those separately.
func (a Number) bare() Number { return Number{Value: a.Value} }

// Error returns a bound of the distance from the true value.
func (a Number) Error() float64 {
	k := float64(a.roundings * Unit) // rounded, so that no machine fuses it with 1-k
	if k >= 0.5 {
		return math.Inf(1)
	}
	return math.Abs(a.Value) * k / (1 - k)
}
