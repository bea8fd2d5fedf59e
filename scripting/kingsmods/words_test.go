package kingsmods_test

import (
	"testing"

	"houserule/scripting/modhost"
)

// Words that a script writes out and that the game does not know are found before a battle
// begins.
func TestWords(t *testing.T) {
	for _, row := range []struct{ script, want string }{
		{`if counter.thing == "trol" then value.bonus = 1 end`, `1:76: unknown thing "trol": did you mean "troll"?`},
		{`if counter:has("swrd") then value.bonus = 1 end`, `1:71: counter:has: unknown ability "swrd": did you mean "sword"?`},
		{`if counter.terrain == "dessert" then value.bonus = 1 end`, `1:78: unknown terrain "dessert" (known: desert, forest, frozen-waste, jungle, mountain, plains, swamp): did you mean "desert"?`},
		{`if counter.step == "range" then value.bonus = 1 end`, `1:75: step is "range": must be one of magic, ranged, melee: did you mean "ranged"?`},
		{`if counter.status == "dead" then value.bonus = 1 end`, `1:77: status is "dead": must be one of standing, held, in play, eliminated, neutralized, elsewhere`},
		{`for _, mark in ipairs(counter.marks) do if mark == "flies" then value.bonus = 1 end end`, `1:107: marks is "flies": must be one of fly, magic, range, charge`},
		{`if counter.thing == "troll" and counter.terrain ~= "" and counter.step == "ranged" then value.bonus = 1 end`, ""},
	} {
		script := "function onValue(value) local counter = value.counter " + row.script + " end"
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
