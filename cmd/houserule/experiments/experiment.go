// Package experiments has the commands that play battles by the thousand, and those that share
// them among machines. Their data flows like this:
//
//	flags --> experiment.Plan --> Run --> planRunner.result --> text, JSON, CSV, HTML
//
// A command makes the plan; planRunner.perform does the rest. A shard writes its plan
// and its results to a file; merge adds up the results of one plan and prints them as
// one machine would have.
package experiments

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/runner"
	"houserule/engine/experiment"
	"houserule/engine/sim"
)

// A planRunner plays plans with the rules of the flags.
type planRunner struct {
	*runner.Runner
	mods    *games.Resolver
	options experiment.Options // of all that it plays
}

func newPlanRunner(mods *games.Resolver) *planRunner {
	return &planRunner{Runner: runner.New(mods.LoadFor, mods.View), mods: mods}
}

// arms returns the battles that flags describe as arms of a plan, one for each line-up.
// The runner keeps their rules.
func (r *planRunner) arms(name string, o *match.Options) ([]experiment.ArmPlan, error) {
	lib, all, err := o.Trials()
	if err != nil {
		return nil, err
	}
	r.Keep(lib)
	var arms []experiment.ArmPlan
	for _, m := range all {
		arms = append(arms, runner.NewArm(lib, name, m))
	}
	return arms, nil
}

// result returns the result of a plan. After Ctrl-C some have fewer battles
// than planned, or none. Further battles that are played to show them end when the
// context is done. With an error the result is nil, or as far as it was found.
func (r *planRunner) result(ctx context.Context, p experiment.Plan, found []*sim.Result) (any, error) {
	switch p.Kind {
	case experiment.KindSummary:
		return experiment.Summarize(p, found), nil
	case experiment.KindComparison:
		best := sync.OnceValue(func() *experiment.ExactChange { return r.Best(ctx, [2]experiment.ArmPlan(p.Trials[0].Arms)) })
		return byLineup(p, found, experiment.NewComparisons, func(p experiment.Plan, found []*sim.Result) (*experiment.Comparison, error) {
			return r.compare(ctx, p, found, best)
		})
	case experiment.KindSweep:
		return byLineup(p, found, experiment.NewSweeps, func(p experiment.Plan, found []*sim.Result) (*experiment.Sweep, error) {
			return experiment.NewSweep(p, found, r.mods.RuleName)
		})
	case experiment.KindRanking:
		// Other costs give no warnings, because the plan gave them already.
		quiet := newPlanRunner(r.mods.Quiet())
		return byLineup(p, found, experiment.NewRankings, func(p experiment.Plan, found []*sim.Result) (*experiment.Ranking, error) {
			return p.Rank(ctx, found, quiet.Price(p.Trials[0].Arms[0]), r.options)
		})
	}
	return nil, fmt.Errorf("unknown experiment %q", p.Kind)
}

// byLineup returns the results of each line-up: one, or a panel of several.
func byLineup[R any](p experiment.Plan, found []*sim.Result, join func([]*R) *experiment.Panel[*R], show func(experiment.Plan, []*sim.Result) (*R, error)) (any, error) {
	var all []*R
	var failed error
	for one, results := range p.ByLineup(found) {
		shown, err := show(one, results)
		if shown == nil {
			return nil, err
		}
		all, failed = append(all, shown), cmp.Or(failed, err)
	}
	if len(all) == 1 {
		return all[0], failed
	}
	return join(all), failed
}

// New returns the commands that play many battles, and those that share them among machines.
func New(mods *games.Resolver) []*cobra.Command {
	return []*cobra.Command{newBalance(mods), newCompare(mods), newFarm(mods), newMerge(mods), newSim(mods), newSweep(mods), newTune(mods)}
}
