package players_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/players"
)

func referenceBattle(t testing.TB) *heroes.Battle {
	t.Helper()
	creatures := []*heroes.Creature{
		{ID: "gold-golem", Name: "Gold Golem", Level: 2, Melee: 3, Ranged: 0, Defense: 7, Phase: 7},
		{ID: "halfling", Name: "Halfling", Level: 1, Melee: 1, Ranged: 2, Defense: 5, Phase: 4},
		{ID: "bandit", Name: "Bandit", Level: 1, Melee: 1, Ranged: 0, Defense: 5, Phase: 3},
		{ID: "orc", Name: "Orc", Level: 2, Melee: 2, Ranged: 2, Defense: 6, Phase: 6},
		{ID: "cyclops", Name: "Cyclops", Level: 3, Melee: 4, Ranged: 6, Defense: 9, Phase: 5},
	}
	g := heroes.NewGame(heroes.DefaultRules(), creatures, nil)
	a, err := heroes.ParseArmy("3 gold-golem, 2 gold-golem, 2 orc | 4 halfling", g.Creature)
	if err != nil {
		t.Fatal(err)
	}
	d, err := heroes.ParseArmy("4 bandit, 3 bandit, 3 orc | 2 cyclops", g.Creature)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(g, heroes.Setup{Sides: [2]heroes.SideSetup{{Army: a, Town: heroes.NoTownNear}, {Army: d, Town: heroes.NoTownNear}}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func BenchmarkReference(b *testing.B) {
	battle := referenceBattle(b)
	dice := engine.NewDice(0)
	table := engine.NewTable(dice, new(players.Reference), new(players.Reference))
	wins, rounds := 0, 0
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		dice.Seed(uint64(i), "")
		r := battle.Play(table)
		if r.Winner == heroes.Aggressor {
			wins++
		}
		rounds += r.Rounds
	}
	b.ReportMetric(100*float64(wins)/float64(i), "%wins")
	b.ReportMetric(float64(rounds)/float64(i), "rounds")
	if table.Err() != nil {
		b.Fatal(table.Err())
	}
}
