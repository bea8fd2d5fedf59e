package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/sim"
)

// surface varies battles whose chance of the first side follows from the values of the axes,
// where an axis of the letter a has the first value of the function.
func surface(chance func(values []float64) float64) func(set []string) (Variant, error) {
	return func(set []string) (Variant, error) {
		values := []float64{10, 10} // today
		for i, s := range set {
			_, value, _ := strings.Cut(s, "=")
			values[i], _ = strconv.ParseFloat(value, 64)
		}
		arm := ArmPlan{Battle: []engine.Field{{Key: "chance", Value: fmt.Sprint(chance(values))}}, Seats: []string{"attacker", "defender"}}
		return Variant{
			Rules: RulesFunc(coins), Arms: []ArmPlan{arm},
			Odds: func(context.Context, int) func(Ending) float64 { return nil },
		}, nil
	}
}

// axis returns an axis of n values from 0.
func axis(t *testing.T, key string, n int) Axis {
	t.Helper()
	values, err := ParseValues(fmt.Sprintf("0..%d", n-1))
	if err != nil {
		t.Fatal(err)
	}
	return Axis{Key: key, Name: key, Values: values, Today: "10"}
}

func want(t *testing.T, text string) Want {
	t.Helper()
	w, err := ParseWant(text, []string{"attacker", "defender"}, "rounds")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// 50 % within half a point is found with less than half of the battles that a grid with as
// many battles in each cell plays, on a line of 31 values and in a plane of 31 times 21.
func TestTuneTakesFewerBattlesThanAGrid(t *testing.T) {
	const n, searches = 50_000, 20
	for _, row := range []struct {
		name  string
		axes  []Axis
		slope [2]float64
	}{
		{"line", []Axis{axis(t, "a", 31)}, [2]float64{0.01, 0}},
		{"plane", []Axis{axis(t, "a", 31), axis(t, "b", 21)}, [2]float64{0.07, -0.05}},
	} {
		t.Run(row.name, func(t *testing.T) {
			cells := Grid{Axes: row.axes}.Cells()
			reached, most, sum := 0, int64(0), int64(0)
			for seed := range uint64(searches) {
				middle := 4 + float64(seed) // of the first axis
				chance := func(v []float64) float64 {
					x := row.slope[0]*(v[0]-middle) + row.slope[1]*(v[1]-10)
					return sim.Chance(x + 0.05*x*math.Abs(x))
				}
				p := TuningPlan{Axes: row.axes, Wants: []Want{want(t, "attacker=50%")}, Battles: n, Budget: 1e9, Seed: seed * 1e6}
				found, err := p.Tune(context.Background(), surface(chance), Options{})
				if err != nil {
					t.Fatal(err)
				}
				values := []float64{10, 10}
				for i, v := range found.Values {
					values[i], _ = strconv.ParseFloat(v.Found, 64)
				}
				if math.Abs(chance(values)-0.5) <= 0.006 {
					reached++
				}
				battles := found.Searched + 2*n // and the checks of what was found, and of today
				most, sum = max(most, battles), sum+battles
			}
			t.Logf("%d of %d searches reach it; of a grid's %d battles they play %.1f %% on average, %.1f %% at most",
				reached, searches, cells*n, 100*float64(sum)/float64(searches*cells*n), 100*float64(most)/float64(cells*n))
			if reached < searches*9/10 || most > int64(cells)*n/2 {
				t.Error("want nine of ten, and half of the battles at most")
			}
		})
	}
}

// The intervals at the end are honest: those of what was found hold its true chance, although
// the search has chosen what looked best to it.
func TestTunedIntervalsHold(t *testing.T) {
	const searches = 200
	held := 0
	for seed := range uint64(searches) {
		chance := func(v []float64) float64 { return 0.5 + 0.03*math.Sin(37*v[0]+float64(seed)) } // no order
		p := TuningPlan{Axes: []Axis{axis(t, "a", 31)}, Wants: []Want{want(t, "attacker=52%..60%")}, Battles: 1000, Budget: 1e9, Seed: seed * 1e6}
		found, err := p.Tune(context.Background(), surface(chance), Options{})
		if err != nil {
			t.Fatal(err)
		}
		value, _ := strconv.ParseFloat(found.Values[0].Found, 64)
		if e := found.Wants[0].Found; float64(e.Low) <= chance([]float64{value}) && chance([]float64{value}) <= float64(e.High) {
			held++
		}
	}
	t.Logf("%d of %d intervals hold", held, searches)
	if held < searches*92/100 {
		t.Error("want 92 of 100: 95, less three deviations")
	}
}

// A search is the same on any number of workers, and stays within its budget.
func TestTuneFollowsFromItsPlan(t *testing.T) {
	chance := func(v []float64) float64 { return sim.Chance(0.05 * (v[0] - v[1] - 3)) }
	p := TuningPlan{Axes: []Axis{axis(t, "a", 31), axis(t, "b", 31)}, Wants: []Want{want(t, "attacker=50%")}, Battles: 20_000, Budget: 30_000, Seed: 1}
	var first []TunedTry
	for _, workers := range []int{1, 3} {
		found, err := p.Tune(context.Background(), surface(chance), Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = found.Trace
		}
		if found.Searched > p.Budget || !slices.EqualFunc(first, found.Trace, func(a, b TunedTry) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
			t.Errorf("with %d workers it plays %d battles: %v", workers, found.Searched, found.Trace)
		}
	}
}

// Of the choices that reach what is wanted the closest to today is taken, where a change
// counts by its part of the range; and none whose values do not rise as they must.
func TestTuneStaysCloseAndInOrder(t *testing.T) {
	chance := func(v []float64) float64 { return sim.Chance(0.2 * (v[0] - v[1] + 4)) }
	p := TuningPlan{Axes: []Axis{axis(t, "a", 31), axis(t, "b", 61)}, Wants: []Want{want(t, "attacker=48%..52%")}, Battles: 100_000, Budget: 1e9, Seed: 1}
	for _, row := range []struct {
		rising  [][]string
		reached string
		ahead   float64 // b before a
		closer  float64 // than this
	}{
		{nil, "yes", 4, 0.04},                // 10 and 14, and not 6 and 10: the range of b is twice as long
		{[][]string{{"b", "a"}}, "no", 0, 1}, // all as near
	} {
		p.Rising = row.rising
		found, err := p.Tune(context.Background(), surface(chance), Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, _ := strconv.ParseFloat(found.Values[0].Found, 64)
		b, _ := strconv.ParseFloat(found.Values[1].Found, 64)
		if found.Reached != row.reached || b-a != row.ahead || float64(found.Away) > row.closer {
			t.Errorf("rising %v: %v and %v (%s), %v from today", row.rising, a, b, found.Reached, found.Away)
		}
	}
}
