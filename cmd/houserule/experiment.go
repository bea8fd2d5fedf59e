package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"houserule/cmd/houserule/report"
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
// that parts come to what one machine would have come to. lab.perform does all
// of it for a command; a command makes the plan.

// A plan is what an experiment plays. perform fills in what stands behind
// Trials and Detail, and Battles and Until where they are 0.
type plan struct {
	Kind    string          `json:"kind"` // see kindNamed
	Battles int64           `json:"n"`    // of each trial
	Seed    uint64          `json:"seed"`
	Until   float64         `json:"until,omitempty"` // half the width of the interval that is enough
	Apart   bool            `json:"apart,omitempty"` // each trial has seeds of its own: those behind the trial before
	Plain   bool            `json:"plain,omitempty"` // nothing but the endings is counted, which takes a tenth of the time
	Trials  []trialPlan     `json:"trials"`
	Detail  json.RawMessage `json:"detail,omitempty"` // of the kind

	OnError string `json:"on_error,omitempty"` // what a failing script does, unless it stops all
	Program string `json:"program"`            // its version
	Command string `json:"command"`            // that plays it again
}

// seedOf is the seed of a trial's first battle.
func (p plan) seedOf(trial int) uint64 {
	if !p.Apart {
		return p.Seed
	}
	return p.Seed + uint64(trial)*uint64(p.Battles)
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
	Seats  []string       `json:"seats"`
}

func newArm(lib *library.Library, name string, m library.Match) armPlan {
	h := lib.Header(m)
	return armPlan{name, h.Fields, h.Seats}
}

func (a armPlan) header() engine.Header { return engine.Header{Fields: a.Battle, Seats: a.Seats} }

// A kind is how one kind of experiment shows its results. There is a result
// for each trial, in order; where Ctrl-C ended the run some have fewer battles
// than were planned, or none. Who plays further battles to show them stops when the
// context is done.
type kind struct {
	show func(ctx context.Context, l *lab, p plan, results []*sim.Result) (*shown, error)
}

// kindNamed is the kind of a plan: the name of its command.
func kindNamed(name string) (k kind, ok bool) {
	switch name {
	case "sim":
		return kind{showSim}, true
	case "compare":
		return kind{showComparison}, true
	case "sweep":
		return kind{showSweep}, true
	case "balance":
		return kind{showBalance}, true
	}
	return kind{}, false
}

// shown are results in every form. What is the same for all kinds, the facts
// of the document and the mark of a run that was interrupted, is added to it.
type shown struct {
	Document *report.Document
	JSON     any        // which becomes an object
	CSV      [][]string // the head first
	// Broken tells that the context ended battles which were played to show the
	// results.
	Broken bool
}

// A lab plays experiments. It keeps the libraries that their arms need.
type lab struct {
	mods    *modOptions
	workers int                         // 0: one for each core
	loaded  map[string]*library.Library // by their ModList
}

func newLab(mods *modOptions) *lab { return &lab{mods: mods, loaded: map[string]*library.Library{}} }

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

// run plays the battles of a stretch. A context that is done ends it early,
// without an error. progress is told how many have been played, of all trials,
// and may be called by several goroutines at a time.
func (l *lab) run(ctx context.Context, p plan, s stretch, progress func(done int64)) ([]*sim.Result, error) {
	trials := make([]*sim.Trial, len(p.Trials))
	for i := range p.Trials {
		trial, err := l.trial(p, i)
		if err != nil {
			return nil, err
		}
		trial.From, trial.To = s.From, s.To
		trials[i] = trial
	}
	workers := l.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	results, err := runAll(ctx, trials, workers, progress)
	for i, r := range results {
		if r == nil {
			results[i] = p.Trials[i].blank()
		}
	}
	return results, err
}

// blank is the result of a trial before its first battle.
func (t trialPlan) blank() *sim.Result {
	r := &sim.Result{Arms: make([]sim.Count, len(t.Arms))}
	if len(t.Arms) > 1 {
		r.Pairs = make([]sim.Pair, len(t.Arms)-1)
	}
	return r
}

func (l *lab) trial(p plan, i int) (*sim.Trial, error) {
	trial := &sim.Trial{Seed: p.seedOf(i), To: p.Battles}
	for _, arm := range p.Trials[i].Arms {
		lib, m, err := l.match(arm)
		if err != nil {
			return nil, err
		}
		trial.Arms = append(trial.Arms, sim.Arm{Name: arm.Name, New: func() (*sim.Match, error) { return p.newMatch(lib, m) }})
	}
	if p.Until > 0 {
		trial.Until = func(r *sim.Result) bool { return narrow(r, p.Until) }
	}
	return trial, nil
}

// newMatch is an arm's match for one worker.
func (p plan) newMatch(lib *library.Library, m library.Match) (*sim.Match, error) {
	match, err := newTrialMatch(lib, m)
	if err == nil && p.Plain {
		match.Tally = nil
	}
	return match, err
}

// narrow tells whether all intervals of a result are as narrow as asked for:
// those of the wins, or where there are several arms those of the differences.
func narrow(r *sim.Result, half float64) bool {
	for i := range r.Pairs {
		for winner := engine.Draw; winner < engine.MaxSeats; winner++ {
			gained, lost := r.Pairs[i].Turned(winner)
			if sim.Paired(gained, lost, r.Arms[0].Battles).Half() > half {
				return false
			}
		}
	}
	if len(r.Pairs) > 0 {
		return true
	}
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

// runAll plays trials, each on one worker, as many at a time as there are
// workers; where there are fewer trials than workers, one after the other on
// all of them. Trials that a context kept from starting have no result. The
// error is that of the first trial that has one.
func runAll(ctx context.Context, trials []*sim.Trial, workers int, progress func(done int64)) ([]*sim.Result, error) {
	atOnce, each := workers, 1
	if len(trials) < workers {
		atOnce, each = 1, workers
	}
	results, errs := make([]*sim.Result, len(trials)), make([]error, len(trials))
	var next atomic.Int64
	var failed atomic.Bool
	var sum tracker
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for !failed.Load() && ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(trials) {
					return
				}
				trials[i].Workers = each
				if progress != nil {
					trials[i].Progress = sum.of(progress)
				}
				if results[i], errs[i] = trials[i].Run(ctx); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	all.Wait()
	for i, err := range errs {
		if err != nil && len(trials) > 1 {
			err = fmt.Errorf("%d of %d: %w", i+1, len(trials), err)
		}
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// A tracker adds up the progress of several trials.
type tracker struct{ done atomic.Int64 }

// of is the Progress of one of them. Of two workers the later one may tell
// first; what the other tells then is no progress.
func (t *tracker) of(tell func(done int64)) func(int64) {
	var told atomic.Int64
	return func(done int64) {
		for {
			before := told.Load()
			if done <= before {
				return
			}
			if told.CompareAndSwap(before, done) {
				tell(t.done.Add(done - before))
				return
			}
		}
	}
}
