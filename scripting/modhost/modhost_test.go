package modhost_test

import (
	"errors"
	"fmt"
	"go/build"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// always is a player that holds as soon as there is anything to hold, and
// answers scripts with their last word.
var always = engine.OracleFunc(func(q engine.Question) (int, error) {
	last := 0
	for n := range q.Choice.Each {
		last = n
	}
	return last, nil
})

// listen tells what happens at a table.
func listen(p *pig, table *engine.Table) *strings.Builder {
	told := new(strings.Builder)
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { fmt.Fprintln(told, p.Describe(e)) }))
	return told
}

// play plays some steps with the same players on both sides and returns what
// is told; the error is the last line.
func play(p *pig, steps int, luck engine.Oracle) string {
	table := engine.NewTable(luck, always, always)
	told := listen(p, table)
	for p.Begin(table); steps > 0 && !p.Over() && table.Err() == nil; steps-- {
		p.Step()
	}
	if err := table.Err(); err != nil {
		fmt.Fprintln(told, "error:", err)
	}
	return told.String()
}

// dice show one face for ever, those of scripts 2.
func dice(face int) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Side != engine.Luck {
			return 2, nil
		}
		return face, nil
	})
}

// What scripts can do to a game that the core has never heard of.
func TestHooks(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"a number", "function onGain(gain) gain.points = gain.points + 10 end", "one rolls 4\none holds 14\n"},
		{"a score", "function onWorth(pot) pot.bonus = 1 pot.factor = 1.5 pot.score = pot.score - 2 end", "one rolls 4\none holds 6\n"},
		{"a veto", `function onHold(hold) if hold.side.points == 0 then return cancel("not yet") end end`, "one rolls 4\none rolls 4\n"},
		{"a die of the mod's own", "function onGain(gain) gain.points = roll(6) end", "one rolls 4\none holds 2\n"},
		{"a question", `function onGain(gain) if choose(gain.side, "Double?", {"no", "yes"}) == "yes" then gain.points = 8 end end`, "one rolls 4\none holds 8\n"},
		{"memory", `
function onGain(gain) gain.side:remember("best", gain.points) end
function onTurn() log(tostring(battle.turn) .. " " .. tostring(battle.turn:recall("best"))) end`,
			"one nil\none rolls 4\none holds 4\nother nil\n"},
		{"a setting", `function onGain(gain) gain.points = setting("limit") end`, "one rolls 4\none holds 3\n"},
		{"objects in words", "function onTurn() log(battle.turn) log(battle) end",
			"one\nthe battle\none rolls 4\none holds 4\nother\nthe battle\n"},
		{"a deed", "function onGain(gain) gain.side:rob() end", "one rolls 4\none holds 4\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, _ := installed(t, modhost.Stop, test.script)
			if got := play(&pig{game: g}, 2, dice(4)); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

// The errors of scripts, with the battle's place, file, line, hook and mod.
func TestErrors(t *testing.T) {
	const looks = "this hook is read-only: it is also called for odds and options. Use a hook that is called when something happens, as onTurn"
	for _, test := range []struct{ script, want string }{
		{"local own = { act = function() roll(6) end } function onWorth(pot) own.act() end", "turn 1, one: a/main.lua:1: onWorth of mod a: roll: " + looks},
		{"local own = { act = function(pot)\n\tpot.side:rob() end } function onWorth(pot) own.act(pot) end", "turn 1, one: a/main.lua:2: onWorth of mod a: side:rob: " + looks},
		{`local own = { act = function(pot) pot.side:remember("x", 1) end } function onWorth(pot) own.act(pot) end`, "turn 1, one: a/main.lua:1: onWorth of mod a: side:remember: " + looks},
		{"function onGain(gain) gain.points = 200 end", "turn 1, one: a/main.lua:1: onGain of mod a: points: 200: must be a whole number from 0 to 100"},
		{"function onWorth(pot) pot.factor = -1 end", "turn 1, one: a/main.lua:1: onWorth of mod a: factor: -1: must be from 0 to 100"},
		{"function onGain(gain) roll(1) end", "turn 1, one: a/main.lua:1: onGain of mod a: roll: sides is 1: must be a whole number from 2 to 1000"},
		{`function onGain(gain) choose(gain.side, "Which?", {"Stay", "stay"}) end`, `turn 1, one: a/main.lua:1: onGain of mod a: choose: the option "stay" must be a word of its own: letters, digits, - and _`},
		{`function onGain(gain) choose(gain.side, "Which?", {("a"):rep(65)}) end`, `turn 1, one: a/main.lua:1: onGain of mod a: choose: the option "` + strings.Repeat("a", 64) + `..." has 65 characters: 64 are the most`},
		{`function onGain(gain) choose(gain.side, "Which?", {"a b"}) end`, `turn 1, one: a/main.lua:1: onGain of mod a: choose: the option "a b" must be a word of its own: letters, digits, - and _`},
		{`function onGain(gain) choose(gain.side, "Well?", {"stay", "Quit"}) end`, `turn 1, one: a/main.lua:1: onGain of mod a: choose: the option "Quit" is a command of the prompt: pick another word`},
		{`function onGain(gain) setting("limit" .. "s") end`, `turn 1, one: a/main.lua:1: onGain of mod a: setting: unknown setting "limits" (known: limit): did you mean "limit"?`},
		{"function onGain(gain) gain.side:remember(\"x\", ({ {} })[1]) end", "turn 1, one: a/main.lua:1: onGain of mod a: side:remember: only true and false, numbers and short texts can be remembered"},
	} {
		g, _ := installed(t, modhost.Stop, test.script)
		_, got, _ := strings.Cut(strings.TrimSpace(play(&pig{game: g}, 2, dice(4))), "error: ")
		if got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.script, got, test.want)
		}
	}
}

