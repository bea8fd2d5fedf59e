package heroesmods_test

import (
	"testing"

	"houserule/scripting/modhosttest"
)

// havoc does something to somebody, by dice, whenever a hook lets it.
const havoc = `
local function havoc()
	local all = battle.stacks
	if #all < 2 or battle.room == 0 or roll(3) > 1 then return end
	local one, other = all[roll(#all)], all[roll(#all)]
	local what = roll(10)
	if what == 1 then battle:kill(one, roll(3), other)
	elseif what == 2 then battle:kill(one, 1000)
	elseif what == 3 then battle:summon(one.side, "melee", "orc", roll(3))
	elseif what == 4 then battle:summon(one.side, "ranged", "hydra", 2)
	elseif what == 5 and one.alive then battle:grow(one, "griffin", roll(2))
	elseif what == 6 and one.alive then battle:relocate(one, one.line == "melee" and "ranged" or "melee")
	elseif what == 7 and one.alive then battle:stance(one, roll(2) == 1 and "swarm" or "protect")
	elseif what == 8 and one.alive then battle:affect(one, "haste", 2)
	elseif what == 9 then battle:set_walls(roll(2) == 1 and "breached" or "intact")
	else one:remember("n", (one:recall("n") or 0) + 1) end
end
`

// Whatever scripts do to a battle, and whenever, it goes on by its rules to
// its end, goes the same way again, and so does a copy of it, taken between
// any two acts.
func TestHavoc(t *testing.T) {
	h := modhosttest.Havoc{Script: havoc, Least: 15, Seeds: 30}
	if testing.Short() {
		h.Seeds = 4
	}
	kit.Havoc(t, h)
}
