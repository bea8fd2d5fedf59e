package review_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/best"
	"houserule/engine/enginetest"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/review"
)

// solved returns the solved game of a scenario.
func solved(t testing.TB, lib *library.Library, scenario string) (*best.Game, engine.Story) {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	g, err := best.New(b)
	if err == nil {
		err = g.Solve(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return g, b
}

// fixed returns the player of that name as exact odds need it.
func fixed(t testing.TB, lib *library.Library, g *best.Game, name string, side engine.Side) engine.Oracle {
	t.Helper()
	switch name {
	case "random":
		return odds.Lots{}
	case "best":
		return struct{ engine.Follower }{g.Player().(engine.Follower)} // whose value does not depend on the limit of rounds here
	}
	return seats(t, lib, 0, slices.Repeat([]string{name}, int(side)+1)...)[side]
}

// The value of the start, less what seat 0 loses, plus what seat 1 loses, is the exact
// chance between these players. Best play loses nothing.
func TestRegretAddsUp(t *testing.T) {
	lib := kings(t)
	g, b := solved(t, lib, "skirmish")
	names := []string{"best", "greedy", "random"}
	for _, first := range names {
		for _, second := range names {
			t.Run(first+" "+second, func(t *testing.T) {
				r, err := review.Exact(context.Background(), g, b, explore.Budget{States: 100_000}, fixed(t, lib, g, first, 0), fixed(t, lib, g, second, 1))
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(r.Rest) > 1e-9 || r.Bound > 1e-9 {
					t.Errorf("%.12g - %.12g + %.12g is not %.12g: %.2g is left", r.Value, r.Lost[0], r.Lost[1], r.Result, r.Rest)
				}
				for side, name := range []string{first, second} {
					switch lost := r.Lost[side]; {
					case name == "best" && lost > 0:
						t.Errorf("best play loses %v", lost)
					case name == "random" && lost < 0.01:
						t.Errorf("a random player loses only %v", lost)
					}
					kinds := 0.0
					for _, cost := range r.Kinds(engine.Side(side)) {
						kinds += cost
					}
					if math.Abs(kinds-r.Lost[side]) > 1e-12 {
						t.Errorf("seat %d loses %v, and by kinds of questions %v", side, r.Lost[side], kinds)
					}
				}
				// The sum tells signs apart: with a wrong one it does not hold.
				if wrong := r.Value + r.Lost[0] + r.Lost[1] - r.Result; r.Lost[0] > 1e-6 && math.Abs(wrong) < 1e-6 {
					t.Errorf("the sum holds with a wrong sign, too")
				}
			})
		}
	}
}

// Battles that are played show the regret that is computed.
func TestRegretIsSampled(t *testing.T) {
	lib := kings(t)
	g, b := solved(t, lib, "skirmish")
	exact, err := review.Exact(context.Background(), g, b, explore.Budget{States: 100_000}, odds.Lots{}, fixed(t, lib, g, "greedy", 1))
	if err != nil {
		t.Fatal(err)
	}
	sampled, err := review.Sample(context.Background(), g, b, 2000, func(n int) (engine.Oracle, []engine.Oracle, error) {
		return lib.Dice(uint64(n)), seats(t, lib, uint64(n), "random", "greedy"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for side := range 2 {
		if d := sampled.Lost[side] - exact.Lost[side]; math.Abs(d) > 2*sampled.Half[side]+1e-12 {
			t.Errorf("seat %d loses %v ± %v, exactly %v", side, sampled.Lost[side], sampled.Half[side], exact.Lost[side])
		}
	}
	if len(exact.Decisions) == 0 || exact.Decisions[0].Cost() < exact.Decisions[len(exact.Decisions)-1].Cost() {
		t.Errorf("the decisions are %v", exact.Decisions)
	}
}

// A review by best play finds each answer's regret: none gains anything, and over many
// battles the mean of all luck is 0 and that of skill the regret.
func TestLuckIsFair(t *testing.T) {
	lib := kings(t)
	g, b := solved(t, lib, "skirmish")
	battles := 200
	if enginetest.Long {
		battles = 10_000
	}
	exact, err := review.Exact(context.Background(), g, b, explore.Budget{States: 100_000}, odds.Lots{}, odds.Lots{})
	if err != nil {
		t.Fatal(err)
	}
	var luck, own mean
	for seed := range uint64(battles) {
		p := play(t, lib, "skirmish", seed, "random", "random")
		by := analysis.New()
		by.Solved = g
		r := p.review(t, by, 1)
		checkSums(t, r)
		for _, m := range r.Moves {
			if gain := r.Gain(m, max(m.Side, 0)); !m.Side.IsLuck() && gain > 1e-9 {
				t.Errorf("seed %d: %v gains %v", seed, m, gain)
			}
		}
		s := r.Sum(0)
		luck.add(s.Luck)
		own.add(-s.Own)
	}
	for _, c := range []struct {
		what string
		mean
		want float64
	}{{"luck", luck, 0}, {"regret", own, exact.Lost[0]}} {
		if value, half := c.interval(); math.Abs(value-c.want) > half {
			t.Errorf("%s: %v ± %v, want %v", c.what, value, half, c.want)
		} else {
			t.Logf("%s: %.4f ± %.4f, %.4f", c.what, value, half, c.want)
		}
	}
}

// A mean is that of numbers, with its 99.9 % interval.
type mean struct{ n, sum, squares float64 }

func (m *mean) add(x float64) { m.n, m.sum, m.squares = m.n+1, m.sum+x, m.squares+x*x }

func (m mean) interval() (value, half float64) {
	value = m.sum / m.n
	return value, 3.3 * math.Sqrt((m.squares/m.n-value*value)/m.n)
}
