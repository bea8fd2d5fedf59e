package luagame_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/players"
)

// BenchmarkBattle plays battles of Risk, ten armies against ten.
func BenchmarkBattle(b *testing.B) {
	lib, _ := risk(b)
	battle := field(b, lib, 10, 10)
	dice := engine.NewDice(1)
	table := engine.NewTable(dice, players.Greedy{}, players.Greedy{})
	rounds := 0
	for b.Loop() {
		for battle.Begin(table); !battle.Over() && table.Err() == nil; {
			battle.Step()
		}
		rounds += battle.Round()
	}
	if err := table.Err(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(rounds)/float64(b.N), "rounds/op")
}

// BenchmarkCopy copies a battle in its midst.
func BenchmarkCopy(b *testing.B) {
	lib, _ := risk(b)
	battle := field(b, lib, 10, 10)
	table := engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{})
	battle.Begin(table)
	battle.Step()
	aside := battle.Fresh()
	b.ReportAllocs()
	for b.Loop() {
		aside.CopyFrom(battle)
	}
}
