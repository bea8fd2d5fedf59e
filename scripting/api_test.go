package scripting

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"houserule/engine"

	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
)

func TestCancel(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{`function onAttack(a) return cancel("it is night") end`, "{true it is night}"},
		{`function onAttack(a) return cancel() end`, "{true }"},
		{`function onAttack(a) a.score = 3 if a.score == 3 then return cancel("x" .. a.score) end end`, "{true x3}"},
		{`function onAttack(a) if a.safe then return cancel("no") end return nil end`, "{false }"},
		{`function onAttack(a) local function f() return false end f() end`, "{false }"},
	} {
		p, err := Compile(luatest.Duel(), []Source{mod("frenzy", row.text)})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := mustMachine(t, p)
		vetoed, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(luatest.NewStrike()), 0)
		why := ""
		if vetoed {
			why = m.Reason()
		}
		if got := fmt.Sprintf("{%t %s}", vetoed, why); err != nil || got != row.want {
			t.Errorf("%s: got %s, %v; want %s", row.text, got, err, row.want)
		}
	}
}

func TestFunc(t *testing.T) {
	p := mustCompile(t,
		mod("b", "\nfunction onAttack(attack) attack.score = attack.dice end"),
		mod("a", "local function f(e) end function onAttack(x) f({x}) end\nfunction onRound(r) end"),
		mod("c", "local function f(e, n) e.score = n + e.dice end function onAttack(x) f(x, 1) end"),
		Source{Mod: "b", File: "mods/b/fierce.lua", Ability: "fierce", Text: []byte("function onAttack(a) a.why = self.name end")},
	)
	var got []string
	for _, hook := range []string{"onAttack", "onRound", "onAttak"} {
		for _, f := range p.Funcs(hook) {
			got = append(got, fmt.Sprint(f.Mod, " ", f.Hook, " ", f.File, ":", f.Line, " ", f.Ability, " ", f.Reads, f.Writes))
		}
	}
	want := []string{
		"b onAttack mods/b/main.lua:2  [3] [2]",
		"a onAttack mods/a/main.lua:1  [0 1 2 3 4 5 6 7] [2 3 4 5 6]",
		"c onAttack mods/c/main.lua:1  [3] [2]",
		"b onAttack mods/b/fierce.lua:1 fierce [0] [5]",
		"a onRound mods/a/main.lua:2  [] []",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRunTimeErrors(t *testing.T) {
	p := mustCompile(t, mod("frenzy", `local rules = {}

function rules.check(n)
	local function deep(n)
		if n > 2 then error("level " .. n .. " is too high") end
	end
	deep(n)
end

function onAttack(attack)
	rules.check(attack.by.level)
end

function onRound(round)
	round.length = 99
	round.length = math.huge
end
`), mod("dice", `function onAttack(a)
	a.dice = 60
end`), mod("undo", `function onAttack(a)
	a.score = roll(6)
end`), mod("wound", `function onAttack(a)
	a.by.wounds = -1
end`))
	m, d := mustMachine(t, p)
	funcs := p.Funcs("onAttack")
	check := func(got error, want, back string) *Error {
		t.Helper()
		var e *Error
		if !errors.As(got, &e) || e.Error() != want || e.Traceback != back {
			t.Errorf("got  %v\nwant %s\ngot  %q\nwant %q", got, want, e.Traceback, back)
		}
		return e
	}
	_, err := m.Call(funcs[0], luatest.Access(luatest.NewStrike()), 0)
	check(err, "mods/frenzy/main.lua:5: onAttack of mod frenzy: level 3 is too high",
		"\tin error\n\tmods/frenzy/main.lua:5: in deep\n\tmods/frenzy/main.lua:7: in check\n\tmods/frenzy/main.lua:11: in onAttack")
	_, err = m.Call(p.Funcs("onRound")[0], luatest.Access(&luatest.Strike{Fields: [8]lua.Value{lua.Number(1), lua.Number(2)}}), 0)
	check(err, "mods/frenzy/main.lua:16: onRound of mod frenzy: length is inf: must be a finite number", "\tmods/frenzy/main.lua:16: in onRound")
	if !errors.Is(err, lua.ErrReject) {
		t.Error(err)
	}
	_, err = m.Call(funcs[1], luatest.Access(luatest.NewStrike()), 0)
	check(err, "mods/dice/main.lua:2: onAttack of mod dice: dice: too many dice", "")
	d.Nested = func() {}
	_, err = m.Call(funcs[3], luatest.Access(luatest.NewStrike()), 0)
	check(err, "mods/wound/main.lua:2: onAttack of mod wound: stack.wounds: no such wound", "\tmods/wound/main.lua:2: in onAttack")
	if !errors.Is(err, luatest.ErrNoWound) {
		t.Error(err)
	}
}

// TestHostErrors: what the game's functions return comes out again.
func TestHostErrors(t *testing.T) {
	b := luatest.Duel()
	b.Functions[0].Call = func(*lua.Machine, []lua.Value) (lua.Value, error) { return lua.Nil, engine.ErrRewind }
	p, err := Compile(b, []Source{mod("undo", "function onAttack(a) a.score = roll(6) end")})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := mustMachine(t, p)
	s := luatest.NewStrike()
	if _, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(s), 0); !errors.Is(err, engine.ErrRewind) || len(s.Sets) > 0 {
		t.Error(err, s.Sets)
	}
}

// TestNested: a hook's roll sets off hooks, of its own mod too.
func TestNested(t *testing.T) {
	p := mustCompile(t, mod("frenzy", "function onAttack(a) a.score = a.score + roll(6) a.dice = a.dice + 1 end function onRound(r) r.length = r.length + 1 end"))
	m, d := mustMachine(t, p)
	depth := 0
	var inner []string
	d.Nested = func() {
		if depth++; depth <= 3 {
			s := luatest.NewStrike()
			_, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(s), 0)
			inner = append(inner, fmt.Sprint(s.Sets, err))
		}
	}
	s := luatest.NewStrike()
	_, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(s), 0)
	if got := fmt.Sprint(inner, s.Sets, err); got != "[[2=4 3=2] <nil> [2=5 3=2] <nil> [2=6 3=2] <nil>] [2=7 3=2] <nil>" {
		t.Error(got)
	}

	d.Nested = func() {
		if _, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(luatest.NewStrike()), 0); err != nil {
			inner = append(inner, err.Error())
		}
	}
	inner = nil
	if _, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(luatest.NewStrike()), 0); err != nil {
		t.Error(err)
	}
	if want := []string{"mods/frenzy/main.lua:1: onAttack of mod frenzy: hooks set off each other more than 12 deep"}; !reflect.DeepEqual(inner, want) {
		t.Errorf("got %q", inner)
	}
}

