package sorcery_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// encounter is 12 units a side and their leaders, in the open.
func encounter(t testing.TB) *fight.Battle {
	g := newGame(t, sorcery.DefaultRules())
	a := army(t, g, "3 foot-4, 2 heavy-horse, 2 bow-3, 2 blade-4, hawk-2, 2 axe-4, king, elf-lord")
	b, err := fight.NewBattle(g.Game, fight.Setup{
		Armies: [fight.Seats]fight.Army{a, a}, Terrain: "clear", RoundLimit: 10,
		Neighbors: []fight.Neighbor{{Name: "north", Owner: -1}, {Name: "south", Owner: fight.Defender, Army: army(t, g, "2 foot-4, captain")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A round of 12 against 12.
func BenchmarkRound(b *testing.B) {
	battle := encounter(b)
	dice := engine.NewDice(1)
	table := engine.NewTable(dice, first, first)
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
	battle := encounter(b)
	dice := engine.NewDice(1)
	table := engine.NewTable(dice, first, first)
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
	battle := encounter(t)
	dice := engine.NewDice(1)
	table := engine.NewTable(dice, first, first)
	scratch := battle.Fresh()
	for seed := range uint64(50) { // until all lists are as long as they get
		dice.Reseed(seed)
		for battle.Begin(table); !battle.Over(); battle.Step() {
			scratch.CopyFrom(battle)
		}
	}
	seed := uint64(0)
	if n := testing.AllocsPerRun(200, func() {
		seed++
		dice.Reseed(seed)
		battle.Play(table)
		scratch.CopyFrom(battle)
	}); n != 0 {
		t.Errorf("a battle takes memory %v times", n)
	}
	if err := table.Err(); err != nil {
		t.Error(err)
	}
}
