package sorcerymods_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// small is a campaign that can be followed by hand: an army each, a castle, a
// wall and a glacier.
const small = `
[scenario.small]
name = "Small"
text = "One hex apart."

[scenario.small.campaign]
sides = ["north", "south"]
turns = 1
map = """
c c c
c m g
c c c
"""
hexsides = { wall = "0101-0102" }
place = [{ hex = "0303", feature = "castle", owner = "south", militia = "levies" }]
stack = [
	{ side = "north", hex = "0101", army = "3 pikemen, sir-oswin, spearmen*" },
	{ side = "north", hex = "0203", army = "2 lancers, pikemen" },
	{ side = "north", hex = "0301", army = "spearmen" },
	{ side = "south", hex = "0201", army = "orc-spears, gash-bonechewer" },
	{ side = "south", hex = "0303", army = "goblin-mob" },
]
goal = [{ side = "north", points = 2, hold = "0303" }, { side = "south", points = 3, hold = "0303" }]
`

// road is a campaign in which a side stands in the other's town.
const road = `
[scenario.road]
name = "Road"
text = "A town that nobody holds."

[scenario.road.campaign]
sides = ["north", "south"]
turns = 1
map = "c c c"
place = [{ hex = "0201", feature = "town", owner = "south" }]
stack = [{ side = "north", hex = "0101", army = "spearmen" }, { side = "south", hex = "0301", army = "spearmen" }]
goal = [{ side = "north", points = 2, hold = "0201" }]
`

// What hooks of a campaign change is changed.
func TestWarHooksChange(t *testing.T) {
	const begin = `scenario("small") `
	for _, row := range []struct{ name, main, test string }{
		{"moments", `function onCampaignStart() log("start") end function onTurnStart(turn) log("turn " .. turn.number) end
function onSideStart(turn) log(turn.side.name .. " begins turn " .. turn.number) end function onSideEnd(turn) log(turn.side.name .. " is done") end
function onCampaignEnd(finish) log(finish.winner.name .. " in " .. finish.turns) end`,
			begin + `answer("done") expect(asked(), "south moves") answer("done") for _, line in ipairs({"start", "turn 1", "north begins turn 1", "north is done", "south begins turn 1", "south is done", "south in 1"}) do expect_told(line) end`},
		{"onWeight, onLimit", `function onWeight(weight) if weight.unit.kind == "pikemen" then weight.score = 6 end end function onLimit(limit) if limit.hex.name == "0101" then limit.bonus = -11 end end`,
			begin + `expect(asked(), "north picks what is lost") expect_told("north has 18 too many in 0101")`},
		{"onHunger", `function onLimit(limit) if limit.hex.name == "0101" then limit.bonus = -11 end end function onHunger(roll) roll.die = 6 end`,
			begin + `dice{1} expect_told("north has 3 too many in 0101") expect(asked(), "north moves") expect(#battle.attacker.lost, 0)`},
		{"join", `function onSideStart(turn) if turn.side == battle.attacker then for _, hex in ipairs(battle.hexes) do if hex.name == "0301" then battle:join(turn.side, "pikemen", hex) end end end end`,
			begin + `expect(unit("n10").kind, "pikemen") expect(unit("n10").hex.name, "0301") expect(unit("n10").status, "afield")`},
		{"onRallies", `function onRallies(rallies) if rallies.unit.kind == "sir-oswin" then rallies.score = 0 end end`,
			begin + `expect(asked(), "north moves") expect(unit("n5").demoralized, true)`},
		{"onAllowance", `function onAllowance(allowance) if allowance.unit.kind == "pikemen" then allowance.factor = 0.5 else allowance.bonus = 1 end end`,
			begin + `expect(unit("n1").move, 4) expect(unit("n1").left, 2) expect(unit("n9").left, 5) answer("move n8") answer("alone") answer("march 0103") expect(unit("n8").left, 1) expect(asked(), "north moves")`},
		{"onTaken", `function onTaken(place) log(place.side.name .. " has " .. place.hex.name) end`,
			`scenario("road") answer("move n1") answer("march 0201") answer("done") answer("done") expect_told("north has 0201") expect_ran("onTaken", 1)`},
		{"onMarch", `function onMarch(march) if march.unit.kind == "pikemen" then return cancel("they are digging in") end end`,
			begin + `refuses("move n1", "they are digging in (try)") offers("move n4")`},
		{"onEnter", `function onEnter(step) if step.side.name == "north" and step.from.name == "0101" and step.to.name == "0201" then return cancel("a truce") end end`,
			begin + `answer("move n1") answer("alone") refuses("march 0201", "a truce (try)")`},
		{"onCost", `function onCost(cost) if cost.to.name == "0303" then cost.bonus = 3 end end`,
			begin + `answer("move n6") answer("with n7") answer("alone") answer("march 0303") expect(asked(), "south gives battle or is besieged") expect(unit("n6").left, 4)`},
		{"onWayDie, onMoved", `function onWayDie(roll) if roll.from.name == "0301" then roll.die = 1 end end function onMoved(move) log(move.unit.name .. " is in " .. move.unit.hex.name .. " with " .. move.unit.left .. " left") end`,
			begin + `answer("move n9") dice{6} answer("march 0302") expect_told("n9 is in 0302 with 3 left") expect(unit("n9").hex.terrain, "glacier")`},
		{"onDecline", `function onDecline(siege) return cancel("for honor") end`,
			begin + `answer("move n6") answer("with n7") answer("alone") answer("march 0303") answer("done") expect(asked(), "north picks who charges") expect_told("Battle in 0303")`},
		{"onVictor, onPoints", `function onPoints(points) if points.side.name == "north" then points.bonus = 7 end end function onVictor(finish) log(finish.winner.name .. " has " .. finish.winner.points) end`,
			begin + `answer("done") answer("done") expect_told("north has 7") expect(winner(), "north")`},
	} {
		t.Run(row.name, func(t *testing.T) {
			kit.Passes(t, map[string]string{"small.toml": small, "road.toml": road, "main.lua": row.main, "test.lua": modhosttest.Test(row.test)})
		})
	}
}

