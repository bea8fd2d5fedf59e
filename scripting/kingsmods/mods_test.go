package kingsmods_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/scripting/kingsmods"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// battle sets up armies, each with items behind a semicolon.
func battle(t testing.TB, lib *library.Library, armies ...string) *kings.Battle {
	t.Helper()
	setup := kings.Setup{RoundLimit: 20, Neighbors: []kings.Neighbor{{Name: "north", Owner: 0}, {Name: "south", Owner: engine.Side(len(armies) - 1)}}}
	for _, text := range armies {
		text, items, held := strings.Cut(text, "; ")
		var side kings.SideSetup
		var err error
		if side.Army, err = kingsdata.ParseArmy(lib, text); err != nil {
			t.Fatal(err)
		}
		if held {
			if side.Items, err = kingsdata.ParseArmy(lib, items); err != nil {
				t.Fatal(err)
			}
		}
		setup.Sides = append(setup.Sides, side)
	}
	return battleOf(t, lib, setup)
}

func battleOf(t testing.TB, lib *library.Library, setup kings.Setup) *kings.Battle {
	t.Helper()
	b, err := kings.NewBattle(kingsdata.Game(lib), setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every hook is called, and what reads all and changes nothing changes no
// battle.
func TestEveryHook(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 5
	}
	kit.EveryHook(t, seeds)
}

// What hooks change is changed. Each row is a mod and a test of it, in Lua.
func TestHooksChange(t *testing.T) {
	for _, row := range []struct{ name, main, test string }{
		{"onFights", `function onFights(fight) if fight.counter.thing == "troll" then fight.step = "magic" end end`,
			`armies("troll", "white-bear") rounds(1) dice{6, 6} expect(counter("a1").step, "magic") expect_told("The magic step")`},
		{"onDice", `function onDice(dice) if dice.counter.side.defends then dice.count = 0 else dice.count = dice.count + 1 end end`,
			`armies("troll", "white-bear") rounds(1) dice{6, 6} expect_not_told("d1 (White Bear) rolls")`},
		{"onValue", `function onValue(value) value.bonus = 1 value.factor = 0.5 value.score = value.score + 2 end`,
			`armies("dwarves-3-charge", "white-bear") rounds(1) dice{5, 6, 6} expect_term("+1 mod try onValue mods/try/main.lua:1") expect_told("a1 (Dwarves) rolls a 5 against 4 and misses")`},
		{"onRoll", `function onRoll(roll) if roll.die == 6 and roll.need == 4 then roll.die = 1 end end`,
			`armies("troll", "big-foot") dice{6, 6} expect_told("a1 (Troll) rolls a 1 against 4 and hits") expect(winner(), "attacker")`},
		{"onHit", `function onHit(roll) roll.hits = roll.hits * 2 end`,
			`armies("troll", "3 goblins") dice{1, 6, 6, 6} expect(battle.defender.hits, 2)`},
		{"onLosses", `function onLosses(step) for _, side in ipairs(battle.sides) do battle:score(side, -1) end end`,
			`armies("troll", "white-bear") rounds(1) dice{1, 1} expect(standing("defender"), "d1")`},
		{"onSuffer", `function onSuffer(suffer) if suffer.side.defends then suffer.hits = 0 end end`,
			`armies("troll", "white-bear") rounds(1) dice{1, 6} expect(standing("defender"), "d1")`},
		{"onTake", `function onTake(take) if take.counter.kind == "building" then return cancel("it is of stone") end end`,
			`armies("2 troll", "goblins, city, hunter") dice{6, 1, 1, 6, 6} expect(options(), {"lose d1", "lose d3"}) refuses("lose d2", "it is of stone (try)")`},
		{"onSave, onSaved", `function onSave(save) save.first = 4 save.last = 5 end function onSaved(save) if save.die == 1 then save.saved = true end end`,
			`armies("2 troll", "big-foot, elves-3") rounds(1) dice{6, 1, 6, 6, 1} answer("lose d1") expect(standing("defender"), "d1 d2")`},
		{"join", `function onLost(loss) if loss.counter.thing == "troll" then battle:join(loss.counter.side, "ghost") end end`,
			`armies("troll", "white-bear") rounds(1) dice{6, 1} expect_told("a2 (Ghost) joins attacker") expect(standing("attacker"), "a2") expect(counter("a2").value, 1)`},
		{"onLost", `function onLost(loss) log(loss.counter.name .. " is mourned") end`,
			`armies("troll", "goblins") dice{1, 6} expect_told("d1 is mourned")`},
		{"onNeutralized", `function onNeutralized(loss) log(loss.counter.name .. " burns") end`,
			`armies("troll", "village") dice{1, 6, 3} expect_told("d1 burns")`},
		{"onRetreat, onRetreated", `function onRetreat(way) if way.hex.name == "north" then return cancel("a bog") end end function onRetreated(way) log(way.side.name .. " is in the " .. way.hex.name) end`,
			`armies("troll", "goblins") neighbor("north", "attacker") neighbor("west", "attacker") dice{6, 6} refuses("retreat north", "a bog (try)") answer("retreat west") expect_told("attacker is in the west")`},
		{"onCrowd", `function onCrowd(crowd) crowd.most = #crowd.hex.counters - 2 end`,
			`armies("2 troll", "goblins") neighbor("north", "attacker", "hunter, grand-duke") dice{6, 6, 6} answer("retreat north") expect(asked(), "attacker removes a counter") expect(options(), {"remove a1", "remove a2", "remove a3"})`},
		{"onDamage, and a last strike", `function onDamage(damage) if damage.counter.thing == "white-bear" then battle:attack(damage.counter) end end`,
			`armies("troll", "white-bear") rounds(1) dice{1, 6, 2} expect_told("d1 (White Bear) rolls a 2 against 4 and hits") expect_told("attacker takes 1 hit") expect(standing("attacker"), "") expect(winner(), "defender")`},
		{"a strike at a strike", `function onDamage(damage) battle:attack(damage.counter, damage.counter.side.enemies[1]) end`,
			`armies("troll", "white-bear") rounds(1) dice{1, 6, 2, 2} expect(standing("attacker"), "") expect(standing("defender"), "")`},
		{"who strikes by a script", `function onDamage(damage) if not damage.by then battle:attack(damage.counter) end end
			function onLost(loss) log(loss.counter.name .. " falls to " .. (loss.by and loss.by.name or "the step")) end`,
			`armies("troll, hunter", "white-bear") rounds(1) dice{6, 1, 6, 1} answer("pick a2") expect_told("a2 falls to d1") expect_told("d1 falls to the step") expect(standing("attacker"), "a1")`},
		{"a hit by a script is saved and flips", `function onRoundStart() battle:attack(battle.sides[1].counters[1], battle.defender) end
			function onSave(save) if save.by and save.counter.thing == "goblins" then save.first, save.last = 2, 5 end end
			function onSaved(save) log(save.by.name .. " is warded off by a " .. save.die) end
			function onNeutralized(loss) log(loss.by.name .. " burns " .. loss.counter.name) end function onHit(roll) if roll.scripted then roll.hits = 2 end end`,
			`armies("troll", "goblins, village") rounds(1) dice{1, 3, 6, 6, 3} answer("pick d1") answer("pick d2") expect_told("a1 is warded off by a 3") expect_told("a1 burns d2")`},
		{"onBeaten", `function onBeaten(beaten) log(beaten.side.name .. " is beaten") if beaten.side.name == "attacker2" then battle:join(beaten.side, "ghost") end end`,
			`armies("troll", "goblins", "white-bear") rounds(1) dice{6, 6, 1} answer("attack defender") answer("attack defender") answer("attack attacker") expect_told("attacker is beaten") expect_not_told("attacker2 is beaten")`},
		{"onBeaten by a script", `function onBeaten(beaten) log(beaten.side.name .. " is beaten") battle:join(beaten.side, "ghost") end
			function onRoundStart() if battle.round == 1 then battle:change(battle.sides[1].counters[1], battle.sides[2]) battle:discard(battle.sides[2].counters[1]) battle:discard(battle.sides[2].counters[1]) end end`,
			`armies("troll", "white-bear") rounds(1) dice{6, 6} expect_told("attacker is beaten") expect_told("defender is beaten") expect(standing("attacker"), "a2")`},
		{"attack with a value, among some", `function onRoundStart() local a, d = battle.sides[1].counters[1], battle.sides[2].counters
			log(a:combat_value() .. " " .. a:dice() .. " " .. battle:attack(a, d[1].side, 6, {d[2], d[3]})) end
			function onHit(roll) if roll.scripted and roll.at.defends then roll.hits = 3 end end function onValue(value) value.bonus = 1 end`,
			`armies("troll", "goblins, city, hunter") rounds(1) dice{6, 6, 6, 3} expect(asked(), "defender: Which counter takes a hit of a1 (Troll)?") expect(options(), {"pick d2", "pick d3"}) answer("d3")
			expect_told("d2 (City) is neutralized") expect_told("5 1 3") expect(standing("defender"), "d1 d2")`},
		{"attack at what may take no hits", `function onTake() return cancel("a truce") end function onRoundStart() battle:attack(battle.sides[1].counters[1], battle.sides[2]) end`,
			`armies("troll", "goblins") rounds(1) dice{1, 1, 1} expect(standing("defender"), "d1")`},
		{"onNamed", `function onNamed(attack) log(attack.by.name .. " at " .. attack.at.name) end`,
			`armies("troll", "white-bear") rounds(1) dice{6, 6} expect_told("attacker at defender")`},
		{"onJoined", `function onJoined(join) log(join.counter.name .. " is for " .. join.counter.side.name) end
			function onRoundStart() battle:join(battle.sides[1], "ghost") battle:change(battle.sides[1].counters[1], battle.sides[2]) end`,
			`armies("troll, goblins", "white-bear") rounds(1) dice{6, 6, 6, 6} expect_told("a3 is for attacker") expect_told("a1 is for defender")`},
		{"onOwner", `function onOwner(finish) finish.owner = battle.sides[1] end`,
			`armies("troll", "goblins") rounds(1) dice{6, 6} expect(winner(), "attacker")`},
		{"onRestored", `function onRestored(restore) if restore.die == 6 then restore.restored = true end end`,
			`armies("troll", "city, goblins") rounds(1) dice{1, 6, 6, 6} answer("lose d1") expect(counter("d1").hits, 0) expect(counter("d1").status, "standing")`},
		{"onBattleEnd", `function onBattleEnd(finish) log((finish.winner and finish.winner.name or "nobody") .. " after " .. finish.rounds) end`,
			`armies("troll", "goblins") dice{1, 6} expect_told("attacker after 1")`},
		{"onAttack", `function onAttack(attack) if attack.at.defends then return cancel("a truce") end end`,
			`armies("troll", "white-bear", "goblins") rounds(1) dice{6, 6, 6} expect(asked(), "defender names a player") refuses("attack defender", "a side cannot attack itself (K1.2)") answer("attack attacker") expect_told("attacker attacks attacker2")`},
		{"onPlayable, onPlayed", `function onPlayable(play) if battle.step == "magic" then return cancel("too early") end end function onPlayed(play) log(play.item.name .. " shines") end`,
			`armies("troll", "white-bear") items("attacker", "talisman") rounds(1) dice{6, 6} expect(battle.step, "ranged") answer("play talisman") expect_told("a2 shines")`},
		{"onPlayable and onPlayed know on whom", `function onPlayable(play) if play.on and play.on.thing == "troll" then return cancel("too clumsy") end end function onPlayed(play) log(play.item.name .. " is for " .. (play.on and play.on.name or "nobody")) end`,
			`armies("troll, goblins", "white-bear") items("attacker", "sword, talisman") rounds(1) dice{6, 6, 6, 6} refuses("play sword a1", "too clumsy") answer("play sword a2") expect_told("a3 is for a2") answer("play talisman") expect_told("a4 is for nobody")`},
		{"onPlayed knows whose die", `function onPlayed(play) log(play.item.name .. " is for " .. play.on.name) end`,
			`armies("troll", "white-bear") items("attacker", "lucky-charm") rounds(1) dice{5, 6} answer("play lucky-charm") expect_told("a2 is for a1")`},
		{"onStepStart after items, before dice", `function onPlayed(play) log(play.item.name .. " is played") end function onStepStart(step) log("before " .. step.step) if step.step == "melee" then battle:drive(battle.sides[2]) end end`,
			`armies("troll", "white-bear", "goblins") items("defender", "talisman") neighbor("north", "attacker2") rounds(1) dice{6, 6} answer("attack attacker2") answer("attack defender") answer("attack attacker") answer("play talisman")
expect_told("d2 is played") expect_told("attacker attacks defender") expect_told("a1 (Troll) rolls a 6 against 4 and misses")`},
		{"moments", `function onBattleStart() log("start") end function onRoundStart(round) log("round " .. round.number) end function onStepStart(step) log("before " .. step.step) end
function onStepEnd(step) log("after " .. step.step) end function onRoundEnd(round) log("end of " .. round.number) end`,
			`armies("troll", "white-bear") rounds(1) dice{6, 6} for _, line in ipairs({"start", "round 1", "before magic", "after magic", "before ranged", "before melee", "after melee", "end of 1"}) do expect_told(line) end`},
	} {
		t.Run(row.name, func(t *testing.T) {
			kit.Passes(t, map[string]string{"main.lua": row.main, "test.lua": modhosttest.Test(row.test)})
		})
	}
}

// What an attack of a script is refused for, and what stops attacks without end.
func TestAttackErrors(t *testing.T) {
	const at = "local a, d = battle.sides[1].counters[1], battle.sides[2].counters[1] "
	for _, row := range []struct{ main, want string }{
		{"function onBattleStart() " + at + "battle:attack(a) end", "battle:attack: a1 (Troll) has no target yet: say at whom"},
		{"function onRoundStart() " + at + "battle:attack(a, a.side) end", "battle:attack: a side cannot attack itself (K1.2)"},
		{"function onRoundStart() " + at + "battle:discard(d) battle:attack(a, d.side) end", "battle:attack: that player is out of the battle (K1.2)"},
		{"function onRoundStart() " + at + "battle:discard(a) battle:attack(a, d.side) end", "battle:attack: a1 (Troll) does not fight in the hex"},
		{"function onRoundStart() " + at + "battle:attack(a, d.side, 1001) end", "battle:attack: value is 1001: must be a whole number from 0 to 1000"},
		{"function onBattleEnd() battle:attack(battle.counters[1], battle.sides[1]) end", "battle:attack: the battle is decided"},
		{"function onHit(roll) battle:attack(roll.counter) end", "hooks set off each other more than 12 deep"},
		{"function onHit(roll) if not roll.scripted then for _ = 1, 1000 do battle:attack(roll.counter, roll.at, 0) end end end", "spent its 100000 steps"},
		{"function onValue(value) value.bonus = value.counter:combat_value() end", "counter:combat_value: onValue is deciding this number: ask for it in another hook"},
		{"function onDice(dice) dice.count = dice.counter:dice() end", "counter:dice: onDice is deciding this number: ask for it in another hook"},
	} {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": row.main}, modhost.Stop)
		if told := modhosttest.Told(lib, battle(t, lib, "troll", "white-bear"), 3); !strings.Contains(told, row.want) {
			t.Errorf("%s\nwant %s\n%s", row.main, row.want, told)
		}
	}
}

// A script that fails stops the battle, and the error says where; or its mod
// is out for the rest of it.
func TestFailures(t *testing.T) {
	files := map[string]string{"main.lua": "function onValue(value)\n\tlocal first = battle.hexes[9]\n\tvalue.bonus = #first.counters\nend\n"}
	lib, _ := kit.Modded(t, files, modhost.Stop)
	b := battle(t, lib, "troll", "white-bear")
	want := `round 1, melee step: mods/try/main.lua:3: onValue of mod try: a1 (Troll): first is nil, which has no field "counters"`
	got := modhosttest.Told(lib, b, 1)
	if !strings.Contains(got, "error: ") {
		t.Fatal(got)
	}
	if _, text, _ := strings.Cut(got, "error: "); strings.TrimSpace(text) != want {
		t.Errorf("%s\nwant %s", text, want)
	}
	lib, _ = kit.Modded(t, files, modhost.Disable)
	b = battle(t, lib, "troll", "white-bear")
	if got := modhosttest.Told(lib, b, 1); !strings.Contains(got, "mod try is out for the rest of the battle: ") || !b.Over() || len(modhost.Disabled(b)) != 1 {
		t.Error(got)
	}
}

// A mod may give an ability to any thing, also to one that it is not made for: the
// scripts that ship hold.
func TestAbilitiesOfAnyThing(t *testing.T) {
	plain, _ := kit.Modded(t, map[string]string{"main.lua": ""}, modhost.Stop)
	play := func(patch string, seeds uint64) {
		lib, _ := kit.Modded(t, map[string]string{"patch.toml": patch}, modhost.Stop)
		for seed := range seeds {
			b := battle(t, lib, "3 bears; golem, firewall, sword, talisman", "2 troll, tower; bow, elixir")
			if got := modhosttest.Told(lib, b, seed); strings.Contains(got, "error: ") {
				t.Errorf("%s seed %d: %s", patch, seed, got)
			}
		}
	}
	for _, ability := range library.All[*kings.Ability](plain, "ability") {
		for _, thing := range []string{"bears", "golem", "firewall", "elixir", "tower"} {
			play(fmt.Sprintf("[patch.thing.%s.set]\nabilities = [%q]\n", thing, ability.ID), 3)
		}
	}
	for value := range 3 {
		play(fmt.Sprintf("[patch.thing.firewall.set]\nvalue = %d\n", value), 6)
	}
}

// What a script assigns is within bounds.
func TestBounds(t *testing.T) {
	for _, row := range []struct{ script, want string }{
		{`function onDice(dice) dice.count = 101 end`, "mods/try/main.lua:1: onDice of mod try: a1 (Troll): count: 101: must be a whole number from 0 to 100"},
		{`function onFights(fight) fight.step = "ran" .. "ge" end`, `onFights of mod try: a1 (Troll): step: unknown step "range" (known: magic, ranged, melee)`},
		{`function onValue(value) value.factor = -1 end`, "onValue of mod try: a1 (Troll): factor: -1: must be from 0 to 100"},
		{`function onHit(roll) roll.hits = 0.5 end`, "onHit of mod try: a1 (Troll): hits: 0.5: must be a whole number from 0 to 1000"},
		{`function onRoundStart() battle:mark(battle.counters[1], {"star"}) end`, `unknown mark "star" (known: fly, magic, range, charge)`},
		{`function onRoundStart() battle:strengthen(battle.counters[1], 1001) end`, "add is 1001: must be a whole number from -1000 to 1000"},
		{`function onRoundStart() battle:pick(battle.defender, "Who?", {}) end`, "pick takes at least one counter to pick from"},
		{`function onRoundStart() battle:pick(battle.defender, "Who?", battle.counters, {1}) end`, "pick takes a worth for each counter: 1 for 2"},
		{`function onRoundStart() battle:pick(battle.defender, "Who?", battle.counters, {1, 1001}) end`, "worths is 1001: must be a whole number from -1000 to 1000"},
		{`function onRoundStart() battle:play(battle.counters[1]) end`, "a1 (Troll) is no item"},
		{`function onRoundStart() battle:bear(battle.counters[1]) end`, "a1 (Troll) is not in play"},
		{`function onRoll(roll) roll.die = 7 end`, "onRoll of mod try: a1 (Troll): die: 7: must be a whole number from 1 to 6"},
		{`function onRoundStart() battle:turn_die(1001) end`, "counts is 1001: must be a whole number from -1000 to 1000"},
		{`function onRoundStart() battle:turn_die(1) end`, "no die lies on the table"},
		{`function onValue(value) value.score = 0 end function onRetreat() return cancel("a bog") end function onRoundStart() if battle.round == 2 then battle:turn_die(1) end end`, "error: round 2: mods/try/main.lua:1: onRoundStart of mod try: battle:turn_die: no die lies on the table"},
		{`function onRoundStart() local c = battle.counters[1] battle:discard(c) battle:discard(c) battle:wound(c) end`, "a1 (Troll) does not fight in the hex"},
		{`function onRoundStart() local c = battle.counters[1] battle:discard(c) battle:hit(c) end`, "it does not stand in the hex (K3.1)"},
		{`function onRoundStart() local c = battle.counters[1] battle:discard(c) battle:change(c, battle.defender) end`, "a1 (Troll) does not stand in the hex"},
		{`function onRoundStart() battle:join(battle.defender, "tro" .. "l") end`, `unknown thing "trol": did you mean "troll"?`},
		{`function onRoundStart() battle:join(battle.defender, "sword") end`, "Sword is a magic item: it is held from the beginning"},
		{`function onBattleEnd() battle:join(battle.defender, "troll") end`, "the battle is decided"},
		{`function onRoundStart() for _ = 1, 101 do battle:join(battle.defender, "troll") end end`, "there is no room for more counters: 100 may join a battle"},
		{`function onRoundStart() battle:score(battle.defender, 1001) end`, "hits is 1001: must be a whole number from -1000 to 1000"},
		{`function onRoundStart() battle.counters[1]:has("sw" .. "rd") end`, `unknown ability "swrd": did you mean "sword"?`},
	} {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": row.script}, modhost.Stop)
		if got := modhosttest.Told(lib, battle(t, lib, "troll", "white-bear"), 1); !strings.Contains(got, row.want) {
			t.Errorf("%s\n%s\nwant %s", row.script, got, row.want)
		}
	}
}

// What is wrong with what scripts declare is said when they are loaded.
func TestItemProblems(t *testing.T) {
	data := func(more string) string {
		return "[thing.spurs]\nname = \"Spurs\"\nkind = \"item\"\nvalue = 0\nabilities = [\"spurs\"]\n[ability.spurs]\nname = \"Spurs\"\ntext = \"It charges.\"\n" + more
	}
	for _, row := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nobody's", map[string]string{"main.lua": "item{ play = function() end }"}, `mods/try/main.lua:1: item{...} stands in the script of an ability, or says which: item{ ability = "...", ... }`},
		{"unknown", map[string]string{"main.lua": `item{ ability = "talismn", play = function() end }`}, `mods/try/main.lua:1: unknown ability "talismn": did you mean "talisman"?`},
		{"on whom", map[string]string{"main.lua": `item{ ability = "talisman", on = "frend", play = function() end }`}, `mods/try/main.lua:1: unknown on "frend" (known: nobody, friend, enemy, any, die): did you mean "friend"?`},
		{"twice", map[string]string{"items.toml": data("script = \"spurs.lua\"\n"), "spurs.lua": "item{ play = function() end }\nitem{ play = function() end }"}, `mods/try/spurs.lua:2: what playing "spurs" does is already declared in mods/try/spurs.lua:1: to change it, patch the script of the ability`},
		{"no play", map[string]string{"main.lua": `item{ ability = "talisman" }`}, `mods/try/main.lua:1:1: item needs the field "play"`},
	} {
		_, _, err := kit.Load(row.files, modhost.Stop)
		if got := fmt.Sprint(err); !strings.Contains(got, row.want) {
			t.Errorf("%s: %s\nwant %s", row.name, got, row.want)
		}
	}
}

