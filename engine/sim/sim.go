// Package sim plays battles by the million and counts their results. It knows
// no game: its callers make a [Match] of any [engine.Battle].
//
// A [Trial] plays the battles of consecutive seeds, as walks through a chain where that
// can be, with one or more arms: the
// same battle under several rules, for instance: the dice are the same, so that
// all differences come from the rules. Workers take battles in blocks; counts
// are whole numbers, whose sum is the same in any order. So a result is a
// function of the seeds alone, for any number of workers, and the results of
// parts, played elsewhere, add up to that of the whole.
package sim

import (
	"sync/atomic"

	"houserule/engine"
	"houserule/engine/chain"
)

// A Match is a battle with its table and players. Each worker has its own.
type Match struct {
	Battle engine.Battle
	Table  *engine.Table
	// Reseed sets dice and players to those of a seed.
	Reseed func(seed uint64)
	// Dice, if not nil, are all that Reseed sets. If the players answer by the state
	// alone, too, the battles are walks through a chain: see package chain.
	Dice    *engine.Dice
	Players []engine.Oracle
	// Abreast is how many battles one worker has under way at the same time, unless they are
	// walks: the players answer elsewhere, and faster if many questions come together; 0: 1.
	Abreast int
	// Astray, if not nil, reports whether something has failed in the battle, so that it
	// is no battle for a chain.
	Astray func() bool
	// Spent, if not nil, returns how many steps scripts have taken in the battle, and how
	// many make it fail.
	Spent func() (steps, most int)
	// Play, if not nil, plays Battle at Table until it is over, the table has an
	// error, or stopped is set. A caller that knows the game can do that faster
	// than step by step through an interface.
	Play func(stopped *atomic.Bool)
	// Tally, if not nil, makes the game's own counts.
	Tally Tally
	// Leave, if not nil, is called after the last battle.
	Leave func()
}

// A Tally makes counts of a game over many battles.
type Tally interface {
	// Watch is called with true before the first battle.
	Watch(on bool)
	// Count counts a battle that has just ended.
	Count()
	// Ledger is what battles count in, also while they are played.
	Ledger() *chain.Ledger
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
	// Direct says that every battle is played by the rules. The result is the same.
	Direct bool
	// Finishes says that the battles of each length are counted by how they ended.
	Finishes bool
	// Memory is about how many bytes may be taken for chains; 0: DefaultMemory.
	Memory int
	// Until, if not nil, ends the trial if it returns true. It is called after fixed
	// numbers of battles: see NextLook. The result that it gets has no tables.
	Until func(*Result) bool
	// Progress, if not nil, is called with the number of battles played so far,
	// by any worker at any time.
	Progress func(done int64)
}

// NextLook returns after how many battles a trial that has played n of them is looked at
// next. The numbers are fixed, so that the end of a trial depends only on its seeds, and
// near enough to each other that none is played long after it could have ended.
func NextLook(n int64) int64 { return n + max(32, n/64) }

// block is the most battles that a worker takes at a time.
const block = 500

// DefaultMemory is about how many bytes the chains of a trial may take.
const DefaultMemory = 64 << 20

// An Outcome is the end of a battle. Value is what the sides have left, where arms are
// compared or finishes are counted.
type Outcome struct {
	Winner engine.Side
	Rounds int
	Value  [engine.MaxSeats]int
}
