package heroesmods_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/strict"
	"houserule/scripting/modhost"
)

// reported writes a report down.
func reported(r modhost.Report) string {
	var b strings.Builder
	for _, t := range r.Tests {
		if t.Failure == nil {
			fmt.Fprintf(&b, "ok %s\n", t.Name)
			continue
		}
		b.WriteString(failed(t.Name, t.Failure))
	}
	for _, u := range r.Uses {
		fmt.Fprintf(&b, "%d %s %s:%d\n", u.Times, u.What, u.File, u.Line)
	}
	return b.String()
}

func failed(name string, f *modhost.Failure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "FAIL %s\n%s:%d: %s\n", name, f.File, f.Line, f.Text)
	for _, caller := range f.Callers {
		fmt.Fprintf(&b, "from %s\n", caller)
	}
	fmt.Fprintf(&b, "asked %s\n", f.Asked)
	for _, line := range f.Log {
		fmt.Fprintf(&b, "| %s\n", line)
	}
	return b.String()
}

const courageMod = `id = "try"
version = "1.0.0"
title = "Try"
game = "heroes"

[setting.die]
type = "whole"
default = 4
range = [2, 20]
doc = "the die of courage"

[setting.banner]
type = "choice"
default = "red"
oneof = ["red", "blue"]
doc = "its color"

[setting.loud]
type = "boolean"
default = false
doc = "whether anything is told"

[setting.pace]
type = "number"
default = 1.5
range = [0, 2]
doc = "how fast"

[setting.motto]
type = "text"
default = ""
doc = "what they cry"
`

const courageData = `
[ability.brave]
name = "Brave"
text = "Strikes harder."
script = "brave.lua"

[spell.panic]
name = "Panic"
text = "Frightens."
script = "panic.lua"

[patch.creature.bandit]
append = { abilities = ["brave"], spells = ["panic"] }

[scenario.parley]
name = "Parley"
text = "Both may go."
[scenario.parley.aggressor]
army = "3 gold-golem"
[scenario.parley.defender]
army = "3 bandit"
hand = 4
`

// courage is a mod with a bit of everything.
func courage(test string) map[string]string {
	return map[string]string{
		"mod.toml": courageMod, "data.toml": courageData, "test.lua": test,
		"main.lua": `
function onRoundStart(round)
	if setting("die") > 4 then
		log("courage is " .. roll(setting("die")))
	end
end
function onAttack(attack) if not attack.retaliation then attack.bonus = 1 end end


function onOffer(offer)
	if offer.verb == "attack" and offer.stack.creature == "gold-golem" and offer.at.count == 1 then return cancel("it does not dare") end
end
function onKilled(attack)
	battle:remember("dead", (battle:recall("dead") or 0) + 1)
	if setting("loud") then
		log(choose(attack.by.side, "Cheer or mourn?", {"cheer", "mourn"}))
	end
end
option{ name = "taunt", at = "enemy",
	legal = function(by, at) if at.count > 2 then return "they are too many" end end,
	act = function(by, at) log(by.name .. " taunts " .. at.name) end,
}
function onWithdraw(leave) error("nobody withdraws") end
`,
		"brave.lua": "function onDefense(defense) defense.score = defense.score + 1 end\n",
		"panic.lua": `spell{ at = "enemy", cast = function(by, at) battle:kill(at, 1, by) end }`,
	}
}

