package runner

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/experiment"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// exactStates is how many states of a battle a comparison looks at to find
// the difference exactly, and that of best play: a second's work.
const exactStates = 20_000

// Exact compares the exact odds of two arms, or returns nil where they take
// longer.
func (r *Runner) Exact(ctx context.Context, arms [2]experiment.ArmPlan) []experiment.ExactChange {
	var both [2]*odds.Odds
	var chances [2]func(experiment.Ending) float64
	for i, arm := range arms {
		if both[i] = r.quickOdds(ctx, arm); both[i] == nil {
			return nil
		}
		chances[i] = chancesOf(both[i])
	}
	return experiment.NewExactChanges(arms[0].Seats, chances[0], chances[1], both[0].Bound+both[1].Bound)
}

// ExactChances returns the exact chance of each ending of an arm, or nil where that takes
// longer.
func (r *Runner) ExactChances(ctx context.Context, arm experiment.ArmPlan) func(experiment.Ending) float64 {
	if found := r.quickOdds(ctx, arm); found != nil {
		return chancesOf(found)
	}
	return nil
}

func chancesOf(o *odds.Odds) func(experiment.Ending) float64 {
	return func(e experiment.Ending) float64 { return Chance(o, e).Value }
}

// quickOdds returns the exact odds of an arm, or nil where they take longer.
func (r *Runner) quickOdds(ctx context.Context, arm experiment.ArmPlan) *odds.Odds {
	lib, m, err := r.Match(arm)
	if err != nil || !quick(r.systemOf(lib), m) {
		return nil
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil
	}
	found, err := Odds(ctx, lib, m, b, explore.Budget{States: exactStates}, nil)
	if err != nil {
		return nil
	}
	return found
}

// bestGap is how far apart the bounds of a value of best play may be, to be compared.
const bestGap = 1e-6

// Best compares the values of best play under two arms, or returns nil where they are not
// quickly found. A draw is half a win of the first side.
func (r *Runner) Best(ctx context.Context, arms [2]experiment.ArmPlan) *experiment.ExactChange {
	var values [2]best.Value
	for i, arm := range arms {
		lib, m, err := r.Match(arm)
		if err != nil {
			return nil
		}
		b, err := lib.Game.NewBattle(m.Setup)
		if err != nil {
			return nil
		}
		g, err := view.Solve(ctx, b, explore.Budget{States: exactStates, Ways: 10 * exactStates})
		if err != nil || g.Start().Gap() > bestGap {
			return nil
		}
		values[i] = g.Start()
	}
	before, after := values[0].Middle(), values[1].Middle()
	return &experiment.ExactChange{
		Winner: arms[0].Seats[0], Before: before, After: after,
		Difference: after - before, Bound: (values[0].Gap() + values[1].Gap()) / 2,
	}
}

// quick reports whether all players answer fast enough for every state of a
// battle.
func quick(system view.Frontend, m library.Match) bool {
	known := system.Quick()
	return !slices.ContainsFunc(m.Players, func(name string) bool { return !slices.Contains(known, name) })
}

// Odds returns the odds of a whole battle. With an error that is an [explore.TooLarge] or
// that of ctx they are bounds; with any other it returns none.
func Odds(ctx context.Context, lib *library.Library, m library.Match, b engine.Story, most explore.Budget, progress func(seen int, open float64)) (*odds.Odds, error) {
	g, err := view.Graph(lib, b, m.Players, m.Seed)
	if err != nil {
		return nil, err
	}
	g.Budget, g.Progress = most, progress
	root := g.Begin()
	ended := g.Explore(ctx)
	if ended != nil && ctx.Err() == nil && !errors.As(ended, new(*explore.TooLarge)) {
		return nil, ended
	}
	found, err := g.Odds(root)
	return found, cmp.Or(err, ended)
}

// Chance returns the exact chance that a battle ends in one way.
func Chance(o *odds.Odds, e experiment.Ending) odds.Number {
	if e.Winner == engine.Draw {
		return o.Draws
	}
	return o.Wins[e.Winner]
}
