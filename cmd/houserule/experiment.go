package main

import (
	"context"
	"fmt"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/runner"
	"houserule/engine/experiment"
	"houserule/engine/sim"
)

// Experiments are battles by the thousand: sim, compare, sweep and balance.
// Their data flows so:
//
//	flags --> experiment.Plan --> Run --> planRunner.result --> text, JSON, CSV, HTML
//
// A command makes the plan; planRunner.perform does the rest. A shard writes its plan
// and its results to a file; merge adds up those of one plan and prints them as one
// machine would have.

// A planRunner plays plans with the rules of the flags.
type planRunner struct {
	*runner.Runner
	mods    *games.Resolver
	options experiment.Options // of all that it plays
}

func newPlanRunner(mods *games.Resolver) *planRunner {
	return &planRunner{Runner: runner.New(mods.LoadFor, mods.View), mods: mods}
}

// arm returns the battles that flags describe as an arm of a plan, whose rules the
// runner keeps.
func (r *planRunner) arm(name string, o *matchOptions) (experiment.ArmPlan, error) {
	lib, m, err := o.trial()
	if err != nil {
		return experiment.ArmPlan{}, err
	}
	r.Keep(lib)
	return runner.NewArm(lib, name, m), nil
}

// result returns what the results of a plan show, one for each trial, in order. After
// Ctrl-C some have fewer battles than planned, or none. Further battles that are played
// to show them end when the context is done.
func (r *planRunner) result(ctx context.Context, p experiment.Plan, found []*sim.Result) (any, error) {
	switch p.Kind {
	case experiment.KindSummary:
		return experiment.Summarize(p, found), nil
	case experiment.KindComparison:
		return r.compare(ctx, p, found)
	case experiment.KindSweep:
		return experiment.NewSweep(p, found, r.mods.RuleName)
	case experiment.KindRanking:
		// Other costs give no warnings, because the plan gave them already.
		quiet := newPlanRunner(r.mods.Quiet())
		return p.Rank(ctx, found, quiet.Price(p.Trials[0].Arms[0]), r.options)
	}
	return nil, fmt.Errorf("unknown experiment %q", p.Kind)
}
