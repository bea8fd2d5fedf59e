package engine_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
)

// A step is one operation on a score.
type step struct {
	op   engine.Op
	n, d int
}

// apply does the step. Base is no step.
func (s step) apply(score engine.Score, why *engine.Cause) engine.Score {
	switch s.op {
	case engine.Set:
		return score.Set(s.n, why)
	case engine.Add:
		return score.Add(s.n, why)
	case engine.Times:
		return score.Times(s.n, s.d, why)
	case engine.Late:
		return score.Late(s.n, why)
	case engine.Halve:
		return score.Halve(why)
	case engine.Reduce:
		return score.Reduce(s.n, why)
	case engine.Adjust:
		return score.Adjust(s.n, why)
	case engine.Cap:
		return score.Cap(s.n, why)
	}
	panic("no step")
}

func applied(base int, steps []step, explain bool) engine.Score {
	table := engine.NewTable(nil)
	table.Explain(explain)
	score := table.Score(base, nil)
	for _, s := range steps {
		score = s.apply(score, nil)
	}
	return score
}

func set(n int) step      { return step{op: engine.Set, n: n} }
func add(n int) step      { return step{op: engine.Add, n: n} }
func times(n, d int) step { return step{op: engine.Times, n: n, d: d} }
func late(n int) step     { return step{op: engine.Late, n: n} }
func halve() step         { return step{op: engine.Halve} }
func reduce(n int) step   { return step{op: engine.Reduce, n: n} }
func adjust(n int) step   { return step{op: engine.Adjust, n: n} }
func limit(n int) step    { return step{op: engine.Cap, n: n} }

// The stacking formula, a row for each of its sentences.
func TestScoreTotal(t *testing.T) {
	for _, test := range []struct {
		name  string
		base  int
		steps []step
		want  int
	}{
		{"base", 3, nil, 3},
		{"nothing", 0, nil, 0},
		{"not below 0", -3, nil, 0},
		{"add", 3, []step{add(4)}, 7},
		{"add below 0", 3, []step{add(-4)}, 0},
		{"add below 0 and back", 3, []step{add(-4), add(2)}, 1},
		{"set takes the place of base and adds", 3, []step{add(4), set(5)}, 5},
		{"what is added after a set counts", 3, []step{set(5), add(4)}, 9},
		{"the last set counts", 3, []step{set(5), set(2)}, 2},
		{"set leaves the factors", 3, []step{times(2, 1), set(5)}, 10},
		{"set leaves what is late", 3, []step{late(2), set(5)}, 7},
		{"times", 3, []step{times(2, 1)}, 6},
		{"times takes adds, too", 3, []step{times(2, 1), add(4)}, 14},
		{"times 0", 3, []step{times(0, 1), add(4)}, 0},
		{"times 0 stays 0", 3, []step{times(0, 3), times(5, 1)}, 0},
		{"a fraction rounds up", 3, []step{times(1, 2)}, 2},
		{"a whole fraction does not", 4, []step{times(1, 2)}, 2},
		{"fractions multiply before they round", 3, []step{times(1, 2), times(1, 2)}, 1},
		{"fractions cancel", 5, []step{times(1, 3), times(3, 1)}, 5},
		{"three halves", 5, []step{times(3, 2)}, 8},
		{"below 0 rounds up, too", -3, []step{times(1, 2), late(3)}, 2},
		{"late is behind the factors", 3, []step{late(4), times(2, 1)}, 10},
		{"late below 0", 3, []step{late(-4)}, 0},
		{"halve rounds up", 7, []step{halve()}, 4},
		{"halve takes what is late, too", 3, []step{halve(), late(4)}, 4},
		{"halve twice rounds twice", 9, []step{halve(), halve()}, 3},
		{"halve is not times 1/2", 2, []step{times(1, 2), times(1, 2), late(1)}, 2},
		{"halving goes on", 1000, []step{halve(), halve(), halve(), halve(), halve(), halve(), halve(), halve(), halve(), halve(), halve()}, 1},
		{"halve below 0", -5, []step{halve(), reduce(1)}, 0},
		{"reduce is behind the halving", 8, []step{reduce(2), halve()}, 2},
		{"reductions add up", 8, []step{reduce(2), reduce(3)}, 3},
		{"reduce below 0", 8, []step{reduce(9)}, 0},
		{"adjust is behind the halving", 8, []step{adjust(3), halve()}, 7},
		{"adjust and reduce cancel", 8, []step{adjust(3), reduce(3)}, 8},
		{"adjust below 0", 8, []step{adjust(-9)}, 0},
		{"adjust from below 0", 8, []step{reduce(9), adjust(3)}, 2},
		{"cap", 8, []step{limit(5)}, 5},
		{"cap above it", 8, []step{limit(9)}, 8},
		{"the least cap counts", 8, []step{limit(5), limit(6), limit(4), limit(7)}, 4},
		{"cap is behind the reductions", 8, []step{limit(5), reduce(2)}, 5},
		{"cap 0", 8, []step{limit(0)}, 0},
		{"all of it", 3, []step{add(4), times(3, 2), late(2), halve(), reduce(1), limit(5)}, 5},
		{"all of it but the cap", 3, []step{add(4), times(3, 2), late(2), halve(), reduce(1)}, 6},
		{"large", 1_000_000_000, []step{add(1_000_000_000)}, 2_000_000_000},
		{"large factors", 30_000, []step{times(30_000, 1)}, 900_000_000},
		{"a factor that does not fit", 1, []step{times(65_535, 1), times(2, 1)}, 65_535},
		{"more reduction than fits", 10_000, []step{reduce(4000), reduce(4000)}, 10_000 - 2047},
		{"a cap that does not fit", 100_000, []step{limit(50_000)}, 16_382},
	} {
		t.Run(test.name, func(t *testing.T) {
			score := applied(test.base, test.steps, false)
			if got := score.Total(); got != test.want {
				t.Errorf("total %d, want %d", got, test.want)
			}
			explained := applied(test.base, test.steps, true)
			if got := explained.Total(); got != test.want {
				t.Errorf("explained, the total is %d, want %d", got, test.want)
			}
		})
	}
}

