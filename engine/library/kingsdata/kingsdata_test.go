package kingsdata_test

import (
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
)

func load(t *testing.T) *library.Library {
	lib, err := library.LoadMods(kingsdata.System(), library.Base(kingsdata.System(), os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// All scenarios of the base game are played to their end, and their journals'
// headers read back.
func TestScenarios(t *testing.T) {
	lib := load(t)
	if n := len(lib.Scenarios); n < 6 {
		t.Errorf("%d scenarios", n)
	}
	for _, s := range lib.Scenarios {
		b, err := lib.Game.NewBattle(s.Setup)
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		seats := make([]engine.Oracle, b.Seats())
		names := make([]string, b.Seats())
		for i := range seats {
			seats[i], names[i] = players.Greedy{}, "greedy"
		}
		table := engine.NewTable(lib.Dice(1), seats...)
		result := b.(*kings.Battle).Play(table)
		if table.Err() != nil || !b.Over() {
			t.Errorf("%s: %v, %v", s.ID, result, table.Err())
		}
		m := library.Match{Scenario: s.ID, Setup: s.Setup, Seed: 1, Dice: library.Seeded, Players: names}
		read, err := lib.Match(lib.Header(m))
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		if got, want := lib.Header(read), lib.Header(m); len(got.Fields) != len(want.Fields) {
			t.Errorf("%s: the header is %v, want %v", s.ID, got, want)
		}
		t.Log(s.ID, result)
	}
}
