package sorcerydata_test

import (
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
)

// Whatever stands in a file, loading ends in a library or in problems, and
// what it has of battles and campaigns can be played.
func FuzzLoad(f *testing.F) {
	f.Add(scenario("round_limit = 2\n"))
	f.Add(war("[[scenario.w.campaign.place]]\nhex = \"0202\"\nfeature = \"town\"\nowner = \"south\"\nmilitia = \"blades\"\n"))
	f.Add(war("hexsides = { wall = \"0101-0102 0101-0201\" }\n[[scenario.w.campaign.goal]]\nside = \"north\"\npoints = 1\nhold = \"0302\"\nat_once = true\n"))
	f.Fuzz(func(t *testing.T, src string) {
		lib, err := library.Load(sorcerydata.Format(), fstest.MapFS{"a.toml": {Data: []byte(src)}}, "a.toml")
		if (lib == nil) == (err == nil) {
			t.Fatalf("library %v, error %v", lib, err)
		}
		if lib == nil {
			return
		}
		for _, s := range lib.Scenarios {
			b, err := lib.Game.NewBattle(s.Setup)
			if err != nil {
				t.Fatalf("it was loaded, and not begun: %v", err)
			}
			table := engine.NewTable(engine.NewDice(1), players.NewRandom(0, 1), players.Greedy{})
			b.Begin(table)
			for range 200 {
				if b.Over() || table.Err() != nil {
					break
				}
				b.Step()
			}
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
