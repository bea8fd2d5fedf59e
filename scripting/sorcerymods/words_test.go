package sorcerymods_test

import (
	"testing"

	"houserule/scripting/modhost"
)

// Words that a script writes out and that the game does not know are found before a battle
// begins.
func TestWords(t *testing.T) {
	for _, row := range []struct{ script, want string }{
		{`if unit.kind == "pikmen" then strength.bonus = 1 end`, `1:75: unknown unit "pikmen": did you mean "pikemen"?`},
		{`if unit.race == "orks" then strength.bonus = 1 end`, `1:75: unknown race "orks": did you mean "orcs"?`},
		{`if unit:has("banneer") then strength.bonus = 1 end`, `1:71: unit:has: unknown ability "banneer" (known: doppelganger, fleeting, dread, banner, berserk): did you mean "banner"?`},
		{`if unit:is("cavalery") then strength.bonus = 1 end`, `1:70: unit:is: unknown class "cavalery" (known: cavalry, archer, flyer, swamp, conjured, summoned, either): did you mean "cavalry"?`},
		{`if unit.hex and unit.hex.terrain == "swmp" then strength.bonus = 1 end`, `1:95: unknown terrain "swmp": did you mean "swamp"?`},
		{`if unit.hex and unit.hex.feature == "castel" then strength.bonus = 1 end`, `1:95: unknown feature "castel": did you mean "castle"?`},
		{`if unit.role == "hero" then strength.bonus = 1 end`, `1:75: role is "hero": must be one of unit, character, monster`},
		{`if unit.status == "dead" then strength.bonus = 1 end`, `1:77: status is "dead": must be one of standing, adjacent, withdrawn, eliminated, captured, afield`},
		{`if battle.terrain ~= "" and unit.kind == "pikemen" and unit.role == "unit" then strength.bonus = 1 end`, ""},
	} {
		script := "function onStrength(strength) local unit = strength.unit " + row.script + " end"
		_, _, err := kit.Load(map[string]string{"main.lua": script}, modhost.Stop)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if want := row.want; want != "" && got != "mods/try/main.lua:"+want || want == "" && got != "" {
			t.Errorf("%s\ngot  %s\nwant %s", row.script, got, want)
		}
	}
}
