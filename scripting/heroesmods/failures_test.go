package heroesmods_test

import (
	"testing"

	"houserule/engine"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// A mod fails wherever it can fail, and battles go on to their end without it.
func TestFailuresHavoc(t *testing.T) {
	kit.FailuresEnd(t, modhosttest.Failing{
		Files: map[string]string{"main.lua": `
option{ name = "roar", legal = function(by) LEGAL end, act = function(by) ACT end, worth = function(by) WORTH return 1 end }
offer{ name = "depth", returns = "number", call = function() OFFER return 2 end }
event{ name = "flooded", takes = {"n: number"}, changes = "n", read_only = true }
on{ event = "try.flooded", run = function(n) LISTEN return n + 1 end }
function onDefense(defense) defense.bonus = raise("flooded", use("try.depth")) - 2 end
`},
		Points:  []string{"LEGAL", "ACT", "WORTH", "OFFER", "LISTEN"},
		Battles: 400,
	})
}

// An option whose worth fails while search looks ahead stays an option until the question
// is answered, and is none at later questions of the same tries.
func TestWorthFailsInTries(t *testing.T) {
	const roar = `option{ name = "roar", act = function(by) end, worth = function(by) error("not now") end }`
	lib, _ := kit.Modded(t, map[string]string{"main.lua": roar}, modhost.Disable)
	for _, seed := range []uint64{46, 63} {
		b := battle(t, lib, "3 orc", "2 orc, 1 bandit")
		var seats [2]engine.Oracle
		for side := range seats {
			player, err := lib.Player("search", engine.Side(side), seed)
			if err != nil {
				t.Fatal(err)
			}
			seats[side] = player
		}
		table := engine.NewTable(lib.Dice(seed), seats[:]...)
		if err := engine.Play(b, table); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		if out := modhost.Disabled(b); len(out) > 0 {
			t.Errorf("seed %d: only looks have failed, and out are %v", seed, out)
		}
	}
}
