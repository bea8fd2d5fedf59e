package kingsmods_test

import (
	"fmt"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/scripting/modhosttest"
)

// havoc does something to somebody, by dice, whenever a hook lets it.
const havoc = `
local function havoc()
	local all = battle.counters
	if #all < 2 or roll(3) > 1 then return end
	local one, other = all[roll(#all)], all[roll(#all)]
	local what = roll(16)
	if what == 1 then battle:wound(one)
	elseif what == 2 and one:may_take() then battle:hit(one)
	elseif what == 3 then battle:discard(one)
	elseif what == 4 and one.kind == "creature" then battle:change(one, other.side)
	elseif what == 5 then battle:mark(one, other.marks)
	elseif what == 6 then battle:strengthen(one, roll(3) - 2)
	elseif what == 7 then battle:aim(one, not one.aims)
	elseif what == 8 then battle:score(one.side, roll(3) - 2)
	elseif what == 9 then battle:drive(one.side)
	elseif what == 10 and battle.rolled then battle:turn_die(roll(6))
	elseif what == 11 then battle:mark(battle:pick(one.side, "Who?", all), {"fly", "charge"})
	elseif what == 12 then
		for _, item in ipairs(one.side.items) do
			if item.status == "in play" then battle:bear(item, one) end
		end
	elseif what == 14 and #all < 12 then battle:join(one.side, ({"troll", "druid", "elves-3", "green-knight", "sword-master"})[roll(5)])
	elseif what == 15 and other.side ~= one.side then battle:attack(one, other.side, roll(2) == 1 and roll(6) or nil, roll(2) == 1 and other.side.counters or nil)
	elseif what == 13 then log(choose(one.side, "Well?", {"yes", "no"}))
	else one:remember("n", (one:recall("n") or 0) + 1) end
end
`

// listed is an error where a side is in the battle without a counter that
// stands, or the other way round, before the battle is decided.
func listed(story engine.Story) error {
	b := story.(*kings.Battle)
	for side := range engine.Side(b.Seats()) {
		count := 0
		for c := range b.Of(side) {
			if c.Stands() {
				count++
			}
		}
		if decided := b.Result().Ending != kings.Undecided; !decided && b.In(side) != (count > 0) {
			return fmt.Errorf("side %d has %d counters, in the battle: %v", side, count, b.In(side))
		}
	}
	return nil
}

// Whatever scripts do to a battle, and whenever, it goes on by its rules to
// its end, goes the same way again, and so does a copy of it, taken between
// any two acts.
func TestHavoc(t *testing.T) {
	h := modhosttest.Havoc{Script: havoc, Least: 15, Late: []string{"onBattleEnd"}, Seeds: 6, Holds: listed}
	kit.Havoc(t, h)
}

// A mod may be out in the middle of a battle, also the base game's. The battle
// goes on by the rules, and so does a copy.
func TestBaseGameIsOut(t *testing.T) {
	kit.BaseIsOut(t, modhosttest.Havoc{Seeds: 4, Holds: listed}, "onStepStart", 6)
}
