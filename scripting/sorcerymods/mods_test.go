package sorcerymods_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
	"houserule/scripting/sorcerymods"
)

// field is a setup of two armies, in a terrain and beside some hexes.
func field(t testing.TB, lib *library.Library, attacker, defender, terrain string, hexes ...string) fight.Setup {
	t.Helper()
	setup := fight.Setup{RoundLimit: 20, Terrain: terrain}
	for side, text := range []string{attacker, defender} {
		army, err := sorcerydata.ParseArmy(lib, text)
		if err != nil {
			t.Fatal(err)
		}
		setup.Armies[side] = army
	}
	for _, text := range hexes {
		n, err := fight.ReadNeighbor(text, func(id string) (*fight.Kind, error) { return sorcerydata.Unit(lib, id) })
		if err != nil {
			t.Fatal(err)
		}
		setup.Neighbors = append(setup.Neighbors, n)
	}
	return setup
}

// wars is a campaign in which everything happens that can happen: a glacier, a
// castle with its militia, a walled hex, and armies that are close by.
const wars = `
[scenario.marches]
name = "Marches"
text = "Two armies that cannot miss each other."

[scenario.marches.campaign]
sides = ["west", "east"]
turns = 6
map = """
c c g c c
c f c w c
c m c c c
c c b c c
"""
hexsides = { wall = "0501-0502 0502-0503 0401-0502", gate = "0402-0502", stream = "0202-0302" }
place = [
	{ hex = "0104", feature = "castle", name = "Rook", owner = "west", militia = "levies" },
	{ hex = "0502", feature = "town", owner = "east" },
]
stack = [
	{ side = "west", hex = "0101", army = "sir-oswin, 3 spearmen, 2 lancers, howling-widow" },
	{ side = "west", hex = "0401", army = "4 pikemen, 2 lancers" },
	{ side = "west", hex = "0104", army = "captain-hob, 2 pikemen, will-o-the-wisps" },
	{ side = "west", hex = "0402", army = "3 pikemen, father-corflu, wolf-shirts" },
	{ side = "west", hex = "0503", army = "2 spearmen*, spearmen" },
	{ side = "west", hex = "0501", army = "2 spearmen" },
	{ side = "east", hex = "0502", army = "gash-bonechewer, 3 orc-spears, orc-archers" },
	{ side = "east", hex = "0204", army = "3 warg-riders, nib-the-third, killer-penguin, 2 orc-spears*" },
	{ side = "east", hex = "0301", army = "2 frost-giants, the-rime-queen" },
]
goal = [
	{ side = "west", points = 5, hold = "0502" }, { side = "east", points = 5, hold = "0104" },
	{ side = "west", points = 1, per = 5 }, { side = "east", points = 1, per = 5 },
]
`

// marches is that campaign.
func marches(t testing.TB, lib *library.Library) engine.Setup {
	t.Helper()
	scenario, err := lib.Scenario("marches")
	if err != nil {
		t.Fatal(err)
	}
	return scenario.Setup
}

// fields are battles in which everything happens that can happen, and a
// campaign.
func fields(t testing.TB, lib *library.Library) map[string]engine.Setup {
	return map[string]engine.Setup{
		"marches": marches(t, lib),
		"plain": field(t, lib, "2 lancers, pikemen, sir-oswin, continental-siege-machine", "2 warg-riders, 2 orc-spears, gash-bonechewer", "clear",
			"north of attacker: spearmen, captain-hob", "south", "east of defender water: goblin-mob, nib-the-third"),
		"alone":    field(t, lib, "sir-oswin, captain-hob, killer-penguin, howling-widow", "2 pikemen, spearmen", "forest", "north", "south"),
		"specials": field(t, lib, "2 doppelgangers, will-o-the-wisps, pikemen*", "wolf-shirts, royal-standard, spearmen, sir-oswin", "swamp", "north"),
		"rage":     field(t, lib, "4 wolf-shirts, howling-widow", "2 wolf-shirts, 2 hill-giants", "clear"),
	}
}

func battleOf(t testing.TB, lib *library.Library, setup engine.Setup) *fight.Battle {
	t.Helper()
	b, err := lib.Game.NewBattle(setup)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*fight.Battle)
}

// battle sets up two armies in the open.
func battle(t testing.TB, lib *library.Library, attacker, defender string) *fight.Battle {
	t.Helper()
	return battleOf(t, lib, field(t, lib, attacker, defender, "clear", "north", "south"))
}

