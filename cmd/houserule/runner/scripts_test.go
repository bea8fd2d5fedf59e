package runner_test

import (
	"fmt"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/engine/heroes"
)

// BenchmarkScripts plays the reference battle with scripts and by hand, in
// turn, and reports the ratio of the fastest blocks.
func BenchmarkScripts(b *testing.B) {
	for _, row := range []struct{ name, script string }{
		{"never", `function onWallHit(hit) hit.walls = "sacked" end`},
		{"every-attack", `function onAttack(attack) attack.score = attack.score + attack.cards end`},
		{"every-attack-branch", `function onAttack(attack) if attack.kind == "ranged" then attack.score = attack.score + 1 end end`},
	} {
		b.Run(row.name, func(b *testing.B) {
			mods := gamestest.Under(gamestest.ModFolder(b, "bench", map[string]string{"main.lua": row.script}))
			lib, err := mods.Load(games.Hint{})
			if err != nil {
				b.Fatal(err)
			}
			s, err := lib.Scenario("reference")
			if err != nil {
				b.Fatal(err)
			}
			m, plain := newMatch(b, lib, s.Setup.(heroes.Setup)), reference(b)
			var hand byHand
			const battles = 1000
			var engine, without, byHand fastest
			b.ReportAllocs()
			for b.Loop() {
				engine.block(battles, func(seed uint64) { m.play(seed) })
				without.block(battles, func(seed uint64) { plain.play(seed) })
				byHand.block(battles, func(seed uint64) { hand.play(seed) })
			}
			if err := m.table.Err(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(engine)/battles, "ns/battle")
			b.ReportMetric(float64(byHand)/battles, "ns/by-hand")
			b.ReportMetric(float64(byHand)/float64(engine), "ratio")
			b.ReportMetric(float64(without)/float64(engine), "to-without")
		})
	}
}

// BenchmarkFiftyMods loads fifty mods with data and scripts: below 300 ms.
func BenchmarkFiftyMods(b *testing.B) {
	mods := bundled.Resolver()
	for i := range 50 {
		mods.Mods = append(mods.Mods, gamestest.ModFolder(b, fmt.Sprintf("mod-%d", i), map[string]string{
			"creatures.toml": fmt.Sprintf("[creature.beast-%d]\nname = \"Beast\"\nalignment = \"neutral\"\nlevel = 2\nmelee = 3\ndefense = 6\nphase = 5\ncost = 30\nabilities = [\"rage-%d\"]\n[ability.rage-%d]\nname = \"Rage\"\ntext = \"It rages.\"\nscript = \"rage.lua\"\n[patch.creature.orc]\nadd = { cost = 1 }\n", i, i, i),
			"rage.lua":       "function onAttack(attack) attack.score = attack.score + 1 end\nfunction onKilled(attack) self:remember(\"rage\", 1) end",
			"main.lua":       "local words = { \"one\", \"two\" }\nfunction onRoundStart(round) log(words[1]) end\nfunction onDefense(defense) defense.bonus = 1 end\nfunction onRetaliate(back) if back.by.level > 3 then return cancel(\"proud\") end end",
		}))
	}
	for b.Loop() {
		if _, err := mods.Load(games.Hint{}); err != nil {
			b.Fatal(err)
		}
	}
}
