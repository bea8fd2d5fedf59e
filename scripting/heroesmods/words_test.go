package heroesmods_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"houserule/engine/library/strict"
	"houserule/scripting/modhost"
)

// wordFiles are a mod with data of its own, whose script is to be checked.
func wordFiles(header, script string) map[string]string {
	return map[string]string{
		"mod.toml": "id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"heroes\"\n" + header + "[word.shadow]\nof = \"alignment\"\ndoc = \"what shuns the light\"\n",
		"data.toml": "[spell.mire]\nname = \"Mire\"\ntext = \"It drowns.\"\ntarget = \"enemy\"\nrounds = 2\n[[spell.mire.bonus]]\nscore = \"defense\"\nadd = -2\n" +
			"[ability.grip]\nname = \"Grip\"\ntext = \"It holds.\"\n[[ability.grip.bonus]]\nscore = \"melee\"\nadd = 1\n",
		"main.lua": "function onAttack(attack)\n\tlocal by, at = attack.by, attack.at\n\t" + script + "\nend\n",
	}
}

// Words that a script writes out and that the game does not know are found before a battle
// begins, wherever the script uses them.
func TestWords(t *testing.T) {
	for _, row := range []struct{ script, want string }{
		{`if by:under("mirre") then attack.bonus = 1 end`, `3:15: stack:under: unknown spell "mirre": did you mean "mire"?`},
		{`if by:has("gripp") then attack.bonus = 1 end`, `3:13: stack:has: unknown ability "gripp": did you mean "grip"?`},
		{`if by:under("zzzzzzzz") then attack.bonus = 1 end`, `3:15: stack:under: unknown spell "zzzzzzzz": if another mod has it, name that mod in requires or optional of mod.toml`},
		{`if by.alignment == "natur" then attack.bonus = 1 end`, `3:22: unknown alignment "natur" (known: life, order, death, chaos, nature, might, neutral, shadow): did you mean "nature"?`},
		{`if "natur" ~= by.alignment then attack.bonus = 1 end`, `3:6: unknown alignment "natur" (known: life, order, death, chaos, nature, might, neutral, shadow): did you mean "nature"?`},
		{`if by.alignment == "natur" or at.alignment == 'natur' then attack.bonus = 1 end`, `3:22: unknown alignment "natur" (known: life, order, death, chaos, nature, might, neutral, shadow): did you mean "nature"?`},
		{`local alignment = by.alignment if alignment == "natur" then attack.bonus = 1 end`, `3:50: unknown alignment "natur" (known: life, order, death, chaos, nature, might, neutral, shadow): did you mean "nature"?`},
		{`if by.creature == "orcc" then attack.bonus = 1 end`, `3:21: unknown creature "orcc": did you mean "orc"?`},
		{`if by.creature == "heroes:orc" then attack.bonus = 1 end`, `3:21: creature is never "heroes:orc": write "orc"`},
		{`if by.entry.alignment == "natur" then attack.bonus = 1 end`, `3:28: unknown alignment "natur" (known: life, order, death, chaos, nature, might, neutral, shadow): did you mean "nature"?`},
		{`if creature_entry("orcc").level == 1 then attack.bonus = 1 end`, `3:21: creature_entry: unknown creature "orcc": did you mean "orc"?`},
		{`attack.bonus = #creatures{ alignment = "natur" }`, `3:42: creatures: unknown alignment "natur" (known: life, order, death, chaos, nature, might, neutral, shadow): did you mean "nature"?`},
		{`if attack.kind == "cast" then attack.bonus = 1 end`, `3:21: kind is "cast": must be one of melee, ranged, spell`},
		{`if attack.spell == "mirre" then attack.bonus = 1 end`, `3:22: unknown spell "mirre": did you mean "mire"?`},
		{`if by.side.name == "agressor" then attack.bonus = 1 end`, `3:22: name is "agressor": must be aggressor or defender: did you mean "aggressor"?`},
		{`if battle.walls == "broken" then attack.bonus = 1 end`, `3:22: unknown state of walls "broken" (known: none, intact, breached, sacked)`},
		{`for _, spell in ipairs(by.effects) do if spell == "mirre" then attack.bonus = 1 end end`, `3:53: unknown spell "mirre": did you mean "mire"?`},
		{`if by.cards[1] == "orcc" then attack.bonus = 1 end`, `3:21: unknown creature "orcc": did you mean "orc"?`},
		{`local wet = { nature = 1, natur = 2 } attack.bonus = wet[by.alignment] or 0`, `3:28: unknown alignment "natur" (known: life, order, death, chaos, nature, might, neutral, shadow): did you mean "nature"?`},
		{`attack.bonus = by:attack_score(at, by.ranged > 0 and "rangd" or "melee")`, `3:56: stack:attack_score: unknown attack "rangd": did you mean "ranged"?`},

		{`if by.alignment == "shadow" or by.creature == "" or by:under("mire") or by:has("try:grip") then attack.bonus = 1 end`, ""},
		{`if attack.spell == "mire" or battle.walls == "none" or by.side.name == "aggressor" or by.name == "a7" then attack.bonus = 1 end`, ""},
		{`local worth = { orc = 1, nature = 2 } attack.bonus = (worth[by.creature] or 0) + (worth[by.alignment] or 0)`, ""},
		{`local worth = { natur = 1 } for word in pairs(worth) do attack.bonus = worth[by.alignment] or 0 end`, ""},
		{`local worth = { natur = 1 } worth.x = 2 attack.bonus = worth[by.alignment] or 0`, ""},
	} {
		_, _, err := kit.Load(wordFiles("", row.script), modhost.Stop)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if want := strings.TrimSuffix("mods/try/main.lua:"+row.want, "mods/try/main.lua:"); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", row.script, got, want)
		}
	}
}