// Sieges: the castle is besieged in the first turn, and there is room in it.
func TestSiegeHooksChange(t *testing.T) {
	const begin = `scenario("long") answer("move n6") answer("with all") answer("march 0303") answer("siege") answer("done") answer("done") `
	const room = `function onLimit(limit) if limit.hex.name == "0303" then limit.bonus = 40 end end `
	for _, row := range []struct{ name, main, test string }{
		{"onSiegeStart, onSiegeEnd", `function onSiegeStart(siege) log(siege.side.name .. " besieges " .. siege.hex.name) end function onSiegeEnd(siege) log("after " .. siege.turns .. " turns") end`,
			`expect_told("north besieges 0303") expect(unit("n6").hex.besieger, battle.attacker) expect(unit("n6").hex.siege, 2) expect(unit("s3").hex.inside, true) answer("move n6") answer("with all") answer("march 0203") answer("done") expect_told("after 2 turns") expect(unit("n6").hex.siege, 0)`},
		{"onAssaultDie", `function onAssaultDie(roll) if roll.unit.kind == "pikemen" then roll.die = 1 end end`,
			`answer("move n8") answer("alone") dice{6} answer("assault 0303") expect_told("n8 (Pikemen) assaults 0303: a 1, it gets in") expect(unit("n8").hex.inside, true)`},
		{"onCommand", `function onCommand(command) if command.side.name == "north" and command.order == "breach" and command.hex.name == "0303" then return cancel("no ladders") end end`,
			`answer("move n6") answer("with all") refuses("breach 0303", "no ladders (try)") offers("assault 0303")`},
		{"onBreach, onBreachDie", `function onBreach(breach) if breach.number == 1 then breach.bonus = 4 else breach.score = 5 end end function onBreachDie(roll) roll.die = roll.die - 1 end`,
			`answer("move n6") answer("with all") dice{6, 5} answer("breach 0303") answer("enter") expect(unit("n6").hex.inside, true) expect(unit("n8").hex.inside, true)`},
	} {
		t.Run(row.name, func(t *testing.T) {
			long := strings.NewReplacer("small", "long", "turns = 1", "turns = 3").Replace(small)
			kit.Passes(t, map[string]string{"long.toml": long, "main.lua": room + row.main, "test.lua": modhosttest.Test(begin + row.test)})
		})
	}
}

