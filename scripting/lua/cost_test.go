package lua_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"houserule/engine/enginetest"

	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
)

// TestCharges: what works long in one instruction or one call costs the more
// steps, the longer it works.
func TestCharges(t *testing.T) {
	steps := func(body string) int {
		t.Helper()
		script := load(t, luatest.Duel(), "function onAttack(a)\n"+body+"\nend")
		if err := script.attack(luatest.NewStrike()); err != nil {
			t.Errorf("%s: %v", body, err)
		}
		return int(script.steps)
	}
	for _, row := range []struct {
		name, begin, body string
		least             int // steps of the body, without those of its beginning
	}{
		{"a remainder", "local x, y = 1e300, 0.1", "local z = x % y", 200},
		{"a remainder of the library", "local x, y = 1e300, 0.1", "local z = math.fmod(x, y)", 200},
		{"comparing long texts", `local x, y = ("y"):rep(5000), ("y"):rep(5000)`, "local z = x < y", 19},
		{"a table", "", "local t = {} t.x = 1", 20},
		{"a constructor", "", "local t = {x = 1}", 20},
		{"the first key where others were", "local t = {} for i = 1, 500 do t['k' .. i] = 1 end for i = 1, 499 do t['k' .. i] = nil end", "next(t)", 62},
		{"the next key where others were", "local t = {} for i = 1, 500 do t['k' .. i] = 1 end for i = 2, 499 do t['k' .. i] = nil end", "next(t, 'k1')", 62},
		{"the next place behind holes", "local t = {} for i = 1, 500 do t[i] = 1 end for i = 1, 499 do t[i] = nil end", "next(t)", 62},
		{"a number as text", "", `local z = 0.1 .. "" .. 0.2 .. ""`, 4},
		{"digits", "", `local z = ("%99.99f"):format(1e300)`, 99 + 250},
		{"a list of the game", "", "local z = battle.stacks", 12},
		{"a field of the game", "", "local z = battle.round", 4},
		{"an iterator", "", `local z = ("x"):gmatch("y")`, 8},
	} {
		if got := steps(row.begin+"\n"+row.body) - steps(row.begin); got < row.least {
			t.Errorf("%s: %d steps, want %d at least", row.name, got, row.least)
		}
	}
	for _, free := range []string{"local z = math.huge % 1e300", "local z = math.fmod(1e-300, 0)", "local z = 0 % 1e300"} {
		if got := steps(free); got < 3 {
			t.Errorf("%s: %d steps", free, got)
		}
	}
	// A list of which nothing is left is as short as one that was never filled.
	const fill = "local t = {} for i = 1, 9 do t[i * 900] = 1 end for i = 9, 1, -1 do t[i * 900] = nil end "
	if got := steps(fill+"next(t)") - steps(fill); got > 100 {
		t.Errorf("the first key of an emptied list: %d steps", got)
	}
}