// The words of a mod that names another in optional, which is not loaded, may be the
// other's. Those of a fixed list are checked all the same.
func TestWordsOfOptionalMods(t *testing.T) {
	const script = `if loaded("marsh") and (by:under("fog") or by.creature == "heron" or by.alignment == "air") or attack.kind == "cast" then attack.bonus = 1 end`
	for header, want := range map[string][]string{
		"": {
			`mods/try/main.lua:3:36: stack:under: unknown spell "fog": if another mod has it, name that mod in requires or optional of mod.toml`,
			`mods/try/main.lua:3:61: unknown creature "heron": did you mean one of hero-oswin, hero-ilvara, hero-sethric, hero-yskra, hero-maelis, hero-gorrun, hero-tarka?`,
			`mods/try/main.lua:3:88: unknown alignment "air" (known: life, order, death, chaos, nature, might, neutral, shadow): if another mod has it, name that mod in requires or optional of mod.toml`,
			`mods/try/main.lua:3:113: kind is "cast": must be one of melee, ranged, spell`,
		},
		"optional = { marsh = \">=1\" }\n": {`mods/try/main.lua:3:113: kind is "cast": must be one of melee, ranged, spell`},
	} {
		_, _, err := kit.Load(wordFiles(header, script), modhost.Stop)
		var problems strict.Problems
		errors.As(err, &problems)
		var got []string
		for _, p := range problems {
			got = append(got, p.Error())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q\ngot  %q\nwant %q", header, got, want)
		}
	}
}

// Messages about names that are not near any known one say where to look.
func TestNamesThatNothingIsNear(t *testing.T) {
	for script, want := range map[string]string{
		`function onValue(value) end`:                                  `mods/try/main.lua:1:10: unknown hook "onValue": houserule mod docs lists all of them`,
		`function onHit(attack) use("marsh.dares", attack.by) end`:     `mods/try/main.lua:1:29: use: unknown mod "marsh": name it in requires or optional of mod.toml`,
		`function onHit(attack) use("tri.dares", attack.by) end`:       `mods/try/main.lua:1:29: use: unknown mod "tri" (known: heroes, try): did you mean "try"?`,
		`on{ event = "marsh.x", run = function() end }`:                `mods/try/main.lua:1: on: unknown mod "marsh": name it in requires or optional of mod.toml`,
		`option{ name = "flee", at = "enmy", act = function(by) end }`: `mods/try/main.lua:1:30: option: at is "enmy": must be one of nobody, friend, enemy: did you mean "enemy"?`,
	} {
		if _, _, err := kit.Load(map[string]string{"main.lua": script}, modhost.Stop); err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", script, err, want)
		}
	}
	_, mods, err := kit.Load(map[string]string{"test.lua": `function onAttack(attack) end`}, modhost.Stop)
	if err == nil {
		_, err = mods.RunTests("try", "")
	}
	if want := `mods/try/test.lua:1:10: unknown hook "onAttack": there are no hooks here`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