// Every hook of the game is one that scripts can have: none was forgotten.
func TestHooksOfTheGame(t *testing.T) {
	kit.HooksOfTheGame(t, func(lib *library.Library) any {
		g := sorcerydata.Game(lib)
		return &struct {
			*fight.Hooks
			*sorcery.WarHooks
		}{&g.Hooks, &g.WarHooks}
	})
}

// Every hook is called, and what reads all and changes nothing changes no
// battle.
func TestEveryHook(t *testing.T) {
	kit.EveryHook(t, uint64(enginetest.Rounds(400)))
}

// What hooks change is changed. Each row is a mod and a test of it, in Lua.
func TestHooksChange(t *testing.T) {
	for _, row := range []struct{ name, main, test string }{
		{"moments", `function onBattleStart() log("start") end function onRoundStart(round) log("round " .. round.number) end
function onRoundEnd(round) log("end of " .. round.number) end
function onBattleEnd(finish) log((finish.winner and finish.winner.name or "nobody") .. " after " .. finish.rounds) end`,
			`armies("pikemen", "pikemen") rounds(1) dice{3, 3, 1, 1, 1, 1} for _, line in ipairs({"start", "round 1", "end of 1", "nobody after 1"}) do expect_told(line) end`},
		{"onMatch", `function onMatch(match) if match.unit.kind == "pikemen" then return cancel("they are at breakfast") end end`,
			`armies("killer-penguin", "pikemen, 2 spearmen") expect(options(), {"match d2", "match d3"}) refuses("match d1", "they are at breakfast (try)")`},
		{"onLead", `function onLead(lead) if lead.unit.leadership > 1 then return cancel("too proud") end end`,
			`armies("sir-oswin, captain-hob, the-hedge-wizard, spearmen", "spearmen") expect(asked(), "attacker picks who leads") expect(options(), {"lead a2", "lead a3"}) refuses("lead a1", "too proud (try)")`},
		{"onCharge", `function onCharge(charge) if charge.unit.name == "a2" then return cancel("a lame horse") end end`,
			`armies("2 lancers", "spearmen") terrain("clear") expect(asked(), "attacker picks who charges") refuses("charge a2", "a lame horse (try)") offers("charge a1")`},
		{"onCharged", `function onCharged(charge) log(charge.unit.name .. " thunders " .. tostring(charge.unit.charging)) battle:strengthen(charge.unit, 2) end`,
			`armies("2 lancers", "spearmen") terrain("clear") rounds(1) answer("charge a2") dice{3, 3, 1, 1, 1} answer("done") expect_told("a2 thunders true") expect_not_told("a1 thunders") expect_strength("a2", 10, "+2 spells and abilities (S3.2)")`},
		{"onStrength", `function onStrength(strength) strength.bonus = 1 strength.factor = 0.5 strength.score = strength.score + 2 end`,
			`armies("pikemen, spearmen", "spearmen") expect(asked(), "attacker places units") expect_strength("a1", 5, "+1 mod try onStrength mods/try/main.lua:1") expect(unit("a1").strength, 4) expect_ran("onStrength", 0)`},
		{"onCounts", `function onCounts(count) if count.unit.side == battle.attacker and count.arm == "flyers" then count.counts = true end end`,
			`armies("pikemen", "pikemen") rounds(1) dice{3, 1, 1, 1, 1} expect_told("attacker rolls a 3: 4 = 3 die (S3.2), +1 flyers (S3.2)")`},
		{"onRolled, onTotal", `function onRolled(roll) if roll.side == battle.defender then roll.die = 1 end end function onTotal(total) if total.side == battle.attacker then total.bonus = 4 end end`,
			`armies("pikemen", "pikemen") rounds(1) dice{1, 6, 1, 1, 1} expect_told("attacker rolls a 1: 5 = 1 die (S3.2), +4 mod try onTotal mods/try/main.lua:1") expect_told("defender rolls a 1")`},
		{"onLosses", `function onLosses(losses) if losses.side == battle.attacker then losses.points = losses.points + 0.2 else losses.points = 0 end end`,
			`armies("pikemen", "pikemen") rounds(1) dice{3, 3, 1, 1, 1} expect_told("attacker loses 1 1/5") expect_not_told("defender loses")`},
		{"onDefense", `function onDefense(defense) if defense.unit.side == battle.defender then defense.factor = 2 end end`,
			`armies("pikemen", "pikemen") rounds(1) dice{3, 3, 1, 1, 1, 1} expect_defense("d1", 8, "x2 mod try onDefense") expect(unit("d1").defense, 4)`},
		{"onMorale", `function onMorale(morale) if morale.after then morale.bonus = 1 else morale.score = 6 end end`,
			`armies("pikemen", "hill-giants") rounds(1) dice{3, 3, 6, 4, 4} expect_told("d1 (Hill Giants) checks morale: a 6 against 6, it passes") expect_told("d1 (Hill Giants) checks morale: a 4 against 4, it passes")`},
		{"onChecked", `function onChecked(check) if check.die == 6 and check.need == 3 and not check.passed then check.passed = true log(check.unit.name .. " laughs") end end`,
			`armies("pikemen", "pikemen") rounds(1) dice{3, 3, 6, 6, 1, 1} expect_told("a1 laughs") expect_told("d1 laughs")`},
		{"onShaken", `function onShaken(shaken) if shaken.unit.side == battle.attacker then shaken.shaken = false end end`,
			`armies("pikemen", "spearmen") rounds(1) dice{1, 6} expect(unit("a1").demoralized, false)`},
		{"onDemoralized, onRallied", `function onDemoralized(shaken) log(shaken.unit.name .. " wavers") battle:rally(shaken.unit) end function onRallied(rally) log(rally.unit.name .. " stands") end`,
			`armies("pikemen", "spearmen") rounds(1) dice{1, 6} expect_told("a1 wavers") expect_told("a1 stands") expect(unit("a1").demoralized, false)`},
		{"attack, before the dice", `function onRoundStart() log(battle:attack(battle.attacker.line[1], 50) .. " points") end function onLosses(losses) if losses.side == battle.defender then log("in all " .. losses.points) end end`,
			`armies("pikemen", "2 pikemen") rounds(1) dice{3, 3, 1, 1, 1, 1} expect_told("a1 (Pikemen) inflicts 2 beyond the dice") expect_told("2 points") expect_told("in all 3")`},
		{"attack, while losses are taken", `function onDeath(death) if death.unit.side == battle.attacker then battle:attack(death.unit, 100, 8) end end`,
			`armies("goblin-mob", "4 pikemen") rounds(1) dice{3, 3, 1, 1, 1} expect_told("a1 (Goblin Mob) inflicts 8 beyond the dice") expect(#battle.defender.lost, 2)`},
		{"attack, after losses are taken", `function onRoundEnd() if battle.round == 1 then battle:attack(battle.attacker.line[1], 100, 4) end end`,
			`armies("pikemen", "2 pikemen") rounds(2) dice{3, 3, 1, 1, 1, 1, 1, 3, 3, 1} expect_told("a1 (Pikemen) inflicts 4") expect_told("defender loses 4 3/10") expect(#battle.defender.lost, 1)`},
		{"strength_now, defense_now", `function onStrength(strength) strength.bonus = 2 end function onDefense(defense) defense.factor = 2 end
			function onRoundStart() local u = battle.attacker.line[1] log(u.strength .. " " .. u:strength_now() .. " " .. u.defense .. " " .. u:defense_now()) end`,
			`armies("pikemen", "pikemen") rounds(1) dice{3, 3, 1, 1, 1, 1} expect_told("4 6 4 8")`},
		{"onLost", `function onLost(loss) log(loss.unit.name .. " is mourned") end`,
			`armies("4 pikemen", "goblin-mob") dice{3, 3, 1, 1, 1, 1, 1} expect_told("d1 is mourned")`},
		{"onWounded", `function onWounded(wound) log(wound.unit.name .. ": " .. wound.unit.wounds .. " of " .. wound.unit.endurance) end`,
			`armies("killer-penguin", "pikemen") rounds(1) dice{3, 3, 1, 1} expect_told("a1: 10 of 20")`},
		{"onCaught", `function onCaught(caught) log(caught.unit.name .. " in irons") end`,
			`armies("sir-oswin", "pikemen") answer("yield") expect_told("a1 in irons") expect(#battle.attacker.lost, 1)`},
		{"onWithdraw, onWithdrew", `function onWithdraw(way) if way.hex.name == "north" then return cancel("a bog") end end function onWithdrew(way) log(way.side.name .. " is in the " .. way.hex.name) end`,
			`armies("hill-giants", "hill-giants") neighbor("north") neighbor("west") neighbor("east") dice{3, 3, 1, 1, 1, 1} answer("withdraw") answer("stay") expect(asked(), "attacker picks the rear guard") dice{3, 3, 1, 1, 1} answer("done") expect(asked(), "attacker leaves") refuses("leave north", "a bog (try)") answer("leave west") expect_told("attacker is in the west")`},
		{"onReinforce", `function onReinforce(reinforce) if reinforce.unit.leadership < 2 then return cancel("nobody listens") end end`,
			`armies("pikemen", "hill-giants") neighbor("north of attacker: spearmen, captain-hob, sir-oswin") rounds(2) dice{3, 3, 1, 1, 1} skip("attacker calls") expect(options(), {"pass", "call a4"}) refuses("call a3", "nobody listens (try)")`},
		{"onReaction, onArrived", `function onReaction(reaction) reaction.score = 8 end function onArrived(arrival) log(arrival.unit.name .. " is here") end`,
			`armies("pikemen", "hill-giants") neighbor("north of attacker: spearmen, sir-oswin") rounds(2) dice{3, 3, 1, 1, 1, 1, 1} skip("attacker calls") answer("call a3") expect_total(8) expect_term("mod try onReaction") expect_told("a2 is here") expect_told("a3 is here")`},
		{"onWinner", `function onWinner(finish) finish.winner = finish.winner and nil or battle.defender end`,
			`armies("pikemen", "pikemen") rounds(1) dice{3, 3, 1, 1, 1, 1} expect(winner(), "defender")`},
		{"join", `function onLost(loss) if loss.unit.side == battle.attacker then battle:join(loss.unit.side, "spearmen") end end`,
			`armies("goblin-mob", "4 pikemen") rounds(1) dice{3, 3, 1, 1, 1, 1, 1} expect_told("a2 (Spearmen) joins attacker") expect(standing("attacker"), "a2")`},
		{"pick", `function onRoundStart() local unit = battle:pick(battle.defender, "Who prays?", battle.defender.line) battle:strengthen(unit, 2) log(unit.name .. " prays") end`,
			`armies("pikemen", "2 pikemen") expect(asked(), "defender: Who prays?") expect(options(), {"pick d1", "pick d2"}) refuses("pick a1", "it is none of them (S0)") answer("pick d2") expect_told("d2 prays") expect_strength("d2", 6, "+2 spells and abilities")`},
		{"choose", `function onRoundStart() log(choose(battle.attacker, "Stay or go?", {"stay", "go"})) end`,
			`armies("pikemen", "2 pikemen") expect(asked(), "attacker: Stay or go?")`},
		{"actions", `function onBattleStart()
	local a, d = battle.attacker.line, battle.defender.line
	battle:demoralize(a[1]) battle:rally(a[2]) battle:eliminate(d[1]) battle:wound(battle.attacker.heads[1], 2)
	battle:remember("n", 1) battle.attacker:remember("n", 2) a[1]:remember("n", 3)
end`,
			`armies("spearmen, spearmen*, sir-oswin", "2 pikemen, goblin-mob") expect(unit("a1").demoralized, true) expect(unit("a2").demoralized, false) expect(unit("d1").status, "eliminated") expect(unit("a3").wounds, 2)
expect(battle:recall("n"), 1) expect(battle.attacker:recall("n"), 2) expect(unit("a1"):recall("n"), 3) expect(battle.defender:recall("n"), nil)`},
	} {
		t.Run(row.name, func(t *testing.T) {
			kit.Passes(t, map[string]string{"main.lua": row.main, "test.lua": modhosttest.Test(row.test)})
		})
	}
}

