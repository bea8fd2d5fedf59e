package luagame_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/players"
	"houserule/scripting/luagame"
)

// toy is a game in which a side takes 1 or 2 of some matches, as often as there
// are; a test gives it other functions.
func toy(functions string) string {
	all := []string{
		"start = function() battle:remember(\"left\", battle:setup(\"matches\")) battle:remember(\"turn\", 1) end",
		"turn = function() battle:ask(battle.sides[battle:recall(\"turn\")], \"How many?\", {\"one\", \"two\"}) end",
		`play = function(side, option)
		local left = battle:recall("left") - (option == "one" and 1 or 2)
		battle:remember("left", left)
		battle:remember("turn", side.next.number)
		battle:next_round()
		if left <= 0 then battle:win(side) end
	end`,
	}
	var lines []string
	for _, line := range all {
		name, _, _ := strings.Cut(line, " ")
		if !strings.Contains(functions, name+" = ") {
			lines = append(lines, line)
		}
	}
	return fmt.Sprintf("game{ seats = {\"left\", \"right\"},\n%s,\n%s\n}\n%s", functions, strings.Join(lines, ",\n"), matches)
}

const matches = "key{ name = \"matches\", default = 7, least = 1, most = 100, text = \"matches on the table\" }\n"

const heap = "[scenario.heap]\nname = \"A heap\"\ntext = \"Seven.\"\n"

// playToy plays it, greedily, and returns what is told; the last line is an error,
// or how it ended.
func playToy(t *testing.T, script string) string {
	t.Helper()
	lib, _, err := written(script, heap)
	if err != nil {
		return err.Error() + "\n"
	}
	story, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
	if err != nil {
		t.Fatal(err)
	}
	b, table := story.(*luagame.Battle), engine.NewTable(lib.Dice(1), players.Greedy{}, players.Greedy{})
	b.Begin(table)
	return told(b, table)
}