// Emptied and refilled, a list is what it would be in Lua: its length, what pairs
// finds, and what follows.
func TestEmptiedLists(t *testing.T) {
	for script, want := range map[string]string{
		`local t = {1, 2, 3} t[3] = nil t[2] = nil t[1] = nil t[1] = 7 t[2] = 8 return #t, table.concat(t, " ")`:                             "2, 7 8",
		`local t = {1, 2, 3} t[2] = nil t[3] = nil return #t, next(t)`:                                                                       "1, 1, 1",
		`local t = {} t[5] = 5 t[9] = 9 t[9] = nil return #t, t[5], t[9]`:                                                                    "0, 5, nil",
		`local t = {1, 2, 3, 4} table.remove(t) t[3] = nil table.remove(t, 1) return #t, t[1], t[2], t[3]`:                                   "1, 2, nil, nil",
		`local t = {1, nil, 3, nil, nil, 6, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil} return #t, t[6]`:                     "6, 6",
		`local function f() return 1, 2, nil end local t = {nil, nil, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, f()} return #t, t[18]`:    "19, 1",
		`local t = {3, 1, 2} table.sort(t) t[#t] = nil t[#t] = nil return #t, t[1], t[2]`:                                                    "1, 1, nil",
		`local t = {a = 1, b = 2, c = 3} t.a = nil t.b = nil local k, v = next(t) t.a = 4 return k, v, t.a`:                                  `c, 3, 4`,
		`local t, s = {x = 1, y = 2, z = 3}, "" for k in pairs(t) do t[k] = nil s = s .. k end return s, next(t)`:                            `xyz, nil`,
		`local t = {10, x = 1} for k in pairs(t) do t[k] = nil end return next(t)`:                                                           `nil`,
		`local t, s = {10, 20, 30, x = 1, y = 2}, "" for k in pairs(t) do t[k] = nil s = s .. k end return s, next(t)`:                       `123xy, nil`,
		`local t, s = {10, 20, nil, 40, x = 1, y = 2}, "" for k in pairs(t) do t[k] = nil s = s .. k end return s, next(t)`:                  `124xy, nil`,
		`local t, s = {10, 20, 30, x = 1}, "" for k in pairs(t) do t[3], t[2], t[k] = nil s = s .. k end return s, next(t)`:                  `1x, nil`,
		`local t, s = {10, [-1] = 5, [1.5] = 6, x = 1}, "" for k in pairs(t) do t[k] = nil s = s .. k .. " " end return s, next(t)`:          `1 -1 1.5 x , nil`,
		`local t = {1, 2, 3} t[3] = nil return next(t, 3)`:                                                                                   `nil`,
		`return 7 % 3, -7 % 3, 7 % -3, -7 % -3, 7.5 % 2, 5 % math.huge, 1e15 % 7, "10" % 4`:                                                  "1, 2, -2, -1, 1.5, 5, 6, 2",
		`local t = {["` + strings.Repeat("k", 300) + `"] = 1, x = "` + strings.Repeat("v", 300) + `"} return #next(t), #t.x, (next(t, "x"))`: "300, 300, nil",
	} {
		if got := load(t, luatest.Duel(), "").eval(t, script); got != want {
			t.Errorf("%.200s: %s, want %s", script, got, want)
		}
	}
}

// What was taken out of a table while a file was loaded is out of its way.
func TestFrozenGaps(t *testing.T) {
	script := load(t, luatest.Duel(), `
local t = {}
for i = 1, 500 do t["k" .. i] = i end
for i = 1, 499 do t["k" .. i] = nil end
function onAttack(a) local k, v = next(t) a.score = v a.why = k end`)
	s := luatest.NewStrike()
	if err := script.attack(s); err != nil || s.Fields[2].Float() != 500 || s.Fields[5].Text() != "k500" {
		t.Errorf("%v, %v", s.Sets, err)
	}
	if script.steps > 30 {
		t.Errorf("%d steps", script.steps)
	}
}

// What BenchmarkSteps has scripts work on: long and short texts, patterns, formats,
// numbers, and lists and tables that are full, or were.
var material = []struct{ name, file, local string }{
	{"long", "", `local NAME = ("x"):rep(65000)`},
	{"mid", "", `local NAME = ("ab c"):rep(127)`},
	{"literal", "local literal = \"" + strings.Repeat("y", 60000) + "\"", `local NAME = literal`},
	{"short", "", `local NAME = "abc"`},
	{"pattern", "", `local NAME = "(%a*)(%a*)$"`},
	{"format", "", `local NAME = "%99.99f"`},
	{"large", "", `local NAME = 1e300`},
	{"fraction", "", `local NAME = 0.1`},
	{"one", "", `local NAME = 1`},
	{"list", "local list = {} for i = 1, 9000 do list[i] = i end", `local NAME = list`},
	{"table", "local dict = {} for i = 1, 9000 do dict['k' .. i] = i end", `local NAME = dict`},
	{"drained", "", `local NAME = {} for i = 1, 500 do NAME[i] = i end for i = 1, 499 do NAME[i] = nil end`},
	{"holes", "", `local NAME = {} for i = 1, 9 do NAME[i * 900] = i end for i = 9, 1, -1 do NAME[i * 900] = nil end`},
	{"gone", "", `local NAME = {} for i = 1, 500 do NAME["k" .. i] = i end for i = 1, 500 do NAME["k" .. i] = nil end`},
	{"function", "", `local NAME = function(x) return false end`},
}