// What an attack of a script is refused for, and what stops attacks without end.
func TestAttackErrors(t *testing.T) {
	const at = "local a, d = battle.attacker.line[1], battle.defender.line[1] "
	for _, row := range []struct{ main, want string }{
		{"function onRoundStart() " + at + "battle:eliminate(a) battle:attack(a) end", "battle:attack: a1 (Pikemen) does not fight in the hex"},
		{"function onBattleEnd() battle:attack(battle.units[1]) end", "does not fight in the hex"},
		{"function onRoundStart() " + at + "battle:attack(a, 101) end", "battle:attack: percent is 101: must be a whole number from 0 to 100"},
		{"function onRoundStart() " + at + "battle:attack(a, 1, 1001) end", "battle:attack: strength is 1001: must be a whole number from 0 to 1000"},
		{"function onDeath(death) battle:eliminate(death.unit) for _ = 1, 1000 do battle:attack(battle.units[1]) end end", "spent its 100000 steps"},
		{"function onStrength(strength) strength.bonus = strength.unit:strength_now() end", "unit:strength_now: onStrength is deciding this number: ask for it in another hook"},
		{"function onDefense(defense) defense.bonus = defense.unit:defense_now() end", "unit:defense_now: onDefense is deciding this number: ask for it in another hook"},
	} {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": row.main}, modhost.Stop)
		if told := modhosttest.Told(lib, battle(t, lib, "pikemen", "4 pikemen"), 1); !strings.Contains(told, row.want) {
			t.Errorf("%s\nwant %s\n%s", row.main, row.want, told)
		}
	}
}

