package sim

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"houserule/engine/chain"
)

// Run plays the trial. If the context is done before the end, it returns the result of the
// battles so far, without an error. The error of a battle that fails is an [Error]; of
// several it is the one with the least seed.
func (t *Trial) Run(ctx context.Context) (*Result, error) {
	workers, err := t.workers()
	defer leave(workers)
	if err != nil {
		return nil, err
	}
	// Workers read stopped between two battles, and ctx.Err, which takes a lock, only
	// between two blocks.
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	for from := t.From; from < t.To && ctx.Err() == nil; {
		to := t.To
		if t.Until != nil {
			to = min(t.From+NextLook(from-t.From), to)
		}
		if err := t.stretch(ctx, &stopped, workers, from, to); err != nil {
			return nil, err
		}
		if t.Until != nil && t.Until(gather(len(t.Arms), workers, false)) {
			break
		}
		from = to
	}
	return gather(len(t.Arms), workers, true), nil
}

// An Error is a battle that failed.
type Error struct {
	Arm  string
	Seed uint64
	Err  error
}

func (e *Error) Error() string {
	if e.Arm == "" {
		return fmt.Sprintf("seed %d: %v", e.Seed, e.Err)
	}
	return fmt.Sprintf("%s, seed %d: %v", e.Arm, e.Seed, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// A worker plays battles, one at a time, and has its own counts.
type worker struct {
	trial  *Trial
	lanes  []*lane
	result *Result
	played int64 // number of the battle that failed
	err    error
}

// workers makes the workers. After an error it returns those made before.
func (t *Trial) workers() ([]*worker, error) {
	var workers []*worker
	n := max(t.Workers, 1)
	for a, arm := range t.Arms {
		var shared *chain.Chain
		for i := 0; i < n; i++ {
			m, err := arm.New()
			if err != nil {
				return workers, err
			}
			walks := !t.Direct && m.walks()
			if a == 0 {
				workers = append(workers, &worker{trial: t, result: newResult(len(t.Arms))})
			}
			if a == 0 && i == 0 && !walks {
				n = max(n, int(min(int64(n*m.Abreast), t.To-t.From)))
			}
			l := &lane{Match: m, valued: len(t.Arms) > 1 || t.Finishes}
			if m.Tally != nil {
				m.Tally.Watch(true)
			}
			if i == 0 && walks {
				shared = chain.New(cmp.Or(t.Memory, DefaultMemory)/len(t.Arms), n)
			}
			if shared != nil {
				l.walker = chain.NewWalker(shared, l.source())
			}
			workers[i].lanes = append(workers[i].lanes, l)
		}
	}
	return workers, nil
}

// leave ends the matches of all workers.
func leave(workers []*worker) {
	for _, w := range workers {
		for _, l := range w.lanes {
			if l.Leave != nil {
				l.Leave()
			}
		}
	}
}

// gather returns the sum of the counts of all workers, with or without their tables.
func gather(arms int, workers []*worker, tables bool) *Result {
	sum := newResult(arms)
	for _, w := range workers {
		part := *w.result
		part.Arms = append([]Count(nil), part.Arms...)
		if tables {
			for i, l := range w.lanes {
				l.tables(&part.Arms[i])
			}
		}
		sum.Add(&part) // never fails: the arms are the same
	}
	return sum
}

// stretch plays the battles from from to to-1, in blocks that the workers take one after
// another. If a battle fails, those before it are still played, so that the error is the
// one with the least seed. Workers that are stopped leave their blocks unfinished.
func (t *Trial) stretch(ctx context.Context, stopped *atomic.Bool, workers []*worker, from, to int64) error {
	var next, done atomic.Int64
	var failed atomic.Bool
	next.Store(from)
	block := int64(block)
	if t.Until != nil || len(workers) > max(t.Workers, 1) { // stretches are short, or workers are many
		block = min(block, (to-from)/int64(4*len(workers))+1)
	}
	var all sync.WaitGroup
	for _, w := range workers {
		all.Go(func() {
			for w.err == nil && ctx.Err() == nil && !failed.Load() {
				first := next.Add(block) - block
				if first >= to {
					return
				}
				var played int64
				if played, w.err = w.block(stopped, first, min(first+block, to)); w.err != nil {
					failed.Store(true)
					return
				}
				done.Add(played)
				if t.Progress != nil {
					t.Progress(from - t.From + done.Load())
				}
			}
		})
	}
	all.Wait()
	var first *worker
	for _, w := range workers {
		if w.err != nil && (first == nil || w.played < first.played) {
			first = w
		}
	}
	if first != nil {
		return first.err
	}
	return nil
}

// block plays a block of battles and returns the number that it has played.
func (w *worker) block(stopped *atomic.Bool, from, to int64) (played int64, err error) {
	for i := from; i < to && !stopped.Load(); i++ {
		over, err := w.battle(stopped, i)
		if err != nil || !over {
			return played, err
		}
		played++
	}
	return played, nil
}

// battle plays battle i under every arm. It counts the battle if it is over
// under all arms, and reports whether it is.
func (w *worker) battle(stopped *atomic.Bool, i int64) (over bool, err error) {
	seed := w.trial.Seed + uint64(i)
	for a, l := range w.lanes {
		over, err := l.play(seed, stopped)
		if err != nil {
			w.played = i
			return false, &Error{Arm: w.trial.Arms[a].Name, Seed: seed, Err: err}
		}
		if !over {
			for _, l := range w.lanes[:a+1] {
				l.drop(seed)
			}
			return false, nil
		}
	}
	for a, l := range w.lanes {
		w.result.Arms[a].add(&l.outcome)
		if w.trial.Finishes {
			w.result.Arms[a].finish(&l.outcome)
		}
		if len(w.lanes) > 1 {
			w.result.Arms[a].Digest += l.outcome.hash(i)
		}
		if a > 0 {
			w.result.Pairs[a-1].note(i, w.lanes[0].outcome, l.outcome)
		}
		l.commit()
	}
	return true, nil
}
