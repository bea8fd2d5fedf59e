package kings_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
)

// first answers every question with the first option.
var first = engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })

// ambush is 8 counters against 8 others.
func ambush(t testing.TB) *kings.Battle {
	g := newGame(t, kings.DefaultRules())
	army := army(t, g, "magic-2, magic-3, ranged-3, ranged-2, charger-3, melee-4, melee-5, melee-3")
	b, err := kings.NewBattle(g, kings.Setup{Sides: []kings.SideSetup{{Army: army}, {Army: army}}, Neighbors: []kings.Neighbor{{Name: "north", Owner: 0}, {Name: "south", Owner: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func BenchmarkAmbush(b *testing.B) {
	battle := ambush(b)
	dice := engine.NewDice(1)
	table := engine.NewTable(dice, first, first)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		dice.Reseed(uint64(i))
		battle.Play(table)
	}
}

// A battle takes no memory when the players look at nothing, nor does a copy
// of it.
func TestBattlesTakeNoMemory(t *testing.T) {
	enginetest.TakesNoMemory(t, ambush(t), 100, first, first)
}
