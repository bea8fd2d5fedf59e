// Package sim plays battles by the million and counts their results. It knows no game: its
// callers make a [Match] from any [engine.Battle].
//
// A [Trial] plays the battles of consecutive seeds with one or more arms: the same battle
// under several rules, for instance. The arms have the same dice, so that all differences
// come from the rules. Battles are walks through a chain if possible. Workers take battles
// in blocks. Counts are whole numbers, whose sum is the same in any order. So a result is a
// function of the seeds alone, for any number of workers, and the results of parts, played
// on different machines, add up to that of the whole.
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
	// Reseed resets dice and players to those of a seed.
	Reseed func(seed uint64)
	// Dice, if not nil, is everything that Reseed resets. If the players also answer by the
	// state alone, the battles are walks through a chain: see package chain.
	Dice    *engine.Dice
	Players []engine.Oracle
	// Abreast is the number of battles that one worker plays at the same time, unless they
	// are walks. It is for players in another program, which answer faster if many
	// questions come together. 0 means 1.
	Abreast int
	// Astray, if not nil, reports whether a part of the battle has failed, so that the
	// chain must not learn from it.
	Astray func() bool
	// Spent, if not nil, returns the number of steps that scripts have taken in the battle,
	// and the number at which they fail.
	Spent func() (steps, most int)
	// Play, if not nil, plays Battle at Table until it is over, the table has an error, or
	// stopped is set. A caller that knows the game can do that faster than step by step
	// through an interface.
	Play func(stopped *atomic.Bool)
	// Tally, if not nil, makes counts of the game's own.
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
	// Ledger returns the ledger in which battles count, also while they are played.
	Ledger() *chain.Ledger
	// Counts returns the counts of the ledger.
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
	// Seed is the seed of battle 0. Battle i has Seed + i.
	Seed uint64
	// From and To are the range of battles: from From to To-1.
	From, To int64
	// Workers is the number of workers that play at the same time; 0: 1.
	Workers int
	// Direct makes the rules play every battle. The result is the same.
	Direct bool
	// Finishes makes the trial count the ends of battles of each length.
	Finishes bool
	// Memory is the approximate maximum size of chains in bytes; 0: DefaultMemory.
	Memory int
	// Until, if not nil, ends the trial by returning true. It is called after fixed numbers
	// of battles: see NextLook. Its result may have no tables.
	Until func(*Result) bool
	// Progress, if not nil, is called with the number of battles played so far. Any worker
	// may call it at any time.
	Progress func(done int64)
}

// NextLook returns the number of battles at which a trial calls Until next, after n
// battles. These numbers are fixed, so that the end of a trial depends only on its seeds.
// They are close enough that a trial does not play long after it could have ended.
func NextLook(n int64) int64 { return n + max(32, n/64) }

// DefaultMemory is the approximate maximum size of a trial's chains in bytes.
const DefaultMemory = 80 << 20

// An Outcome is the end of a battle. Value is what the sides have left, if arms are
// compared or finishes are counted.
type Outcome struct {
	Winner engine.Side
	Rounds int
	Value  [engine.MaxSeats]int
}
