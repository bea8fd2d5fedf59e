package heroesmods_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// Scripts share lists of stacks until a line changes: whatever happens, a script sees the lines
// as they are at that moment, and a list that it has got before as they were.
func TestListsOfStacks(t *testing.T) {
	var script strings.Builder
	script.WriteString(havoc + `
local function names(word, stacks)
	for _, stack in ipairs(stacks) do word = word .. " " .. stack.name end
	return word
end
local function show()
	local text = names("lines", battle.stacks)
	for _, side in ipairs({ battle.aggressor, battle.defender }) do
		text = names(names(names(text .. ";", side.stacks) .. ",", side.front) .. ",", side.back)
	end
	log(text)
end
local function all()
	local held = battle.stacks
	local before = names("", held)
	show() havoc() show()
	if names("", held) ~= before then error("a list has changed") end
end
`)
	for _, name := range kit.Acting(t, 15) {
		if name == "onBattleEnd" { // nothing can be changed any more
			continue
		}
		fmt.Fprintf(&script, "function %s() all() end\n", name)
	}
	lib, _ := kit.Modded(t, map[string]string{"main.lua": script.String()}, modhost.Stop)
	b := battle(t, lib, "3 gold-golem, 2 orc, 1 orc | 4 halfling", "4 bandit, 3 orc | 2 cyclops, 1 halfling")
	copied := b.Fresh().(*heroes.Battle)
	lines := func(b *heroes.Battle) string {
		of := func(side engine.Side, lines ...heroes.Line) (names string) {
			for _, line := range lines {
				for s := b.FirstOn(side, line); s != nil; s = b.NextOn(s) {
					names += " " + b.Name(s)
				}
			}
			return names
		}
		all := "lines"
		for side := heroes.Aggressor; side <= heroes.Defender; side++ {
			for s := range b.Each(side) {
				all += " " + b.Name(s)
			}
		}
		for side := heroes.Aggressor; side <= heroes.Defender; side++ {
			all += ";" + of(side, heroes.MeleeLine, heroes.RangedLine) + "," + of(side, heroes.MeleeLine) + "," + of(side, heroes.RangedLine)
		}
		return all
	}
	seen := map[string]bool{}
	for seed := range uint64(20) {
		for _, b := range []*heroes.Battle{b, copied} {
			table := modhosttest.Randoms(lib, b, seed)
			table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
				if _, got, ok := strings.Cut(b.Describe(e), "lines"); ok {
					seen[got] = true
					if want := lines(b); "lines"+got != want {
						t.Fatalf("seed %d: lines%s, want %s", seed, got, want)
					}
				}
			}))
			b.Begin(table)
			for n := 0; !b.Over() && table.Err() == nil; n++ {
				if b.Step(); n == 5 {
					copied.CopyFrom(b)
				}
			}
			if err := table.Err(); err != nil && !strings.Contains(err.Error(), "spent its") { // hooks that set off each other
				t.Fatal(err)
			}
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d different lines were seen", len(seen))
	}
}

// Hooks with loops over lists, and hooks that put the same short texts together, take no memory.
func TestHooksTakeNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("with the race detector, which runs short tests, Go's pools forget what they hold")
	}
	for _, script := range []string{
		"for _, stack in ipairs(attack.by.side.stacks) do if stack.level > 9 then attack.bonus = 1 end end",
		"for _, stack in ipairs(battle.stacks) do if stack.line == attack.at.line then attack.bonus = stack.count end end",
		`for _, stack in ipairs(attack.by.side.enemy.front) do if #stack.cards > 2 and stack:has("charge") then break end end`,
		"local best for i = 1, #battle.stacks do best = best or battle.stacks[i] end attack.bonus = best.level",
		"local n = 0 for _, side in ipairs({ battle.aggressor, battle.defender }) do n = n + #side.stacks end attack.score = attack.score + n",
		`local text = attack.by.line .. " with " .. attack.by.count if string.len(text) > 5 then attack.bonus = 1 end`,
		`if string.match(attack.by.line .. " line", "%a+ l") == "back l" then attack.bonus = 1 end`,
		`if table.concat({ attack.by.line, "line" }, " ") == "front line" then attack.bonus = 1 end`,
	} {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": "function onAttack(attack) " + script + " end"}, modhost.Stop)
		b := battle(t, lib, "3 gold-golem, 2 orc | 4 halfling", "4 bandit, 3 orc | 2 cyclops")
		dice := lib.Dice(1)
		table := engine.NewTable(dice, new(strategy.Reference), new(strategy.Reference))
		if n := testing.AllocsPerRun(50, func() {
			dice.Reseed(1)
			b.Play(table)
		}); n > 0 || table.Err() != nil {
			t.Errorf("%s: %v allocations, %v", script, n, table.Err())
		}
	}
}
