package sorcerymods_test

import (
	"os"
	"testing"

	"houserule/engine/enginetest/usage"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// A battle of the base game, with and without the scripts of its abilities,
// which nobody in it has; then one whose units have some, and one under a mod
// that hears of every loss and every check.
func BenchmarkBattle(b *testing.B) {
	bare, err := library.LoadMods(sorcerydata.Format(), library.Base(sorcerydata.Format(), os.DirFS("../..")), nil, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	scripts, _ := kit.With(b)
	rout, _ := kit.With(b, "leaderless-rout")
	plain := [2]string{"2 lancers, 3 pikemen, sir-oswin", "3 warg-riders, 4 orc-spears, gash-bonechewer"}
	special := [2]string{"2 doppelgangers, 2 will-o-the-wisps, pikemen, sir-oswin", "2 wolf-shirts, royal-standard, 3 spearmen, captain-hob"}
	for _, row := range []struct {
		name   string
		lib    *library.Library
		armies [2]string
	}{
		{"without", bare, plain}, {"scripts", scripts, plain}, {"abilities", scripts, special}, {"rout", rout, plain},
	} {
		b.Run(row.name, func(b *testing.B) {
			battle := battle(b, row.lib, row.armies[0], row.armies[1])
			table := modhosttest.Randoms(row.lib, battle, 1)
			b.ReportAllocs()
			begun := usage.ProcessorTime()
			for b.Loop() {
				battle.Play(table)
			}
			b.ReportMetric(float64(usage.ProcessorTime()-begun)/float64(b.N), "cpu-ns/op")
			counts := modhost.NewCounts()
			modhost.Count(battle, counts)
			const battles = 1000
			for range battles {
				battle.Play(table)
			}
			var runs int64
			for _, hook := range counts.Hooks() {
				runs += hook.Runs
			}
			b.ReportMetric(float64(runs)/battles, "calls/op")
			if err := table.Err(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkSteps measures what a script can do to a campaign, and to a battle, with a
// step.
func BenchmarkSteps(b *testing.B) {
	look := modhosttest.Look{
		Hook: "onRoundStart", Event: "round",
		Types: map[lua.Type]string{
			lua.TypeNumber: "2", lua.TypeInteger: "2", lua.TypeString: `tostring("pikemen")`, lua.TypeAny: "battle.units", lua.TypeBoolean: "true", "string[]": `{"fly"}`,
			"hex": "battle.hexes[1]", "unit": "battle.units[1]", "side": "battle.attacker", "unit[]": "battle.units",
		},
		Params:  map[string]string{"ability": `"berserk"`, "class": `"flyer"`},
		Objects: map[string]string{"unit": "battle.units[1]", "side": "battle.attacker", "hex": "battle.hexes[1]", "battle": "battle"},
		Play: func(lib *library.Library) string {
			return modhosttest.Told(lib, battle(b, lib, "200 pikemen", "200 spearmen"), 1)
		},
	}
	b.Run("battle", func(b *testing.B) { kit.Steps(b, look) })
	look.Hook, look.Event = "onTurnStart", "turn"
	look.Types["unit"], look.Types["unit[]"] = "battle.attacker.units[1]", "battle.attacker.units"
	look.Objects["unit"] = "battle.attacker.units[1]"
	look.Play = func(lib *library.Library) string {
		scenario, err := lib.Scenario("farwall")
		if err != nil {
			b.Fatal(err)
		}
		return modhosttest.Told(lib, battleOf(b, lib, scenario.Setup), 1)
	}
	b.Run("campaign", func(b *testing.B) { kit.Steps(b, look) })
}
