package sim

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"houserule/engine"
)

// Run plays the trial. If the context is done before the end, it returns the
// result of the battles so far, without an error. A battle that fails is an
// [Error]; of several, that with the least seed is returned.
func (t *Trial) Run(ctx context.Context) (*Result, error) {
	workers, err := t.workers()
	if err != nil {
		return nil, err
	}
	// Workers read this between two battles; ctx.Err, which takes a lock, only
	// between two blocks.
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	for from := t.From; from < t.To && ctx.Err() == nil; from += Look {
		if err := t.stretch(ctx, &stopped, workers, from, min(from+Look, t.To)); err != nil {
			return nil, err
		}
		if t.Until != nil && t.Until(gather(len(t.Arms), workers)) {
			break
		}
	}
	return gather(len(t.Arms), workers), nil
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

// A worker plays battles, one at a time, and has counts of its own.
type worker struct {
	trial   *Trial
	matches []*Match
	result  *Result
	played  int64 // the number of the battle that failed
	err     error
}

func (t *Trial) workers() ([]*worker, error) {
	workers := make([]*worker, max(t.Workers, 1))
	for i := range workers {
		w := &worker{trial: t, result: newResult(len(t.Arms))}
		for _, arm := range t.Arms {
			m, err := arm.New()
			if err != nil {
				return nil, err
			}
			w.matches = append(w.matches, m)
		}
		workers[i] = w
	}
	return workers, nil
}

// gather returns the sum of the counts of all workers.
func gather(arms int, workers []*worker) *Result {
	sum := newResult(arms)
	for _, w := range workers {
		part := *w.result
		part.Arms = append([]Count(nil), part.Arms...)
		for i, m := range w.matches {
			if m.Tally != nil {
				part.Arms[i].Tables = m.Tally.Counts()
			}
		}
		sum.Add(&part) // cannot fail: the arms are the same
	}
	return sum
}

// stretch plays the battles from from up to, but without, to, in blocks that
// the workers take one after another. If a battle fails, those before it are
// still played, so that the error is that of the least seed. Workers that are
// stopped leave their blocks unfinished.
func (t *Trial) stretch(ctx context.Context, stopped *atomic.Bool, workers []*worker, from, to int64) error {
	var next, done atomic.Int64
	var failed atomic.Bool
	next.Store(from)
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

// block plays a block of battles and returns how many it has played.
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
	watched := Closely(i)
	for a, m := range w.matches {
		m.play(w.trial.Seed+uint64(i), watched, stopped)
		if err := w.failed(a, i); err != nil || !m.Battle.Over() {
			return false, err
		}
	}
	var first Outcome
	for a, m := range w.matches {
		o := m.count(watched, &w.result.Arms[a])
		if a == 0 {
			first = o
		} else {
			w.result.Pairs[a-1].note(i, first, o, sameWorth(w.matches[0].Battle, m.Battle))
		}
	}
	for a := range w.matches { // a script may be asked what a side is worth
		if err := w.failed(a, i); err != nil {
			return false, err
		}
	}
	return true, nil
}

// failed returns the error of battle i under an arm, if it has one.
func (w *worker) failed(arm int, i int64) error {
	err := w.matches[arm].Table.Err()
	if err == nil {
		return nil
	}
	w.played = i
	return &Error{Arm: w.trial.Arms[arm].Name, Seed: w.trial.Seed + uint64(i), Err: err}
}

// sameWorth reports whether every side has the same worth left in two battles.
func sameWorth(a, b engine.Battle) bool {
	for side := range engine.Side(a.Seats()) {
		if a.Worth(side) != b.Worth(side) {
			return false
		}
	}
	return true
}
