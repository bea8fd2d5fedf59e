package odds

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
)

// A Distribution holds the possible outcomes of an event, each with its exact probability.
// The zero Distribution is empty and ready for use.
type Distribution[T cmp.Ordered] struct {
	chances map[T]*big.Rat
	// Cut is the probability of the paths that were not followed to their end: see
	// [Walk.Least]. With it the probabilities sum to 1.
	Cut float64
	// Open is the probability of the paths that were not played because of an error. With it,
	// too, the probabilities sum to 1.
	Open float64
}

// Distribute plays a piece of a battle, which sits at the table of a walk, in every way in
// which the dice can fall. It calls outcome after each. It returns an error if the
// probabilities do not sum to exactly 1. After an error of [Walk.Each] the distribution holds
// the outcomes so far.
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
	if err != nil {
		left, _ := sum.Sub(big.NewRat(1, 1), sum).Float64()
		d.Open = max(0, left-d.Cut)
	}
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

// Add adds p to the probability of an outcome.
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

// Mix adds another distribution, which applies with probability p. Become maps each of its
// outcomes to one of d.
func (d *Distribution[T]) Mix(other Distribution[T], p *big.Rat, become func(T) T) {
	for outcome, q := range other.chances {
		d.Add(become(outcome), new(big.Rat).Mul(p, q))
	}
}

// Chance returns the probability of an outcome.
func (d Distribution[T]) Chance(outcome T) *big.Rat {
	return d.Where(func(other T) bool { return other == outcome })
}

// Where returns the probability of all outcomes that pass a test.
func (d Distribution[T]) Where(test func(T) bool) *big.Rat {
	sum := new(big.Rat)
	for outcome, p := range d.chances {
		if test(outcome) {
			sum.Add(sum, p)
		}
	}
	return sum
}

// Count returns the distribution of 1 for an outcome that passes a test, and 0 for one that
// does not.
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

// All yields the possible outcomes, in their order, with their probabilities. Callers must
// not change these.
func (d Distribution[T]) All() iter.Seq2[T, *big.Rat] {
	return func(yield func(T, *big.Rat) bool) {
		for _, outcome := range slices.Sorted(maps.Keys(d.chances)) {
			if !yield(outcome, d.chances[outcome]) {
				return
			}
		}
	}
}

// Sum returns the distribution of the sum of two independent numbers.
func Sum(a, b Distribution[int]) (sum Distribution[int]) {
	for n, p := range b.chances {
		sum.Mix(a, p, func(m int) int { return m + n })
	}
	return sum
}

// Mean returns the mean of a distribution.
func Mean(d Distribution[int]) *big.Rat {
	sum := new(big.Rat)
	for n, p := range d.chances {
		sum.Add(sum, new(big.Rat).Mul(p, big.NewRat(int64(n), 1)))
	}
	return sum
}

// Die returns the distribution of a die with the given number of sides.
func Die(sides int) (d Distribution[int]) {
	for face := 1; face <= sides; face++ {
		d.Add(face, big.NewRat(1, int64(sides)))
	}
	return d
}
