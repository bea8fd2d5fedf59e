package sorcerymods_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/players"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// What tests say of sorcery themselves: each row is the body of a test and how
// it fails, "" where it does not.
func TestTestFunctions(t *testing.T) {
	const meet = `armies("pikemen, spearmen", "2 orc-spears") rounds(1) `
	for _, row := range []struct{ body, want string }{
		{`asked()`, `asked: there is no battle yet: begin with armies("2 elf-archers, elf-lord", "3 orcs")`},
		{`armies("pikmen", "spearmen")`, `armies: attacker: column 1: unknown unit "pikmen": did you mean "pikemen"?`},
		{`armies("pikemen", "spearmen, spearman")`, `armies: defender: column 11: unknown unit "spearman": did you mean "spearmen"?`},
		{`armies("600 pikemen", "600 spearmen") asked()`, `asked: 1200 units: a battle has at most 1000`},
		{`scenario("first-" .. "muter")`, `scenario: unknown scenario "first-muter": did you mean "first-muster"?`},
		{meet + `terrain("sw" .. "mp")`, `terrain: unknown terrain "swmp": did you mean "swamp"?`},
		{meet + `place("tunnel")`, `place: unknown place "tunnel" (known: narrow, inside)`},
		{meet + `neighbor("north of atacker")`, `neighbor: unknown side "atacker" (known: attacker, defender): did you mean "attacker"?`},
		{meet + `rounds(0)`, "rounds: rounds is 0: must be a whole number from 1 to 1000000"},
		{meet + `asked() rounds(2)`, "rounds: the battle has begun: this comes before the first look at it"},
		{meet + `dice{3, 3, 1, 1, 1, 1} skip("attacker leaves")`, `skip: the battle is over before "attacker leaves" is asked: nobody has the hex: it was still fought for at the end of round 1`},
		{meet + `unit("a9")`, `unit: unknown unit "a9" (known: a1, a2, d1, d2): did you mean "a1"?`},
		{meet + `standing("defnder")`, `standing: unknown side "defnder" (known: attacker, defender): did you mean "defender"?`},
		{meet + `expect_total(4)`, "expect_total: no die has been rolled yet"},
		{meet + `expect_term("x")`, "expect_term: no die has been rolled yet"},
		{meet + `expect_strength("a1", 5)`, "expect_strength: want 5, got 4 = 4 Pikemen (S3.2)"},
		{meet + `expect_strength("a9", 5)`, `expect_strength: unknown unit "a9" (known: a1, a2, d1, d2): did you mean "a1"?`},
		{meet + `expect_defense("a1", 4, "terrain")`, `expect_defense: no term contains "terrain": 4 = 4 Pikemen (S3.2)`},
		{meet + `expect(standing("attacker"), "a1 a2") expect(standing("defender"), "d1 d2")`, ""},
		{`armies("4 pikemen, sir-oswin", "hill-giants, orc-spears") expect(standing("attacker"), "a1 a2 a3 a4 a5")`, ""},
		{`armies("pikemen", "heavy-axe") terrain("mountain") rounds(1) dice{3, 3, 1, 1, 1, 1} expect_defense("d1", 16, "x4 terrain") expect(battle.terrain, "mountain") expect_total(3) expect_term("3 morale")`, ""},
		{`armies("pikemen", "sir-oswin") place("narrow") expect_strength("a1", 4) expect(battle.defender.alone, true)`, ""},
		{`armies("pikemen, lancers", "lancers") place("inside") terrain("clear") expect(battle.inside, true)`, ""},
		{`armies("spearmen~", "spearmen") rounds(1) dice{3, 3, 1, 1, 1, 1} expect_told("defender loses 3/8") expect(unit("a1").halved, false)`, ""},
		{`scenario("first-muster") armies("pikemen, spearmen", "spearmen") expect(asked(), "attacker places units")`, ""},
		{`armies("pikemen, spearmen", "spearmen") neighbor("east in forest of defender water: orc-spears") expect(unit("d2").hex.name, "east") expect(unit("d2").status, "adjacent") finish(3) expect(battle.round > 0, true)`, ""},
		{`armies("3 spearmen", "4 levies") finish(3) expect(winner() ~= nil, true)`, ""}, // dice fall before anything is asked
		{`armies("3 spearmen", "4 levies") dice{6, 1} finish(3) expect_told("attacker rolls a 6")`, ""},
		{`scenario("marches") finish() expect(winner() ~= nil, true)`, ""},
		{`scenario("marches") finish(-1)`, "finish: seed is -1: must be a whole number from 0 to 2147483648"},
		{`finish()`, `finish: there is no battle yet: begin with armies("2 elf-archers, elf-lord", "3 orcs")`},
	} {
		if got := kit.Failure(t, row.body); got != row.want {
			t.Errorf("%s\n%s\nwant %s", row.body, got, row.want)
		}
	}
}

