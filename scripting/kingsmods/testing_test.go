package kingsmods_test

import (
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/players"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// What tests say of kings themselves: each row is the body of a test and how
// it fails, "" where it does not.
func TestTestFunctions(t *testing.T) {
	const meet = `armies("troll, goblins", "white-bear, city") `
	for _, row := range []struct{ body, want string }{
		{`asked()`, `asked: there is no battle yet: begin with armies("troll, 2 goblins", "white-bear")`},
		{`armies("trol", "white-bear")`, `armies: army 1: column 1: unknown thing "trol": did you mean "troll"?`},
		{`armies("troll", "sword")`, ""}, // until the battle begins
		{`armies("troll", "sword") asked()`, "asked: defender: Sword is a magic item: it is held among the items, to be played (K1.2)"},
		{`scenario("am" .. "bus")`, `scenario: unknown scenario "ambus": did you mean "ambush"?`},
		{`items("attacker", "sword")`, "items: there are no sides yet: begin with armies(...) or scenario(...)"},
		{meet + `items("atacker", "sword")`, `items: unknown side "atacker" (known: attacker, defender): did you mean "attacker"?`},
		{meet + `items("attacker", "sw" .. "rd")`, `items: column 1: unknown thing "swrd": did you mean "sword"?`},
		{meet + `terrain("sw" .. "mp")`, `terrain: unknown terrain "swmp" (known: desert, forest, frozen-waste, jungle, mountain, plains, swamp): did you mean "swamp"?`},
		{meet + `neighbor("north", "atacker")`, `neighbor: unknown side "atacker" (known: attacker, defender): did you mean "attacker"?`},
		{meet + `neighbor("far north", "nobody") asked()`, `asked: a neighboring hex is called "far north": its name must be a word, as in retreat north`},
		{meet + `rounds(0)`, "rounds: rounds is 0: must be a whole number from 1 to 1000000"},
		{meet + `dice{6, 6, 6, 6} rounds(1) asked() rounds(2)`, "rounds: the battle has begun: this comes before the first look at it"},
		{meet + `dice{6, 6, 6, 6} rounds(1) skip("attacker retreats")`, `skip: the battle is over before "attacker retreats" is asked: defender has the hex: it was still fought for at the end of round 1`},
		{meet + `dice{6, 6, 6, 6} neighbor("west", "attacker") skip("attacker retreats") expect(asked(), "attacker retreats") answer("retreat west")`, ""},
		{meet + `counter("a9")`, `counter: round 1, melee step: dice{...}: die 1, of 6 sides, is asked for and not given: the rules roll it, before the first answer`},
		{meet + `dice{1, 1, 6, 6} expect(counter("a3"), nil)`, `counter: unknown counter "a3" (known: a1, a2, d1, d2): did you mean "a1"?`},
		{meet + `dice{1, 1, 6, 6} expect(standing("attacker"), "a1 a2") expect(standing("defnder"), "")`, `standing: unknown side "defnder" (known: attacker, defender): did you mean "defender"?`},
		{`armies("warlord", "troll, goblins") expect_value(4)`, "expect_value: no die has been rolled yet"},
		{meet + `dice{1, 1, 6, 6} expect_value(3)`, "expect_value: want 3, got 2 = 2 City (K2.1)"},
		{meet + `dice{1, 1, 6, 6} expect_term("cloud")`, `expect_term: no term contains "cloud": 2 = 2 City (K2.1)`},
		{`scenario("wilderness") dice{6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6} expect(battle.unexplored, true) expect(battle.terrain, "jungle") skip("attacker retreats")`, ""},
		{`armies("troll", "white-bear") unexplored() terrain("swamp") rounds(1) neighbor("north", "defender") dice{6, 6} expect(battle.terrain, "swamp") expect(battle.unexplored, true) expect(winner(), "defender")`, ""},
		{`armies("troll", "goblins", "big-foot", "white-bear") expect(asked(), "attacker names a player") expect(#battle.sides, 4) expect(battle.sides[3].name, "attacker3") expect(counter("c1").side.enemies, {battle.sides[1], battle.sides[2], battle.sides[4]})`, ""},
		{`armies("2 goblins", "goblins") neighbor("north", "attacker", "10 farmers, grand-duke") dice{6, 6, 6} answer("retreat north") expect(asked(), "attacker removes a counter") expect(#battle.hexes[1].counters, 13) expect(battle.hexes[1].owner, battle.sides[1])`, ""},
		{`armies("troll", "white-bear") items("attacker", "talisman") finish(3) expect(battle.round > 0, true)`, ""},
		{`armies("troll", "white-bear") finish(3) expect(winner() ~= nil, true)`, ""}, // dice fall before anything is asked
		{`armies("troll", "white-bear") dice{1, 6} finish(3) expect(winner(), "attacker")`, ""},
		{`armies("troll", "keep, gold-mine") dice{6, 6} rounds(1) expect(counter("d1").next_level, "tower") expect(counter("d1").fort, true) expect(counter("d2").stands, false) expect(counter("d2").kind, "income") expect(counter("a1").terrain, "mountain") expect(counter("d1").left, 2) expect(counter("d2").left, 0)`, ""},
	} {
		if got := kit.Failure(t, row.body); got != row.want {
			t.Errorf("%s\n%s\nwant %s", row.body, got, row.want)
		}
	}
}

// The words for what is asked.
func TestAsked(t *testing.T) {
	const body = `
	armies("troll, druid", "goblins", "white-bear, village, elves-2")
	items("attacker", "talisman")
	items("defender", "dust-of-defense, lucky-charm")
	neighbor("north", "attacker")
	neighbor("west", "attacker")
	local said = {}
	rounds(1)
	dice{3, 6, 6, 6, 6}
	for _, text in ipairs({"attack defender", "attack defender", "attack attacker", "play talisman", "pass", "play lucky-charm", "play dust-of-defense", "retreat west"}) do
		said[#said + 1] = asked()
		answer(text)
	end
	for _, line in ipairs(said) do log("asked: " .. line) end
	expect(1, 2)
`
	_, mods := kit.Modded(t, map[string]string{"test.lua": modhosttest.Test(body)}, modhost.Stop)
	report, err := mods.RunTests("try", "")
	if err != nil {
		t.Fatal(err)
	}
	const want = `asked: attacker names a player
asked: attacker2 names a player
asked: defender names a player
asked: attacker plays an item
asked: defender plays an item
asked: defender changes a die
asked: defender plays an item
asked: attacker has to retreat`
	f := report.Tests[0].Failure
	if got := strings.Join(f.Log, "\n"); !strings.HasSuffix(got, want) {
		t.Errorf("%s\n%s\nwant\n%s", f.Text, got, want)
	}
}

// A script's player is shown what players type, with worths, and picks.
func TestPlayers(t *testing.T) {
	const script = `
player{ name = "last", answer = function(side, options, worths)
	if #options ~= #worths or side.name ~= "attacker" then return 0 end
	return #options
end }
`
	lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
	last := lib.Players[len(lib.Players)-1]
	if last.Name != "last" {
		t.Fatalf("players: %v", players.Names(lib.Players))
	}
	b := battle(t, lib, "troll, hunter; talisman", "white-bear, elves-3")
	var answers []string
	attacker := engine.OracleFunc(func(q engine.Question) (int, error) {
		n, err := last.New(q.Side, 1).Answer(q)
		if err == nil {
			answers = append(answers, q.Choice.Name(n))
		}
		return n, err
	})
	first := engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })
	dice := &engine.Script{Dice: []int{6, 1, 6, 6, 6}}
	table := engine.NewTable(dice, attacker, first)
	b.Play(table)
	if got, want := strings.Join(answers, ", "), "play talisman, lose a2, retreat north"; got != want || table.Err() != nil {
		t.Errorf("%s, %v; want %s", got, table.Err(), want)
	}
}
