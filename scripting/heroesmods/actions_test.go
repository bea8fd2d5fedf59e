package heroesmods_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// havoc does something to somebody, by dice, whenever a hook lets it.
const havoc = `
local function upto(n) return n == 1 and 1 or roll(n) end
local function havoc()
	local all = battle.stacks
	if #all < 2 or #all > 30 or battle.room == 0 or roll(3) > 1 then return end
	local one, other = all[roll(#all)], all[roll(#all)]
	local what = roll(15)
	if what == 1 then battle:kill(one, roll(3), other)
	elseif what == 2 then battle:kill(one, 1000)
	elseif what == 3 then battle:summon(one.side, "melee", "orc", roll(3))
	elseif what == 4 then battle:summon(one.side, "ranged", "hydra", 2)
	elseif what == 5 and one.alive then battle:grow(one, "griffin", roll(2))
	elseif what == 6 and one.alive then battle:relocate(one, one.line == "melee" and "ranged" or "melee")
	elseif what == 7 and one.alive then battle:stance(one, roll(2) == 1 and "swarm" or "protect")
	elseif what == 8 and one.alive then battle:affect(one, "haste", 2)
	elseif what == 9 then battle:set_walls(roll(2) == 1 and "breached" or "intact")
	elseif what == 10 then
		local with = roll(2) == 1 and "melee" or "fireball"
		if one.alive and one:reaches(other, with) then battle:attack(one, other, with, roll(2) == 1 and roll(20) or nil, roll(2) == 1) end
	elseif what == 12 and one.alive then
		if roll(2) == 1 then battle:remove(one, roll(2)) else battle:transform(one, roll(2) == 1 and "griffin" or "orc", roll(3)) end
	elseif what == 13 and one.alive then
		if battle.phase > 0 and battle.phase < 10 then battle:delay(one, battle.phase + upto(10 - battle.phase)) end
	elseif what == 14 and one.alive and #one.side.stacks > 1 then battle:transfer(one, one.side.enemy)
	elseif what == 11 then
		local dead, fallen = one:dead(), other.side:fallen()
		if #fallen > 0 then battle:raise(fallen[upto(#fallen)], 1, roll(2) == 1 and "melee" or nil)
		elseif #dead > 0 then battle:raise(one, upto(#dead)) end
	else one:remember("n", (one:recall("n") or 0) + 1) end
end
`

// Whatever scripts do to a battle, and whenever, it goes on by its rules to
// its end, goes the same way again, and so does a copy of it, taken between
// any two acts.
func TestHavoc(t *testing.T) {
	h := modhosttest.Havoc{Script: havoc, Least: 15, Seeds: 30, Late: []string{"onBattleEnd"}}
	kit.Havoc(t, h)
}

// What a script asks of the battle takes steps by the work that it is.
func TestWorkTakesSteps(t *testing.T) {
	const stack = "local s = battle.aggressor.stacks[1] "
	for _, row := range []struct {
		army, begin, call string
		least             int // steps of a call
	}{
		{"1 orc", stack, `battle:grow(s, "orc", 1000)`, 3000},
		{"1000 orc", stack, `battle:grow(s, "orc", 1)`, 3000}, // the others are laid anew
		{"1 orc", "", `battle:summon(battle.aggressor, "melee", "orc", 1000)`, 3000},
		{"20000 orc", stack, `battle:kill(s, 500)`, 4000},
		{"1000 orc", stack, "local c = s.cards", 2000},
		{"1 orc", stack, `battle:stance(s, "protect")`, 100},
		{"1 orc", "", `log("x")`, 100},
		{"1 orc", "", `roll(6)`, 16},
	} {
		// So many calls are too many for a hook.
		script := fmt.Sprintf("function onRoundStart() %s for _ = 1, %d do %s end end", row.begin, 100_000/row.least+1, row.call)
		lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
		const want = "error: round 1: mods/try/main.lua:1: onRoundStart of mod try: spent its 100000 steps"
		if told := play(t, lib, row.army, "1 bandit", 1); !strings.Contains(told, want) {
			t.Errorf("%s: %.300s", row.call, told[max(0, len(told)-300):])
		}
	}
}
