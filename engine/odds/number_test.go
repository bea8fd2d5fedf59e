package odds_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine/odds"
)

// A term is a Number and the number that it stands for.
type term struct {
	odds.Number
	exact *big.Rat
}

// The true value lies within the error, whatever a Number was made of.
func TestNumberErrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var terms []term
		any := func() term { return terms[rapid.IntRange(0, len(terms)-1).Draw(t, "term")] }
		for range rapid.IntRange(2, 6).Draw(t, "shares") {
			d := rapid.IntRange(1, 1000).Draw(t, "of")
			n := rapid.IntRange(1, d).Draw(t, "share")
			terms = append(terms, term{odds.Share(n, d), big.NewRat(int64(n), int64(d))})
		}
		for range rapid.IntRange(1, 60).Draw(t, "operations") {
			a, b, c := any(), any(), term{exact: new(big.Rat)}
			switch rapid.IntRange(0, 2).Draw(t, "operation") {
			case 0:
				c.Number = a.Plus(b.Number)
				c.exact.Add(a.exact, b.exact)
			case 1:
				c.Number = a.Times(b.Number)
				c.exact.Mul(a.exact, b.exact)
			case 2:
				c.Number = a.Over(b.Number)
				c.exact.Quo(a.exact, b.exact)
			}
			if c.Value < 1e-100 || c.Value > 1e100 || c.exact.Denom().BitLen() > 4000 {
				continue // far from where floating point ends
			}
			terms = append(terms, c)
			checkNumber(t, c)
		}
	})
}

func checkNumber(t interface{ Fatalf(string, ...any) }, c term) {
	off := new(big.Rat).Sub(new(big.Rat).SetFloat64(c.Value), c.exact)
	bound := c.Error()
	if math.IsInf(bound, 1) {
		return
	}
	if bound < 0 || off.Abs(off).Cmp(new(big.Rat).SetFloat64(bound)) > 0 {
		f, _ := off.Float64()
		t.Fatalf("%v is %.3g away from %s, more than %.3g", c.Value, f, c.exact.RatString(), bound)
	}
}

// A long sum and a long product: their errors grow with their length, no
// faster, and the bound holds.
func TestNumberErrorsGrow(t *testing.T) {
	sum, product := term{odds.Share(1, 3), big.NewRat(1, 3)}, term{odds.Share(1, 3), big.NewRat(1, 3)}
	seventh, almost := term{odds.Share(1, 7), big.NewRat(1, 7)}, term{odds.Share(998, 999), big.NewRat(998, 999)}
	for range 500 {
		sum = term{sum.Plus(seventh.Number), new(big.Rat).Add(sum.exact, seventh.exact)}
		product = term{product.Times(almost.Number), new(big.Rat).Mul(product.exact, almost.exact)}
		checkNumber(t, sum)
		checkNumber(t, product)
	}
	if e := sum.Error() / sum.Value; e > 510*0x1p-53 {
		t.Errorf("a sum of 501 terms has the relative error %.3g", e)
	}
	if e := product.Error() / product.Value; e > 1010*0x1p-53 {
		t.Errorf("a product of 501 terms has the relative error %.3g", e)
	}
}

// What is exact has no error: whole chances, and nothing.
func TestNumbersWithoutError(t *testing.T) {
	one, none := odds.Share(6, 6), odds.Number{}
	third := odds.Share(1, 3)
	for _, c := range []struct {
		name string
		odds.Number
		value, err float64
	}{
		{"6/6", one, 1, 0},
		{"nothing", none, 0, 0},
		{"1 times 1", one.Times(one), 1, 0},
		{"nothing plus 1", none.Plus(one), 1, 0},
		{"1 plus nothing", one.Plus(none), 1, 0},
		{"1/3 plus nothing", third.Plus(none), third.Value, third.Error()},
		{"1 times 1/3", one.Times(third), third.Value, third.Error()},
		{"1/3 times 1", third.Times(one), third.Value, third.Error()},
	} {
		if c.Value != c.value || c.Error() != c.err {
			t.Errorf("%s: %v, within %v; want %v, within %v", c.name, c.Value, c.Error(), c.value, c.err)
		}
	}
}

// However many operations follow each other, the bound is no bound at worst,
// and never less than nothing: squaring doubles the roundings.
func TestNumberErrorsDoNotOverflow(t *testing.T) {
	n := odds.Share(1, 3).Over(odds.Share(1, 3))
	for i := range 200 {
		n = n.Times(n).Over(n)
		if e := n.Error(); !(e >= 0) {
			t.Fatalf("after %d squares the error is %v", i+1, e)
		}
	}
	if e := n.Error(); !math.IsInf(e, 1) {
		t.Errorf("after 200 squares the error is %v, want none that counts", e)
	}
}