// Once a battle has an error no script of it runs: no hook, no declaration and no
// player, whether they act or look.
func TestNothingRunsAfterAnError(t *testing.T) {
	g, m := installed(t, modhost.Stop, `
player{ name = "bold", answer = function(side, options, worths) return side.points + 1 end }
function onTurn(turn) if battle.turn.points > 0 then log("late") end end
function onHold(hold) if hold.side.points > 9 then return cancel("no") end end
function onWorth(pot) pot.bonus = pot.side.points end
function onGain(gain) error("no " .. gain.side.points) end`)
	bold, err := g.lib.Player("bold", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := &pig{game: g}
	table := engine.NewTable(dice(4), always, always)
	p.Begin(table)
	p.Step()
	const want = "turn 1, one: a/main.lua:6: onGain of mod a: no 0"
	if err := table.Err(); err == nil || err.Error() != want {
		t.Fatalf("got %v, want %s", err, want)
	}
	read, answers := g.read, m.Program().Registered("player")[0]
	if read == 0 {
		t.Fatal("no script has read points")
	}
	for what, call := range map[string]func(){
		"onTurn":                   func() { g.passed.Apply(p, engine.None{}, engine.None{}) },
		"onHold":                   func() { _ = (*dare)(p).Refuse(1) },
		"onWorth":                  func() { g.worth.Apply(p, 0, p.Score(1, nil)) },
		"onGain":                   func() { g.gain.Apply(p, 0, 1) },
		"a declaration that looks": func() { m.Look(p, answers, "answer", lua.Object(0, 0), lua.List(), lua.List()) },
		"a declaration that acts":  func() { m.Do(p, answers, "answer", lua.Object(0, 0), lua.List(), lua.List()) },
		"a player": func() {
			if n, err := bold.Answer(engine.Question{Choice: (*dare)(p)}); err == nil {
				t.Errorf("the player answers %d", n)
			}
		},
	} {
		if call(); g.read != read {
			t.Errorf("%s runs", what)
			read = g.read
		}
	}
	if err := table.Err(); err.Error() != want {
		t.Errorf("then the error is %v", err)
	}
}

// A mod that is disabled is out for the rest of the battle and of its copies,
// the others go on, and in the next battle it is in again.
func TestDisable(t *testing.T) {
	g, _ := installed(t, modhost.Disable,
		"function onGain(gain) if gain.points == 4 then error(\"no fours\") end gain.points = 50 end",
		"function onGain(gain) gain.points = gain.points + 1 end")
	p := &pig{game: g}
	const want = "one rolls 4\nmod a is out for the rest of the battle: a/main.lua:1: onGain of mod a: no fours\none holds 5\nother rolls 4\nother holds 5\n"
	for range 2 {
		if got := play(p, 4, dice(4)); got != want {
			t.Fatalf("got:\n%s\nwant:\n%s", got, want)
		}
	}
	if out := modhost.Disabled(p); len(out) != 1 || out["a"] == nil {
		t.Errorf("out are %v", out)
	}
	of := p.Fresh()
	of.Sit(engine.NewTable(dice(3), always, always))
	if of.CopyFrom(p); modhost.Disabled(of)["a"] == nil {
		t.Error("in a copy it is in again")
	}
	of.Step()
	if pot := of.(*pig).pot; pot != 4 {
		t.Errorf("in a copy 3 is worth %d, want 4", pot)
	}
}

// A mod that fails where options are tried is out of all further tries of the same
// answer, which the battle does not know. An allowance that is spent ends the tries, and no mod is out.
func TestDisableInTries(t *testing.T) {
	g, _ := installed(t, modhost.Disable,
		"function onGain(gain) if gain.points == 5 then error(\"no fives\") end gain.points = gain.points + 10 end",
		"function onGain(gain) gain.points = gain.points + 1 end")
	p := &pig{game: g}
	p.Begin(engine.NewTable(dice(3), always, always))
	told := listen(p, p.Table)
	tried, table := p.Fresh(), engine.NewTable(nil)
	tried.Sit(table)
	answer := func(steps int64) (try func(face int) (gain int, err error)) {
		table.Allow(&engine.Allowance{Left: steps, Tries: true})
		return func(face int) (int, error) {
			table.Seat(dice(face), always, always)
			tried.CopyFrom(p)
			had := tried.(*pig).pot
			tried.Step()
			return tried.(*pig).pot - had, table.Err()
		}
	}
	one := answer(10_000)
	for i, want := range []int{14, 6, 4} {
		if gain, err := one([]int{3, 5, 3}[i]); gain != want || err != nil {
			t.Errorf("try %d gains %d, %v, want %d", i+1, gain, err, want)
		}
	}
	if gain, err := answer(10_000)(3); gain != 14 || err != nil {
		t.Errorf("for another answer a try gains %d, %v, want 14", gain, err)
	}
	const want = "mod a has failed where options were weighed, which was done without it: a/main.lua:1: onGain of mod a: no fives\n"
	if got := told.String(); got != want {
		t.Errorf("told is\n%s\nwant\n%s", got, want)
	}

	few, n := answer(100), 0
	for _, err := few(3); err == nil && n < 100; n++ {
		_, err = few(3)
	}
	_, err := few(3)
	if !errors.Is(err, engine.ErrSpent) || n < 2 || told.String() != want || len(modhost.Disabled(p)) != 0 {
		t.Errorf("after %d more tries: %v; told is\n%s\nout are %v", n, err, told, modhost.Disabled(p))
	}
	if p.Step(); p.pot != 14 || p.Err() != nil {
		t.Errorf("then the battle itself has %d in the pot, want 14: %v", p.pot, p.Err())
	}
}

// Hooks are counted, with what came of them, and an expression is evaluated.
func TestCountAndEval(t *testing.T) {
	g, m := installed(t, modhost.Stop, "function onGain(gain) if gain.points > 4 then gain.points = 0 end end\nfunction onTurn() log(\"next\") end")
	p, counts := &pig{game: g}, modhost.NewCounts()
	modhost.Count(p, counts)
	play(p, 4, dice(4))
	if got, want := fmt.Sprint(counts.Hooks()), "map[a onGain:{2 0} a onTurn:{3 3}]"; got != want {
		t.Errorf("counts are %s, want %s", got, want)
	}
	modhost.Count(p, nil)
	play(p, 4, dice(4))
	if got := counts.Hooks()["a onGain"]; got.Runs != 2 {
		t.Errorf("not asked to, it counted: %v", got)
	}
	if text, err := m.Eval(p, "battle.turn.points + 1"); err != nil || text != "5" {
		t.Errorf("eval: %s, %v", text, err)
	}
	if _, err := m.Eval(p, "b: 1"); err == nil || err.Error() != `unknown mod "b" (known: a)` {
		t.Errorf("eval in no mod's place: %v", err)
	}
	const foreign = "a battle of another game, modhost_test.stranger, has no scripts of this one"
	if _, err := m.Eval(stranger{}, "1"); err == nil || err.Error() != foreign {
		t.Errorf("eval elsewhere: %v", err)
	}
	const readOnly = "lua:1: side:rob: an expression is read-only: only hooks of mods change the battle or roll dice"
	if _, err := m.Eval(p, "battle.turn:rob()"); err == nil || err.Error() != readOnly {
		t.Errorf("eval: %v", err)
	}
}

// A stranger is a battle of another game.
type stranger struct{ engine.Battle }

// Mods that write the same field know each other, or somebody is warned.
func TestOrder(t *testing.T) {
	_, lib, _, err := install(modhost.Stop, "", "function onGain(gain) gain.points = 5 end", "function onGain(g) g.points = g.points + 1 end")
	const want = "b/main.lua:1: onGain: points is written by a, too, in a/main.lua:1, which runs first: in another order something else may come out; name a in optional of mod.toml if that is meant"
	if got := lib.Warnings().Err(); err != nil || got == nil || got.Error() != want {
		t.Errorf("%v\n got %v\nwant %s", err, got, want)
	}
}

// A script's player plays by place; one that answers nonsense is reported, or
// greedy plays on.
func TestPlayers(t *testing.T) {
	script := "player{ name = \"bold\", answer = function(side, options, worths) return %s end }"
	for _, test := range []struct {
		answer string
		policy modhost.Policy
		want   string
	}{
		{"1", modhost.Stop, "one rolls 4\none rolls 4\n"},
		{"#options", modhost.Stop, "one rolls 4\none holds 4\n"},
		{"7", modhost.Stop, "error: turn 1, one: a/main.lua:1: player bold answers 7: must be a place among its 1 options\n"},
		{"7", modhost.Disable, "the player of mod a has failed, and greedy plays on for it: a/main.lua:1: player bold answers 7: must be a place among its 1 options\none rolls 4\none rolls 4\n"},
	} {
		g, _ := installed(t, test.policy, fmt.Sprintf(script, test.answer))
		p := &pig{game: g}
		bold, err := g.lib.Player("bold", 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		table := engine.NewTable(dice(4), bold, always)
		told := listen(p, table)
		for p.Begin(table); p.turns == 0 && strings.Count(told.String(), "rolls") < 2 && table.Err() == nil; {
			p.Step()
		}
		if err := table.Err(); err != nil {
			told.Reset()
			fmt.Fprintln(told, "error:", err)
		}
		if got := told.String(); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.answer, got, test.want)
		}
	}
	_, _, _, err := install(modhost.Stop, "", "player{ name = \"greedy\", answer = function(side, options, worths) return 1 end }")
	if want := `a/main.lua:1: there is a player "greedy" already`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// However often a person looks, also while a script asks, the battle is the same:
// what a look takes is neither the battle's nor the script's.
func TestLooksTakeNoBudget(t *testing.T) {
	// Who holds a long string pays much for each step, and is soon done.
	const loops = `
local function work(n) local long = ("x"):rep(60000) for i = 1, n do end end
function onHold(hold) work(50) end
function onGain(gain) work(300) %s end`
	for _, test := range []struct {
		name, asks string
		looks      int
	}{
		{"the battle's", "", 2000},
		{"the script's", `choose(gain.side, "Which?", {"a", "b"})`, 10},
	} {
		g, m := installed(t, modhost.Stop, fmt.Sprintf(loops, test.asks))
		battle := func(looks int) string {
			p, table := &pig{game: g}, new(engine.Table)
			player := engine.OracleFunc(func(q engine.Question) (int, error) {
				for range looks {
					table.LookAgain()
					_ = (*dare)(p).Refuse(1)
					if _, err := m.Eval(p, "battle.turn.points"); err != nil {
						return 0, err
					}
				}
				return 0, nil
			})
			table.Seat(dice(4), player, player)
			told := listen(p, table)
			p.Begin(table)
			for range 3 {
				p.Step()
			}
			return fmt.Sprint(told, table.Err())
		}
		if got, want := battle(test.looks), battle(0); got != want {
			t.Errorf("%s: who looks is told:\n%s\nwho does not:\n%s", test.name, got, want)
		}
	}
}

// A battle in which a script's player fails replays from its answers: its mod's
// hooks go on, and a copy, too, has them.
func TestPlayerFailsAndHooksGoOn(t *testing.T) {
	g, _ := installed(t, modhost.Disable, `
player{ name = "bold", answer = function(side, options, worths) return battle.turn.points > 0 and 7 or #options end }
function onGain(gain) gain.points = gain.points + 1 end`)
	bold, err := g.lib.Player("bold", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	battle := func(table *engine.Table) (*pig, string) {
		p := &pig{game: g}
		told := listen(p, table)
		for p.Begin(table); !p.Over() && p.turns < 50 && table.Err() == nil; {
			p.Step()
		}
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
		return p, told.String()
	}
	var answers entries
	table := engine.NewTable(engine.NewDice(1), bold, always)
	table.Record(&answers)
	p, played := battle(table)
	const says = "the player of mod a has failed, and greedy plays on for it: a/main.lua:2: player bold answers 7: must be a place among its 1 options\n"
	if out := modhost.Disabled(p); out["a"] == nil || strings.Count(played, says) != 1 {
		t.Errorf("out are %v, and it was told:\n%s", out, played)
	}
	replay := &engine.Replay{Entries: answers}
	_, replayed := battle(engine.NewTable(replay, replay, replay))
	if want := strings.ReplaceAll(played, says, ""); replayed != want || replay.Done() != nil {
		t.Errorf("replayed (%v):\n%s\nplayed:\n%s", replay.Done(), replayed, want)
	}
	of := p.Fresh()
	of.Sit(engine.NewTable(dice(3), always, always))
	if of.CopyFrom(p); len(modhost.Disabled(of)) > 0 {
		t.Error("in a copy the mod is out")
	}
}

// What scripts log in a battle is bounded in lines and in bytes, and the battle goes
// on as without.
func TestLogIsBounded(t *testing.T) {
	const says = "mod a logs more than is kept of a battle, 50000 lines and 16 MB: the log is without what scripts log from here on"
	for _, test := range []struct {
		line  string
		lines int
	}{
		{`"x"`, modhost.MaxLogged},
		{`("x"):rep(400)`, modhost.MaxLoggedBytes / 400},
	} {
		g, _ := installed(t, modhost.Stop, fmt.Sprintf("local line = %s\nfunction onGain(gain) for i = 1, 800 do log(line) end end", test.line))
		p := &pig{game: g}
		for range 2 { // the next battle has a log of its own
			lines, said := 0, 0
			table := engine.NewTable(engine.NewDice(1), always, always)
			table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
				switch text := p.Describe(e); {
				case text == says:
					said++
				case strings.HasPrefix(text, "x"):
					lines++
				}
			}))
			p.Begin(table)
			for range 160 {
				p.Step()
			}
			if err := table.Err(); err != nil || lines != test.lines || said != 1 {
				t.Errorf("%s: %d lines, want %d, and %d times that they are too many: %v", test.line, lines, test.lines, said, err)
			}
		}
	}
}

