package tune_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"houserule/engine/experiment/tune"
)

// A field that learns value by value is what the formulas of kriging give for all values
// at once.
func TestFieldIsKriging(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	k := tune.Kernel{Constant: 3, Slope: 2, Curve: 0.7, Length: 0.3, Own: 0.2}
	covariance := func(a, b []float64) float64 { // written out again
		d := math.Hypot(a[0]-b[0], a[1]-b[1])
		sum := 9 + 4*(a[0]*b[0]+a[1]*b[1]) + 0.49*math.Exp(-d*d/2/0.09)
		if d == 0 {
			sum += 0.04
		}
		return sum
	}
	var places [][]float64
	prior := make([]float64, 12)
	for i := range prior {
		places = append(places, []float64{dice.Float64() - 0.5, dice.Float64() - 0.5})
		prior[i] = dice.NormFloat64()
	}
	f := tune.NewField(places, append([]float64(nil), prior...), k)
	at := []int{3, 7, 3, 0, 11} // one of them twice
	values, noise := make([]float64, len(at)), make([]float64, len(at))
	likelihood := 0.0
	for i := range at {
		values[i], noise[i] = dice.NormFloat64(), 0.01+dice.Float64()
		likelihood += f.Observe(at[i], values[i], noise[i])
	}

	n := len(at)
	sum, misses := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		misses.SetVec(i, values[i]-prior[at[i]])
		for j := i; j < n; j++ {
			sum.SetSym(i, j, covariance(places[at[i]], places[at[j]]))
		}
		sum.SetSym(i, i, sum.At(i, i)+noise[i])
	}
	var c mat.Cholesky
	if !c.Factorize(sum) {
		t.Fatal("no covariance")
	}
	var solved mat.VecDense
	if err := c.SolveVecTo(&solved, misses); err != nil {
		t.Fatal(err)
	}
	if want := -(mat.Dot(misses, &solved) + c.LogDet() + float64(n)*math.Log(2*math.Pi)) / 2; math.Abs(likelihood-want) > 1e-9 {
		t.Errorf("the likelihood is %v, want %v", likelihood, want)
	}
	for i := range places {
		row := mat.NewVecDense(n, nil)
		for j := range n {
			row.SetVec(j, covariance(places[i], places[at[j]]))
		}
		var weighed mat.VecDense
		if err := c.SolveVecTo(&weighed, row); err != nil {
			t.Fatal(err)
		}
		mean, variance := prior[i]+mat.Dot(row, &solved), covariance(places[i], places[i])-mat.Dot(row, &weighed)
		if math.Abs(f.Mean[i]-mean) > 1e-9 || math.Abs(f.Variance[i]-variance) > 1e-9 {
			t.Errorf("place %d: %v with variance %v, want %v with %v", i, f.Mean[i], f.Variance[i], mean, variance)
		}
	}
}

// line returns candidates on a line whose last axis is today's.
func line(n, today int) (all []tune.Candidate) {
	for i := range n {
		x := float64(i)/float64(n-1) - 0.5
		all = append(all, tune.Candidate{Place: []float64{x}, Away: math.Abs(float64(i-today)) / float64(n-1)})
	}
	return all
}

// run searches with measurements of a true value, whose errors have a deviation that four
// looks halve in turn, and returns the best candidate and the number of looks.
func run(t *testing.T, candidates []tune.Candidate, goal tune.Goal, truth func(int) float64, deviation float64, seed uint64) (best, looks int) {
	t.Helper()
	dice := rand.New(rand.NewPCG(seed, 0))
	s, times := tune.New(candidates, []tune.Goal{goal}), make([]int, len(candidates))
	for {
		i, ok := s.Next()
		if !ok {
			return s.Best(), looks
		}
		d := deviation / math.Pow(2, float64(times[i]))
		times[i]++
		looks++
		if times[i] > 4 || looks > 4*len(candidates) {
			t.Fatalf("candidate %d is measured again", i)
		}
		s.Observe(i, []tune.Measurement{{Value: truth(i) + d*dice.NormFloat64(), Variance: d * d}}, times[i] == 4)
	}
}

// On a smooth curve the search is as quick as interpolation.
func TestSearchOfACurve(t *testing.T) {
	const n, level = 101, 0.3
	truth := func(i int) float64 { x := float64(i) / (n - 1); return 3*x*x - 1 }
	missed, looks := 0, 0
	for seed := range uint64(100) {
		best, took := run(t, line(n, 10), tune.Goal{Low: level - 0.05, High: level + 0.05}, truth, 0.1, seed)
		looks += took
		if math.Abs(truth(best)-level) > 0.05 {
			missed++
		}
	}
	t.Logf("%.1f looks on average, %d of 100 searches missed", float64(looks)/100, missed)
	if missed > 10 || looks > 100*25 {
		t.Error("want at most 10 misses, and 25 looks")
	}
}

// Where each candidate has a value of its own, the ones that reach the goal are found all
// the same, as long as there are some.
func TestSearchWithoutOrder(t *testing.T) {
	const n = 60
	found, reachable := 0, 0
	for seed := range uint64(60) {
		dice := rand.New(rand.NewPCG(seed, 7))
		values := make([]float64, n)
		any := false
		for i := range values {
			values[i] = dice.NormFloat64()
			any = any || math.Abs(values[i]) < 0.05
		}
		best, _ := run(t, line(n, 30), tune.Goal{Low: -0.05, High: 0.05}, func(i int) float64 { return values[i] }, 0.04, seed)
		if any {
			reachable++
			if math.Abs(values[best]) < 0.06 {
				found++
			}
		}
	}
	t.Logf("%d of %d searches found one", found, reachable)
	if found*10 < reachable*9 {
		t.Error("want nine of ten")
	}
}

// Of several that reach the goal the one closest to today is chosen, exactly where what is
// measured is exact.
func TestSearchStaysCloseToToday(t *testing.T) {
	truth := func(i int) float64 { x := float64(i-50) / 25; return x*x - 1 } // 0 at 25 and at 75
	for _, row := range []struct{ today, want int }{{0, 24}, {40, 26}, {60, 74}, {100, 76}, {25, 25}} {
		best, _ := run(t, line(101, row.today), tune.Goal{Low: -0.09, High: 0.09}, truth, 1e-9, 1)
		if best != row.want {
			t.Errorf("from %d it is %d, want %d", row.today, best, row.want)
		}
	}
}

// Where nothing reaches the goals, the nearest is chosen.
func TestSearchForTheNearest(t *testing.T) {
	best, looks := run(t, line(101, 0), tune.Goal{Low: 2, High: 2.1}, func(i int) float64 { x := float64(i-70) / 50; return 1 - x*x }, 0.01, 3)
	t.Logf("%d looks", looks)
	if best < 65 || best > 75 || looks > 60 {
		t.Errorf("it is %d after %d looks, want about 70", best, looks)
	}
}
