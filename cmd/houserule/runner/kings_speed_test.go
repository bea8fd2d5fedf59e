package runner_test

import (
	"testing"

	"houserule"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
)

// BenchmarkAmbush plays eight counters against eight of kings, with players
// that take the first option, and the reference battle of heroes by hand, in
// turn: the ratio is to that.
func BenchmarkAmbush(b *testing.B) {
	battle, table, dice := ambush(b)
	var hand byHand
	const battles = 2000
	var engine, byHand fastest
	b.ReportAllocs()
	for b.Loop() {
		engine.block(battles, func(seed uint64) {
			dice.Reseed(seed)
			battle.Play(table)
		})
		byHand.block(battles, func(seed uint64) { hand.play(seed) })
	}
	b.ReportMetric(float64(engine)/battles, "ns/battle")
	b.ReportMetric(float64(byHand)/battles, "ns/by-hand")
	b.ReportMetric(float64(byHand)/float64(engine), "ratio")
}

// ambush is the scenario of that name, with its table and dice.
func ambush(t testing.TB) (*kings.Battle, *engine.Table, *engine.Dice) {
	t.Helper()
	system := kingsdata.Format()
	lib, err := library.LoadMods(system, library.Base(system, houserule.Data), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := lib.Scenario("ambush")
	if err != nil {
		t.Fatal(err)
	}
	battle, err := kings.NewBattle(kingsdata.Game(lib), s.Setup.(kings.Setup))
	if err != nil {
		t.Fatal(err)
	}
	first := engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })
	dice := engine.NewDice(0)
	return battle, engine.NewTable(dice, first, first), dice
}

func TestNoAllocationInABattleOfKings(t *testing.T) {
	battle, table, dice := ambush(t)
	seed := uint64(0)
	if n := testing.AllocsPerRun(20, func() {
		seed++
		dice.Reseed(seed)
		battle.Play(table)
	}); n != 0 {
		t.Errorf("%v allocations in a battle", n)
	}
	if err := table.Err(); err != nil {
		t.Error(err)
	}
}
