// Package sim plays battles by the million and counts their results. It knows
// no game: its callers make a [Match] of any [engine.Battle].
//
// A [Trial] plays the battles of consecutive seeds with one or more arms: the
// same battle under several rules, for instance: the dice are the same, so that
// all differences come from the rules. Workers take battles in blocks; counts
// are whole numbers, whose sum is the same in any order. So a result is a
// function of the seeds alone, for any number of workers, and the results of
// parts, played elsewhere, add up to that of the whole.
package sim

import (
	"sync/atomic"

	"houserule/engine"
)

// A Match is a battle with its table and players. Each worker has its own.
type Match struct {
	Battle engine.Battle
	Table  *engine.Table
	// Reseed sets dice and players to those of a seed.
	Reseed func(seed uint64)
	// Play, if not nil, plays Battle at Table until it is over, the table has an
	// error, or stopped is set. A caller that knows the game can do that faster
	// than step by step through an interface.
	Play func(stopped *atomic.Bool)
	// Tally, if not nil, makes the game's own counts.
	Tally Tally
}

// A Tally makes counts of a game over many battles.
type Tally interface {
	// Count counts a battle that has just ended.
	Count()
	// Watch is called with true before a battle that is watched closely, which
	// takes time, and with false after it: see [Closely].
	Watch(on bool)
	// Counts returns the counts so far.
	Counts() []Table
}

// An Arm is one of the battles that a [Trial] plays with the same seeds.
type Arm struct {
	Name string
	// New makes the arm's match; it is called once for each worker.
	New func() (*Match, error)
}

// A Trial is battles of consecutive seeds.
type Trial struct {
	Arms []Arm
	// Seed is that of battle 0, Seed + i that of battle i.
	Seed uint64
	// From and To are the battles that are played: from From up to, but
	// without, To.
	From, To int64
	// Workers is the number of workers that play at the same time; 0: 1.
	Workers int
	// Until, if not nil, is called after every Look battles, and ends the trial
	// if it returns true.
	Until func(*Result) bool
	// Progress, if not nil, is called with the number of battles played so far,
	// by any worker at any time.
	Progress func(done int64)
}

// Look is the number of battles between two calls of Until. It is fixed, so
// that the end of a trial depends only on its seeds.
const Look = 20_000

// block is the number of battles that a worker takes at a time.
const block = 500

// Closely says which battles are watched: the first 100, then each hundredth.
// More would slow a trial down: a short battle takes three times as long when
// watched.
func Closely(i int64) bool { return i < 100 || i%100 == 0 }

// play plays the battle of a seed. It may be stopped at any step: battles can
// be long.
func (m *Match) play(seed uint64, watched bool, stopped *atomic.Bool) {
	m.Reseed(seed)
	if m.Tally != nil && watched {
		m.Tally.Watch(true)
	}
	if m.Play != nil {
		m.Play(stopped)
	} else {
		m.Battle.Begin(m.Table)
		for !m.Battle.Over() && m.Table.Err() == nil && !stopped.Load() {
			m.Battle.Step()
		}
	}
}

// count counts the battle that was just played.
func (m *Match) count(watched bool, into *Count) Outcome {
	if m.Tally != nil {
		m.Tally.Count()
		if watched {
			m.Tally.Watch(false)
		}
	}
	o := Outcome{Winner: m.Battle.Winner(), Rounds: m.Battle.Round()}
	into.add(o, watched)
	return o
}

// An Outcome is the end of a battle.
type Outcome struct {
	Winner engine.Side
	Rounds int
}
