package odds

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
)

// A Distribution holds what may come of something, and how likely each outcome
// is: exactly. The zero Distribution is empty, and ready for use.
type Distribution[T cmp.Ordered] struct {
	chances map[T]*big.Rat
	// Cut is the chance of the ways that were followed no further: see
	// [Walk.Least]. With it the chances add up to 1.
	Cut float64
}

// Distribute plays a piece of a battle, which sits at the table of a walk, in
// every way in which the dice can fall, and asks for the outcome after each. It is
// an error when the chances do not add up to 1 exactly.
func Distribute[T cmp.Ordered](w *Walk, play func(), outcome func() T) (Distribution[T], error) {
	var d Distribution[T]
	sum, cut := new(big.Rat), w.Cut
	w.Cut = Number{}
	defer func() { w.Cut = cut }()
	err := w.Each(play, func(Number) error {
		p := w.Rat()
		sum.Add(sum, p)
		d.Add(outcome(), p)
		return nil
	})
	d.Cut = w.Cut.Value
	if err == nil && d.Cut == 0 && sum.Cmp(big.NewRat(1, 1)) != 0 {
		err = fmt.Errorf("the chances add up to %s, not to 1", sum.RatString())
	}
	return d, err
}

// Certain returns the distribution with one outcome.
func Certain[T cmp.Ordered](outcome T) (d Distribution[T]) {
	d.Add(outcome, big.NewRat(1, 1))
	return d
}

// Add adds p to the chance of an outcome.
func (d *Distribution[T]) Add(outcome T, p *big.Rat) {
	if p.Sign() == 0 {
		return
	}
	if d.chances == nil {
		d.chances = map[T]*big.Rat{}
	}
	if d.chances[outcome] == nil {
		d.chances[outcome] = new(big.Rat)
	}
	d.chances[outcome].Add(d.chances[outcome], p)
}

// Mix adds another distribution, which happens with chance p. Each outcome becomes
// another.
func (d *Distribution[T]) Mix(other Distribution[T], p *big.Rat, become func(T) T) {
	for outcome, q := range other.chances {
		d.Add(become(outcome), new(big.Rat).Mul(p, q))
	}
}

// Chance returns the chance of an outcome.
func (d Distribution[T]) Chance(outcome T) *big.Rat {
	return d.Where(func(other T) bool { return other == outcome })
}

// Where returns the chance of all outcomes that a test accepts.
func (d Distribution[T]) Where(test func(T) bool) *big.Rat {
	sum := new(big.Rat)
	for outcome, p := range d.chances {
		if test(outcome) {
			sum.Add(sum, p)
		}
	}
	return sum
}

// Count returns the distribution of how many of one outcome a test accepts: 1 or 0.
func (d Distribution[T]) Count(test func(T) bool) (n Distribution[int]) {
	p := d.Where(test)
	n.Add(1, p)
	n.Add(0, p.Sub(big.NewRat(1, 1), p))
	return n
}

// Equal reports whether two distributions are the same.
func (d Distribution[T]) Equal(other Distribution[T]) bool {
	return d.Cut == other.Cut && maps.EqualFunc(d.chances, other.chances, func(p, q *big.Rat) bool { return p.Cmp(q) == 0 })
}

// All yields the outcomes that may come, in their order, with their chances,
// which are not to be changed.
func (d Distribution[T]) All() iter.Seq2[T, *big.Rat] {
	return func(yield func(T, *big.Rat) bool) {
		for _, outcome := range slices.Sorted(maps.Keys(d.chances)) {
			if !yield(outcome, d.chances[outcome]) {
				return
			}
		}
	}
}

// Sum returns the distribution of the sum of two numbers that are independent of
// each other.
func Sum(a, b Distribution[int]) (sum Distribution[int]) {
	for n, p := range b.chances {
		sum.Mix(a, p, func(m int) int { return m + n })
	}
	return sum
}

// Mean returns the mean of a number.
func Mean(d Distribution[int]) *big.Rat {
	sum := new(big.Rat)
	for n, p := range d.chances {
		sum.Add(sum, new(big.Rat).Mul(p, big.NewRat(int64(n), 1)))
	}
	return sum
}

// Die returns the distribution of a die with that many sides.
func Die(sides int) (d Distribution[int]) {
	for face := 1; face <= sides; face++ {
		d.Add(face, big.NewRat(1, int64(sides)))
	}
	return d
}
