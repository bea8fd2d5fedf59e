package kingsmods_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/scripting/kingsmods"
	"houserule/scripting/modhost"
)

// havoc does something to somebody, by dice, whenever a hook lets it.
const havoc = `
local function havoc()
	local all = battle.counters
	if #all < 2 or roll(3) > 1 then return end
	local one, other = all[roll(#all)], all[roll(#all)]
	local what = roll(15)
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
	elseif what == 13 then log(choose(one.side, "Well?", {"yes", "no"}))
	else one:remember("n", (one:recall("n") or 0) + 1) end
end
`

// effectful are the hooks that may change the battle.
func effectful(t testing.TB) (names []string) {
	for _, e := range kingsmods.System.Binding().Events {
		if !slices.Contains(kingsmods.System.Looks(), e.Hook) {
			names = append(names, e.Hook)
		}
	}
	if len(names) < 15 {
		t.Fatalf("only %d hooks may change the battle", len(names))
	}
	return names
}

// Whatever scripts do to a battle, and whenever, it goes on by its rules to
// its end, goes the same way again, and so does a copy of it, taken between
// any two acts.
func TestHavoc(t *testing.T) {
	scripts := map[string]string{"all": havoc}
	for _, h := range effectful(t) {
		hook := fmt.Sprintf("function %s(e) havoc() end\n", h)
		scripts[h] = havoc + hook
		scripts["all"] += hook
	}
	seeds := uint64(6)
	if testing.Short() {
		seeds = 1
	}
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lib, _ := modded(t, map[string]string{"main.lua": script}, modhost.Stop)
			for _, scenario := range lib.Scenarios {
				b := battleOf(t, lib, scenario.Setup.(kings.Setup))
				twin, third := b.Fresh().(*kings.Battle), b.Fresh().(*kings.Battle)
				for seed := range seeds {
					table, other := randoms(lib, b, seed), randoms(lib, twin, seed)
					b.Begin(table)
					twin.Begin(other)
					for n := 0; n < int(seed*7)%40 && !b.Over(); n++ {
						b.Step()
						twin.Step()
					}
					third.CopyFrom(twin)
					third.Sit(other)
					follow(t, fmt.Sprintf("%s, seed %d", scenario.ID, seed), b, third)
				}
			}
		})
	}
}

// follow lets a battle and its copy go on to the end, side by side.
func follow(t *testing.T, where string, b, copied *kings.Battle) {
	t.Helper()
	for n := 0; ; n++ {
		if !bytes.Equal(b.AppendKey(nil), copied.AppendKey(nil)) || b.Over() != copied.Over() || b.Result() != copied.Result() {
			t.Fatalf("%s, %s: the copy goes another way: %s", where, b.Scene(), copied.Scene())
		}
		if err := b.Table.Err(); err != nil || copied.Table.Err() != nil {
			t.Fatalf("%s: %v, %v", where, err, copied.Table.Err())
		}
		for side := range engine.Side(b.Seats()) {
			count := 0
			for c := range b.Of(side) {
				if c.Stands() {
					count++
				}
			}
			if decided := b.Result().Ending != kings.Undecided; !decided && b.In(side) != (count > 0) {
				t.Fatalf("%s, %s: side %d has %d counters, in the battle: %v", where, b.Scene(), side, count, b.In(side))
			}
		}
		if b.Over() {
			return
		}
		if n > 20_000 {
			t.Fatalf("%s: it does not end", where)
		}
		b.Step()
		copied.Step()
	}
}

// A mod may be out in the middle of a battle, also the base game's: here
// somebody leaves no room for what it remembers. The battle goes on by the
// rules, and so does a copy.
func TestBaseGameIsOut(t *testing.T) {
	lib, _ := modded(t, map[string]string{"main.lua": `
local function fill()
	for i = 1, 4096 do battle:remember("n" .. i, i) end
end
function onStepStart() if roll(6) == 1 then fill() end end
`}, modhost.Disable)
	out := 0
	for _, scenario := range lib.Scenarios {
		b := battleOf(t, lib, scenario.Setup.(kings.Setup))
		twin, copied := b.Fresh().(*kings.Battle), b.Fresh().(*kings.Battle)
		for seed := range uint64(4) {
			table, other := randoms(lib, b, seed), randoms(lib, twin, seed)
			b.Begin(table)
			twin.Begin(other)
			for n := uint64(0); n < seed*9 && !b.Over(); n++ {
				b.Step()
				twin.Step()
			}
			copied.CopyFrom(twin)
			copied.Sit(other)
			follow(t, fmt.Sprintf("%s, seed %d", scenario.ID, seed), b, copied)
			if modhost.Disabled(b)["kings"] != nil {
				out++
			}
		}
	}
	if out == 0 {
		t.Error("the base game was never out")
	}
}
