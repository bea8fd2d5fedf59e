package odds_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// bounds are the odds of a battle within a budget of states.
func bounds(t testing.TB, b engine.Battle, budget explore.Budget, seats ...engine.Oracle) *odds.Odds {
	t.Helper()
	g := odds.NewGraph(b, seats...)
	g.Budget = budget
	root := g.Begin()
	err := g.Explore(context.Background())
	if err != nil && !errors.As(err, new(*explore.TooLarge)) {
		t.Fatal(err)
	}
	o, failed := g.Odds(root)
	if failed != nil {
		t.Fatal(failed)
	}
	if err == nil && budget.Within == 0 && o.Open.Value > 0 {
		t.Errorf("all is explored, and %v are undecided", o.Open.Value)
	}
	checkSum(t, o)
	return o
}

// checkBounds says where bounds do not contain what is exact.
func checkBounds(t testing.TB, o, exact *odds.Odds) {
	t.Helper()
	contain := func(what string, low, high, from, to float64) {
		t.Helper()
		if !(low <= to && from <= high) {
			t.Errorf("after %d states %s is between %.17g and %.17g, exactly %.17g to %.17g", o.States, what, low, high, from, to)
		}
	}
	for _, c := range []struct {
		what           string
		bounded, exact odds.Number
	}{{"win", o.Wins[0], exact.Wins[0]}, {"loss", o.Wins[1], exact.Wins[1]}, {"draw", o.Draws, exact.Draws}, {"never", o.Never, exact.Never}} {
		low, high := o.Bounds(c.bounded)
		from, to := exact.Bounds(c.exact)
		contain(c.what, low, high, from, to)
	}
	if exact.Never.Value > 0 {
		return // its length is no number
	}
	low, high := o.RoundsBounds()
	from, to := exact.RoundsBounds()
	contain("the length", low, high, from, to)
}

// checkBudgets solves a battle with more and more states, until all are explored: the
// bounds contain what is exact, and become it.
func checkBudgets(t testing.TB, b engine.Battle, seats ...engine.Oracle) {
	t.Helper()
	exact := solve(t, b, seats...)
	for states := 1; ; states += 1 + states/2 {
		o := bounds(t, b.Fresh(), explore.Budget{States: states, Ways: 1_000_000}, seats...)
		checkBounds(t, o, exact)
		if states >= exact.States+2 {
			if o.Open.Value != 0 || o.Wins != exact.Wins || o.Draws != exact.Draws || o.Rounds != exact.Rounds || o.States != exact.States {
				t.Errorf("with %d states of %d: %v, %v undecided, want %v", states, exact.States, o.Wins, o.Open, exact.Wins)
			}
			return
		}
	}
}

// Bounds of any chain, without a limit and with one, contain what is exact.
func TestBoundsOfAnyChain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := anyChain(r)
		checkBudgets(t, c)
		c.limit = rapid.IntRange(1, 6).Draw(r, "limit")
		checkBudgets(t, c)
	})
}

// A state may be explored in the last round first, and then turn out to occur in an
// earlier one, in which it goes on: what comes there earlier is undecided.
func TestBoundsOfTheLastRound(t *testing.T) {
	checkBudgets(t, &chain{limit: 3, arcs: [][]arc{
		{{90, 1, 1}, {10, 2, 0}},
		{{1, 3, 0}},               // in round 2 only
		{{98, 3, 0}, {2, 5, 0}},   // in round 1 only
		{{1, 4, 1}},               // explored in round 2
		{{1, win0, 0}, {1, 6, 1}}, // explored in round 3
		{{1, 7, 0}},
		{{1, win1, 0}},
		{{1, 8, 0}},
		{{1, win0, 0}},
	}})
}

// Bounds of battles of heroes, with random players and with others.
func TestBoundsOfBattles(t *testing.T) {
	for _, p := range []*position{
		{armies: armies{"2 foot, golem", "ogre, archer"}},
		{armies: armies{"2 golem", "2 ogre"}, limit: 3},
	} {
		checkBudgets(t, p.battle(t), reference(), reference())
	}
	checkBudgets(t, (&position{armies: armies{"foot", "golem"}, limit: 4}).battle(t), odds.Lots{}, odds.Lots{})
}

// The likeliest states come first: a ladder on which most battles end early is known
// within a point though it is hardly explored. All of it is solved on demand.
func TestWithin(t *testing.T) {
	ladder := &ladder{}
	o := bounds(t, ladder, explore.Budget{States: odds.DefaultStates, Within: 0.01})
	if !(o.Open.Value > 0 && o.Open.Value < 0.01) || o.States < odds.AlwaysExplored || o.States > 3*odds.AlwaysExplored {
		t.Errorf("after %d states %v are undecided", o.States, o.Open.Value)
	}
	if low, high := o.Bounds(o.Wins[0]); !(low < 0.5 && 0.5 < high && high-low < 0.011) {
		t.Errorf("the first wins %v to %v, want a half", low, high)
	}
	if spent := bounds(t, ladder, explore.Budget{States: 1000}); !(spent.Open.Value > o.Open.Value && spent.Open.Value < 1) {
		t.Errorf("after 1,000 states %v are undecided, after %d %v", spent.Open.Value, o.States, o.Open.Value)
	}
}

// A ladder is a battle that goes on to one of two new states, or is won by either side
// with the same chance.
type ladder struct{ chain }

func (l *ladder) Step() {
	switch die := l.table.Roll(6, 0); {
	case die <= 2:
		l.over, l.winner = true, engine.Side(die-1)
	default:
		l.state = 2*l.state + die%2 + 1
	}
	l.round++
}

func (l *ladder) Fresh() engine.Battle       { return &ladder{} }
func (l *ladder) CopyFrom(src engine.Battle) { l.chain.CopyFrom(&src.(*ladder).chain) }

// What ends an exploration leaves bounds: too many states, ways or bytes, and Ctrl-C.
func TestBoundsOfWhatIsLeft(t *testing.T) {
	long := ruin(4000, 1, 2)
	for _, budget := range []explore.Budget{{States: 50}, {States: 5000, Ways: 100}, {States: 5000, Bytes: 1}} {
		o := bounds(t, long, budget)
		if low, high := o.Bounds(o.Wins[0]); low > 0.5 || high < 0.5 || o.States > 200 {
			t.Errorf("%+v: %v to %v after %d states", budget, low, high, o.States)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	g := odds.NewGraph(long)
	root := g.Begin()
	g.Progress = func(seen int, _ float64) {
		if seen > 500 {
			cancel()
		}
	}
	if err := g.Explore(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	o, err := g.Odds(root)
	if err != nil {
		t.Fatal(err)
	}
	if low, high := o.Bounds(o.Wins[0]); low > 0.5 || high < 0.5 || !math.IsInf(second(o.RoundsBounds()), 1) {
		t.Errorf("%v to %v after %d states", low, high, o.States)
	}
}

func second(_, b float64) float64 { return b }
