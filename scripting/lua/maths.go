package lua

import "math"

// The math library.

func one1(f func(float64) float64) func(c Call) {
	return func(c Call) { c.giveNumber(f(c.number(1))) }
}

func mathFmod(c Call) { c.giveNumber(c.m.remainder(c.number(1), c.number(2))) }

func mathMax(c Call) { c.extreme(larger) }

func mathMin(c Call) { c.extreme(smaller) }

func (c Call) extreme(better func(best, f float64) float64) {
	best := c.number(1)
	c.m.charge(c.Count() >> 2)
	for i := 2; i <= c.Count(); i++ {
		best = better(best, c.number(i))
	}
	c.giveNumber(best)
}

// Ones and twos are the functions of math that fast knows, of one and of two numbers.
var (
	ones = map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "abs": math.Abs, "sqrt": math.Sqrt}
	twos = map[string]func(a, b float64) float64{"max": larger, "min": smaller}
)

// larger and smaller are math.max and math.min: nan is neither.
func larger(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}

func smaller(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}

// power computes b^e for a whole exponent: only that is exact, and equal, everywhere.
func (m *Machine) power(b, e float64) float64 {
	if e != math.Trunc(e) || math.Abs(e) > 1024 {
		m.Fail(nil, "x^%s: the exponent is a whole number of at most 1024; see math.sqrt", formatNumber(e))
	}
	result, n := 1.0, int(math.Abs(e))
	m.charge(n >> 4)
	for range n {
		result = float64(result * b)
	}
	if e < 0 {
		result = 1 / result
	}
	return result
}

func (m *Machine) modulo(a, b float64) float64 {
	f := m.remainder(a, b)
	if b > 0 && f < 0 || b < 0 && f > 0 {
		f += b
	}
	return f
}

// remainder is math.Mod, which works the longer, the more bits a has before those
// of b.
func (m *Machine) remainder(a, b float64) float64 {
	if math.Abs(a) > 1<<16*math.Abs(b) {
		_, i := math.Frexp(a)
		_, j := math.Frexp(b)
		m.charge(max(0, i-j) >> 2)
	}
	return math.Mod(a, b)
}
