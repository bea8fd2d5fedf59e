package sim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/sim"
)

// threeArms is a trial of battles from, up to but without to.
func threeArms(from, to int64) sim.Trial {
	return sim.Trial{Arms: []sim.Arm{arm("even", 4, 4), arm("odd", 4, 5), arm("again", 4, 4)}, Seed: 11, From: from, To: to}
}

func run(t rapid.TB, trial sim.Trial) *sim.Result {
	t.Helper()
	r, err := trial.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func wantSame(t rapid.TB, what string, got, want *sim.Result) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %+v\nwant %+v", what, got, want)
	}
	if got, want := text(t, got), text(t, want); !bytes.Equal(got, want) {
		t.Fatalf("%s, as JSON: %s\nwant %s", what, got, want)
	}
}

func text(t rapid.TB, r *sim.Result) []byte {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// workers is a trial for some workers, on some processors.
func workers(n int, trial sim.Trial) sim.Trial {
	trial.Workers = n
	return trial
}

// Whoever plays which battle, the result is the same.
func TestAnyNumberOfWorkers(t *testing.T) {
	const battles = 43_210 // a block that is not full
	want := run(t, threeArms(0, battles))
	check(t, want, battles)
	for _, processors := range []int{1, runtime.NumCPU(), 8} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		for _, n := range []int{0, 2, 3, 7} {
			got := run(t, workers(n, threeArms(0, battles)))
			wantSame(t, fmt.Sprintf("%d workers on %d processors", n, processors), got, want)
		}
	}
}

// check is what holds of every result of threeArms and its like.
func check(t rapid.TB, r *sim.Result, battles int64) {
	t.Helper()
	for i, c := range r.Arms {
		if sum := c.Draws + total(c.Wins[:]); c.Battles != battles || sum != battles || total(c.Rounds) != battles {
			t.Fatalf("arm %d: %d battles, %d outcomes, %d rounds; want %d", i, c.Battles, sum, total(c.Rounds), battles)
		}
		if heard := total(c.Of("heard").Rows["all"]); heard != c.Battles {
			t.Fatalf("arm %d: %d battles heard of %d", i, heard, c.Battles)
		}
	}
	for i, p := range r.Pairs {
		first, other := &r.Arms[0], &r.Arms[i+1]
		sum, turned := int64(0), int64(0)
		for a, row := range p.Joint {
			sum += total(row[:])
			turned += total(row[:]) - row[a]
		}
		if sum != battles || p.Differ < turned {
			t.Fatalf("pair %d: the joint outcomes are %d, of which %d turned, and %d differ; want %d", i, sum, turned, p.Differ, battles)
		}
		for seat := range engine.Side(2) {
			a, b := p.Wins(seat)
			gained, lost := p.Turned(seat)
			if a != first.Wins[seat] || b != other.Wins[seat] || b-a != gained-lost {
				t.Fatalf("pair %d, seat %d: won %d and %d, turned %d and %d; the arms won %d and %d", i, seat, a, b, gained, lost, first.Wins[seat], other.Wins[seat])
			}
		}
	}
}

func total(counts []int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// Of three arms of which the last is the first again, only the second differs.
func TestArmAgainstItself(t *testing.T) {
	const battles = 5000
	r := run(t, workers(2, threeArms(0, battles)))
	again := r.Pairs[1]
	if again.Differ != 0 || again.Examples != nil || again.Courses != nil {
		t.Errorf("an arm differs from itself: %+v", again)
	}
	for a, row := range again.Joint {
		for b, n := range row {
			if a != b && n != 0 {
				t.Errorf("an arm's outcome %d became %d in %d battles", a, b, n)
			}
		}
	}
	if !reflect.DeepEqual(r.Arms[0], r.Arms[2]) {
		t.Errorf("the same arm comes to %+v and %+v", r.Arms[0], r.Arms[2])
	}
	if r.Pairs[0].Differ == 0 {
		t.Error("other rules make no difference: the test tests nothing")
	}
}

// Examples are the first battles that ended otherwise, as playing them one by
// one shows.
func TestExamplesAreTheFirst(t *testing.T) {
	var examples, courses []int64
	for i := int64(0); len(examples) < 10 || len(courses) < 10; i++ {
		switch one := run(t, threeArms(i, i+1)).Pairs[0]; {
		case len(one.Examples) > 0 && len(examples) < 10:
			examples = append(examples, i)
		case len(one.Courses) > 0 && len(courses) < 10:
			courses = append(courses, i)
		}
	}
	p := run(t, workers(3, threeArms(0, 20_000))).Pairs[0]
	if !slices.Equal(p.Examples, examples) || !slices.Equal(p.Courses, courses) {
		t.Errorf("examples %v and %v, want %v and %v", p.Examples, p.Courses, examples, courses)
	}
}

// Parts add up to the whole, in any order, also when they have been written
// down in between.
func TestParts(t *testing.T) {
	const battles = 3000
	want := run(t, threeArms(0, battles))
	rapid.Check(t, func(t *rapid.T) {
		cuts := rapid.SliceOfN(rapid.Int64Range(0, battles), 2, 4).Draw(t, "cuts")
		slices.Sort(cuts)
		cuts = append(append([]int64{0}, cuts...), battles)
		var parts []*sim.Result
		for i, from := range cuts[:len(cuts)-1] {
			parts = append(parts, written(t, run(t, threeArms(from, cuts[i+1]))))
		}
		parts = rapid.Permutation(parts).Draw(t, "order")
		sum := parts[0]
		for _, p := range parts[1:] {
			if err := sum.Add(p); err != nil {
				t.Fatal(err)
			}
		}
		wantSame(t, fmt.Sprint(cuts), sum, want)
	})
}

// written is a result that has been written down and read again.
func written(t rapid.TB, r *sim.Result) *sim.Result {
	t.Helper()
	read := new(sim.Result)
	if err := json.Unmarshal(text(t, r), read); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "read again", read, r)
	return read
}