// S6: what is seen on a map. Stacks are public, what is in them is not, unless
// a script gives it away.
func TestWhatScriptsSeeOnAMap(t *testing.T) {
	const all = "the house sees north n1 n2 n3 n4 n5 n6 n7 n8 n9; south s1 s2 s3 s4; 0101 north n1 n2 n3 n4 n5; 0201 south s1 s2; 0203 north n6 n7 n8; 0301 north n9; 0303 south s3; "
	for _, row := range []struct{ script, want string }{
		{"", "north sees north n1 n2 n3 n4 n5 n6 n7 n8 n9; south; 0101 north n1 n2 n3 n4 n5; 0201 south; 0203 north n6 n7 n8; 0301 north n9; 0303 south; "},
		{`function onSees(glance) if glance.side.name == "north" and glance.unit.kind == "goblin-mob" then glance.sees = true end end`,
			"north sees north n1 n2 n3 n4 n5 n6 n7 n8 n9; south s3; 0101 north n1 n2 n3 n4 n5; 0201 south; 0203 north n6 n7 n8; 0301 north n9; 0303 south s3; "},
		{`function onSideStart() for _, hex in ipairs(battle.hexes) do if hex.name == "0201" then battle:reveal(battle.attacker, hex) end end end`,
			"north sees north n1 n2 n3 n4 n5 n6 n7 n8 n9; south s1 s2; 0101 north n1 n2 n3 n4 n5; 0201 south s1 s2; 0203 north n6 n7 n8; 0301 north n9; 0303 south; "},
	} {
		lib, _ := kit.Modded(t, map[string]string{"small.toml": small, "main.lua": sights + `
local function told()
	local text = ""
	for _, side in ipairs(battle.sides) do text = text .. side.name .. names(side.units) .. "; " end
	for _, hex in ipairs(battle.hexes) do
		if #hex.sides > 0 then text = text .. hex.name .. " " .. hex.sides[1].name .. names(hex.units) .. "; " end
	end
	return text
end
function onTurnStart() log("the house sees " .. told()) end
player{ name = "tells", answer = function(side) error(side.name .. " sees " .. told()) end }
` + row.script}, modhost.Stop)
		tells := lib.Players[len(lib.Players)-1]
		scenario, err := lib.Scenario("small")
		if err != nil {
			t.Fatal(err)
		}
		b := battleOf(t, lib, scenario.Setup)
		var said []string
		table := engine.NewTable(&engine.Script{}, tells.New(fight.Attacker, 1), tells.New(fight.Defender, 1))
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == fight.Said {
				said = append(said, b.Reading().Words())
			}
		}))
		b.Play(table)
		if got := fmt.Sprint(table.Err()); !strings.Contains(got, row.want) {
			t.Errorf("%s\n%s\nwant %s", row.script, got, row.want)
		}
		if len(said) != 1 || said[0] != all {
			t.Errorf("%q\nwant %q", said, all)
		}
	}
}

// A walled place of several hexes is besieged when the march is over: where a script forbids it,
// nobody is asked.
func TestBesiegeIsForbidden(t *testing.T) {
	asked := func(script string) (n int) {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
		b := battleOf(t, lib, marches(t, lib))
		for seed := range uint64(10) {
			seats := enginetest.Seats(b, seed)
			for side, seat := range seats {
				seats[side] = engine.OracleFunc(func(q engine.Question) (int, error) {
					for answer := range q.Choice.Each {
						if q.Choice.Name(answer) == "besiege" {
							n++
						}
					}
					return seat.Answer(q)
				})
			}
			if err := engine.Play(b, engine.NewTable(lib.Dice(seed), seats...)); err != nil {
				t.Fatal(err)
			}
		}
		return n
	}
	if n := asked(""); n == 0 {
		t.Fatal("nobody is asked whether to besiege")
	}
	if n := asked(`function onBesiege(siege) return cancel("it is bewitched") end`); n > 0 {
		t.Errorf("it is asked %d times whether to besiege", n)
	}
}
