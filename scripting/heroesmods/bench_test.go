package heroesmods_test

import (
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest/usage"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// The reference battle with a Lua hook on every attack, with one that never
// fires, and without any: docs/performance.md gives the ratios.
func BenchmarkReference(b *testing.B) {
	for _, row := range []struct{ name, script string }{
		{"without", ""},
		{"go", ""},       // a hook in Go: what a hook costs without Lua
		{"go-write", ""}, // one that does what two-read-one-write does
		{"never", "function onWallHit(hit) hit.walls = \"sacked\" end"},
		{"empty", "function onAttack(attack) end"},
		{"every-attack", "function onAttack(attack) if attack.kind == \"ranged\" then attack.score = attack.score + 1 end end"},
		{"two-read-one-write", "function onAttack(attack) attack.score = attack.score + attack.cards end"},
		{"loop", `function onAttack(attack)
			for _, stack in ipairs(attack.by.side.stacks) do if stack.level > 9 then attack.bonus = 1 end end
		end`},
	} {
		b.Run(row.name, func(b *testing.B) {
			files := map[string]string{}
			if row.script != "" {
				files["main.lua"] = row.script
			}
			lib, _ := kit.Modded(b, files, modhost.Stop)
			calls := 0
			if strings.HasPrefix(row.name, "go") {
				heroesdata.Game(lib).Hooks.Attack.Add(func(_ *heroes.Battle, blow heroes.Blow, score engine.Score) engine.Score {
					calls++
					if row.name == "go-write" {
						score = score.Adjust(int(blow.N), nil)
					}
					return score
				})
			}
			battle := battle(b, lib, "3 gold-golem, 2 gold-golem, 2 orc | 4 halfling", "4 bandit, 3 bandit, 3 orc | 2 cyclops")
			dice := lib.Dice(1)
			table := engine.NewTable(dice, new(strategy.Reference), new(strategy.Reference))
			seed := uint64(0)
			b.ReportAllocs()
			begun := usage.ProcessorTime() // others may be at work
			for b.Loop() {
				seed++
				dice.Reseed(seed)
				battle.Play(table)
			}
			b.ReportMetric(float64(usage.ProcessorTime()-begun)/float64(b.N), "cpu-ns/op")
			if err := table.Err(); err != nil {
				b.Fatal(err)
			}
			if calls > 0 {
				b.ReportMetric(float64(calls)/float64(b.N), "calls/op")
			}
		})
	}
}

// BenchmarkSteps measures what a script can do to a large battle with a step.
func BenchmarkSteps(b *testing.B) {
	many := strings.Repeat("3 bandit, ", 40)
	kit.Steps(b, modhosttest.Look{
		Hook: "onRoundStart", Event: "round",
		Types: map[lua.Type]string{
			lua.TypeNumber: "2", lua.TypeInteger: "2", lua.TypeString: `"melee"`, lua.TypeAny: "battle.stacks", "string[]": `{"a"}`,
			"stack": "battle.stacks[1]", "side": "battle.aggressor",
		},
		Params:  map[string]string{"ability": `"charge"`, "spell": `"slow"`, "creature": `"orc"`, "count": "1000", "walls": `"intact"`, "name": `tostring("x")`, "stance": `"none"`},
		Objects: map[string]string{"stack": "battle.stacks[1]", "side": "battle.aggressor", "battle": "battle"},
		Play: func(lib *library.Library) string {
			return play(b, lib, "3000 gold-golem, "+many+"1 orc", many+"1 orc", 1)
		},
	})
}