// total is the formula once more, in fractions as large as they like.
func total(base int, steps []step) int {
	sum, lateSum, halvings, off, cap := int64(base), int64(0), 0, int64(0), int64(-1)
	factor := big.NewRat(1, 1)
	for _, s := range steps {
		switch n := int64(s.n); s.op {
		case engine.Add:
			sum += n
		case engine.Times:
			factor.Mul(factor, big.NewRat(n, int64(s.d)))
		case engine.Late:
			lateSum += n
		case engine.Halve:
			halvings++
		case engine.Reduce:
			off += n
		case engine.Adjust:
			off -= n
		case engine.Cap:
			if cap < 0 || n < cap {
				cap = n
			}
		}
	}
	n := up(factor.Mul(factor, big.NewRat(sum, 1))) + lateSum
	for range halvings {
		n = up(big.NewRat(n, 2))
	}
	n -= off
	if cap >= 0 && n > cap {
		n = cap
	}
	return int(max(n, 0))
}

// up is the least whole number not below r.
func up(r *big.Rat) int64 {
	down := new(big.Int).Div(new(big.Int).Neg(r.Num()), r.Denom()) // rounds to minus infinity
	return -down.Int64()
}

var steps = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
	small := rapid.IntRange(0, 30)
	switch op := rapid.SampledFrom([]engine.Op{engine.Add, engine.Times, engine.Late, engine.Halve, engine.Reduce, engine.Adjust, engine.Cap}).Draw(t, "op"); op {
	case engine.Add, engine.Late, engine.Adjust:
		return step{op: op, n: rapid.IntRange(-50, 50).Draw(t, "n")}
	case engine.Times: // as many as can be drawn stay below 65536
		return step{op, rapid.IntRange(0, 3).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")}
	case engine.Halve:
		return halve()
	default:
		return step{op: op, n: small.Draw(t, "n")}
	}
}), 0, 10)

// Without Set the order of the operations changes nothing, and the total is
// that of the formula.
func TestScoreOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.IntRange(-20, 200).Draw(t, "base")
		steps := steps.Draw(t, "steps")
		others := rapid.Permutation(steps).Draw(t, "others")
		want := total(base, steps)
		if got := applied(base, steps, false).Total(); got != want {
			t.Errorf("total %d, want %d", got, want)
		}
		if got := applied(base, others, false).Total(); got != want {
			t.Errorf("in another order the total is %d, want %d", got, want)
		}
	})
}

// To explain changes no total, and lists every operation that does something,
// in the order of the formula.
func TestScoreTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.IntRange(-20, 200).Draw(t, "base")
		steps := steps.Draw(t, "steps")
		mute, explained := applied(base, steps, false), applied(base, steps, true)
		if mute.Total() != explained.Total() {
			t.Errorf("total %d, explained %d", mute.Total(), explained.Total())
		}
		if terms := mute.Terms(); terms != nil {
			t.Errorf("terms without being asked: %v", terms)
		}
		want := []engine.Term{{Op: engine.Base, N: base}}
		for _, s := range steps {
			idle := s.n == 0 && (s.op == engine.Add || s.op == engine.Reduce || s.op == engine.Adjust)
			if !idle {
				want = append(want, engine.Term{Op: s.op, N: s.n, D: s.d})
			}
		}
		place := map[engine.Op]int{engine.Times: 1, engine.Late: 2, engine.Halve: 3, engine.Reduce: 4, engine.Adjust: 4, engine.Cap: 5}
		slices.SortStableFunc(want, func(a, b engine.Term) int { return place[a.Op] - place[b.Op] })
		if got := explained.AppendTerms(nil); !slices.Equal(got, want) {
			t.Errorf("terms\n %v\nwant\n %v", got, want)
		}
	})
}

