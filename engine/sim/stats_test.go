package sim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"houserule/engine/enginetest"
	"houserule/engine/sim"
)

func holds(i sim.Interval, value float64) bool { return i.Low <= value && value <= i.High }

// wilsonCoverage is the chance that the interval of n battles holds the true
// share p: exact.
func wilsonCoverage(n int64, p float64) (chance float64) {
	d := distuv.Binomial{N: float64(n), P: p}
	for k := int64(0); k <= n; k++ {
		if holds(sim.Wilson(k, n), p) {
			chance += d.Prob(float64(k))
		}
	}
	return chance
}

// meanAndLeast are of chances, in percent.
func meanAndLeast(chances []float64) (mean, least float64) {
	for _, c := range chances {
		mean += 100 * c / float64(len(chances))
	}
	return mean, 100 * slices.Min(chances)
}

// Of all shares together, 95 of 100 intervals hold the true one. Of single
// ones it may be as few as 83, near 0 and 1: the score interval's dip, near
// p = 0.18/n, which is the same at all n (Brown, Cai and DasGupta 2001).
func TestWilsonCovers(t *testing.T) {
	for _, n := range []int64{20, 100, 1000} {
		var all, middle []float64
		for i := range 999 {
			p := float64(i+1) / 1000
			c := wilsonCoverage(n, p)
			all = append(all, c)
			if p >= 0.1 && p <= 0.9 {
				middle = append(middle, c)
			}
		}
		var dip []float64
		for lambda := 0.1; lambda < 0.3; lambda += 0.0005 {
			dip = append(dip, wilsonCoverage(n, lambda/float64(n)))
		}
		mean, least := meanAndLeast(all)
		_, leastMiddle := meanAndLeast(middle)
		_, leastDip := meanAndLeast(dip)
		t.Logf("n = %d: %.2f %% on average, %.2f at least; %.2f from p = 0.1 to 0.9, %.2f in the dip", n, mean, least, leastMiddle, leastDip)
		if mean < 94 || mean > 96.5 || leastMiddle < 91 || leastDip < 83 {
			t.Errorf("n = %d: want 94 to 96.5 on average, 83 at least, and 91 in the middle", n)
		}
	}
}

// The interval lies in [0, 1], holds the share, rises with it, and is the same
// seen from the other side.
func TestWilsonProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 1e9).Draw(t, "n")
		k := rapid.Int64Range(0, n).Draw(t, "k")
		i := sim.Wilson(k, n)
		if i.Low < 0 || i.High > 1 || !holds(i, float64(k)/float64(n)) || i.Value != float64(k)/float64(n) {
			t.Fatalf("%d of %d: %+v", k, n, i)
		}
		if k < n {
			if next := sim.Wilson(k+1, n); next.Low < i.Low || next.High < i.High {
				t.Fatalf("%d of %d: %+v, and one more %+v", k, n, i, next)
			}
		}
		mirror := sim.Wilson(n-k, n)
		if math.Abs(mirror.Low-(1-i.High)) > 1e-12 || math.Abs(mirror.High-(1-i.Low)) > 1e-12 {
			t.Fatalf("%d of %d: %+v, its mirror %+v", k, n, i, mirror)
		}
	})
}

// Score intervals as Newcombe (1998, table I) gives them.
func TestWilsonKnown(t *testing.T) {
	for _, test := range []struct {
		k, n      int64
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		i := sim.Wilson(test.k, test.n)
		if math.Abs(i.Low-test.low) > 5e-5 || math.Abs(i.High-test.high) > 5e-5 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", test.k, test.n, i.Low, i.High, test.low, test.high)
		}
	}
}

// pairedChance is the chance that what holds of the battles gained and lost,
// of n, of which those shares are gained and lost: exact, but for what is less
// likely than one in a billion.
func pairedChance(n int64, gained, lost float64, what func(g, l int64) bool) (chance float64) {
	changed := distuv.Binomial{N: float64(n), P: gained + lost}
	for m, last := likely(changed); m <= last; m++ {
		of := distuv.Binomial{N: float64(m), P: gained / (gained + lost)}
		inner := 0.0
		for g, last := likely(of); g <= last; g++ {
			if what(g, m-g) {
				inner += of.Prob(float64(g))
			}
		}
		chance += changed.Prob(float64(m)) * inner
	}
	return chance
}

