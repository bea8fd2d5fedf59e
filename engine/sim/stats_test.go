package sim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

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

// meanAndLeast are of chances, in per cent.
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

// The mean of 200 lengths, of a distribution as lengths of battles have it:
// some 95 of 100 intervals hold the true one.
func TestMeanCovers(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 0))
	shares := []float64{0, 0.05, 0.3, 0.3, 0.15, 0.1, 0.06, 0.03, 0.01}
	mean := 0.0
	for value, share := range shares {
		mean += float64(value) * share
	}
	const trials, n = 20_000, 200
	held := 0
	for range trials {
		counts := make([]int64, len(shares))
		for range n {
			counts[drawn(dice, shares)]++
		}
		if holds(sim.Mean(counts), mean) {
			held++
		}
	}
	percent := 100 * float64(held) / trials
	t.Logf("%.2f %%", percent)
	if percent < 94 || percent > 96 {
		t.Errorf("%.2f %% of the intervals hold the mean, want 94 to 96", percent)
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

func TestMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.Int64Range(0, 1000), 1, 20).Draw(t, "counts")
		n, sum, squares := 0.0, 0.0, 0.0
		for value, count := range counts {
			n += float64(count)
			sum += float64(value) * float64(count)
			squares += float64(value) * float64(value) * float64(count)
		}
		i := sim.Mean(counts)
		if n == 0 {
			if !math.IsNaN(i.Value) {
				t.Fatalf("the mean of nothing is %+v", i)
			}
			return
		}
		half := math.Inf(1)
		if n > 1 {
			half = 1.959964 * math.Sqrt(max(squares-sum*sum/n, 0)/(n-1)/n)
		}
		if math.Abs(i.Value-sum/n) > 1e-9 || math.Abs(i.Half()-half) > 1e-6*(1+half) && !(math.IsInf(half, 1) && math.IsInf(i.Half(), 1)) {
			t.Fatalf("%+v, want %v within %v", i, sum/n, half)
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
	var none sim.Count
	if n := none.MeanRounds(); n != 0 {
		t.Errorf("%v rounds", n)
	}
}