func TestRegistered(t *testing.T) {
	p := mustCompile(t, mod("charge", `
local base = 2
option{ name = "charge", cost = base + 1, legal = function(stack) return stack.level > 2 end,
	score = function(stack, n) return stack.level * n + base end }
`), mod("wait", `for i = 1, 2 do option{ name = "wait" .. i, score = function(stack) return ({ "x" })[1] end } end`))
	m, _ := mustMachine(t, p)
	var got []string
	for _, r := range p.Registered("option") {
		legal, err1 := m.CallRegistered(r, "legal", lua.Object(0, 3))
		score, err2 := m.CallRegistered(r, "score", lua.Object(0, 3), lua.Number(5))
		got = append(got, fmt.Sprint(r.Name, " ", r.Mod, " ", r.File, ":", r.Line, " ", r.Value("name"), r.Value("cost"), r.Has("cost"), r.Has("legal"), " ", legal, err1, " ", score, err2))
	}
	want := []string{
		`option charge mods/charge/main.lua:3 "charge" 3 true true true <nil> 17 <nil>`,
		`option wait mods/wait/main.lua:1 "wait1" nil false false nil mods/wait/main.lua:1: option.legal of mod wait: there is no such function nil mods/wait/main.lua:1: option.score of mod wait: the result is a number, not a string`,
		`option wait mods/wait/main.lua:1 "wait2" nil false false nil mods/wait/main.lua:1: option.legal of mod wait: there is no such function nil mods/wait/main.lua:1: option.score of mod wait: the result is a number, not a string`,
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// A method that is declared gets its object as the first argument.
func TestRegisteredMethod(t *testing.T) {
	source := []Source{mod("charge", `
local rules = {}
function rules:legal() return self.level == 3 end
option{ name = "charge", legal = rules.legal }
`)}
	p, err := Compile(luatest.Duel(), source)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := mustMachine(t, p)
	if v, err := m.CallRegistered(p.Registered("option")[0], "legal", lua.Object(0, 3)); err != nil || !v.Bool() {
		t.Errorf("%v, %v", v, err)
	}
}

func TestEval(t *testing.T) {
	p, err := Compile(luatest.Duel(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m, d := mustMachine(t, p)
	for _, row := range []struct{ source, want string }{
		{"1 + 2", "3"},
		{`"a" .. 1, nil, true`, "a1, nil, true"},
		{"battle.stacks", "{stack s1, stack s2, stack s3}"},
		{`{1, "x", y = {2}, [true] = 3}`, `{1, "x", y = {2}, [true] = 3}`},
		{"battle.stacks[2].wounds", "0"},
		{"battle.stacks[2].wounds = 4", ""},
		{"battle.stacks[2].wounds", "4"},
		{"local t = {} for i = 1, 3 do t[i] = i * i end return t", "{1, 4, 9}"},
		{"", ""},
		{"log, {}, string", "function, {}, {byte = function, char = function, find = function, format = function, gmatch = function, gsub = function, len = function, lower = function, match = function, rep = function, reverse = function, sub = function, upper = function}"},
		{"0/0, 1/0, -1/0, 2^53, 1e15, 0.1, 1e300, -0", "nan, inf, -inf, 9007199254740992, 1000000000000000, 0.1, 1e+300, 0"},
		{`tonumber("1e2100"), "-1e400" + 0`, "inf, -inf"},
		{"x = 1", `lua:1:1: assignment to global "x": write ` + "`local x`"},
		{"battle.rund", `lua:1:8: battle has no field "rund": did you mean "round"?`},
		{"rol(6)", `lua:1:1: unknown name "rol": did you mean "roll"?`},
		{"1 +", "lua:1: syntax error: the text ends too early"},
		{"(function() return 1", "lua:1:2: syntax error: this `function` has no `end`"},
		{"function onAttack(a) end", "lua:1: hooks belong into the file of a mod"},
		{"error('so')", "lua:1: so"},
		{"(function() while true do end end)()", "lua:1: spent its 100000 steps"},
		{"option{ name = 'x' }", "lua:1: option{...} declares while the file is loaded: write it outside of functions"},
		{"2 + 2", "4"},
	} {
		got, err := m.Eval("", row.source)
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%s\ngot  %s\nwant %s", row.source, got, row.want)
		}
	}
	if d.Wounds[2] != 4 {
		t.Error(d.Wounds)
	}
}

// TestSharedProgram: machines on many goroutines share a program.
func TestSharedProgram(t *testing.T) {
	p := mustCompile(t, mod("frenzy", `local t = {1, 2, x = {3}}
function onAttack(a)
	local s = ""
	for k, v in pairs(t) do s = s .. tostring(k) .. tostring(v) end
	a.why = s:upper() .. string.format("%d", a.by.level)
	for k in pairs(string) do a.score = a.score + #k end
end`), mod("bad", "function onAttack(a) error('x') end"))
	var wait sync.WaitGroup
	results := make([]string, 8)
	for i := range results {
		wait.Go(func() {
			m := NewMachine(p, Limits{})
			for range 50 {
				m.Begin(&luatest.State{})
				s := luatest.NewStrike()
				_, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(s), 0)
				_, err2 := m.Call(p.Funcs("onAttack")[1], luatest.Access(luatest.NewStrike()), 0)
				results[i] = fmt.Sprint(s.Sets, err, err2)
			}
		})
	}
	wait.Wait()
	for _, r := range results {
		if r != results[0] || !strings.HasPrefix(r, "[2=61 5=") {
			t.Errorf("%s", r)
		}
	}
}

func TestBindingMistakes(t *testing.T) {
	for _, row := range []struct {
		change func(b *lua.Binding)
		want   string
	}{
		{func(b *lua.Binding) { b.Events[0].Fields[0].Type = "stak" }, `scripting: binding: onAttack.by: unknown type "stak"`},
		{func(b *lua.Binding) { b.Events[0].Self = "bi" }, `scripting: binding: onAttack: self is "bi", which is no field`},
		{func(b *lua.Binding) { b.Events[1].Hook = "onAttack" }, `scripting: binding: "onAttack" is no name or taken`},
		{func(b *lua.Binding) { b.Globals[0].Name = "string" }, `scripting: binding: "string" is no name or taken`},
		{func(b *lua.Binding) { b.Globals[0].Name = "pcall" }, `scripting: binding: "pcall" is no name or taken`},
		{func(b *lua.Binding) { b.Globals[0].Name = "a b" }, `scripting: binding: "a b" is no name or taken`},
		{func(b *lua.Binding) { b.Events[0].Fields[7].Writable = true }, `scripting: binding: onAttack.helpers: a list cannot be writable`},
		{func(b *lua.Binding) { b.Functions[0].Call = nil }, `scripting: binding: roll: no Call`},
	} {
		b := luatest.Duel()
		row.change(b)
		if _, err := Compile(b, nil); err == nil || err.Error() != row.want {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
}

func TestDeterministicSteps(t *testing.T) {
	p := mustCompile(t, mod("frenzy", `function onAttack(a)
	local t = {}
	for i = 1, 50 do t[i] = ("x"):rep(i) end
	table.sort(t, function(x, y) return #x > #y end)
	a.why = table.concat(t, ","):gsub("x+", "%0%0"):sub(1, 9)
end`))
	var spent []int
	for range 3 {
		m, _ := mustMachine(t, p)
		if _, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(luatest.NewStrike()), 0); err != nil {
			t.Fatal(err)
		}
		spent = append(spent, m.Spent())
	}
	if spent[0] != 3487 || spent[1] != spent[0] || spent[2] != spent[0] {
		t.Errorf("%v steps: a change of this number changes what mods may do", spent)
	}
}

// A declaration is what its table was when it was declared, deep down: what becomes
// of the table changes nothing.
func TestDeclarationsAreSnapshots(t *testing.T) {
	p := mustCompile(t, mod("frenzy", `local t = { name = "a", score = function(stack, n) return n + 1 end }
option(t)
t.score = nil
t.name, t.cost, t.legal = "b", 5, "no function"
local u = { name = "c", score = function(stack, n) return n + 2 end }
option(u)
u.score = function(stack, n) return 0 / 0 end
option(u)
u = nil`))
	m, _ := mustMachine(t, p)
	var got []string
	for _, r := range p.Registered("option") {
		score, err := m.CallRegistered(r, "score", lua.Object(0, 3), lua.Number(5))
		got = append(got, fmt.Sprintf("%s cost %v legal %t: %v %v", r.Value("name").Text(), r.Value("cost"), r.Has("legal"), score, err))
	}
	want := []string{
		"a cost nil legal false: 6 <nil>",
		"c cost nil legal false: 7 <nil>",
		"c cost nil legal false: nil mods/frenzy/main.lua:7: option.score of mod frenzy: the result is nan: must be a finite number",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A value that the game refuses is reported at the line that wrote it, also where the event was
// handed on.
func TestRefusedWrites(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"direct", "function onAttack(a)\n\ta.safe = true\n\ta.dice = 99\nend", "main.lua:3"},
		{"twice, direct", "function onAttack(a)\n\ta.dice = 98\n\ta.dice = 99\nend", "main.lua:1"},
		{"an event that is kept", "function onAttack(a)\n\tlocal whole = a\n\ta.safe = true\n\ta.dice = 99\nend", "main.lua:4"},
		{"under another name", "function onAttack(a)\n\tlocal whole = a\n\twhole.dice = 1\n\twhole.dice = 99\nend", "main.lua:4"},
		{"in another function", "local function risk(e)\n\te.dice = 99\nend\nfunction onAttack(a)\n\trisk(a)\nend", "main.lua:2"},
		{"in several functions", "local function risk(e, n)\n\te.dice = 2\n\tif n then\n\t\te.dice, e.score = n, 1\n\tend\nend\nfunction onAttack(a)\n\trisk(a, 99)\nend", "main.lua:4"},
	} {
		p, err := Compile(luatest.Duel(), []Source{mod("risk", row.text)})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := mustMachine(t, p)
		_, err = m.Call(p.Funcs("onAttack")[0], luatest.Access(luatest.NewStrike()), 0)
		if want := "mods/risk/" + row.want + ": onAttack of mod risk: dice: too many dice"; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", row.name, err, want)
		}
	}
}