func TestScoreString(t *testing.T) {
	table := engine.NewTable(nil)
	cause := func(text string) *engine.Cause { return &engine.Cause{Text: text} }
	account := func() engine.Score {
		return table.Score(3, cause("top card")).
			Add(4, &engine.Cause{Text: "two cards under it", Rule: "H2.1"}).
			Add(-1, cause("mud")).
			Add(0, cause("left out")).
			Times(2, 1, &engine.Cause{Text: "swarm", Rule: "my-mod", At: "main.lua:12"}).
			Times(3, 2, cause("anger")).
			Late(2, cause("support")).
			Late(-3, cause("fear")).
			Halve(cause("walls")).
			Reduce(2, cause("shield")).
			Cap(9, cause("tired"))
	}
	if got, want := account().String(), "7"; got != want {
		t.Errorf("without being asked: %q, want %q", got, want)
	}
	table.Explain(true)
	want := "7 = 3 top card, +4 two cards under it (H2.1), -1 mud, x2 swarm (my-mod) main.lua:12, x3/2 anger," +
		" +2 support, -3 fear, halved walls, -2 shield, at most 9 tired"
	if got := account().String(); got != want {
		t.Errorf("got\n  %s\nwant\n  %s", got, want)
	}
	if got, want := account().Set(5, cause("by decree")).String(), strings.NewReplacer("7 =", "5 =", "mud,", "mud, =5 by decree,").Replace(want); got != want {
		t.Errorf("got\n  %s\nwant\n  %s", got, want)
	}
	if got, want := table.Score(3, nil).Add(1, nil).Halve(nil).String(), "2 = 3, +1, halved"; got != want {
		t.Errorf("without causes: %q, want %q", got, want)
	}
	if got, want := table.Score(2, nil).Add(-3, nil).String(), "0 = 2, -3, at least 0"; got != want {
		t.Errorf("below 0: %q, want %q", got, want)
	}
	if got, want := table.Score(2, nil).Late(-1, nil).Reduce(1, nil).String(), "0 = 2, -1, -1"; got != want {
		t.Errorf("at 0: %q, want %q", got, want)
	}
	table.Explain(false)
	if terms := account().Terms(); terms != nil {
		t.Errorf("terms when it is over: %v", terms)
	}
}

func TestScoreAllocatesNothing(t *testing.T) {
	table := engine.NewTable(nil)
	why := &engine.Cause{Text: "because"}
	n := testing.AllocsPerRun(100, func() {
		s := table.Score(3, why).Add(4, why).Set(7, why).Times(3, 2, why).Late(1, why).Halve(why).Reduce(1, why).Cap(4, why)
		if s.Total() != 4 || s.Terms() != nil {
			t.Fatal(s)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A number that a rule computes tells where it comes from.
// Factors are exact to the hundredth.
func TestFraction(t *testing.T) {
	for f, want := range map[float64][2]int{0: {0, 1}, 0.5: {1, 2}, 1: {1, 1}, 1.25: {5, 4}, 0.333: {33, 100}, 20: {20, 1}} {
		if n, d := engine.Fraction(f); n != want[0] || d != want[1] {
			t.Errorf("%v is %d/%d, want %d/%d", f, n, d, want[0], want[1])
		}
	}
}

func ExampleScore() {
	table := engine.NewTable(engine.NewDice(1))
	table.Explain(true)
	score := table.Score(3, &engine.Cause{Text: "top card"}).
		Late(2, &engine.Cause{Text: "support"}).
		Times(2, 1, &engine.Cause{Text: "swarm", Rule: "swarm"}).
		Add(4, &engine.Cause{Text: "two cards under it", Rule: "H2.1"})
	fmt.Println(score)
	// Output: 16 = 3 top card, +4 two cards under it (H2.1), x2 swarm (swarm), +2 support
}

// Two scores that part ways list each its own terms.
func TestTermsOfScoresThatPart(t *testing.T) {
	table := engine.NewTable(nil)
	table.Explain(true)
	base := table.Score(3, nil)
	up, down := base.Add(2, nil), base.Add(-1, nil)
	if got, want := up.String()+"; "+down.String(), "5 = 3, +2; 2 = 3, -1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