// What functions of a game do that cannot be, in the words that its author reads:
// the last line.
func TestErrorsOfGames(t *testing.T) {
	for _, test := range []struct{ name, functions, want string }{
		{"no options", `turn = function() battle:ask(battle.sides[1], "?", {}) end`,
			"round 1: mods/toy/main.lua:2: game.turn of mod toy: battle:ask: it takes from 1 to 1000 options, not 0"},
		{"an option that is no text", `turn = function() battle:ask(battle.sides[1], "?", {3}) end`,
			"round 1: mods/toy/main.lua:2: game.turn of mod toy: battle:ask: options is a list of strings, not a table"},
		{"an option that nobody can type", `turn = function() battle:ask(battle.sides[1], "?", {"Roll  3"}) end`,
			`round 1: mods/toy/main.lua:2: game.turn of mod toy: battle:ask: the option "Roll  3" must be words in small letters with single blanks between them, of at most 100 bytes in all`},
		{"a word of the prompt", `turn = function() battle:ask(battle.sides[1], "?", {"undo it"}) end`,
			`round 1: mods/toy/main.lua:2: game.turn of mod toy: battle:ask: the option "undo it" begins with a command of the prompt: undo`},
		{"an option twice", `turn = function() battle:ask(battle.sides[1], "?", {"a", "b", "a"}) end`,
			`round 1: mods/toy/main.lua:2: game.turn of mod toy: battle:ask: the option "a" is there twice`},
		{"two questions", `turn = function() battle:ask(battle.sides[1], "?", {"a"}) battle:ask(battle.sides[2], "?", {"a"}) end`,
			"round 1, left: mods/toy/main.lua:2: game.turn of mod toy: battle:ask: something is asked already: turn asks one question at a time"},
		{"an unknown side", `turn = function() battle:ask(battle:side("rigt"), "?", {"a"}) end`,
			`round 1: mods/toy/main.lua:2: game.turn of mod toy: battle:side: unknown side "rigt" (known: left, right): did you mean "right"?`},
		{"no side", `turn = function() battle:ask(battle.sides[3], "?", {"a"}) end`,
			"round 1: mods/toy/main.lua:2: game.turn of mod toy: battle:ask: side is a side, not nil"},
		{"nobody is asked", `turn = function() end`,
			"round 1: mods/toy/main.lua:2: game.turn of mod toy: it asks no side, and the game has no chance function to play on"},
		{"turn acts", `turn = function() battle:win(battle.sides[1]) end`,
			"round 1: mods/toy/main.lua:2: game.turn of mod toy: battle:win: this function is read-only: it is also called for odds and options. Use a function that is called when something happens, as play or chance"},
		{"play asks", `play = function(side) battle:ask(side, "?", {"a"}) end`,
			"round 1, left: mods/toy/main.lua:2: game.play of mod toy: battle:ask: this belongs into the function turn of the game, which is called for it"},
		{"an endless loop", `play = function() while true do end end`,
			"round 1, left: mods/toy/main.lua:2: game.play of mod toy: spent its 100000 steps"},
		{"an endless round", `play = function() end`,
			"round 1, left: mods/toy/main.lua:2: game.play of mod toy: the round has more than 1000 steps: let one end, with battle:next_round()"},
		{"an endless game", `rounds = 3, play = function() battle:next_round() end`,
			"nobody has won in 3 rounds"},
		{"a mistake", `play = function(side, option) local x = battle:recall("lef") + 1 end`,
			"round 1, left: mods/toy/main.lua:2: game.play of mod toy: cannot add nil and a number"},
		{"a mistake at the start", `start = function() error("no matches") end`,
			"round 1: mods/toy/main.lua:2: game.start of mod toy: no matches"},
		{"over twice", `play = function(side) battle:win(side) battle:draw() end`,
			"round 1, left: mods/toy/main.lua:2: game.play of mod toy: battle:draw: the battle is over already"},
		{"over and on", `play = function(side) battle:draw() battle:next_round() end`,
			"round 1, left: mods/toy/main.lua:2: game.play of mod toy: battle:next_round: the battle is over already"},
		{"a key that is not", `start = function() battle:setup("matchs") end`,
			`round 1: mods/toy/main.lua:2: game.start of mod toy: battle:setup: unknown key "matchs" in setup (known: matches): did you mean "matches"?`},
		{"a table is remembered", `start = function() battle:remember("x", ({ {} })[1]) end`,
			"round 1: mods/toy/main.lua:2: game.start of mod toy: battle:remember: only true and false, numbers and short texts can be remembered"},
		{"too much is remembered", `start = function() for i = 1, 5000 do battle:remember("x" .. i, i) end end`,
			"round 1: mods/toy/main.lua:2: game.start of mod toy: battle:remember: there is no room: a battle remembers 4096 values; remember(name) forgets one"},
		{"an outcome that is none", `outcome = function() return ({ 3 })[1] end`,
			"round 8: mods/toy/main.lua:2: game.outcome of mod toy: the result is a string, not a number"},
		{"an appraisal that is none", `appraise = function() return option end`,
			`mods/toy/main.lua:2:30: unknown name "option"`},
		{"worths of nothing", `appraise = function() return 0/0 end`,
			"round 1, left: mods/toy/main.lua:2: game.appraise of mod toy: the result is nan: must be a finite number"},
		{"a part of a worth", `appraise = function() return 0.5 end`,
			"round 1, left: mods/toy/main.lua:2: game.appraise of mod toy: the result is 0.5: must be a whole number from -1073741824 to 1073741824"},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines := strings.Split(strings.TrimSuffix(playToy(t, toy(test.functions)), "\n"), "\n")
			got := lines[len(lines)-1]
			if got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// What is wrong with a game's declarations and scenarios, when it is loaded.
func TestProblems(t *testing.T) {
	for _, test := range []struct{ name, script, scenarios, want string }{
		{"no game", "local x = 1\n", "", "mods/toy/main.lua: it declares no game{...}, and the mod is a game of its own: mod.toml has its id for game"},
		{"two games", toy("rounds = 5") + toy("rounds = 5"), "", `
mods/toy/main.lua:14: the game is already declared in mods/toy/main.lua:1
mods/toy/main.lua:26: the key "matches" is declared twice`},
		{"seats", strings.Replace(toy("rounds = 0"), `"left", "right"`, `"end", "d6", "Red", "draw", "x", "x"`, 1), "", `
mods/toy/main.lua:1: the seat "end" must be a word of its own, neither end, draw nor a die
mods/toy/main.lua:1: the seat "d6" must be a word of its own, neither end, draw nor a die
mods/toy/main.lua:1: the seat "Red": must be made of lower-case letters, digits, - and _, a letter first
mods/toy/main.lua:1: the seat "draw" must be a word of its own, neither end, draw nor a die
mods/toy/main.lua:1: the seat "x" must be a word of its own, neither end, draw nor a die
mods/toy/main.lua:1: the game has 6 seats: must be from 2 to 4
mods/toy/main.lua:1: rounds is 0: must be a whole number from 1 to 1000000`},
		{"scenarios", toy("rounds = 5"), heap + "setup = { matchs = 3, matches = 3.5 }\n[scenario.more]\nname = \"More\"\ntext = \"More.\"\nsetup = { matches = 101 }\n", `
mods/toy/scenarios.toml:4:11: unknown key "matchs" in setup (known: matches): did you mean "matches"?
mods/toy/scenarios.toml:4:23: setup.matches is 3.5: must be a whole number from 1 to 100
mods/toy/scenarios.toml:8:11: setup.matches is 101: must be a whole number from 1 to 100`},
		{"keys", toy("rounds = 5") + `
key{ name = "Dice", default = 1, text = "?" }
key{ name = "dice", default = 1, text = "?" }
key{ name = "a", text = "?" }
key{ name = "b", default = 3, least = 4, text = "?" }
key{ name = "c", default = "red", oneof = {"green", "blue"}, text = "?" }
key{ name = "d", default = {}, text = "?" }
`, "", `
mods/toy/main.lua:15: the key "Dice": must be made of lower-case letters, digits, - and _, a letter first
mods/toy/main.lua:16: the key "dice" must be a word that journals do not have already (game, mods, scenario, dice, script, players, seats, streams)
mods/toy/main.lua:17: key a needs a default: a whole number, true or false, or a text
mods/toy/main.lua:18: default of key b is 3: must be a whole number from 4 to 1000000000
mods/toy/main.lua:19: default of key c is "red": must be green or blue
mods/toy/main.lua:20: key d needs a default: a whole number, true or false, or a text`},
		{"a misspelled field", toy("round = 5"), "", `
mods/toy/main.lua:2:1: game has no field "round": did you mean "rounds"?`},
		{"no play", "game{ seats = {\"left\", \"right\"}, start = function() end, turn = function() end }", "", `
mods/toy/main.lua:1:1: game needs the field "play"`},
		{"a name", toy("chance = function() battel:win() end"), "", `
mods/toy/main.lua:2:21: unknown name "battel": did you mean "battle"?`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := written(test.script, test.scenarios)
			if got, want := fmt.Sprint(err), strings.TrimPrefix(test.want, "\n"); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}
