package enginetest

import (
	"testing"

	"houserule/engine"
)

// TakesNoMemory checks that battles between players that take none take no memory, nor does a
// copy after each step. It plays the battles of so many seeds twice: after the first time all
// lists are as long as they get.
func TakesNoMemory(t *testing.T, battle engine.Battle, seeds int, seats ...engine.Oracle) {
	t.Helper()
	dice, copied := engine.NewDice(0), battle.Fresh()
	table := engine.NewTable(dice, seats...)
	battles := 0
	play := func() {
		dice.Reseed(uint64(battles % seeds))
		battles++
		for battle.Begin(table); !battle.Over() && table.Err() == nil; battle.Step() {
			copied.CopyFrom(battle)
		}
	}
	for range seeds {
		play()
	}
	if n := testing.AllocsPerRun(seeds, play); n != 0 {
		t.Errorf("a battle takes memory %v times", n)
	}
	if err := table.Err(); err != nil {
		t.Error(err)
	}
}
