package kings_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
)

// first answers every question with the first option.
var first = engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })

func thing(id string, value int, marks kings.Marks) *kings.Thing {
	return &kings.Thing{ID: id, Name: id, Value: value, Marks: marks, Count: 100}
}

// ambush is 8 counters against 8 others.
func ambush(t testing.TB) *kings.Battle {
	things := []*kings.Thing{
		thing("wizard", 2, kings.Star), thing("witch", 3, kings.Star|kings.Fly), thing("archer", 3, kings.Range), thing("slinger", 2, kings.Range),
		thing("knight", 3, kings.Charge), thing("bear", 4, 0), thing("ape", 5, 0), thing("wolf", 3, 0),
	}
	g, err := kings.NewGame(kings.DefaultRules(), things)
	if err != nil {
		t.Fatal(err)
	}
	var army kings.Army
	for _, x := range things {
		army = append(army, kings.Run{N: 1, Thing: x})
	}
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

func TestSmoke(t *testing.T) {
	battle := ambush(t)
	wins := [3]int{}
	rounds := 0
	table := engine.NewTable(engine.NewDice(1), first, first)
	for i := range 1000 {
		table.Seat(engine.NewDice(uint64(i)), first, first)
		r := battle.Play(table)
		if table.Err() != nil {
			t.Fatal(table.Err())
		}
		wins[r.Winner]++
		rounds += r.Rounds
	}
	t.Log(wins, rounds)
	table = engine.NewTable(engine.NewDice(1), first, first)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { t.Log(battle.Describe(e)) }))
	battle.Play(table)
}
