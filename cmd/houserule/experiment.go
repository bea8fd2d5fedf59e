package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// Experiments are battles by the thousand: sim, compare, sweep and balance.
// Their data flows so:
//
//	flags --> plan --> lab.run --> results --> kind.show --> text, JSON, CSV, HTML
//
// A plan is data only. A shard writes its plan and its results to a part;
// merge adds up the results of parts with the same plan and shows them, so
// that parts come to what one machine would have come to.

// A plan is what an experiment plays.
type plan struct {
	Kind    string          `json:"kind"` // a key of kinds
	Battles int64           `json:"n"`    // of each trial
	Seed    uint64          `json:"seed"`
	Until   float64         `json:"until,omitempty"` // half the width of the interval that is enough
	Trials  []trialPlan     `json:"trials"`
	Detail  json.RawMessage `json:"detail,omitempty"` // of the kind
}

// A trialPlan is battles that are played with the same seeds.
type trialPlan struct {
	Name string    `json:"name,omitempty"`
	Arms []armPlan `json:"arms"`
}

// An armPlan is one of them: its battle as a journal's header says it.
type armPlan struct {
	Name   string         `json:"name,omitempty"`
	Battle []engine.Field `json:"battle"`
}

func newArm(lib *library.Library, name string, m library.Match) armPlan {
	return armPlan{name, lib.Header(m).Fields}
}

func (a armPlan) header() engine.Header { return engine.Header{Fields: a.Battle} }

// A kind is how one kind of experiment shows its results.
type kind struct {
	show func(l *lab, p plan, results []*sim.Result) (*shown, error)
}

// kinds are the experiments, by the command's name. It is filled by init, for
// what shows results may make plans, too.
var kinds = map[string]kind{}

// shown are results in every form.
type shown struct {
	Document any // TODO: *report.Document
	JSON     any
	CSV      [][]string
}

// A lab plays experiments. It keeps the libraries that their arms need.
type lab struct {
	mods   *modOptions
	loaded map[string]*library.Library // by their ModList
}

func newLab(mods *modOptions) *lab { return &lab{mods, map[string]*library.Library{}} }

// keep makes the lab know a library that is loaded already.
func (l *lab) keep(lib *library.Library) { l.loaded[lib.ModList()] = lib }

// match is an arm's battle, with its library.
func (l *lab) match(a armPlan) (*library.Library, library.Match, error) {
	h := a.header()
	lib := l.loaded[library.ModsIn(h)]
	if lib == nil {
		var err error
		if lib, err = l.mods.loadFor(h); err != nil {
			return nil, library.Match{}, err
		}
		l.keep(lib)
	}
	m, err := lib.Match(h)
	return lib, m, err
}

// A stretch is the part of each trial's battles that is played: From, up to but
// without To.
type stretch struct{ From, To int64 }

// run plays the battles of a span. A context that is done ends it early,
// without an error.
func (l *lab) run(ctx context.Context, p plan, s stretch, workers int, progress func(done int64)) ([]*sim.Result, error) {
	trials := make([]*sim.Trial, len(p.Trials))
	for i, t := range p.Trials {
		trial, err := l.trial(p, t)
		if err != nil {
			return nil, err
		}
		trial.From, trial.To = s.From, s.To
		trials[i] = trial
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if len(trials) == 1 {
		trials[0].Workers, trials[0].Progress = workers, progress
		result, err := trials[0].Run(ctx)
		return []*sim.Result{result}, err
	}
	return runAll(ctx, trials, workers, progress)
}

func (l *lab) trial(p plan, t trialPlan) (*sim.Trial, error) {
	trial := &sim.Trial{Seed: p.Seed, To: p.Battles}
	for _, arm := range t.Arms {
		lib, m, err := l.match(arm)
		if err != nil {
			return nil, err
		}
		trial.Arms = append(trial.Arms, sim.Arm{Name: arm.Name, New: func() (*sim.Match, error) { return newTrialMatch(lib, m) }})
	}
	if p.Until > 0 {
		trial.Until = func(r *sim.Result) bool { return narrow(r, p.Until) }
	}
	return trial, nil
}

// narrow tells whether all intervals of a result are as narrow as asked for.
func narrow(r *sim.Result, half float64) bool {
	for i := range r.Arms {
		c := &r.Arms[i]
		for _, wins := range c.Wins {
			if sim.Wilson(wins, c.Battles).Half() > half {
				return false
			}
		}
	}
	return true
}

// runAll plays many trials, each on one worker. The error is that of the
// first trial that has one.
func runAll(ctx context.Context, trials []*sim.Trial, workers int, progress func(done int64)) ([]*sim.Result, error) {
	results, errs := make([]*sim.Result, len(trials)), make([]error, len(trials))
	var next, done atomic.Int64
	var failed atomic.Bool
	var all sync.WaitGroup
	for range min(workers, len(trials)) {
		all.Go(func() {
			for !failed.Load() && ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(trials) {
					return
				}
				if results[i], errs[i] = trials[i].Run(ctx); errs[i] != nil {
					failed.Store(true)
					return
				}
				if n := done.Add(results[i].Arms[0].Battles); progress != nil {
					progress(n)
				}
			}
		})
	}
	all.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%d of %d: %w", i+1, len(trials), err)
		}
	}
	return results, nil
}