func likely(d distuv.Binomial) (from, to int64) {
	wide := 6*d.StdDev() + 6
	return max(int64(d.Mean()-wide), 0), min(int64(d.Mean()+wide), int64(d.N))
}

func TestPairedCovers(t *testing.T) {
	for _, n := range []int64{20, 50, 200, 1000} {
		var chances []float64
		for _, changed := range []float64{0.02, 0.05, 0.1, 0.2, 0.4, 0.7} {
			for _, tilt := range []float64{0, 0.25, 0.5, 0.9} {
				gained, lost := changed*(1+tilt)/2, changed*(1-tilt)/2
				chances = append(chances, pairedChance(n, gained, lost, func(g, l int64) bool {
					return holds(sim.Paired(g, l, n), gained-lost)
				}))
			}
		}
		mean, least := meanAndLeast(chances)
		t.Logf("n = %d: %.2f %% on average, %.2f at least", n, mean, least)
		if least < 93 || mean > 99 {
			t.Errorf("n = %d: want 93 at least", n)
		}
	}
}

func TestPairedProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 1e9).Draw(t, "n")
		gained := rapid.Int64Range(0, n).Draw(t, "gained")
		lost := rapid.Int64Range(0, n-gained).Draw(t, "lost")
		i, back := sim.Paired(gained, lost, n), sim.Paired(lost, gained, n)
		if i.Low < -1 || i.High > 1 || i.Low > i.High || !holds(i, i.Value) {
			t.Fatalf("%+v", i)
		}
		if math.Abs(i.Low+back.High) > 1e-12 || math.Abs(i.High+back.Low) > 1e-12 || i.Value != -back.Value {
			t.Fatalf("%+v, and the other way round %+v", i, back)
		}
	})
}

// Of the means of few and of many lengths, of distributions as skewed as those of
// battles are, some 95 of 100 intervals hold the true one. Where few battles are
// much longer than the others, a few battles do not show it, and no interval can.
func TestMeanCovers(t *testing.T) {
	geometric := func(stop float64, most int) []float64 { // a round is the last with a chance
		shares, left := []float64{0}, 1.0
		for len(shares) < most {
			shares = append(shares, left*stop)
			left *= 1 - stop
		}
		return append(shares, left)
	}
	mixed := geometric(0.5, 100)
	for i, share := range geometric(0.1, 100) {
		mixed[i] = 0.9*mixed[i] + 0.1*share
	}
	left := geometric(0.2, 20)
	slices.Reverse(left)
	for _, test := range []struct {
		name   string
		shares []float64
		few    float64 // percent at least of the means of 20 and of 60
	}{
		{"battles", []float64{0, 0.05, 0.3, 0.3, 0.15, 0.1, 0.06, 0.03, 0.01}, 94},
		{"a ford", []float64{0, 0, 0.530, 0.316, 0.095, 0.018, 0.008, 0.010, 0.014, 0.007, 0.002}, 92.5}, // red-ford's
		{"half go on", geometric(0.5, 60), 94},
		{"four of five go on", geometric(0.2, 100), 94},
		{"one of ten is long", mixed, 87},
		{"most are cut short", left, 94},
	} {
		mean := 0.0
		for value, share := range test.shares {
			mean += float64(value) * share
		}
		dice := rand.New(rand.NewPCG(5, 0))
		for _, n := range []int{20, 60, 200, 1000} {
			trials, held := enginetest.Rounds(2_000_000)/(n+380), 0
			for range trials {
				counts := make([]int64, len(test.shares))
				for range n {
					counts[drawn(dice, test.shares)]++
				}
				if holds(sim.Mean(counts), mean) {
					held++
				}
			}
			percent := 100 * float64(held) / float64(trials)
			t.Logf("%s, n = %d: %.1f %%", test.name, n, percent)
			least := 94.0
			if n < 200 {
				least = test.few
			}
			if chance := 200 * math.Sqrt(0.95*0.05/float64(trials)); percent < least-chance || percent > 96+chance {
				t.Errorf("%s, n = %d: %.1f %% of the intervals hold the mean, want %v to 96", test.name, n, percent, least)
			}
		}
	}
}

