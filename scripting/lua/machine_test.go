package lua_test

import (
	"errors"
	"fmt"
	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
	"strings"
	"testing"
	"unsafe"
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
			script := load(t, luatest.Duel(), row.text)
			for range 2 {
				s := luatest.NewStrike()
				if err := script.attack(s); err != nil {
					t.Fatalf("%v", err)
				}
				if got := strings.Join(s.Sets, " "); got != row.want {
					t.Errorf("got %s, want %s", got, row.want)
				}
			}
		})
	}
}

// Whatever is cut out of a string is a copy: a script that keeps it keeps nothing
// of the string.
func TestSubstringsAreCopies(t *testing.T) {
	b, kept := luatest.Duel(), []string(nil)
	b.Functions = append(b.Functions, lua.Function{Name: "keep", Params: []lua.Field{{Name: "text", Type: lua.TypeString}}, Call: func(_ *lua.Machine, args []lua.Value) (lua.Value, error) {
		kept = append(kept, args[0].Text())
		return lua.Nil, nil
	}})
	script := load(t, b, `
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
end`)
	err := script.attack(luatest.NewStrike())
	if kept = append(kept, script.Reason()); err != nil || len(kept) != 4+100+99+1+1 {
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
	const text = `function onAttack(a)
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
	end`
	var came [2]string
	for i, scores := range [][]float64{{2}, {1, 2}} {
		script := load(t, luatest.Duel(), text)
		for _, score := range scores {
			s := luatest.NewStrike()
			s.Fields[2] = lua.Number(score)
			if err := script.attack(s); err != nil {
				t.Fatal(err)
			}
			came[i] = fmt.Sprint(s.Fields[5])
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
		script := load(t, luatest.Duel(), "function onAttack(a) a.why = tostring("+row.call+") end")
		call := func(steps int64) (why string, err error) {
			s := luatest.NewStrike()
			_, err = script.call(luatest.Access(s), steps)
			return s.Fields[5].Text(), err
		}
		why, err := call(100_000)
		took := script.steps
		if err != nil || why != row.want {
			t.Errorf("%s is %q, %v, want %q", row.call, why, err, row.want)
		}
		if again, err := call(100_000); err != nil || again != why || script.steps != took {
			t.Errorf("%s again is %q in %d steps, %v, want %q in %d", row.call, again, script.steps, err, why, took)
		}
		if _, err := call(took); err != nil {
			t.Errorf("%s with %d steps: %v", row.call, took, err)
		}
		if _, err := call(took - 1); !errors.Is(err, lua.ErrBudget) {
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
		{`local e = a e.scor = 1`, `onAttack has no field "scor": known are by, target, score, dice, safe, why, aim, helpers`},
		{`local e = a e.by = a.by`, `onAttack: field "by" is read-only`},
		{`pcall(1)`, `well`},
		{`error(select(2, pcall(1)), 0)`, `main.lua:3: a number cannot be called`},
		{`error(select(2, pcall(error, "so", 0)), 0)`, `so`},
		{`error(select(2, pcall(function() t.x() end)), 0)`, `main.lua:3: t.x is nil, which cannot be called`},
		{`error(select(2, pcall(function() local z = nil .. "x" end)).y, 0)`, `nil`},
		{`local _, e = pcall(error, {code = 7}) error("code " .. e.code)`, `code 7`},
		{`pcall(function() while true do end end)`, `spent its steps`},
		{`pcall(function() local s = ("x"):rep(60000) s = s .. s end)`, `a string has at most 65536 bytes`},
		{`local function f() f() end pcall(f)`, `functions call each other too deep`},
		{`pcall(roll, "six")`, `well`},
		{`error({})`, `table`},
	} {
		script := load(t, luatest.Duel(), "function onAttack(a)\n\tlocal t = {n = 1, w = \"word\"} t = t or {}\n\t"+row.body+"\nend")
		got := "well"
		if err, ok := script.attack(luatest.NewStrike()).(*lua.Error); ok {
			got = err.Text
		}
		if got != row.want {
			t.Errorf("%s\ngot  %s\nwant %s", row.body, got, row.want)
		}
	}
}
