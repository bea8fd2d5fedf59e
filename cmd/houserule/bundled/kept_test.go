package bundled_test

import (
	"runtime"
	"testing"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/players"
)

// A battle that is only kept, as exact odds keep those that they have still to look
// at, takes few bytes, and odds know how many.
func TestKeptBattles(t *testing.T) {
	for _, row := range []struct {
		game, scenario, mod string
		most                int
	}{
		{"heroes", "big", "", 2500}, {"heroes", "big", "morale", 2500}, {"heroes", "reference", "natural-dice", 1500},
		{"kings", "four-kings", "", 2000}, {"sorcery", "red-ford", "", 5000}, {"sorcery", "two-valleys", "", 5000}, {"risk", "border", "", 1000},
	} {
		of := gamestest.Of(row.game)
		if row.mod != "" {
			of.Mods = []string{row.mod}
		}
		lib, err := of.Load(games.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := lib.Scenario(row.scenario)
		if err != nil {
			t.Fatal(err)
		}
		b, err := lib.Game.NewBattle(s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		seats := make([]engine.Oracle, b.Seats())
		for i := range seats {
			seats[i] = players.Greedy{}
		}
		b.Begin(engine.NewTable(lib.Dice(1), seats...))
		for range 10 {
			b.Step()
		}
		var before, after runtime.MemStats
		kept := make([]engine.Battle, 1000)
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range kept {
			kept[i] = b.Fresh()
			kept[i].CopyFrom(b)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		took, said := int(after.HeapAlloc-before.HeapAlloc)/len(kept), new(explore.Sizer).Size(kept[0])
		if took > row.most || took > said*5/4 || said > row.most {
			t.Errorf("%s %s: a battle takes %d bytes, and odds count %d; want at most %d", row.scenario, row.mod, took, said, row.most)
		}
	}
}