func drawn(dice *rand.Rand, shares []float64) int {
	x := dice.Float64()
	for i, share := range shares {
		if x -= share; x < 0 {
			return i
		}
	}
	return len(shares) - 1
}

// The interval holds the mean, is the same seen from the other side, and of numbers
// that lie alike on both sides it is Student's.
func TestMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.Int64Range(0, 1000), 1, 20).Draw(t, "counts")
		n, sum := 0.0, 0.0
		for value, count := range counts {
			n += float64(count)
			sum += float64(value) * float64(count)
		}
		i := sim.Mean(counts)
		if n == 0 {
			if !math.IsNaN(i.Value) {
				t.Fatalf("the mean of nothing is %+v", i)
			}
			return
		}
		if math.Abs(i.Value-sum/n) > 1e-9 || !holds(i, i.Value) {
			t.Fatalf("%+v, want the mean %v", i, sum/n)
		}
		if n == 1 {
			if !math.IsInf(i.Low, -1) || !math.IsInf(i.High, 1) {
				t.Fatalf("of one number: %+v", i)
			}
			return
		}
		turned := slices.Clone(counts)
		slices.Reverse(turned)
		last := float64(len(counts) - 1)
		if back := sim.Mean(turned); math.Abs(back.Low-(last-i.High)) > 1e-6 || math.Abs(back.High-(last-i.Low)) > 1e-6 {
			t.Fatalf("%+v, and from the other side %+v", i, back)
		}
		both := slices.Clone(counts)
		squares := 0.0
		for value := range both {
			both[value] += turned[value]
			squares += float64(both[value]) * (float64(value) - last/2) * (float64(value) - last/2)
		}
		half := distuv.StudentsT{Sigma: 1, Nu: 2*n - 1}.Quantile(0.975) * math.Sqrt(squares/(2*n-1)/(2*n))
		if even := sim.Mean(both); math.Abs(even.Low-(last/2-half)) > 1e-6 || math.Abs(even.High-(last/2+half)) > 1e-6 {
			t.Fatalf("of %v: %+v, want %v within %v", both, even, last/2, half)
		}
	})
}

// With as many battles as Battles says the interval of the difference does
// not hold 0 four times in five.
func TestBattlesHaveThePower(t *testing.T) {
	for _, test := range []struct{ d, changed float64 }{
		{0.01, 0.05}, {0.02, 0.1}, {0.02, 0.3}, {0.05, 0.2}, {0.05, 0.5}, {0.1, 0.4}, {0.1, 0.15}, {-0.05, 0.2},
	} {
		n := sim.Battles(test.d, test.changed)
		power := pairedChance(n, (test.changed+test.d)/2, (test.changed-test.d)/2, func(g, l int64) bool {
			return !holds(sim.Paired(g, l, n), 0)
		})
		t.Logf("a difference of %v, %v changed: %d battles, found with %.1f %%", test.d, test.changed, n, 100*power)
		if math.Abs(power-0.8) > 0.03 {
			t.Errorf("%d battles find a difference of %v, %v changed, with %.1f %%: want 80 within 3", n, test.d, test.changed, 100*power)
		}
	}
}

// Differences that are none, or that so few changes cannot make.
func TestBattlesAtTheEdge(t *testing.T) {
	for _, test := range []struct {
		d, changed float64
		want       int64
	}{{0, 0.2, math.MaxInt64}, {0, 0, math.MaxInt64}, {0.2, 0.1, sim.Battles(0.2, 0.2)}, {-0.2, 0, sim.Battles(0.2, 0.2)}} {
		if n := sim.Battles(test.d, test.changed); n != test.want {
			t.Errorf("a difference of %v, %v changed: %d battles, want %d", test.d, test.changed, n, test.want)
		}
	}
}

// Nothing was played: nothing is known.
func TestIntervalsOfNothing(t *testing.T) {
	if i := sim.Wilson(0, 0); !math.IsNaN(i.Value) || i.Low != 0 || i.High != 1 {
		t.Errorf("Wilson: %+v", i)
	}
	if i := sim.Paired(0, 0, 0); !math.IsNaN(i.Value) || i.Low != -1 || i.High != 1 {
		t.Errorf("Paired: %+v", i)
	}
	if i := sim.Mean(nil); !math.IsNaN(i.Value) {
		t.Errorf("Mean: %+v", i)
	}
}
