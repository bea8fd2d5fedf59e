package sequential_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/experiment/sequential"
)

// What a test makes of counts.
func TestJudge(t *testing.T) {
	half := sequential.Test{Difference: 0.005, FalseAlarms: 0.05, Misses: 0.2}
	for _, row := range []struct {
		less, same, more int64
		want             sequential.Verdict
	}{
		{0, 0, 0, sequential.Undecided},
		{0, 100, 0, sequential.Undecided},
		{0, 1000, 0, sequential.Same}, // no battle has changed
		{0, 990, 3, sequential.Undecided},
		{4, 1980, 16, sequential.More},
		{16, 1980, 4, sequential.Less},
		{100, 9800, 100, sequential.Same},
		{0, 0, 1000, sequential.More},
		{1_000_000, 0, 3_000_000, sequential.More}, // beyond what a float holds
	} {
		s := sequential.New(-1, 0, 1)
		s.Add(row.less, row.same, row.more)
		if got := half.Judge(s); got != row.want {
			t.Errorf("%d, %d, %d: the verdict is %s, want %s", row.less, row.same, row.more, got, row.want)
		}
	}
}

// decided counts the verdicts of runs that ask after every value, and their values.
type decided struct {
	verdicts map[sequential.Verdict]int
	mean     float64 // number of values
}

func decide(test sequential.Test, s source, runs int) decided {
	d := decided{verdicts: map[sequential.Verdict]int{}}
	for run := range runs {
		dice, sample := rand.New(rand.NewPCG(11, uint64(run))), sequential.New(s.values...)
		verdict := sequential.Undecided
		for verdict == sequential.Undecided {
			counts := make([]int64, len(s.values))
			counts[s.draw(dice)]++
			sample.Add(counts...)
			verdict = test.Judge(sample)
			d.mean += 1 / float64(runs)
		}
		d.verdicts[verdict]++
	}
	return d
}

// A test keeps what it promises: false alarms where there is no difference, and misses
// where there is one.
func TestErrorRates(t *testing.T) {
	runs, luck := 60, 2.0 // standard errors
	if enginetest.Long {
		runs, luck = 2000, 0
	}
	atMost := func(share float64) int {
		return int(float64(runs)*share + luck*math.Sqrt(float64(runs)*share*(1-share)))
	}
	for _, changed := range []float64{0.01, 0.1} {
		for _, misses := range []float64{0.2, 0.3} {
			t.Run(fmt.Sprintf("%v changed, %v misses", changed, misses), func(t *testing.T) {
				test := sequential.Test{Difference: changed / 2, FalseAlarms: 0.05, Misses: misses}
				same, more := decide(test, pairs(changed, 0), runs), decide(test, pairs(changed, changed/2), runs)
				alarms, found := runs-same.verdicts[sequential.Same], more.verdicts[sequential.More]
				t.Logf("of %d runs %d without a difference are false alarms (%.0f values in the mean), %d with one find it (%.0f values)",
					runs, alarms, same.mean, found, more.mean)
				if alarms > atMost(0.05) {
					t.Errorf("%d of %d runs are false alarms, want at most 5 %%", alarms, runs)
				}
				if runs-found > atMost(misses) {
					t.Errorf("%d of %d runs find the difference, want all but %v of them", found, runs, misses)
				}
			})
		}
	}
}
