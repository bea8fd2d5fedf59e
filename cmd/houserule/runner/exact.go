package runner

import (
	"context"
	"slices"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// exactStates is how many states of a battle a comparison looks at to find
// the difference exactly: a second's work.
const exactStates = 20_000

// Exact compares the exact odds of two arms, or returns nil where they take
// longer.
func (r *Runner) Exact(ctx context.Context, arms [2]experiment.ArmPlan) []experiment.ExactChange {
	var both [2]*odds.Odds
	for i, arm := range arms {
		lib, m, err := r.Match(arm)
		if err != nil || !quick(r.systemOf(lib), m) {
			return nil
		}
		b, err := lib.Game.NewBattle(m.Setup)
		if err != nil {
			return nil
		}
		if both[i], err = Odds(ctx, lib, m, b, exactStates, func(int) {}); err != nil {
			return nil
		}
	}
	chance := func(o *odds.Odds) func(experiment.Ending) float64 {
		return func(e experiment.Ending) float64 { return Chance(o, e) }
	}
	return experiment.NewExactChanges(arms[0].Seats, chance(both[0]), chance(both[1]), both[0].Bound+both[1].Bound)
}

// quick reports whether all players answer fast enough for every state of a
// battle.
func quick(system view.Frontend, m library.Match) bool {
	known := system.Quick()
	return !slices.ContainsFunc(m.Players, func(name string) bool { return !slices.Contains(known, name) })
}

// Odds are the exact odds of a whole battle, of at most so many states.
// Progress is called with the number of states that were seen.
func Odds(ctx context.Context, lib *library.Library, m library.Match, b engine.Story, states int, progress func(seen int)) (*odds.Odds, error) {
	g, err := view.Graph(lib, b, m.Players, m.Seed)
	if err != nil {
		return nil, err
	}
	g.States = states
	g.Progress = func(_, seen int) { progress(seen) }
	root := g.Begin()
	if err := g.Explore(ctx); err != nil {
		return nil, err
	}
	return g.Odds(root)
}

// Chance is the exact chance that a battle ends in one way.
func Chance(o *odds.Odds, e experiment.Ending) float64 {
	if e.Winner == engine.Draw {
		return o.Draws.Value
	}
	return o.Wins[e.Winner].Value
}
