package odds

import "math"

// A Number is what was computed from chances by adding, multiplying and
// dividing, never by subtracting: every such operation rounds by at most
// 2^-53 of its result, so that to count the roundings one behind the other
// bounds the error. (What falls below 2^-1022 rounds by more, and is too
// small to count.)
type Number struct {
	Value     float64
	roundings float64 // which would not fit an integer: solving doubles them
}

const unit = 1.0 / (1 << 53)

// Share is n/d.
func Share(n, d int) Number {
	if n == d {
		return one
	}
	return Number{float64(n) / float64(d), 1}
}

var one = Number{1, 0}

// Plus is a + b.
func (a Number) Plus(b Number) Number {
	switch {
	case a.Value == 0:
		return b
	case b.Value == 0:
		return a
	}
	return Number{a.Value + b.Value, max(a.roundings, b.roundings) + 1}
}

// Times is a * b.
func (a Number) Times(b Number) Number {
	switch {
	case a == one:
		return b
	case b == one:
		return a
	}
	return Number{a.Value * b.Value, a.roundings + b.roundings + 1}
}

// Over is a / b.
func (a Number) Over(b Number) Number {
	return Number{a.Value / b.Value, a.roundings + b.roundings + 1}
}

// bare is the number without its roundings, for who counts them apart.
func (a Number) bare() Number { return Number{Value: a.Value} }

// Error is a bound of how far the true value lies away.
func (a Number) Error() float64 {
	k := a.roundings * unit
	if k >= 0.5 {
		return math.Inf(1)
	}
	return math.Abs(a.Value) * k / (1 - k)
}
