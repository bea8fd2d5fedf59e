package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"houserule/engine/chain"
)

// Run plays the trial. If the context is done before the end, it returns the result of the
// battles so far, without an error. If a battle fails, it returns the result of all battles
// before it, for any number of workers, and an [Error]; of several that fail the first counts.
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
	all := order{sum: newResult(len(t.Arms)), next: t.From, waiting: map[int64]part{}}
	all.untold = t.Until != nil && slices.ContainsFunc(workers[0].lanes, func(l *lane) bool { return l.walker != nil })
	for all.next < t.To && ctx.Err() == nil {
		to := t.To
		if t.Until != nil {
			to = min(t.From+NextLook(all.next-t.From), to)
		}
		if err := t.stretch(ctx, &stopped, workers, &all, to); err != nil {
			if all.untold {
				return t.before(ctx, err)
			}
			return all.sum, err
		}
		if t.Until != nil && ctx.Err() == nil && t.Until(all.sum) {
			break
		}
	}
	all.rest()
	if all.untold {
		for _, w := range workers {
			all.sum.Add(w.take(true)) // never fails: the arms are the same
		}
	}
	return all.sum, nil
}

// before plays the battles before the failed one again, which no longer have tables of their
// own.
func (t *Trial) before(ctx context.Context, failure error) (*Result, error) {
	again := *t
	again.Until, again.Progress = nil, nil
	if failed, ok := errors.AsType[*Error](failure); ok {
		again.To = int64(failed.Seed - t.Seed)
	}
	result, err := again.Run(ctx)
	return result, cmp.Or(err, failure)
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
	failed int64 // number of the battle that failed
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

// take returns the worker's counts since the last call, with or without their tables.
func (w *worker) take(tables bool) *Result {
	taken := w.result
	if tables {
		for i, l := range w.lanes {
			l.tables(&taken.Arms[i])
		}
	}
	w.result = newResult(len(w.lanes))
	return taken
}

// An order adds up the counts of parts of a trial, from the first battle on. A part is
// played by one worker. If it ends early, because a battle fails, no later one is added.
type order struct {
	mu      sync.Mutex
	sum     *Result
	next    int64          // the first battle that is not in sum
	waiting map[int64]part // parts that begin later, by their first battle
	untold  bool           // parts have no tables, because those of a chain have a price at each look
}

type part struct {
	to     int64
	counts *Result
}

// put adds the counts of the battles from from to to-1 as soon as all earlier ones are
// added.
func (o *order) put(from, to int64, counts *Result) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting[from] = part{to, counts}
	for {
		p, ok := o.waiting[o.next]
		if !ok {
			return
		}
		delete(o.waiting, o.next)
		o.sum.Add(p.counts) // never fails: the arms are the same
		o.next = p.to
	}
}

// rest adds the parts after a gap, where a worker was stopped.
func (o *order) rest() {
	for _, from := range slices.Sorted(maps.Keys(o.waiting)) {
		o.sum.Add(o.waiting[from].counts)
	}
}

// The number of battles that a worker takes at a time. The counts of a block have a price,
// so blocks get longer as the trial does.
const (
	block     = 500
	longBlock = 1 << 17
	partOf    = 32 // of the battles so far
)

// block returns the number of battles of the next block, after done battles, when left are
// left to some workers.
func (t *Trial) block(done, left int64, workers int) int64 {
	share := left/int64(4*workers) + 1
	if t.Until != nil || workers > max(t.Workers, 1) { // stretches are short, or workers are many
		return min(block, share)
	}
	return min(max(block, min(done/partOf, longBlock, share)), left)
}

// stretch plays the battles before to, in blocks that the workers take one after another.
// If a battle fails, those before it are still played, so that the error is that of the
// first. Workers that are stopped leave their blocks unfinished.
func (t *Trial) stretch(ctx context.Context, stopped *atomic.Bool, workers []*worker, all *order, to int64) error {
	var done atomic.Int64
	next := struct {
		sync.Mutex
		battle int64
	}{battle: all.next}
	before := all.next - t.From
	take := func() (from, end int64) {
		next.Lock()
		defer next.Unlock()
		from = next.battle
		next.battle += t.block(from-t.From, to-from, len(workers))
		return from, next.battle
	}
	var failed atomic.Int64 // the first battle that has failed so far
	failed.Store(to)
	var playing sync.WaitGroup
	for _, w := range workers {
		playing.Go(func() {
			var from, end int64 // of the part
			for w.err == nil && ctx.Err() == nil {
				first, last := take()
				if first >= failed.Load() {
					break
				}
				if first != end {
					if end > from {
						all.put(from, end, w.take(!all.untold))
					}
					from, end = first, first
				}
				end = w.block(stopped, &failed, first, last)
				if progress := done.Add(end - first); t.Progress != nil {
					t.Progress(before + progress)
				}
				if end < last {
					break
				}
			}
			if end > from {
				all.put(from, end, w.take(!all.untold))
			}
		})
	}
	playing.Wait()
	for _, w := range workers {
		if w.err != nil && w.failed == failed.Load() {
			return w.err
		}
	}
	return nil
}

// block plays the battles from from to to-1, up to the first that fails or is stopped, and
// returns its number. It leaves out battles after one that has failed.
func (w *worker) block(stopped *atomic.Bool, failed *atomic.Int64, from, to int64) int64 {
	for ; from < to && from < failed.Load() && !stopped.Load(); from++ {
		over, err := w.battle(stopped, from)
		if err != nil {
			w.failed, w.err = from, err
			for least := failed.Load(); from < least && !failed.CompareAndSwap(least, from); {
				least = failed.Load()
			}
		}
		if !over {
			return from
		}
	}
	return from
}

// battle plays battle i under every arm. It counts the battle if it is over
// under all arms, and reports whether it is.
func (w *worker) battle(stopped *atomic.Bool, i int64) (over bool, err error) {
	seed := w.trial.Seed + uint64(i)
	for a, l := range w.lanes {
		over, err := l.play(seed, stopped)
		if err != nil || !over {
			for _, l := range w.lanes[:a+1] {
				l.drop(seed)
			}
			if err != nil {
				err = &Error{Arm: w.trial.Arms[a].Name, Seed: seed, Err: err}
			}
			return false, err
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
