package scripting

import (
	"cmp"
	"errors"
	"fmt"
	"houserule/engine"
	"strings"
	"testing"
	"unsafe"

	"houserule/scripting/lua"
)

func TestCall(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"nothing", `function onAttack(a) end`, ""},
		{"add", `function onAttack(a) a.score = a.score + 1 end`, "2=3"},
		{"same", `function onAttack(a) a.score = a.score end`, ""},
		{"branch", `function onAttack(attack)
			if attack.by.level >= 3 and attack.target then attack.score, attack.dice = attack.dice, attack.score end
		end`, "2=1 3=2"},
		{"swap locals", `function onAttack(a) local x, y = 1, 5 x, y = y, x a.score = x a.dice = y end`, "2=5"},
		{"nested function", `function onAttack(a) local function add(n) a.score = a.score + n end add(2) add(3) end`, "2=7"},
		{"escape", `local function boost(e) e.score = e.score + 10 end function onAttack(a) boost(a) end`, "2=12"},
		{"dynamic", `function onAttack(a) for _, k in ipairs({"score", "dice"}) do a[k] = a[k] + 1 end end`, "2=3 3=2"},
		{"last parameter", `local function f(p) p = (tostring(7)) return p end function onAttack(a) a.why = f(1) end`, `5="7"`},
		{"open", `local function f(p, ...) p = select("#", ...) return p end function onAttack(a) a.score = f(1, 2, 3, 4) end`, "2=3"},
		{"list", `function onAttack(a) for _, h in ipairs(a.helpers) do a.score = a.score + h.level end end`, "2=13"},
		{"object", `function onAttack(a) a.aim = a.by.friends[2] a.safe = a.aim ~= a.by and a.by:has("brave") end`, "4=true 6=object 5"},
		{"methods of strings", `function onAttack(a) a.why = ("x"):rep(3):upper() .. #"ab" end`, `5="XXX2"`},
		{"power", `function onAttack(a) a.score = 2 ^ 10 + -2 ^ 2 end`, "2=1020"},
		{"zero has no sign", `function onAttack(a) local n = a.score - 2 a.safe = 1 / (n * -1) > 0 and 1 / (n / -3) > 0 and 1 / (0 * -a.dice) > 0 end`, "4=true"},
		{"minus zero has one", `function onAttack(a) local n = a.score - 2 a.safe = 1 / -n < 0 and 1 / (-n - n) > 0 and 1 / ("0" * -1) < 0 end`, "4=true"},
		{"a constant zero may have one", `function onAttack(a) a.safe = 1 / -0 < 0 and 1 / (0 * -1) < 0 end`, "4=true"},
		{"loop", `function onAttack(a) local t = {} for i = 1, 10 do t[#t+1] = i * i end a.score = t[10] end`, "2=100"},
		{"method", `local box = {n = 3} function box:get(k) return self.n + k end function onAttack(a) a.score = box:get(4) end`, "2=7"},
		{"pairs", `local t = {z = 1, y = 2, x = 3, 10, 20} function onAttack(a) local s = "" for k, v in pairs(t) do s = s .. k .. v .. " " end a.why = s end`, `5="110 220 z1 y2 x3 "`},
		{"gsub", `function onAttack(a) a.why = ("hello world"):gsub("o", {o = "0"}) .. ("abc"):gsub("%w", "%0%0") end`, `5="hell0 w0rldaabbcc"`},
		{"while", `function onAttack(a) while a.score < 10 do a.score = a.score + 3 if a.score > 7 then break end end end`, "2=8"},
		{"repeat", `function onAttack(a) repeat local n = a.dice + 1 a.dice = n until n >= 4 end`, "3=4"},
		{"self", `function onAttack(a) a.score = self.level + a.by.level end`, "2=6"},
		{"or of functions", `local f = tostring or roll function onAttack(a) a.why = f(1) end`, `5="1"`},
		{"open table", `local function f(...) local t = {...} return #t, (...) end function onAttack(a) a.score, a.dice = f(4, 5, 6) end`, "2=3 3=4"},
		{"shadowed event", `function onAttack(a) do local a = {score = 5} a.score = 6 end a.score = a.score + 1 end`, "2=3"},
		{"upvalue written", `function onAttack(a) local n = 0 local function f() n = n + 1 return n end f() a.score = f() + n end`, "2=4"},
		{"operand that a call changes", `function onAttack(a) local s = 1 local function f() s = 10 return 1 end a.score = s + f() end`, "2=11"},
		{"operand of a loop that a call changes", `function onAttack(a) local r = 0 local function f() r = 5 return 1 end for i = 1, 2 do r = r + f() end a.score = r end`, "2=6"},
		{"condition that a call changes", `function onAttack(a) local x = 1 local function f() x = x + 3 return 5 end while x < f() do a.score = a.score + 1 end a.dice = x end`, "2=3 3=7"},
		{"field that a call changes", `function onAttack(a) local function f() a.dice = 10 return 1 end a.dice = a.dice + f() a.score = a.score - f() end`, "2=1 3=10"},
		{"sort", `function onAttack(a) local t = {3, 1, 2} table.sort(t, function(x, y) return x > y end) a.why = table.concat(t, ",") end`, `5="3,2,1"`},
		{"return", `function onAttack(a) a.score = 9 if a.dice == 1 then return end a.score = 8 end`, "2=9"},
		{"format", `function onAttack(a) a.why = string.format("%5.2f|%-4d|%04d|%s|%q|%x|%g", 3.14159, 7, -3, a.by, "a\"b", 255, 0.1) end`, `5=" 3.14|7   |-003|stack s3|\"a\\\"b\"|ff|0.1"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			source := mod("frenzy", row.text)
			if row.name == "self" {
				source.Ability = "fierce"
			}
			p, err := Compile(duelBinding(), []Source{source})
			if err != nil {
				t.Fatal(err)
			}
			m, _ := mustMachine(t, p)
			for range 2 {
				s := newStrike()
				if _, err := m.Call(p.Funcs("onAttack")[0], access(s), 0); err != nil {
					t.Fatalf("%v", err)
				}
				got := ""
				for i, set := range s.sets {
					if i > 0 {
						got += " "
					}
					got += set
				}
				if got != row.want {
					t.Errorf("got %s, want %s", got, row.want)
				}
			}
		})
	}
}

// A look takes nothing of the battle's budget, nor of that of the script that
// runs, and has that of one call, with all that it sets off.
func TestLooksHaveABudgetOfTheirOwn(t *testing.T) {
	p := mustCompile(t, mod("frenzy", `function onAttack(a) for i = 1, 200 do end end
function onRound(r) for i = 1, 200 do end roll(6) r.length = ("x"):rep(200):len() end`))
	m := NewMachine(p, Limits{Call: 1000, Battle: 4000, Memory: 4000})
	d := new(duel)
	m.Begin(d)
	attack, round := p.Funcs("onAttack")[0], p.Funcs("onRound")[0]
	look := func(m *Machine) error {
		defer m.Resume(m.Aside(1))
		_, err := m.Call(attack, access(newStrike()), 0)
		return err
	}
	battle := func(looks int) (spent int) {
		d.nested = func() {
			for range looks {
				if err := look(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		m.Begin(d)
		for range 2 {
			for range looks {
				if err := look(m); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := m.Call(round, access(&lap{}), 0); err != nil {
				t.Fatal(err)
			}
		}
		return m.Spent()
	}
	if alone, looked := battle(0), battle(100); alone == 0 || looked != alone {
		t.Errorf("the battle takes %d steps, %d where somebody looks", alone, looked)
	}

	// One look within another is the same look.
	var err error
	before, calls := m.Aside(1), 0
	d.nested = func() {
		for ; err == nil && calls < 100; calls++ {
			err = look(m)
		}
	}
	_, _ = m.Call(round, access(&lap{}), 0)
	m.Resume(before)
	const spent = "spent its 1000 steps"
	if e, ok := errors.AsType[*Error](err); !ok || e.Text != spent {
		t.Errorf("%d looks in a look: %v, want %s", calls, err, spent)
	}
}

// All looks at one question, in copies for evaluations too, share what a mod may take for
// an answer. A mod that has spent it makes no more looks in the battle; one that has not
// gets it anew for each question.
func TestLooksAtOneQuestionShareABudget(t *testing.T) {
	p := mustCompile(t,
		mod("slow", `function onAttack(a) for i = 1, 200 do end end`),
		mod("quick", `function onAttack(a) for i = 1, 100 do end end`))
	machine := func() *Machine {
		m := NewMachine(p, Limits{Call: 1000, Answer: 5000})
		m.Begin(new(duel))
		return m
	}
	m, scratch := machine(), machine()
	scratch.Share(m)
	look := func(m *Machine, question, mod int) error {
		defer m.Resume(m.Aside(question))
		_, err := m.Call(p.Funcs("onAttack")[mod], access(newStrike()), 0)
		return err
	}
	const slow, quick = 0, 1
	looks := 0
	var err error
	for ; err == nil && looks < 100; looks++ {
		err = cmp.Or(look(m, 1, slow), look(scratch, 1, quick))
		if err == nil && looks%2 == 1 {
			err = look(scratch, 1, slow)
		}
	}
	const spent = "onAttack of mod slow: spent its 5000 steps of the evaluations for one answer: let it do less there"
	if !errors.Is(err, ErrSlow) || !strings.HasSuffix(fmt.Sprint(err), spent) || looks < 10 || looks > 20 {
		t.Errorf("%d rounds of looks: %v, want %s", looks, err, spent)
	}
	for question := range 20 {
		for range 10 {
			if err := look(scratch, question+2, quick); err != nil {
				t.Fatalf("question %d: %v", question+2, err)
			}
		}
		if err := look(m, question+2, slow); !errors.Is(err, ErrSlow) {
			t.Errorf("question %d: %v, want %v", question+2, err, ErrSlow)
		}
	}
	m.Begin(new(duel))
	if err := look(m, 22, slow); err != nil {
		t.Errorf("in the next battle: %v", err)
	}
}

// Battles with an allowance take all their steps from it, with all looks in them and
// whatever machines share it; each call has no more than is left of the smallest.
func TestAllowancesAreShared(t *testing.T) {
	p := mustCompile(t, mod("frenzy", `function onAttack(a) for i = 1, 200 do end end
function onRound(r) roll(6) end`))
	limits := Limits{Call: 1000, Battle: 4000}
	attack, round := p.Funcs("onAttack")[0], p.Funcs("onRound")[0]
	d := new(duel)
	call := func(m *Machine) error { _, err := m.Call(attack, access(newStrike()), 0); return err }
	look := func(m *Machine) error {
		defer m.Resume(m.Aside(1))
		return call(m)
	}
	for _, row := range []struct {
		name string
		try  func(m, other *Machine) error
	}{
		{"in battles", func(m, _ *Machine) error { return call(m) }},
		{"in looks", func(m, _ *Machine) error { return look(m) }},
		{"in looks of a script that runs", func(m, _ *Machine) (err error) {
			d.nested = func() { err = look(m) }
			_, failed := m.Call(round, access(&lap{}), 0)
			return cmp.Or(err, failed)
		}},
		{"in another machine", func(m, other *Machine) error { other.Begin(d, m.Allowed()...); return look(other) }},
	} {
		var err error
		m, other := NewMachine(p, limits), NewMachine(p, limits)
		small, large := &engine.Allowance{}, &engine.Allowance{Left: 1 << 40}
		for answer := range 2 {
			small.Left = 9000
			tries := 0
			for err = nil; err == nil && tries < 100; tries++ {
				m.Begin(d, large, small)
				err = row.try(m, other)
			}
			const spent = "spent the last of them"
			if e, ok := errors.AsType[*Error](err); !ok || e.Text != spent || !errors.Is(err, engine.ErrSpent) || tries < 40 || tries > 45 {
				t.Errorf("%s, answer %d: %d tries: %v, want %s", row.name, answer+1, tries, err, spent)
			}
			if spent := 1<<40 - large.Left; spent/9000 != int64(answer+1) {
				t.Errorf("%s, answer %d: the large allowance has %d steps less", row.name, answer+1, spent)
			}
		}
	}
}

// A lap is the event of a round.
type lap struct {
	length lua.Value
}

func (l *lap) Get(int) lua.Value            { return lua.Number(1) }
func (l *lap) Set(_ int, v lua.Value) error { l.length = v; return nil }

// After an error a mod is as it was loaded.
func TestErrorLeavesNothing(t *testing.T) {
	p := mustCompile(t, mod("try", `
local seen = {}
for i = 1, 10 do seen[i] = i end
function onAttack(a) if a.score > 0 then a.score = seen[a.score] + seen[0] end a.score = #seen end`))
	m, _ := mustMachine(t, p)
	fn := p.Funcs("onAttack")[0]
	for range 3 {
		s := newStrike()
		s.fields[2] = lua.Number(1)
		if _, err := m.Call(fn, access(s), 0); err == nil {
			t.Fatal("no error")
		}
		s.fields[2] = lua.Number(0)
		if _, err := m.Call(fn, access(s), 0); err != nil || s.fields[2].Float() != 10 {
			t.Errorf("afterwards the score is %v, %v", s.fields[2], err)
		}
	}
}

