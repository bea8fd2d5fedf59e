package fight_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

// A round of 12 against 12.
func BenchmarkRound(b *testing.B) {
	battle := fighttest.Encounter(b, newGame(b, fight.DefaultRules()))
	dice := engine.NewDice(1)
	table := engine.NewTable(dice, fighttest.First, fighttest.First)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		dice.Reseed(uint64(i))
		for battle.Begin(table); battle.Round() == 1 && !battle.Over(); {
			battle.Step()
		}
	}
}

// A whole battle, and how many rounds it has.
func BenchmarkEncounter(b *testing.B) {
	battle := fighttest.Encounter(b, newGame(b, fight.DefaultRules()))
	dice := engine.NewDice(1)
	table := engine.NewTable(dice, fighttest.First, fighttest.First)
	b.ReportAllocs()
	rounds := 0
	for i := 0; b.Loop(); i++ {
		dice.Reseed(uint64(i))
		rounds += battle.Play(table).Rounds
	}
	b.ReportMetric(float64(rounds)/float64(b.N), "rounds/op")
}

// A battle takes no memory when the players look at nothing, nor does a copy
// of it.
func TestBattlesTakeNoMemory(t *testing.T) {
	enginetest.TakesNoMemory(t, fighttest.Encounter(t, newGame(t, fight.DefaultRules())), 100, fighttest.First, fighttest.First)
}