// What was added is not part of the sum: it can be added elsewhere, too.
func TestAddLeavesTheOtherAlone(t *testing.T) {
	a, b := run(t, threeArms(0, 700)), run(t, threeArms(700, 1000))
	before := text(t, b)
	for range 2 {
		if err := a.Add(b); err != nil {
			t.Fatal(err)
		}
	}
	if after := text(t, b); !bytes.Equal(before, after) {
		t.Errorf("it was %s and is %s", before, after)
	}
}

func TestPartsOfOtherTrials(t *testing.T) {
	a := run(t, threeArms(0, 10))
	b := run(t, sim.Trial{Arms: []sim.Arm{arm("", 4, 4)}, To: 10})
	const want = "the parts have 3 and 1 arms"
	if err := a.Add(b); err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

// Where a trial ends by itself depends on its seeds alone.
func TestUntil(t *testing.T) {
	trial := func(n int) sim.Trial {
		trial := workers(n, threeArms(0, 200_000))
		trial.Until = func(r *sim.Result) bool {
			if n := r.Arms[0].Battles; !looked(n) {
				t.Errorf("it is looked at after %d battles", n)
			}
			return sim.Wilson(r.Arms[0].Wins[0], r.Arms[0].Battles).Half() < 0.0045
		}
		return trial
	}
	want := run(t, trial(1))
	n := want.Arms[0].Battles
	if n < 40_000 || n >= 60_000 {
		t.Fatalf("%d battles, want some 50,000", n)
	}
	check(t, want, n)
	for _, n := range []int{2, 3, 7} {
		wantSame(t, fmt.Sprintf("%d workers", n), run(t, trial(n)), want)
	}
}

// looked reports whether a trial is looked at after n battles.
func looked(n int64) bool {
	at := int64(0)
	for at < n {
		at = sim.NextLook(at)
	}
	return at == n
}

// Of battles that fail, the one with the least seed is told, whoever comes to
// his first, and all battles before it count, and no others.
func TestLeastSeedFails(t *testing.T) {
	trial := sim.Trial{
		Arms: []sim.Arm{arm("good", 4, 4), breaking("bad", 4, 4, 1040+7, 1040+1999, 1040+2000, 1040+12_345)},
		Seed: 1000, From: 40, To: 50_000,
	}
	trial.Arms[1] = breaking("bad", 4, 4, 3047, 3999, 4000, 15_345)
	whole := trial
	whole.Arms = []sim.Arm{arm("good", 4, 4), arm("bad", 4, 4)}
	whole.To = 3047 - 1000
	const want = "bad, seed 3047: the table broke"
	for _, n := range []int{1, 2, 3, 7} {
		for i := range 10 {
			again := workers(n, trial)
			if i%2 == 1 {
				again.Until = func(*sim.Result) bool { return false }
			}
			r, err := again.Run(context.Background())
			var failed *sim.Error
			if !errors.As(err, &failed) || !errors.Is(err, errBroke) || err.Error() != want {
				t.Fatalf("%d workers: %v; want %s", n, err, want)
			}
			wantSame(t, fmt.Sprintf("%d workers", n), r, run(t, whole))
		}
	}
	trial.Arms = []sim.Arm{breaking("", 4, 4, 1041)}
	const nameless = "seed 1041: the table broke"
	if _, err := trial.Run(context.Background()); err == nil || err.Error() != nameless {
		t.Errorf("the error is %v, want %s", err, nameless)
	}
}

// ending is a tally that fails at what it counts, once.
type ending struct {
	sim.Tally
	of   *sim.Match
	left int
}

func (e *ending) Count() {
	if e.Tally.Count(); e.left == 0 {
		e.of.Table.Fail(errBroke)
	}
	e.left--
}

// A battle that fails when it is counted is told like one that fails before, even if
// it is the last.
func TestCountFails(t *testing.T) {
	good := arm("", 4, 4)
	for _, n := range []int64{7, 8} {
		trial := sim.Trial{To: n, Workers: 1, Arms: []sim.Arm{{New: func() (*sim.Match, error) {
			m, err := good.New()
			m.Tally = &ending{m.Tally, m, 6}
			return m, err
		}}}}
		const want = "seed 6: the table broke"
		r, err := trial.Run(context.Background())
		if err == nil || err.Error() != want {
			t.Fatalf("%d battles: %v, want %s", n, err, want)
		}
		wantSame(t, "before the failure", r, run(t, sim.Trial{To: 6, Arms: []sim.Arm{good}}))
	}
}

func TestArmThatCannotBeMade(t *testing.T) {
	trial := sim.Trial{Arms: []sim.Arm{{New: func() (*sim.Match, error) { return nil, errBroke }}}, To: 1}
	if _, err := trial.Run(context.Background()); !errors.Is(err, errBroke) {
		t.Errorf("the error is %v, want %v", err, errBroke)
	}
}

// In a trial that is broken off all adds up, and progress told of every battle.
func TestCanceled(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7} {
		ctx, cancel := context.WithCancel(context.Background())
		var most atomic.Int64
		trial := workers(n, threeArms(0, 1_000_000))
		trial.Progress = func(done int64) {
			for old := most.Load(); done > old && !most.CompareAndSwap(old, done); old = most.Load() {
			}
			if done >= 4000 {
				cancel()
			}
		}
		r, err := trial.Run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		battles := r.Arms[0].Battles
		check(t, r, battles)
		if battles != most.Load() || battles < 4000 || battles > 4000+500*int64(n) {
			t.Errorf("%d workers: %d battles, and %d told of", n, battles, most.Load())
		}
	}
}