func run(t *testing.T, files map[string]string, match string) modhost.Report {
	t.Helper()
	_, mods := kit.Modded(t, files, modhost.Disable)
	report, err := mods.RunTests("try", match)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// Every function of test.lua, where all is well.
func TestEverything(t *testing.T) {
	report := run(t, courage(`
local function begin()
	armies("3 gold-golem", "3 bandit")
end
test{ name = "a strike and its retaliation", run = function()
	begin()
	dice{10, 1}
	expect(asked(), "d1 acts")
	expect(battle.acting, stack("d1"))
	expect(options()[1], "d1 attack a1")
	offers("d1 attack a1")
	answer("d1 attack a1")
	expect(asked(), "a1 retaliates")
	expect(options(), {"a1 retaliate", "a1 hold"})
	answer("a1 retaliate")
	expect(stack("a1").count, 2, "one golem fell")
	expect(battle:recall("dead"), 2)
	expect_told("Gold Golem of a1 dies")
	expect_not_told("is destroyed")
	expect_score("attack", 5)
	expect_score("defense", 6)
	expect_term("defense", "+1 Brave onDefense mods/try/brave.lua:1")
	expect_ran("onAttack", 2)
	expect_ran("onKilled")
	expect_ran("onDefense", 1)
	expect(winner(), nil)
end }
test{ name = "the die of courage", run = function()
	setting("die", 6)
	setting("banner", "blue")
	setting("pace", 0.5)
	setting("motto", "On!")
	begin()
	rolls{4}
	expect_told("courage is 4")
end }
test{ name = "without the die", run = function()
	begin()
	expect_not_told("courage")
end }
test{ name = "the timid", run = function()
	armies("3 gold-golem", "1 bandit")
	skip("a1")
	refuses("a1 attack d1", "it does not dare")
	offers("a1 taunt d1")
	answer("a1 taunt d1")
	expect_told("a1 taunts d1")
	skip("a1")
	expect(battle.round, 2)
end }
test{ name = "what a script asks", run = function()
	setting("loud", true)
	begin()
	dice{10}
	answer("d1 attack a1")
	expect(asked(), "defender: Cheer or mourn?")
	expect(options(), {"choose cheer", "choose mourn"})
	answer("mourn")
	expect_told("mourn")
end }
test{ name = "a spell", run = function()
	begin()
	answer("d1 cast panic a1")
	expect(stack("a1").count, 2)
end }
test{ name = "to the end", run = function()
	begin()
	walls("intact")
	dice{10}
	finish()
	expect(winner() ~= nil, true)
	expect(asked():find("wins") ~= nil, true)
	log("this is " .. asked())
end }
test{ name = "another end", run = function()
	begin()
	finish(7)
	expect(stack("d1").alive, false)
	expect(winner(), "aggressor")
end }
test{ name = "surrender", run = function()
	scenario("parley")
	hand("aggressor", 2, 5)
	answer("d1 pass")
	answer("a1 pass")
	expect(asked(), "aggressor offers cards")
	answer("offer 2")
	expect(asked(), "defender accepts")
	answer("accept")
	expect(winner(), "defender")
end }
test{ name = "nobody else withdraws", run = function()
	armies("1 hero-ilvara", "3 bandit")
	town("aggressor", 9)
	skip("a1")
	answer("pass")
	answer("pass")
end }
`), "")
	const want = `ok a strike and its retaliation
ok the die of courage
ok without the die
ok the timid
ok what a script asks
ok a spell
ok to the end
ok another end
ok surrender
FAIL nobody else withdraws
mods/try/test.lua:96: answer: round 1: mods/try/main.lua:23: onWithdraw of mod try: nobody withdraws
asked 
| Round 1
| Phase 3, defender
| d1 (3 Bandit) passes
| Phase 4, aggressor
| a1 (1 Ilvara Quenn) passes
13 onRoundStart mods/try/main.lua:2
36 onOffer mods/try/main.lua:10
15 onAttack mods/try/main.lua:7
7 onDefense of brave mods/try/brave.lua:1
13 onKilled mods/try/main.lua:13
1 onWithdraw mods/try/main.lua:23
1 option taunt mods/try/main.lua:19
1 spell panic mods/try/panic.lua:1
`
	if got := reported(report); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

var failures = []struct{ name, run, want string }{
	{"values", `begin() expect(stack("a1").count, 2)`, "expect: got 3, want 2"},
	{"words", `begin() expect(stack("a1").count, 2, "golems left")`, "expect: golems left: got 3, want 2"},
	{"kinds of values", `begin() expect({ stack("a1"), stack("a1").side, battle, "a", nil }, { true })`,
		`expect: got {stack a1 (3 Gold Golem), side aggressor, the battle, "a"}, want {true}`},
	{"nil", `begin() expect(winner(), "draw")`, `expect: got nil, want "draw"`},
	{"told", `begin() expect_told("courage")`, `expect_told: no line of the log contains "courage"`},
	{"not told", `begin() expect_not_told("Round")`, `expect_not_told: the log has the line "Round 1"`},
	{"illegal", `begin() answer("d1 attack d1")`, `answer: "d1 attack d1": an attack is made at an enemy (H2.2)`},
	{"by a script", `armies("3 gold-golem", "1 bandit") skip("a1") answer("a1 attack d1")`, `answer: "a1 attack d1": it does not dare (try)`},
	{"misspelled", `begin() answer("d1 atack a1")`, `answer: "d1 atack a1": unknown answer "atack": did you mean "attack"?`},
	{"another's turn", `begin() answer("a1 attack d1")`, `answer: "a1 attack d1": it is the turn of d1, not of a1`},
	{"not refused", `begin() refuses("d1 pass", "no")`, `refuses: "d1 pass" is an option`},
	{"refused otherwise", `begin() refuses("d1 attack d1", "it does not dare")`,
		`refuses: "d1 attack d1" is refused for another reason than "it does not dare": an attack is made at an enemy (H2.2)`},
	{"not offered", `begin() offers("d1 taunt a1")`, `offers: "d1 taunt a1" is no option: they are too many (taunt)`},
	{"no strike", `begin() expect_score("attack", 1)`, "expect_score: nobody has struck yet"},
	{"score", `begin() dice{1} answer("d1 attack a1") expect_score("attack", 7)`,
		"expect_score: want 7, got 4 = 1 Bandit card, +2 levels of the cards under it (H2.1), +1 mod try onAttack mods/try/main.lua:7"},
	{"which score", `begin() expect_score("attak", 7)`, `expect_score: unknown score "attak" (known: attack, defense): did you mean "attack"?`},
	{"term", `begin() dice{1} answer("d1 attack a1") expect_term("defense", "+9 Bless")`, `expect_term: no term contains "+9 Bless": 7 = 7 Gold Golem card`},
	{"ran", `begin() expect_ran("onAttack", 1)`, "expect_ran: onAttack has run 0 times, want 1"},
	{"ran at all", `begin() expect_ran("onAttack")`, "expect_ran: onAttack has not run"},
	{"no such hook", `begin() expect_ran("onAtack")`, `expect_ran: unknown hook "onAtack": did you mean "onAttack"?`},
	{"not its hook", `begin() expect_ran("onMiss")`, "expect_ran: mod try has no onMiss"},
	{"no dice", `begin() dice{1} answer("d1 attack a1") answer("a1 retaliate")`,
		"answer: round 1, phase 3, d1 (3 Bandit): dice{...}: die 2, of 10 sides, is asked for and not given: the rules roll it, after \"a1 retaliate\""},
	{"no such face", `begin() dice{11} answer("d1 attack a1")`, "answer: round 1, phase 3, d1 (3 Bandit): dice{...}: die 1 is 11: must be from 1 to 10"},
	{"no face", `dice{1, 2.5}`, "dice: die 2 is 2.5: must be a whole number from 1 to 1000"},
	{"left-over dice", `begin() dice{10, 2, 3} answer("d1 attack a1")`, "dice{...}: 2 of 3 are left over: 2, 3"},
	{"no rolls", `begin() setting("die", 6) answer("d1 pass")`, "answer: round 1: rolls{...}: die 1, of 6 sides, is asked for and not given: onRoundStart of mod try, mods/try/main.lua:4, rolls it, before the first answer"},
	{"left-over rolls", `begin() rolls{3}`, "rolls{...}: 1 of 1 are left over: 3"},
	{"no armies", `answer("d1 attack a1")`, `answer: there is no battle yet: begin with armies("3 gold-golem", "3 bandit")`},
	{"no armies to look at", `expect(battle.round, 1)`, `battle.round: there is no battle yet: begin with armies("3 gold-golem", "3 bandit")`},
	{"too late", `begin() skip("a1") walls("intact")`, "walls: the battle has begun: this comes before the first look at it"},
	{"army", `armies("3 gold-golen", "3 bandit")`, `armies: aggressor: column 1: unknown creature "gold-golen": did you mean "gold-golem"?`},
	{"scenario", `scenario("par" .. "lay")`, `scenario: unknown scenario "parlay": did you mean "parley"?`},
	{"walls", `walls("brok" .. "en")`, `walls: unknown state of walls "broken" (known: none, intact, breached, sacked)`},
	{"side", `town("defen" .. "dr", 3)`, `town: unknown side "defendr" (known: aggressor, defender): did you mean "defender"?`},
	{"spaces", `town("defender", -1)`, `town: spaces is -1: must be a whole number from 0 to 1000`},
	{"setting", `setting("dice", 3)`, `setting: unknown setting "dice" (known: die, banner, loud, pace, motto): did you mean "die"?`},
	{"a whole setting", `setting("die", 21)`, "setting: die is 21: must be a whole number from 2 to 20 (mods/try/mod.toml:6)"},
	{"a choice", `setting("banner", "green")`, `setting: banner is "green": must be red or blue (mods/try/mod.toml:12)`},
	{"a boolean", `setting("loud", 1)`, "setting: loud is 1: must be true or false (mods/try/mod.toml:18)"},
	{"a number", `setting("pace", 3)`, "setting: pace is 3: must be a number from 0 to 2 (mods/try/mod.toml:23)"},
	{"a text", `setting("motto", false)`, "setting: motto is false: must be a text of one line (mods/try/mod.toml:29)"},
	{"stack", `begin() skip("a2")`, `skip: unknown stack "a2" (known: a1, d1): did you mean "a1"?`},
	{"destroyed", `begin() finish() skip("d1")`, "skip: the battle is over before d1 acts: aggressor wins in round 2: defender is destroyed"},
	{"over", `begin() finish() answer("a1 pass")`, `answer: the battle is over: aggressor wins in round 2: defender is destroyed`},
	{"a script's error", `armies("1 hero-ilvara", "3 bandit") town("aggressor", 9) skip("a1") answer("pass") answer("pass")`,
		"answer: round 1: mods/try/main.lua:23: onWithdraw of mod try: nobody withdraws"},
	{"error", `error("enough")`, "enough"},
	{"a loop", `while true do end`, "spent its 2000000 steps"},
	{"a loop of questions", `begin() while true do skip("a1") answer("pass") end`, "skip: the battle is over before a1 acts: a draw: nobody has won by the end of round 100"},
	{"a loop of looks", `begin() while true do offers("d1 pass") end`, "spent its 2000000 steps"},
	{"what is not made of words", `begin() expect({}, expect)`, "expect: want cannot be a function"},
}

// Every way to fail, with its words; all of them on the line where it happens.
func TestFailures(t *testing.T) {
	for _, test := range failures {
		t.Run(test.name, func(t *testing.T) {
			script := "local function begin() armies(\"3 gold-golem\", \"3 bandit\") end\n\ntest{ name = \"it\", run = function()\n\t" + test.run + "\nend }"
			_, mods, err := kit.Load(courage(script), modhost.Disable)
			if err != nil {
				t.Fatal(err)
			}
			report, err := mods.RunTests("try", "")
			if err != nil {
				t.Fatal(err)
			}
			f := report.Tests[0].Failure
			line := 4
			if strings.Contains(test.want, "left over") {
				line = 3 // that of the test
			}
			if f == nil || f.Text != test.want || f.File != "mods/try/test.lua" || f.Line != line {
				t.Errorf("got %+v\nwant line %d: %s", f, line, test.want)
			}
		})
	}
}

// What is wrong with test.lua is said before any test runs.
func TestTestsThatCannotBeLoaded(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"a function", `test{ name = "it", run = function() armie("3 bandit", "3 bandit") end }`, `mods/try/test.lua:1:37: unknown name "armie": did you mean "armies"?`},
		{"what changes a battle", `test{ name = "it", run = function() battle:kill(stack("a1"), 1) end }`, `mods/try/test.lua:1:44: battle has no method "kill": known are recall`},
		{"memory", `test{ name = "it", run = function() battle:remember("x", 1) end }`, `mods/try/test.lua:1:44: battle has no method "remember": known are recall`},
		{"a field", `test{ name = "it", runs = function() end }`, `mods/try/test.lua:1:1: test needs the field "run"
mods/try/test.lua:1:20: test has no field "runs": did you mean "run"?`},
		{"arguments", `test{ name = "it", run = function() expect(1) end }`, `mods/try/test.lua:1:37: expect takes 2 to 3 arguments, not 1`},
		{"outside of a test", `expect(1, 1)`, `mods/try/test.lua:1: expect: this can be called in the function of a test only`},
		{"a battle outside of a test", `local n = battle.round`, `mods/try/test.lua:1: battle.round: there is no battle yet: this can be called in hooks only`},
		{"a name twice", "test{ name = \"it\", run = function() end }\ntest{ name = \"it\", run = function() end }", `mods/try/test.lua:2: the test "it" is there twice: first on line 1`},
		{"no name", `test{ name = " ", run = function() end }`, `mods/try/test.lua:1: the test has no name: say what it shows, in a sentence`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, mods := kit.Modded(t, courage(test.script), modhost.Stop)
			_, err := mods.RunTests("try", "")
			var problems strict.Problems
			if !errors.As(err, &problems) || err.Error() != test.want {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

const threeTests = `
local function strike(face)
	dice{face}
	answer("d1 attack a1")
	expect(stack("a1").count, 2)
end
test{ name = "a hit", run = function() armies("3 gold-golem", "3 bandit") strike(10) end }
test{ name = "a miss", run = function()
	armies("3 gold-golem", "3 bandit")
	strike(1)
end }
test{ name = "to the end", run = function() armies("9 gold-golem, 4 orc | 5 halfling", "12 bandit, 3 hydra") finish() expect(winner(), "x") end }
`

// A failure in a helper tells who called it, what was told and what is asked.
func TestFailureInHelper(t *testing.T) {
	report := run(t, courage(threeTests), "miss")
	if report.Failed() != 1 || len(report.Tests) != 1 {
		t.Fatal(reported(report))
	}
	const want = `FAIL a miss
mods/try/test.lua:5: expect: got 3, want 2
from mods/try/test.lua:10: in test.run
asked a1 retaliates
| Round 1
| Phase 3, defender
| d1 (3 Bandit) attacks a1 (3 Gold Golem): die 1 + 4 = 5 against 7: miss
`
	if got := failed("a miss", report.Tests[0].Failure); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Dice that fall before anything is asked are seeded, too.
func TestFinishesFromTheFirstDie(t *testing.T) {
	_, mods := kit.Modded(t, courage(`test{ name = "it", run = function() setting("die", 6) armies("orc", "orc") finish() expect_told("courage is") end }`), modhost.Stop)
	report, err := mods.RunTests("try", "")
	if err != nil || report.Tests[0].Failure != nil {
		t.Error(err, report.Tests[0].Failure)
	}
}

func TestDeterminism(t *testing.T) {
	_, mods := kit.Modded(t, courage(threeTests), modhost.Stop)
	var before string
	for range 3 {
		report, err := mods.RunTests("try", "")
		if err != nil {
			t.Fatal(err)
		}
		if got := reported(report); before != "" && got != before {
			t.Fatalf("got:\n%s\nbefore:\n%s", got, before)
		} else {
			before = got
		}
	}
	if fresh := reported(run(t, courage(threeTests), "")); fresh != before {
		t.Errorf("loaded anew:\n%s\nbefore:\n%s", fresh, before)
	}
}

// A setting is another test's no more, nor the mod's.
func TestSettingsDoNotLast(t *testing.T) {
	lib, mods := kit.Modded(t, courage(`test{ name = "it", run = function() setting("die", 20) armies("orc", "orc") rolls{3} expect(battle.round, 1) end }`), modhost.Stop)
	if report, err := mods.RunTests("try", ""); err != nil || report.Failed() != 0 {
		t.Fatal(report, err)
	}
	for _, info := range lib.Mods {
		for _, s := range info.Settings {
			if s.IsSet() {
				t.Errorf("%s is %v", s.Name, s.Value)
			}
		}
	}
	if told := play(t, lib, "orc", "orc", 1); strings.Contains(told, "courage") {
		t.Error(told)
	}
}

// A battle ends with its test, wherever either stood.
func TestNothingLeaks(t *testing.T) {
	lib, mods := kit.Modded(t, courage(`
local function begin() armies("3 gold-golem", "3 bandit") expect(battle.round, 1) end
test{ name = "asked", run = function() begin() end }
test{ name = "failed", run = function() begin() expect(1, 2) end }
test{ name = "error", run = function() begin() error("no") end }
test{ name = "hangs", run = function() begin() while true do end end }
test{ name = "in a hook", run = function() setting("loud", true) begin() dice{10} answer("d1 attack a1") end }
test{ name = "in a broken hook", run = function() setting("die", 9) begin() end }
test{ name = "over", run = function() begin() finish() end }
test{ name = "looks", run = function() armies("3 gold-golem", "1 bandit") skip("a1") refuses("a1 attack d1", "it does not dare") expect_ran("onOffer", 0) end }
test{ name = "no battle", run = function() armies("orc", "orc") end }
test{ name = "panic", run = function() armies("3 gold-golem", "3 orc") expect(battle.round, 1) end }
`), modhost.Stop)
	heroesdata.Game(lib).Hooks.RoundStart.Add(func(b *heroes.Battle, _, none engine.None) engine.None {
		if s, err := b.StackNamed("d1"); err == nil && s.Top().ID == "orc" && b.Round() == 1 {
			panic("the game is broken")
		}
		return none
	})
	before := runtime.NumGoroutine()
	report, err := mods.RunTests("try", "")
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, before it were %d", n, before)
	}
	var wrong []string
	for _, test := range report.Tests {
		if test.Failure != nil {
			wrong = append(wrong, test.Name+": "+test.Failure.Text)
		}
	}
	const want = `failed: expect: got 1, want 2
error: no
hangs: spent its 2000000 steps
in a broken hook: battle.round: round 1: rolls{...}: die 1, of 9 sides, is asked for and not given: onRoundStart of mod try, mods/try/main.lua:4, rolls it, before the first answer
panic: the machine broke: the game is broken`
	if got := strings.Join(wrong, "\n"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Mods without tests, without scripts, and those that are not there.
func TestRunTests(t *testing.T) {
	_, mods := kit.Modded(t, map[string]string{"main.lua": "function onMiss(attack) end\n"}, modhost.Stop)
	report, err := mods.RunTests("try", "")
	if err != nil || report.File != "" || report.Tests != nil || reported(report) != "0 onMiss mods/try/main.lua:1\n" {
		t.Error(report, err)
	}
	if _, err := mods.RunTests("tri", ""); err == nil || library.Explain(err) != `unknown mod "tri" (known: heroes, try): did you mean "try"?` {
		t.Error(err)
	}
	report = run(t, map[string]string{"test.lua": `test{ name = "it", run = function() armies("3 orc", "3 bandit") expect_told("Round 1") finish() expect_ran("onMiss") end }`}, "")
	if got := reported(report); !strings.HasPrefix(got, "FAIL it\nmods/try/test.lua:1: expect_ran: mod try has no onMiss\n") {
		t.Error(got)
	}
}