// Whatever is cut out of a string is a copy: a script that keeps it keeps nothing
// of the string.
func TestSubstringsAreCopies(t *testing.T) {
	b, kept := duelBinding(), []string(nil)
	b.Functions = append(b.Functions, lua.Function{Name: "keep", Params: []lua.Field{{Name: "text", Type: lua.TypeString}}, Call: func(_ *lua.Machine, args []lua.Value) (lua.Value, error) {
		kept = append(kept, args[0].Text())
		return lua.Nil, nil
	}})
	p, err := Compile(b, []Source{mod("try", `
function onAttack(a)
	local s = ("abc "):rep(100)
	keep(s)
	keep(s:sub(2, 90))
	keep(s:match("a.*c"))
	keep((select(3, s:find("(b.*)"))))
	for word in s:gmatch("%a+") do keep(word) end
	s:gsub("c a", keep)
	keep(("%.50s"):format(s))
	return cancel(s)
end`)})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := mustMachine(t, p)
	_, err = m.Call(p.Funcs("onAttack")[0], access(newStrike()), 0)
	if kept = append(kept, m.Reason()); err != nil || len(kept) != 4+100+99+1+1 {
		t.Fatalf("%d were kept, %v", len(kept), err)
	}
	from := uintptr(unsafe.Pointer(unsafe.StringData(kept[0])))
	for _, s := range kept[1:] {
		if at := uintptr(unsafe.Pointer(unsafe.StringData(s))); at >= from && at < from+uintptr(len(kept[0])) && s != kept[0] {
			t.Errorf("%q is a part of the string", s)
		}
	}
}