// A script that fails stops the battle, and the error says where; or its mod
// is out for the rest of it.
func TestFailures(t *testing.T) {
	files := map[string]string{"main.lua": "function onStrength(strength)\n\tlocal first = battle.hexes[9]\n\tstrength.bonus = #first.units\nend\n"}
	lib, _ := kit.Modded(t, files, modhost.Stop)
	b := battle(t, lib, "pikemen", "spearmen")
	const want = `round 1, the array: mods/try/main.lua:3: onStrength of mod try: a1 (Pikemen): first is nil, which has no field "units"`
	got := modhosttest.Told(lib, b, 1)
	_, text, failed := strings.Cut(got, "error: ")
	if !failed {
		t.Fatal(got)
	}
	if strings.TrimSpace(text) != want {
		t.Errorf("%s\nwant %s", text, want)
	}
	lib, _ = kit.Modded(t, files, modhost.Disable)
	b = battle(t, lib, "pikemen", "spearmen")
	if got := modhosttest.Told(lib, b, 1); !strings.Contains(got, "mod try is out for the rest of the battle: ") || !b.Over() || len(modhost.Disabled(b)) != 1 {
		t.Error(got)
	}
}

// What a script assigns is within bounds.
func TestBounds(t *testing.T) {
	for _, row := range []struct{ script, want string }{
		{`function onRolled(roll) roll.die = 7 end`, "mods/try/main.lua:1: onRolled of mod try: die: 7: must be a whole number from 1 to 6"},
		{`function onRolled(roll) roll.die = 1.5 end`, "onRolled of mod try: die: 1.5: must be a whole number from 1 to 6"},
		{`function onLosses(losses) losses.points = -1 end`, "onLosses of mod try: points: -1: must be from 0 to 100000"},
		{`function onLosses(losses) losses.points = 0 / 0 end`, "onLosses of mod try: points is nan: must be a finite number"},
		{`function onLosses(losses) losses.points = 1 / 0 end`, "onLosses of mod try: points is inf: must be a finite number"},
		{`function onRoundStart() battle:remember("odd", 0 / 0) end`, "nan cannot be remembered: it is equal to nothing, not even to itself"},
		{`function onStrength(strength) strength.factor = 101 end`, "onStrength of mod try: a1 (Pikemen): factor: 101: must be from 0 to 100"},
		{`function onDefense(defense) defense.bonus = 1001 end`, "onDefense of mod try: d1 (Spearmen): bonus: 1001: must be a whole number from -1000 to 1000"},
		{`function onTotal(total) total.score = 10001 end`, "onTotal of mod try: score: 10001: must be a whole number from -2000 to 10000"},
		{`function onMorale(morale) morale.bonus = 0.5 end`, "onMorale of mod try: d1 (Spearmen): bonus: 0.5: must be a whole number from -1000 to 1000"},
		{`function onRoundStart() battle:strengthen(battle.units[1], 1001) end`, "add is 1001: must be a whole number from -1000 to 1000"},
		{`function onRoundStart() battle:wound(battle.attacker.heads[1], 0) end`, "wounds is 0: must be a whole number from 1 to 1000"},
		{`function onRoundStart() battle:wound(battle.units[1], 1) end`, "a1 (Pikemen) is a unit of an army: it takes no wounds"},
		{`function onRoundStart() battle:demoralize(battle.attacker.heads[1]) end`, "a2 (Sir Oswin) is a character: it is never demoralized"},
		{`function onRoundStart() local u = battle.units[1] battle:eliminate(u) battle:eliminate(u) end`, "a1 (Pikemen) does not fight in the hex"},
		{`function onRoundStart() local u = battle.units[1] battle:eliminate(u) battle:rally(u) end`, "a1 (Pikemen) does not fight in the hex"},
		{`function onRoundStart() battle:pick(battle.defender, "Who?", {}) end`, "pick takes at least one unit to pick from"},
		{`function onRoundStart() battle:join(battle.defender, "pik" .. "men") end`, `unknown unit "pikmen": did you mean "pikemen"?`},
		{`function onBattleEnd() battle:join(battle.defender, "pikemen") end`, "the battle is decided"},
		{`function onRoundStart() for _ = 1, 101 do battle:join(battle.defender, "pikemen") end end`, "there is no room for more units: 100 may join a battle"},
		{`function onRoundStart() battle:reveal(battle.defender, battle.hexes[1]) end`, "there is no map"},
		{`function onRoundStart() battle:join(battle.defender, "pikemen", battle.hexes[1]) end`, "there is no such hex"},
		{`function onRoundStart() battle.units[1]:has("berserk" .. "r") end`, `unknown ability "berserkr" (known: doppelganger, fleeting, dread, banner, berserk): did you mean "berserk"?`},
		{`function onRoundStart() battle.units[1]:is("hor" .. "se") end`, `unknown class "horse" (known: cavalry, archer, flyer, swamp, conjured, summoned, either)`},
	} {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": row.script}, modhost.Stop)
		if got := modhosttest.Told(lib, battle(t, lib, "pikemen, sir-oswin", "spearmen"), 1); !strings.Contains(got, row.want) {
			t.Errorf("%s\n%s\nwant %s", row.script, got, row.want)
		}
	}
}