// Hooks that look are refused what acts, and nothing else.
func TestReadOnlyAndMutates(t *testing.T) {
	if looks := kingsmods.API.ReadOnly(); slices.Contains(looks, "onHit") {
		t.Fatalf("hooks that look: %v", looks)
	}
	err := kit.ReadOnlyAndMutates(modhosttest.Look{
		Hook: "onValue", Event: "value",
		Types: map[lua.Type]string{
			lua.TypeNumber: "2", lua.TypeInteger: "2", lua.TypeString: `tostring("melee")`, lua.TypeAny: "2", lua.TypeBoolean: "true", "string[]": `{"fly"}`, "integer[]": "{2}",
			"counter": "value.counter", "side": "value.counter.side", "counter[]": "{value.counter}",
		},
		Params:  map[string]string{"ability": `"sword"`},
		Objects: map[string]string{"counter": "value.counter", "side": "value.counter.side", "hex": "battle.hexes[1]", "battle": "battle"},
		Play: func(lib *library.Library) string {
			return modhosttest.Told(lib, battle(t, lib, "troll", "white-bear"), 1)
		},
	})
	if err != nil {
		t.Error(err)
	}
}

// Numbers go to a script and come back without memory being taken.
func TestNumbersTakeNoMemory(t *testing.T) {
	const script = `
function onValue(value) value.bonus = 1 end
function onHit(roll) if roll.die == roll.need then roll.hits = roll.hits + 1 end end
function onDice(dice) if dice.count > 1 then dice.count = 3 end end
function onSuffer(suffer) if suffer.hits > 2 then suffer.hits = 2 end end
`
	lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
	b := battle(t, lib, "troll, elves-2, druid, green-knight", "white-bear, elves-3, dervish, goblins")
	modhosttest.TakesNoMemory(t, lib, b)
}