// A list of the game that a script has changed leaves nothing behind: what a later call does
// does not depend on it.
func TestListsLeaveNothing(t *testing.T) {
	p := mustCompile(t, mod("lists", `function onAttack(a)
		if a.score == 1 then
			local l = a.by.friends
			l[2] = nil
			l[2] = a.by
			return
		end
		local l = {}
		local old = a.target.friends
		l[1] = "x"
		l[2] = "y"
		a.why = tostring(old[1]) .. " " .. tostring(old[2])
	end`))
	fn := p.Funcs("onAttack")[0]
	var came [2]string
	for i, scores := range [][]float64{{2}, {1, 2}} {
		m := NewMachine(p, Limits{})
		m.Begin(&duel{})
		for _, score := range scores {
			s := newStrike()
			s.fields[2] = lua.Number(score)
			if _, err := m.Call(fn, access(s), 0); err != nil {
				t.Fatal(err)
			}
			came[i] = fmt.Sprint(s.fields[5])
		}
	}
	if came[0] != came[1] {
		t.Errorf("after another call: %s, want %s", came[1], came[0])
	}
}

// A match that is kept takes the steps that it took when it was found.
func TestKeptMatches(t *testing.T) {
	for _, row := range []struct{ call, want string }{
		{`string.match("roll 3", "%d+")`, "3"},
		{`string.match("roll", "%d+")`, "nil"},
		{`string.match("Aa", "%u") .. string.match("BB", "%u") .. string.match("Aa", "%u")`, "ABA"}, // kept at the same index
		{`string.match("a1", "%d") .. string.match("a1", "%a")`, "1a"},
		{`string.match("a b", "()b")`, "3"},
		{`table.concat({string.match("a b", "(.) (.)")})`, "ab"},
		{`string.match("a1 b2", "%d", 3)`, "2"},
		{`string.match("", ".*")`, ""},
		{`string.match(string.rep("a", 33), "a*")`, strings.Repeat("a", 33)},
	} {
		p := mustCompile(t, mod("try", "function onAttack(a) a.why = tostring("+row.call+") end"))
		call := func(m *Machine) (why string, err error) {
			s := newStrike()
			_, err = m.Call(p.Funcs("onAttack")[0], access(s), 0)
			return s.fields[5].Text(), err
		}
		m, _ := mustMachine(t, p)
		why, err := call(m)
		took := m.Took()
		if err != nil || why != row.want {
			t.Errorf("%s is %q, %v, want %q", row.call, why, err, row.want)
		}
		if again, err := call(m); err != nil || again != why || m.Took() != took {
			t.Errorf("%s again is %q in %d steps, %v, want %q in %d", row.call, again, m.Took(), err, why, took)
		}
		m.limits.Call, m.limits.Look = int(took), int(took)
		if _, err := call(m); err != nil {
			t.Errorf("%s with %d steps: %v", row.call, took, err)
		}
		m.limits.Call, m.limits.Look = int(took)-1, int(took)-1
		if _, err := call(m); !errors.Is(err, lua.ErrBudget) {
			t.Errorf("%s with %d steps: %v, want %v", row.call, took-1, err, lua.ErrBudget)
		}
	}
}