// What is wrong is said when it is loaded.
func TestLoadProblems(t *testing.T) {
	for _, row := range []struct{ script, want string }{
		{`function onStrenght(strength) end`, `mods/try/main.lua:1:10: unknown hook "onStrenght": did you mean "onStrength"?`},
		{`function onStrength(strength) strength.bonsu = 1 end`, `mods/try/main.lua:1:40: onStrength has no field "bonsu": did you mean "bonus"?`},
		{`function onLost(loss) loss.unit = nil end`, `mods/try/main.lua:1:28: onLost: field "unit" is read-only`},
		{`function onStrength(strength) battle:rally(strength.unit) end`, "onStrength is read-only"},
		{`function onLost(loss) return cancel("no") end`, "cancel"},
	} {
		_, _, err := kit.Load(map[string]string{"main.lua": row.script}, modhost.Stop)
		if got := fmt.Sprint(err); !strings.Contains(got, row.want) {
			t.Errorf("%s\n%s\nwant %s", row.script, got, row.want)
		}
	}
}

// Hooks that look are refused what acts, and nothing else.
func TestReadOnlyAndMutates(t *testing.T) {
	looks := sorcerymods.API.ReadOnly()
	if !slices.Contains(looks, "onStrength") || slices.Contains(looks, "onShaken") {
		t.Fatalf("hooks that look: %v", looks)
	}
	err := kit.ReadOnlyAndMutates(modhosttest.Look{
		Hook: "onStrength", Event: "strength",
		Types: map[lua.Type]string{
			lua.TypeNumber: "2", lua.TypeInteger: "2", lua.TypeString: `tostring("pikemen")`, lua.TypeAny: "2", lua.TypeBoolean: "true", "string[]": `{"fly"}`,
			"hex": "battle.hexes[1]", "unit": "strength.unit", "side": "strength.unit.side", "unit[]": "{strength.unit}",
		},
		Params:  map[string]string{"ability": `"berserk"`, "class": `"flyer"`},
		Objects: map[string]string{"unit": "strength.unit", "side": "strength.unit.side", "hex": "battle.hexes[1]", "battle": "battle"},
		Play: func(lib *library.Library) string {
			return modhosttest.Told(lib, battle(t, lib, "pikemen", "spearmen"), 1)
		},
	})
	if err != nil {
		t.Error(err)
	}
}

// Numbers go to a script and come back without memory being taken.
func TestNumbersTakeNoMemory(t *testing.T) {
	const script = `
function onStrength(strength) strength.bonus = 1 end
function onDefense(defense) defense.score = defense.score + 1 end
function onTotal(total) total.bonus = 1 end
function onRolled(roll) if roll.die == 1 then roll.die = 2 end end
function onMorale(morale) if morale.after then morale.bonus = 1 end end
function onChecked(check) if check.die == check.need + 1 then check.passed = true end end
function onCounts(count) if count.arm == "archers" then count.counts = false end end
function onShaken(shaken) if not shaken.shaken then shaken.shaken = true end end
`
	lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
	b := battle(t, lib, "2 lancers, pikemen, longbowmen, sir-oswin", "3 orc-spears, gash-bonechewer, orc-archers")
	modhosttest.TakesNoMemory(t, lib, b)
}