// The words for what is asked.
func TestAsked(t *testing.T) {
	for _, row := range []struct{ setup, want string }{
		{`armies("sir-oswin, captain-hob, pikemen", "pikemen")`, "attacker picks who leads"},
		{`armies("lancers, pikemen", "pikemen") terrain("clear")`, "attacker picks who charges"},
		{`armies("lancers, pikemen", "pikemen")`, "attacker places units"},
		{`armies("continental-siege-machine", "pikemen")`, "attacker counts as flyers or archers"},
		{`armies("sir-oswin", "pikemen")`, "attacker fights or yields"},
		{`armies("killer-penguin", "2 pikemen")`, "defender picks who fights them"},
		{`armies("2 killer-penguin", "pikemen, spearmen, sir-oswin") answer("d2") expect(unit("a1").foes[1].name, "d2") expect(unit("d1").foes[1].name, "a2") expect(battle.champion.name, "d2") expect(#unit("d3").foes, 0)`, "defender picks who leads"},
		{`armies("sir-oswin, captain-hob", "spearmen") dice{3, 4} answer("fight")`, "attacker picks who is wounded"},
		{`armies("sir-oswin, pikemen", "hill-giants") dice{3, 3}`, "attacker lends leadership"},
		{`armies("hill-giants", "hill-giants") neighbor("north") dice{3, 3, 1, 1, 1, 1}`, "attacker withdraws or stays"},
		{`armies("hill-giants", "hill-giants") neighbor("north") dice{3, 3, 1, 1, 1, 1} answer("withdraw") answer("stay")`, "attacker picks the rear guard"},
		{`armies("hill-giants", "hill-giants") neighbor("north") neighbor("west") dice{3, 3, 1, 1, 1, 1} answer("withdraw") answer("stay") dice{3, 3, 1, 1, 1} answer("done")`, "attacker leaves"},
		{`armies("hill-giants", "hill-giants") neighbor("north of attacker: 2 pikemen, sir-oswin") dice{3, 3, 1, 1, 1, 1} answer("stay")`, "attacker calls reinforcements"},
		{`armies("hill-giants", "hill-giants") neighbor("north of attacker: 2 pikemen, sir-oswin") dice{3, 3, 1, 1, 1, 1} answer("stay") answer("call a4")`, "attacker picks who comes along"},
		{`scenario("marches") dice{6} skip("west moves")`, "west moves"},
		{`scenario("marches") dice{6} skip("west moves") answer("move w1")`, "west picks who goes along"},
		{`scenario("marches") dice{6} skip("west moves") answer("move w1") answer("alone")`, "west gives an order"},
	} {
		if got := kit.Failure(t, fmt.Sprintf("%s expect(asked(), %q)", row.setup, row.want)); got != "" {
			t.Errorf("%s: %s", row.setup, got)
		}
	}
}

// Where the house asks for it characters say who adds leadership.
func TestAskedWhoAdds(t *testing.T) {
	kit.Passes(t, map[string]string{
		"rules.toml": "[rules]\nadder_lends = false\n",
		"test.lua":   modhosttest.Test(`armies("sir-oswin, captain-hob, pikemen", "pikemen") answer("lead a1") expect(asked(), "attacker picks who adds leadership")`),
	})
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
	b := battle(t, lib, "lancers, pikemen, sir-oswin", "3 hill-giants")
	var answers []string
	attacker := engine.OracleFunc(func(q engine.Question) (int, error) {
		n, err := last.New(q.Side, 1).Answer(q)
		if err == nil {
			answers = append(answers, q.Choice.Name(n))
		}
		return n, err
	})
	first := engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })
	table := engine.NewTable(&engine.Script{Dice: []int{1, 3, 1, 1, 1, 1, 1, 1}}, attacker, first)
	b.Begin(table)
	for b.Reading().Round() == 1 && !b.Over() && table.Err() == nil {
		b.Step()
	}
	const want = "charge a1, lend 2, withdraw, guard a2"
	if got := strings.Join(answers, ", "); got != want {
		t.Errorf("%s, %v; want %s", got, table.Err(), want)
	}
}