// entries are the answers that were given.
type entries []engine.Entry

func (e *entries) Record(entry engine.Entry) error {
	*e = append(*e, entry)
	return nil
}

const pigTests = `
test{ name = "all is well", run = function()
	setting("limit", 2)
	expect(asked(), "one dares")
	dice{4}
	rolls{3}
	answer("roll")
	expect(asked(), "one: Keep it?")
	answer("keep")
	offers("hold")
	answer("hold")
	expect(battle.turn.points, 0)
	expect_told("one holds 3")
	expect_ran("onGain", 1)
end }
test{ name = "a veto", run = function()
	setting("limit", 9)
	dice{4}
	rolls{1}
	answer("roll")
	answer("keep")
	refuses("hold", "enough (a)")
end }
test{ name = "too much is expected", run = function()
	dice{4, 1}
	rolls{6}
	answer("roll")
	answer("keep")
	answer("hold")
	expect(winner(), "one", "who has won")
end }
test{ name = "left over", run = function()
	dice{4}
end }
test{ name = "a side", run = function()
	expect(battle.turn, battle)
end }
`

const greed = `
function onGain(gain)
	gain.points = roll(setting("limit") * 2)
	choose(gain.side, "Keep it?", {"keep", "drop"})
end
function onHold(hold)
	if setting("limit") == 9 then return cancel("enough") end
end
function onWorth(pot) end
`

