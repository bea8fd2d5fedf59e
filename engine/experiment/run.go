package experiment

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"houserule/engine/sim"
)

// Rules make the battles of plans.
type Rules interface {
	// Arm returns a function that makes a match of an arm. The function is called once for
	// each worker, possibly by several goroutines at the same time.
	Arm(ArmPlan) (newMatch func() (*sim.Match, error), err error)
}

// A RulesFunc is a function that serves as [Rules].
type RulesFunc func(ArmPlan) (func() (*sim.Match, error), error)

// Arm calls f.
func (f RulesFunc) Arm(a ArmPlan) (func() (*sim.Match, error), error) { return f(a) }

// Options say how to play a plan. They do not change its results.
type Options struct {
	Shard   Shard // the part of the plan to play; the zero Shard is the whole
	Workers int   // 0: one for each core
	Direct  bool  // whether the rules play every battle: see [sim.Trial]
	// Progress, if not nil, is called with the number of battles played in all trials.
	// Several goroutines may call it at the same time.
	Progress func(done int64)
}

// Run plays a plan, or a shard of it, and returns a result for each trial. If ctx is done
// it ends early, without an error: some results then have fewer battles than planned, or
// none. If a battle fails, the error is a [sim.Error], and the results are those of all
// battles before it, for any number of workers.
func (p Plan) Run(ctx context.Context, rules Rules, o Options) ([]*sim.Result, error) {
	if p.Until != nil && p.Kind == KindRanking {
		return p.playRounds(ctx, rules, o)
	}
	from, to := o.Shard.Range(p.Battles)
	return p.play(ctx, rules, o, from, to)
}

// playRounds plays some battles of every trial, and then more, until the Until of a ranking
// is reached: that depends on all trials.
func (p Plan) playRounds(ctx context.Context, rules Rules, o Options) ([]*sim.Result, error) {
	sum := make([]*sim.Result, len(p.Trials))
	for i, t := range p.Trials {
		sum[i] = t.blank()
	}
	for from := int64(0); from < p.Battles && ctx.Err() == nil; {
		to := min(from+max(20, from/4), p.Battles)
		round := o
		if o.Progress != nil {
			before := Played(sum)
			round.Progress = func(done int64) { o.Progress(before + done) }
		}
		results, failed := p.play(ctx, rules, round, from, to)
		for i, r := range results {
			if err := sum[i].Add(r); err != nil {
				return nil, err
			}
		}
		if failed != nil {
			return sum, failed
		}
		if enough, err := p.Reached(sum); err != nil || enough {
			return sum, err
		}
		from = to
	}
	return sum, nil
}

// play plays a part of the battles of every trial.
func (p Plan) play(ctx context.Context, rules Rules, o Options, from, to int64) ([]*sim.Result, error) {
	trials := make([]*sim.Trial, len(p.Trials))
	for i := range p.Trials {
		trial, err := p.trial(rules, i)
		if err != nil {
			return nil, err
		}
		trial.From, trial.To = from, to
		trial.Direct = o.Direct
		trials[i] = trial
	}
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	results, err := runAll(ctx, trials, workers, o.Progress)
	for i, r := range results {
		if r == nil {
			results[i] = p.Trials[i].blank()
		}
	}
	return results, err
}

func (p Plan) trial(rules Rules, i int) (*sim.Trial, error) {
	trial := &sim.Trial{Seed: p.SeedOf(i), Finishes: p.finishes()}
	for _, arm := range p.Trials[i].Arms {
		newMatch, err := rules.Arm(arm)
		if err != nil {
			return nil, err
		}
		trial.Arms = append(trial.Arms, sim.Arm{Name: arm.Name, New: func() (*sim.Match, error) {
			match, err := newMatch()
			if err == nil && p.Plain {
				match.Tally = nil
			}
			return match, err
		}})
	}
	if p.Until != nil && p.Kind != KindRanking {
		trial.Until = p.reached
	}
	return trial, nil
}

// Played returns the number of battles played in all trials. Battles of several arms with
// the same seed count as one.
func Played(results []*sim.Result) (n int64) {
	for _, r := range results {
		n += r.Arms[0].Battles
	}
	return n
}

// Cut reports whether results lack battles because a context was done, and returns the
// numbers of battles played and planned; for independent arms, those of each arm.
func (p Plan) Cut(s Shard, results []*sim.Result) (played, planned int64, cut bool) {
	from, to := s.Range(p.Battles)
	for _, r := range results {
		cut = cut || r.Arms[0].Battles < to-from && !p.ended(r)
	}
	if cut && p.Kind == KindRanking && p.Until != nil {
		enough, err := p.Reached(results)
		cut = err != nil || !enough
	}
	arms := p.CountedArms()
	return Played(results) * arms, (to - from) * int64(len(p.Trials)) * arms, cut
}

// CountedArms returns the number of arms of a trial whose battles count separately. In a
// comparison of rules the arms are the same battle.
func (p Plan) CountedArms() int64 {
	if p.Apart {
		return int64(len(p.Trials[0].Arms))
	}
	return 1
}

// runAll plays trials. If there are at least as many trials as workers, each runs on one
// worker; otherwise they run one after the other on all workers. Trials that ctx kept from
// starting have no result. The error is that of the first trial with one; later trials then
// have no result.
func runAll(ctx context.Context, trials []*sim.Trial, workers int, progress func(done int64)) ([]*sim.Result, error) {
	atOnce, each := workers, 1
	if len(trials) < workers {
		atOnce, each = 1, workers
	}
	results, errs := make([]*sim.Result, len(trials)), make([]error, len(trials))
	var next atomic.Int64
	var sum tracker
	until := make([]context.Context, len(trials)) // a trial fails, or an earlier one does
	stop := make([]context.CancelFunc, len(trials))
	for i := range trials {
		until[i], stop[i] = context.WithCancel(ctx)
		defer stop[i]()
	}
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(trials) || until[i].Err() != nil {
					return
				}
				trials[i].Workers, trials[i].Memory = each, sim.DefaultMemory/atOnce
				if progress != nil {
					trials[i].Progress = sum.of(progress)
				}
				if results[i], errs[i] = trials[i].Run(until[i]); errs[i] != nil {
					for _, later := range stop[i+1:] {
						later()
					}
				}
			}
		})
	}
	all.Wait()
	for i, err := range errs {
		if err == nil {
			continue
		}
		clear(results[i+1:])
		if len(trials) > 1 {
			err = fmt.Errorf("%d of %d: %w", i+1, len(trials), err)
		}
		return results, err
	}
	return results, nil
}

// A tracker adds up the progress of several trials.
type tracker struct{ done atomic.Int64 }

// of returns the Progress of one trial. A worker may report after another one with a higher
// number; of then ignores the lower one.
func (t *tracker) of(report func(done int64)) func(int64) {
	var reported atomic.Int64
	return func(done int64) {
		for {
			before := reported.Load()
			if done <= before {
				return
			}
			if reported.CompareAndSwap(before, done) {
				report(t.done.Add(done - before))
				return
			}
		}
	}
}