// operations are what scripts do without a function of the library.
var operations = []string{
	"local z = x == y", "local z = x < y", "local z = x .. y", "local z = x .. y .. x .. y .. x", "local z = x % y", "local z = x ^ y", "local z = #x", "local z = x[y]",
	"x[y] = 1", "x[y] = nil", "x[#x + 1] = 1 x[#x] = nil", "for k in pairs(x) do break end", "local z = {[x] = y}", "local z = {a = x, b = y, c = 1, d = 2}", "local z = {} z[x] = y",
	"local z = {{}, {}, {x}, {y}}", "local z = function() return x end", "local z = a.by.level", "local z = a.by.friends", "log(x)", "a.why = x",
}

// BenchmarkSteps looks for what a step buys most CPU with: each operation and each
// function of the library with each pair of materials. What it logs are the worst
// of each, in nanoseconds a step on a quiet machine; 100 are 2 s in a battle. It
// takes minutes, and so needs HOUSERULE_LONG=1.
func BenchmarkSteps(b *testing.B) {
	enginetest.OnlyLong(b, "the search takes minutes")
	bodies := operations
	for _, l := range append(lua.Libraries, lua.Library{Name: "", Entries: lua.Basics}) {
		for _, e := range l.Entries {
			if e.Usage != "" && e.Name != "error" {
				bodies = append(bodies, fmt.Sprintf("%s(x, y)", strings.TrimPrefix(l.Name+"."+e.Name, ".")))
			}
		}
	}
	bodies = append(bodies, "table.insert(x, 1, y)", "string.format(x, y, y)", "string.gsub(x, y, x)")
	for _, body := range bodies {
		b.Run(body, func(b *testing.B) {
			type result struct {
				name    string
				perStep float64
			}
			var worst result
			for range b.N {
				var all []result
				for _, x := range material {
					for _, y := range material {
						file := x.file
						if y.file != x.file {
							file += "\n" + y.file
						}
						hook := strings.ReplaceAll(x.local, "NAME", "x") + "\n" + strings.ReplaceAll(y.local, "NAME", "y") + "\nwhile true do " + body + " end"
						if perStep := nanoseconds(b, file, hook); perStep > 0 {
							all = append(all, result{x.name + ", " + y.name, perStep})
						}
					}
				}
				if len(all) > 0 {
					worst = slices.MaxFunc(all, func(a, b result) int { return cmp.Compare(a.perStep, b.perStep) })
				}
			}
			b.ReportMetric(worst.perStep, "ns/step")
			b.Log(worst.name)
		})
	}
}

// nanoseconds is what a step of a hook takes that spends all steps of a call; 0 for
// one that fails before.
func nanoseconds(b *testing.B, file, body string) float64 {
	script, err := tryLoad(luatest.Duel(), file+"\nfunction onAttack(a)\n"+body+"\nend")
	if err != nil {
		return 0
	}
	least := 0.0
	for try := range 3 { // the collector of garbage works in some
		start := time.Now()
		_, err := script.call(luatest.Access(luatest.NewStrike()), 30_000)
		took := float64(time.Since(start)) / float64(script.steps)
		if !errors.Is(err, lua.ErrBudget) {
			return 0
		}
		if try == 0 || took < least {
			least = took
		}
	}
	return least
}
