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

// shown are results in every form. What is the same for all kinds, the facts
// of the document and the mark of a run that was interrupted, is added to it.
type shown struct {
	Document *report.Document
	JSON     any        // which becomes an object
	CSV      [][]string // the head first
	// Broken: the context ended battles which were played to show the results.
	Broken bool
}

// newShown is what was found, with its document.
func newShown(d *report.Document, found interface{ Sheet() *experiment.Sheet }) *shown {
	return &shown{Document: d, JSON: found, CSV: found.Sheet().Records()}
}

// A lab plays experiments with the rules of the flags.
type lab struct {
	*runner.Runner
	mods    *modOptions
	workers int // 0: one for each core
}

func newLab(mods *modOptions) *lab { return &lab{runner.New(mods.loadFor, systemOf), mods, 0} }

// show shows the results of a plan: one for each trial, in order; where Ctrl-C
// ended the run some have fewer battles than were planned, or none. Battles that
// are played to show them end when the context is done.
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
