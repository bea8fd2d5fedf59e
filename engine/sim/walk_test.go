package sim_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"houserule/engine/sim"
)

// walking is threeArms as walks through chains.
func walking(from, to int64) sim.Trial {
	trial := threeArms(from, to)
	for i, arm := range trial.Arms {
		trial.Arms[i].New = func() (*sim.Match, error) {
			m, err := arm.New()
			m.Dice = m.Battle.(*race).dice
			return m, err
		}
	}
	return trial
}

// Walks come to the same as battles that the rules play, for any number of workers, and
// in parts.
func TestWalks(t *testing.T) {
	const battles = 30_000
	want := run(t, threeArms(0, battles))
	for _, n := range []int{1, 2, 7, 64} {
		wantSame(t, fmt.Sprintf("%d workers", n), run(t, workers(n, walking(0, battles))), want)
	}
	direct := walking(0, battles)
	direct.Direct = true
	wantSame(t, "played directly", run(t, direct), want)
	sum := run(t, walking(0, 12_345))
	if err := sum.Add(run(t, walking(12_345, battles))); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "in parts", sum, want)
}

// Where the chain has no room the rules play on, to the same end.
func TestNoRoomForWalks(t *testing.T) {
	const battles = 5000
	want := run(t, threeArms(0, battles))
	for _, bytes := range []int{1, 100_000} {
		trial := workers(3, walking(0, battles))
		trial.Memory = bytes
		wantSame(t, fmt.Sprint(bytes), run(t, trial), want)
	}
}

// Hardly a battle is played by the rules.
func TestWalksAreWalked(t *testing.T) {
	var begun atomic.Int64
	trial := walking(0, 10_000)
	for i, arm := range trial.Arms {
		trial.Arms[i].New = func() (*sim.Match, error) {
			m, err := arm.New()
			m.Battle.(*race).broke = func() error { begun.Add(1); return nil }
			return m, err
		}
	}
	run(t, trial)
	if n := begun.Load(); n == 0 || n > 1000 {
		t.Errorf("%d of 30,000 battles were played by the rules", n)
	}
}

// Of walks, too, those before the first that fails count, and no others.
func TestWalkFails(t *testing.T) {
	doomed := func(limit bool) sim.Trial {
		trial := walking(0, 100_000)
		rare := arm("rare", 5, 3)
		trial.Arms[1] = sim.Arm{Name: rare.Name, New: func() (*sim.Match, error) {
			m, err := rare.New()
			r := m.Battle.(*race)
			m.Dice = r.dice
			if limit {
				r.doom = [2]int{4, 0}
			}
			return m, err
		}}
		return trial
	}
	direct := doomed(true)
	direct.Direct = true
	_, err := direct.Run(context.Background())
	var first *sim.Error
	if !errors.As(err, &first) || !errors.Is(err, errBroke) || first.Seed < direct.Seed+500 {
		t.Fatalf("%v; want a failure after 500 battles", err)
	}
	before := doomed(false)
	before.To = int64(first.Seed - direct.Seed)
	want := run(t, before)
	for _, n := range []int{1, 2, 7} {
		for i := range 6 {
			trial := workers(n, doomed(true))
			if i%2 == 1 {
				trial.Until = func(*sim.Result) bool { return false }
			}
			r, err := trial.Run(context.Background())
			if err == nil || err.Error() != first.Error() {
				t.Fatalf("%d workers: %v, want %v", n, err, first)
			}
			wantSame(t, fmt.Sprintf("%d workers, until %t", n, trial.Until != nil), r, want)
		}
	}
}