// An error names what is missing as the script does.
func TestErrorsNameValues(t *testing.T) {
	for _, row := range []struct{ body, want string }{
		{`local z = a.aim.level`, `a.aim is nil, which has no field "level"`},
		{`local z = t.x.y`, `t.x is nil, which has no field "y"`},
		{`local z = t[1][2]`, `this is nil, which has no field 2`},
		{`t.x.y = 1`, `t.x is nil, which has no field "y"`},
		{`local s = "x" s = s s.y = 1`, `s is a string, which has no field "y"`},
		{`t.x(1)`, `t.x is nil, which cannot be called`},
		{`t.n()`, `t.n is a number, which cannot be called`},
		{`t:none()`, `t:none is nil, which cannot be called`},
		{`t[1]()`, `this is nil, which cannot be called`},
		{`t.x:none()`, `t.x is nil, which has no field "none"`},
		{`local z = t.x < a.score`, `cannot compare nil (t.x) with a number (a.score)`},
		{`local z = a.score >= t.x`, `cannot compare a number (a.score) with nil (t.x)`},
		{`local z = t < {}`, `cannot compare a table (t) with a table`},
		{`local z = t.x + 1`, `cannot add nil (t.x) and a number`},
		{`local z = 2 * t.w`, `cannot mul a number and a string (t.w)`},
		{`local z = -t.x`, `- needs a number, not nil (t.x)`},
		{`local z = #t.x`, `# needs a string or a list, not nil (t.x)`},
		{`local z = "a" .. t.x .. "b"`, `cannot join nil (t.x) with ..: use tostring`},
		{`for _ in ipairs(t.x) do end`, `ipairs: argument 1 is a table, not nil (t.x)`},
		{`for _ in t.x do end`, `a loop needs a function, such as pairs(t), not nil`},
		{`for i = 1, t.x do end`, `for statement limit must be a number`},
		{`t[nil] = 1`, `a table's key cannot be nil`},
		{`t[0 / 0] = 1`, `a table's key cannot be nan`},
		{`a[t.w] = 1`, `onAttack has no field "word": known are by, target, score, dice, safe, why, aim, helpers`},
		{`local e = a e.scor = 1`, `onAttack has no field "scor": did you mean "score"?`},
		{`local e = a e.by = a.by`, `onAttack: field "by" is read-only`},
		{`pcall(1)`, `well`},
		{`error(select(2, pcall(1)), 0)`, `mods/try/main.lua:3: a number cannot be called`},
		{`error(select(2, pcall(error, "so", 0)), 0)`, `so`},
		{`error(select(2, pcall(function() t.x() end)), 0)`, `mods/try/main.lua:3: t.x is nil, which cannot be called`},
		{`error(select(2, pcall(function() local z = nil .. "x" end)).y, 0)`, `nil`},
		{`local _, e = pcall(error, {code = 7}) error("code " .. e.code)`, `code 7`},
		{`pcall(function() while true do end end)`, `spent its 100000 steps`},
		{`pcall(function() local s = ("x"):rep(60000) s = s .. s end)`, `a string has at most 65536 bytes`},
		{`local function f() f() end pcall(f)`, `functions call each other too deep`},
		{`pcall(roll, "six")`, `well`},
		{`error({})`, `table`},
	} {
		p := mustCompile(t, mod("try", "function onAttack(a)\n\tlocal t = {n = 1, w = \"word\"} t = t or {}\n\t"+row.body+"\nend"))
		m, _ := mustMachine(t, p)
		got := "well"
		if _, err := m.Call(p.Funcs("onAttack")[0], access(newStrike()), 0); err != nil {
			got = err.(*Error).Text
		}
		if got != row.want {
			t.Errorf("%s\ngot  %s\nwant %s", row.body, got, row.want)
		}
	}
}
