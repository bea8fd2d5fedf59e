package sequential_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/experiment/sequential"
)

// Two players, 1,000 battles: how often the first wins, at any moment of the run.
func ExampleSample() {
	wins := sequential.New(0, 1)
	wins.Add(610, 390) // battles lost, and battles won
	low, high := wins.Interval(0.05)
	fmt.Printf("%.1f %% (%.1f to %.1f)\n", 100*wins.Mean(), 100*low, 100*high)
	// Output: 39.0 % (33.8 to 44.5)
}

// Of 2,000 battles with the same dice the second rule alone wins 16, the first alone 4.
func ExampleTest() {
	difference := sequential.New(-1, 0, 1)
	difference.Add(4, 1980, 16)
	half := sequential.Test{Difference: 0.005, FalseAlarms: 0.05, Misses: 0.2}
	fmt.Println(half.Judge(difference))
	// Output: more
}

// A source draws values, each with its chance.
type source struct {
	values, chances []float64
}

func (s source) mean() (mean float64) {
	for i, x := range s.values {
		mean += x * s.chances[i]
	}
	return mean
}

// draw returns the place of a value.
func (s source) draw(dice *rand.Rand) int {
	u := dice.Float64()
	for i, p := range s.chances {
		if u -= p; u < 0 {
			return i
		}
	}
	return len(s.values) - 1
}

// wins are won with a chance.
func wins(chance float64) source { return source{[]float64{0, 1}, []float64{1 - chance, chance}} }

// pairs are battles with the same dice under two rules: a share of them is changed, and
// the difference of the chances is d.
func pairs(changed, d float64) source {
	return source{[]float64{-1, 0, 1}, []float64{(changed - d) / 2, 1 - changed, (changed + d) / 2}}
}

// draws are points of battles of which a third is drawn.
var draws = source{[]float64{0, 0.5, 1}, []float64{0.4, 1. / 3, 0.6 - 1./3}}

// The intervals hold the mean at every moment of at least 95 of 100 runs, though they are
// looked at after every value.
func TestIntervalHolds(t *testing.T) {
	runs, n := 100, 300
	if enginetest.Long {
		runs, n = 2000, 3000
	}
	for name, s := range map[string]source{
		"even": wins(0.5), "rare": wins(0.03), "never": wins(0), "draws": draws, "no difference": pairs(0.01, 0), "difference": pairs(0.1, 0.02),
	} {
		t.Run(name, func(t *testing.T) {
			held := 0
			for run := range runs {
				if holds(s, rand.New(rand.NewPCG(7, uint64(run))), n) {
					held++
				}
			}
			t.Logf("the interval held the mean all the time in %d of %d runs of %d values", held, runs, n)
			if held < runs*95/100 {
				t.Errorf("the interval held the mean all the time in %d of %d runs", held, runs)
			}
		})
	}
}

// holds reports whether the interval holds the mean after each of n values.
func holds(s source, dice *rand.Rand, n int) bool {
	sample, mean := sequential.New(s.values...), s.mean()
	for range n {
		counts := make([]int64, len(s.values))
		counts[s.draw(dice)]++
		sample.Add(counts...)
		if sample.Excludes(mean, 0.05) {
			return false
		}
	}
	low, high := sample.Interval(0.05)
	return low <= mean && mean <= high
}

// How wide intervals are, in standard errors: 1.96 is that of a fixed number of values.
func TestIntervalWidth(t *testing.T) {
	for _, row := range []struct {
		name string
		source
		n    float64
		want float64
	}{
		{"even", wins(0.5), 1e3, 3.5}, {"even", wins(0.5), 1e4, 3.6}, {"even", wins(0.5), 1e6, 3.8},
		{"1 in 10", wins(0.1), 1e3, 3.6}, {"1 in 10", wins(0.1), 1e5, 3.8},
		{"pairs", pairs(0.01, 0.002), 1e4, 3.5}, {"pairs", pairs(0.2, 0.01), 1e4, 3.6}, {"pairs", pairs(0.2, 0.01), 1e6, 3.8},
	} {
		sample, square := sequential.New(row.values...), 0.0
		var counts []int64
		for i, p := range row.chances {
			counts, square = append(counts, int64(math.Round(p*row.n))), square+p*row.values[i]*row.values[i]
		}
		sample.Add(counts...)
		low, high := sample.Interval(0.05)
		errors := (high - low) / 2 / math.Sqrt((square-row.mean()*row.mean())/row.n)
		t.Logf("%s, %.0f values: %.2f standard errors to either side", row.name, row.n, errors)
		if errors < 1.96 || errors > row.want {
			t.Errorf("%s, %.0f values: the interval is %.2f standard errors to either side, want at most %v", row.name, row.n, errors, row.want)
		}
	}
}

// The least that can be said, and what nothing says.
func TestIntervalEnds(t *testing.T) {
	if low, high := sequential.New(-1, 0, 1).Interval(0.05); low != -1 || high != 1 {
		t.Errorf("of no values it is %v to %v, want -1 to 1", low, high)
	}
	never := sequential.New(0, 1)
	never.Add(100, 0)
	if low, high := never.Interval(0.05); low != 0 || high < 0.03 || high > 0.1 {
		t.Errorf("of 100 battles lost it is %v to %v, want 0 to some 0.06", low, high)
	}
	always := sequential.New(0, 1)
	always.Add(0, 100)
	if low, high := always.Interval(0.05); high != 1 || low < 0.9 {
		t.Errorf("of 100 battles won it is %v to %v, want some 0.94 to 1", low, high)
	}
}