// A worker stops between two steps, and not behind the last battle of a block:
// battles of slow players take long. The battle that was begun does not count.
func TestCanceledInABlock(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	slow := arm("slow", 4, 4)
	trial := sim.Trial{To: 1000, Arms: []sim.Arm{{Name: slow.Name, New: func() (*sim.Match, error) {
		m, err := slow.New()
		reseed, n := m.Reseed, 0
		m.Reseed = func(seed uint64) {
			if n++; n >= 10 {
				cancel()
				time.Sleep(20 * time.Millisecond)
			}
			reseed(seed)
		}
		return m, err
	}}}}
	r, err := trial.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Arms[0].Battles; n < 9 || n > 100 {
		t.Errorf("%d battles, want 9", n)
	}
}

func TestCanceledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	trial := threeArms(0, 1000)
	r, err := trial.Run(ctx)
	if err != nil || len(r.Arms) != 3 || r.Arms[0].Battles != 0 {
		t.Errorf("%+v, %v; want nothing", r, err)
	}
}

// Progress comes to all battles.
func TestProgress(t *testing.T) {
	var most atomic.Int64
	trial := workers(3, sim.Trial{Arms: []sim.Arm{arm("", 4, 4)}, From: 100, To: 50_123})
	trial.Progress = func(done int64) {
		for old := most.Load(); done > old && !most.CompareAndSwap(old, done); old = most.Load() {
		}
	}
	run(t, trial)
	if most.Load() != 50_023 {
		t.Errorf("%d battles were told of, want 50,023", most.Load())
	}
}

// A million battles take as much memory as ten thousand.
func TestMemoryIsFlat(t *testing.T) {
	trial := sim.Trial{Arms: []sim.Arm{arm("a", 3, 3), arm("b", 3, 4)}, Workers: 2}
	heap := func(battles int64) uint64 {
		trial.To = battles
		r := run(t, trial)
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		runtime.KeepAlive(r)
		return m.HeapAlloc
	}
	heap(10_000)
	few := heap(10_000)
	many := heap(1_000_000)
	if many > few+100<<10 {
		t.Errorf("%d bytes after 10^4 battles, %d after 10^6", few, many)
	}
}

// A battle allocates nothing, whatever its arms come to.
func TestNoAllocationInABattle(t *testing.T) {
	allocations := func(battles int64) float64 {
		trial := threeArms(0, battles)
		return testing.AllocsPerRun(3, func() { run(t, trial) })
	}
	if few, many := allocations(1000), allocations(11_000); many > few+100 {
		t.Errorf("%v allocations in 1,000 battles, %v in 11,000", few, many)
	}
}
