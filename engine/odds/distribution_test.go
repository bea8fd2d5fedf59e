package odds_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"houserule/engine/odds"
)

// Two dice, and how often the higher one shows a six.
func ExampleDistribution() {
	two := odds.Sum(odds.Die(6), odds.Die(6))
	fmt.Println("seven:", two.Chance(7).RatString())
	fmt.Println("ten or more:", two.Where(func(n int) bool { return n >= 10 }).RatString())
	fmt.Println("on average:", odds.Mean(two).RatString())

	w := odds.NewWalk()
	high := 0
	of, err := odds.Distribute(w, func() { high = max(w.Table.Roll(6, 0), w.Table.Roll(6, 0)) }, func() int { return high })
	fmt.Println("a six:", of.Chance(6).RatString(), err)
	// Output:
	// seven: 1/6
	// ten or more: 1/6
	// on average: 7
	// a six: 11/36 <nil>
}

// The chances add up to 1, but for what was cut.
func TestDistribute(t *testing.T) {
	walk := odds.NewWalk()
	d, err := odds.Distribute(walk, func() { walk.Table.Roll(10, 4) }, func() string { return "whatever" })
	if err != nil || !d.Equal(odds.Certain("whatever")) {
		t.Errorf("%v, %v", d, err)
	}
	walk.Least = 0.2
	d, err = odds.Distribute(walk, func() {
		for walk.Table.Roll(2, 2) == 2 && walk.Table.Err() == nil {
		}
	}, func() string { return "it ends" })
	if err != nil || d.Cut != 0.25 || d.Chance("it ends").RatString() != "3/4" || d.Equal(odds.Certain("it ends")) {
		t.Errorf("%v, %v", d, err)
	}
	if walk.Cut.Value != 0 {
		t.Errorf("the walk has cut %v besides", walk.Cut)
	}
	stopped := errors.New("stopped")
	walk.Least, walk.Stop = 0, func() error { return stopped }
	die := 0
	some, err := odds.Distribute(walk, func() { die = walk.Table.Roll(100, 0) }, func() int { return min(die, 2) })
	if err != stopped || some.Open != 0.37 || some.Chance(1).RatString() != "1/100" || some.Chance(2).RatString() != "31/50" {
		t.Errorf("%v, %v", some, err)
	}
}

// Outcomes come in their order, without those that cannot come.
func TestDistributions(t *testing.T) {
	var d odds.Distribution[int]
	half := big.NewRat(1, 2)
	d.Add(7, new(big.Rat))
	d.Mix(odds.Die(2), half, func(n int) int { return n })
	d.Mix(odds.Die(2), half, func(n int) int { return -n })
	var got []string
	for n, p := range d.All() {
		got = append(got, fmt.Sprint(n, " ", p.RatString()))
	}
	if want := []string{"-2 1/4", "-1 1/4", "1 1/4", "2 1/4"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if p := d.Chance(7); p.Sign() != 0 || odds.Mean(d).Sign() != 0 {
		t.Errorf("7 comes with %s, the mean is %s", p, odds.Mean(d))
	}
	above := d.Count(func(n int) bool { return n > -2 })
	if above.Chance(1).RatString() != "3/4" || above.Chance(0).RatString() != "1/4" {
		t.Errorf("%v", above)
	}
	for range d.All() { // which may end early
		break
	}
}
