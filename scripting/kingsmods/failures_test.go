package kingsmods_test

import (
	"testing"

	"houserule/scripting/modhosttest"
)

// A mod fails wherever it can fail, and battles go on to their end without it.
func TestFailuresHavoc(t *testing.T) {
	kit.FailuresEnd(t, modhosttest.Failing{
		Files: map[string]string{
			"data.toml": "[patch.ability.talisman]\nset = { script = \"talisman.lua\" }\n",
			"talisman.lua": `item{ on = "friend", legal = function(item, on) LEGAL end, play = function(item, on) PLAY end, worth = function(item, on) WORTH return 5 end }
`},
		Points:  []string{"LEGAL", "PLAY", "WORTH"},
		Battles: 200,
	})
}
