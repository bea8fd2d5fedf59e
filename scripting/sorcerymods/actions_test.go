package sorcerymods_test

import (
	"fmt"
	"testing"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// havoc does something to somebody, by dice, whenever a hook lets it.
const havoc = `
local function havoc()
	local all = battle.units
	if not battle.fights or roll(6) == 1 then
		all = battle.sides[roll(2)].units
	end
	if #all < 2 or roll(4) > 1 then return end
	local one, other = all[roll(#all)], all[roll(#all)]
	local what = roll(12)
	if what == 1 and one.role == "unit" and (one.stands or one.status == "afield") then battle:demoralize(one)
	elseif one.status == "adjacent" or one.status == "withdrawn" then return
	elseif what == 2 then battle:eliminate(one)
	elseif what == 3 and one.role ~= "unit" then battle:wound(one, roll(6))
	elseif what == 4 then battle:rally(one)
	elseif what == 5 then battle:strengthen(one, roll(5) - 3)
	elseif what == 6 and battle.fights and #all < 14 then battle:join(one.side, ({"pikemen", "lancers", "killer-penguin", "captain-hob", "continental-siege-machine"})[roll(5)])
	elseif what == 7 then battle:strengthen(battle:pick(one.side, "Who?", all), 1)
	elseif what == 10 and battle.fights and one.stands then battle:attack(one, roll(2) == 1 and roll(100) or nil, roll(2) == 1 and roll(20) or nil)
	elseif what == 8 then log(choose(one.side, "Well?", {"yes", "no"}))
	elseif what == 9 and one.status == "afield" and not one.hex.inside and #one.hex.sides == 1 and #one.side.units < 30 then battle:join(one.side, "spearmen", one.hex)
	elseif what == 9 then one:remember("n", (one:recall("n") or 0) + 1)
	else other.side:remember("n", one.name) end
end
`

// listed is an error where others stand in the hex for a side than those that
// are listed.
func listed(story engine.Story) error {
	b := story.(*fight.Battle)
	for side := range fight.Seats {
		count := 0
		for i := range b.Units() {
			if u := b.Unit(i); u.Side() == side && u.Stands() {
				count++
			}
		}
		listed := 0
		for range b.Reading().Line(side) {
			listed++
		}
		for range b.Reading().Heads(side) {
			listed++
		}
		if count != listed {
			return fmt.Errorf("%d units of side %d stand in the hex, %d are listed", count, side, listed)
		}
	}
	return nil
}

// Whatever scripts do to a battle, and whenever, it goes on by its rules to
// its end, goes the same way again, and so does a copy of it, taken between
// any two acts.
func TestHavoc(t *testing.T) {
	h := modhosttest.Havoc{
		Script: havoc, Least: 14, Seeds: 8, Holds: listed,
		Late: []string{"onWinner", "onBattleEnd", "onVictor", "onCampaignEnd"},
	}
	kit.Havoc(t, h)
}

// A mod may be out in the middle of a battle, also the base game's. The battle
// goes on by the rules, and so does a copy.
func TestBaseGameIsOut(t *testing.T) {
	kit.BaseIsOut(t, modhosttest.Havoc{Seeds: 6, Holds: listed}, "onRoundStart", 3)
}

// What scripts do before the first round may decide the battle.
func TestDecidedBeforeTheFirstRound(t *testing.T) {
	for _, row := range []struct{ script, want string }{
		{`function onBattleStart() for _, u in ipairs(battle.defender.line) do battle:eliminate(u) end end`, "attacker has the hex before the first round"},
		{`function onBattleStart() for _, u in ipairs(battle.units) do battle:eliminate(u) end end`, "nobody has the hex before the first round: nobody is left in it"},
		{`function onRoundStart() for _, u in ipairs(battle.attacker.line) do battle:eliminate(u) end end`, "defender has the hex in round 1"},
	} {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": row.script}, modhost.Stop)
		b := battle(t, lib, "pikemen", "2 spearmen")
		b.Play(engine.NewTable(&engine.Script{}))
		if got := b.Result().String(); got != row.want || b.Table.Err() != nil {
			t.Errorf("%s: %s, %v; want %s", row.script, got, b.Table.Err(), row.want)
		}
	}
}