// A test.lua runs, with its failures verbatim and what it came to.
func TestRunTests(t *testing.T) {
	_, _, m, err := install(modhost.Disable, pigTests, greed)
	if err != nil {
		t.Fatal(err)
	}
	report, err := m.RunTests("a", "")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, test := range report.Tests {
		fmt.Fprintf(&got, "%s:%d: %s\n", test.File, test.Line, test.Name)
		if f := test.Failure; f != nil {
			fmt.Fprintf(&got, "  %s:%d: %s\n  asked %s\n  told %s\n", f.File, f.Line, f.Text, f.Asked, strings.Join(f.Log, ", "))
		}
	}
	for _, use := range report.Uses {
		fmt.Fprintf(&got, "%s %s:%d: %d\n", use.What, use.File, use.Line, use.Times)
	}
	const want = `a/test.lua:2: all is well
a/test.lua:16: a veto
a/test.lua:24: too much is expected
  a/test.lua:30: expect: who has won: got nil, want "one"
  asked other dares
  told one rolls 4, one holds 6
a/test.lua:32: left over
  a/test.lua:32: dice{...}: 1 of 1 are left over: 4
  asked 
  told 
a/test.lua:35: a side
  a/test.lua:36: expect: got side one, want the battle
  asked one dares
  told 
onGain a/main.lua:2: 3
onWorth a/main.lua:9: 2
onHold a/main.lua:6: 7
`
	if got.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
	}
	if _, err := m.RunTests("x", ""); err == nil || library.Explain(err) != `unknown mod "x" (known: a)` {
		t.Errorf("%v", err)
	}
	var unknown *engine.Unknown
	if _, err := m.RunTests("x", ""); !errors.As(err, &unknown) {
		t.Errorf("%v", err)
	}
}

// The core imports no rule system.
func TestImports(t *testing.T) {
	p, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, imported := range p.Imports {
		switch imported {
		case "houserule/engine", "houserule/engine/library", "houserule/engine/library/strict", "houserule/engine/players", "houserule/scripting", "houserule/scripting/lua":
		default:
			if strings.HasPrefix(imported, "houserule/") {
				t.Errorf("it imports %s", imported)
			}
		}
	}
}

// The tables tell which hooks look and what acts.
func TestTables(t *testing.T) {
	tables := tables(new(pigGame))
	if got, want := fmt.Sprint(tables.ReadOnly(), tables.Mutates()), "[onWorth onHold] [roll choose log side:remember side:rob]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, k := range tables.TestBinding().Kinds {
		for _, f := range k.Methods {
			if f.Name == "rob" || f.Name == "remember" {
				t.Errorf("a test can call %s:%s", k.Name, f.Name)
			}
		}
	}
}
