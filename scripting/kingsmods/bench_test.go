package kingsmods_test

import (
	"os"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
	"houserule/scripting/lua"
	"houserule/scripting/modhosttest"
)

// A battle of the base game, with and without the scripts of its abilities,
// which nobody in it has; then one whose counters and items have some, and
// one under a hook on every die.
func BenchmarkBattle(b *testing.B) {
	bare, err := library.LoadMods(kingsdata.Format(), library.Base(kingsdata.Format(), os.DirFS("../..")), nil, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	scripts, _ := kit.With(b)
	cloud, _ := kit.With(b, "black-cloud")
	for _, row := range []struct {
		name     string
		lib      *library.Library
		scenario string
	}{
		{"without", bare, "ambush"}, {"scripts", scripts, "ambush"}, {"items", scripts, "heroes-and-relics"}, {"cloud", cloud, "ambush"},
	} {
		b.Run(row.name, func(b *testing.B) {
			scenario, err := row.lib.Scenario(row.scenario)
			if err != nil {
				b.Fatal(err)
			}
			battle, err := kings.NewBattle(kingsdata.Game(row.lib), scenario.Setup.(kings.Setup))
			if err != nil {
				b.Fatal(err)
			}
			dice := row.lib.Dice(1)
			var seats []engine.Oracle
			for side := range engine.Side(battle.Seats()) {
				seats = append(seats, players.NewRandom(side, 1))
			}
			table := engine.NewTable(dice, seats...)
			seed := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				seed++
				dice.Reseed(seed)
				battle.Play(table)
			}
			if err := table.Err(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkSteps measures what a script can do to a battle with a step.
func BenchmarkSteps(b *testing.B) {
	kit.Steps(b, modhosttest.Look{
		Hook: "onRoundStart", Event: "round",
		Types: map[lua.Type]string{
			lua.TypeNumber: "2", lua.TypeInteger: "2", lua.TypeString: `tostring("melee")`, lua.TypeAny: "battle.counters", lua.TypeBoolean: "true", "string[]": `{"fly"}`, "integer[]": "{2}",
			"counter": "battle.counters[1]", "side": "battle.defender", "counter[]": "battle.counters",
		},
		Params:  map[string]string{"ability": `"sword"`, "thing": `"troll"`, "worths": "nil"},
		Objects: map[string]string{"counter": "battle.counters[1]", "side": "battle.defender", "hex": "battle.hexes[1]", "battle": "battle"},
		Play: func(lib *library.Library) string {
			many := strings.Repeat("troll, ", 200) + "troll"
			return modhosttest.Told(lib, battle(b, lib, many, many), 1)
		},
	})
}
