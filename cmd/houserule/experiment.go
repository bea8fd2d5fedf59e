package main

import (
	"context"
	"fmt"

	"houserule/cmd/houserule/report"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/runner"
	"houserule/engine/experiment"
	"houserule/engine/sim"
)

// Experiments are battles by the thousand: sim, compare, sweep and balance.
// Their data flows so:
//
//	flags --> experiment.Plan --> Run --> lab.show --> text, JSON, CSV, HTML
//
// A command makes the plan; lab.perform does the rest. A shard writes its plan
// and its results to a file; merge adds up those of one plan and shows them as
// one machine would have.

// shown are results in every form. The caller adds what all kinds share: the facts
// of the document, and the mark of an interrupted run.
type shown struct {
	Document *report.Document
	JSON     any        // which becomes an object
	CSV      [][]string // the head first
	// Broken: the context ended battles which were played to show the results.
	Broken bool
}

// newShown returns results with their document.
func newShown(d *report.Document, found interface{ Sheet() *experiment.Sheet }) *shown {
	return &shown{Document: d, JSON: found, CSV: found.Sheet().Records()}
}

// A lab plays experiments with the rules of the flags.
type lab struct {
	*runner.Runner
	mods    *modOptions
	options experiment.Options // of all that it plays
}

func newLab(mods *modOptions) *lab {
	return &lab{Runner: runner.New(mods.loadFor, systemOf), mods: mods}
}

// show shows the results of a plan, one for each trial, in order. After Ctrl-C some
// have fewer battles than planned, or none. Further battles that show plays end
// when the context is done.
func (l *lab) show(ctx context.Context, p experiment.Plan, found []*sim.Result) (*shown, error) {
	switch p.Kind {
	case experiment.KindSummary:
		s := experiment.Summarize(p, found)
		return newShown(results.Summary(s), s), nil
	case experiment.KindComparison:
		return showComparison(ctx, l, p, found)
	case experiment.KindSweep:
		s, err := experiment.NewSweep(p, found, ruleName)
		if err != nil {
			return nil, err
		}
		return newShown(results.Sweep(s), s), nil
	case experiment.KindRanking:
		return showBalance(ctx, l, p, found)
	}
	return nil, fmt.Errorf("unknown experiment %q", p.Kind)
}
