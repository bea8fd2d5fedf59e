package lua_test

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
)

var (
	oraclePrograms = flag.Int("oracle", 500, "random programs that the sandbox and Lua 5.1 both run")
	oracleSeed     = flag.Uint64("oracle-seed", 1, "the seed of the random programs")
)

// oracleDriver runs the programs that it reads, each after a line of its
// length, and writes what each of them emits, a line a value and "." at the
// end.
const oracleDriver = `
local function show(v)
	if type(v) == "number" then
		return ("n%.17g"):format(v)
	elseif type(v) == "string" then
		return "s" .. v:gsub("[^%w ]", function(c) return ("\\%03d"):format(c:byte()) end)
	end
	return tostring(v)
end
while true do
	local n = io.read("*n")
	if not n then break end
	io.read(1)
	local source, out = io.read(n) or "", {}
	emit = function(v) out[#out + 1] = show(v) end
	onRun = nil
	local chunk, why = loadstring(source)
	if not chunk then
		out[#out + 1] = "compile " .. why:gsub("%s+", " ")
	else
		debug.sethook(function() error("too long") end, "", 200000)
		local ok, why = pcall(function()
			chunk()
			local e = {n = 2, s = "es", v = "old", b = true}
			onRun(e)
			for _, k in ipairs{"n", "s", "v", "w", "b"} do emit(e[k]) end
		end)
		debug.sethook()
		if not ok then out[#out + 1] = "error " .. tostring(why):gsub("%s+", " ") end
	end
	io.write(table.concat(out, "\n"), "\n.\n")
end
`

// lua51 runs programs in Lua 5.1 and returns what each of them emits.
func lua51(t testing.TB, path string, programs []string) [][]string {
	t.Helper()
	var in, stderr bytes.Buffer
	for _, p := range programs {
		fmt.Fprintf(&in, "%d\n%s", len(p), p)
	}
	cmd := exec.Command(path, "-e", oracleDriver)
	cmd.Stdin, cmd.Stderr = &in, &stderr
	said, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	all := make([][]string, 0, len(programs))
	var one []string
	for lines := bufio.NewScanner(bytes.NewReader(said)); lines.Scan(); {
		if s := lines.Text(); s == "." {
			all, one = append(all, one), nil
		} else if s != "" {
			one = append(one, s)
		}
	}
	if len(all) != len(programs) {
		t.Fatalf("Lua ran %d of %d programs", len(all), len(programs))
	}
	for _, said := range all {
		for i, s := range said {
			if strings.HasPrefix(s, "n") && s != "nil" {
				f, err := strconv.ParseFloat(strings.Replace(s[1:], "-nan", "nan", 1), 64)
				if err != nil {
					t.Fatal(err)
				}
				said[i] = showNumber(f)
			}
		}
	}
	return all
}

func showNumber(f float64) string {
	if f != f {
		return "n nan"
	}
	return "n" + strconv.FormatFloat(f+0, 'g', -1, 64) // zero has no sign
}

func showValue(v lua.Value) string {
	switch {
	case v.IsNumber():
		return showNumber(v.Float())
	case v.IsString():
		var b strings.Builder
		for _, c := range []byte(v.Text()) {
			if c == ' ' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "\\%03d", c)
			}
		}
		return "s" + b.String()
	}
	return v.String()
}

// A zeroWithSign is the text of one, in a shown string and not within a longer number.
var zeroWithSign = regexp.MustCompile(`\\0450($|[a-zA-Z ]|\\0([0-35-9]|4[0-57-9]))`)

// unsigned returns what Lua has shown as it is here, where zero has no sign in texts.
func unsigned(shown string) string { return zeroWithSign.ReplaceAllString(shown, "0$1") }

// A run is the event of a random program.
type run struct {
	fields [5]lua.Value
}

func (r *run) Get(field int) lua.Value { return r.fields[field] }

func (r *run) Set(field int, v lua.Value) error { r.fields[field] = v; return nil }

// sandboxed runs a program here; refused is the mistake for which it is not compiled.
func sandboxed(source string) (said []string, refused error) {
	emit := func(_ *lua.Machine, args []lua.Value) (lua.Value, error) {
		said = append(said, showValue(args[0]))
		return lua.Nil, nil
	}
	binding := &lua.Binding{
		Events: []lua.Event{{Hook: "onRun", Param: "e", Fields: []lua.Field{
			{Name: "n", Type: lua.TypeNumber, Writable: true}, {Name: "s", Type: lua.TypeString.OrNil(), Writable: true},
			{Name: "v", Type: lua.TypeAny, Writable: true}, {Name: "w", Type: lua.TypeAny, Writable: true},
			{Name: "b", Type: lua.TypeBoolean, Writable: true},
		}}},
		Functions: []lua.Function{{Name: "emit", Params: []lua.Field{{Name: "v", Type: lua.TypeAny}}, Call: emit}},
	}
	script, err := tryLoad(binding, source)
	if err != nil {
		return nil, err
	}
	if len(script.hooks) == 0 {
		return nil, errors.New("there is no hook")
	}
	said = nil
	ev := &run{fields: [5]lua.Value{lua.Number(2), lua.String("es"), lua.String("old"), lua.Nil, lua.Boolean(true)}}
	if _, err := script.call(luatest.Access(ev), 10_000_000); err != nil {
		return append(said, "error "+err.Error()), nil
	}
	for _, v := range ev.fields {
		said = append(said, showValue(v))
	}
	return said, nil
}

// differs returns how a program differs here from Lua, "" for not at all. It
// runs in all modes.
func differs(source string, want []string) (difference string, refused error) {
	got, refused := sandboxed(source)
	if refused != nil {
		return "", refused
	}
	for i := range max(len(got), len(want)) {
		a, b := "nothing", "nothing"
		if i < len(got) {
			a = got[i]
		}
		if i < len(want) {
			b = want[i]
		}
		if a != b && a != unsigned(b) && !(strings.HasPrefix(a, "error ") && strings.HasPrefix(b, "error ")) {
			return fmt.Sprintf("value %d: here %s, in Lua %s", i+1, a, b), nil
		}
	}
	return "", nil
}

// ran reports whether a program is one in Lua, and has ended there.
func ran(said []string) bool {
	return len(said) == 0 || !strings.HasPrefix(said[0], "compile ") && !endless(said)
}

// endless reports whether a program took too long in Lua.
func endless(said []string) bool {
	return len(said) > 0 && strings.Contains(said[len(said)-1], "too long")
}

// shrink takes lines out of a program while it still differs.
func shrink(t testing.TB, path, source string) string {
	lines := strings.Split(source, "\n")
	for size := len(lines) / 2; size > 0; {
		var tries [][]string
		var programs []string
		for from := 0; from+size <= len(lines); from++ {
			fewer := append(append([]string{}, lines[:from]...), lines[from+size:]...)
			tries, programs = append(tries, fewer), append(programs, strings.Join(fewer, "\n"))
		}
		found := false
		for i, want := range lua51(t, path, programs) {
			if !ran(want) {
				continue
			}
			if difference, refused := differs(programs[i], want); difference != "" && refused == nil {
				lines, found = tries[i], true
				break
			}
		}
		if !found || size > len(lines) {
			size = min(size-1, len(lines)/2)
		}
	}
	return strings.Join(lines, "\n")
}

// shown is how the documentation writes what a program emits.
func shown(said []string) string {
	switch first := said[0]; {
	case strings.HasPrefix(first, "error "), strings.HasPrefix(first, "compile "):
		return "an error"
	case first[0] == 's':
		return "`\"" + escapes.ReplaceAllStringFunc(first[1:], func(code string) string {
			if n, _ := strconv.Atoi(code[1:]); n >= ' ' {
				return string(rune(n))
			}
			return code
		}) + "\"`"
	case first == "nil" || first == "true" || first == "false":
		return "`" + first + "`"
	default:
		return "`" + strings.ToLower(strings.TrimLeft(first[1:], "+ ")) + "`"
	}
}

var escapes = regexp.MustCompile(`\\\d\d\d`)

// TestDifferences lists where scripts differ from Lua 5.1 on purpose. Each is a
// line of docs/modding.md.
func TestDifferences(t *testing.T) {
	doc, err := os.ReadFile("../../docs/modding.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := []struct{ code, here, lua, why string }{
		{`math.floor("3.5")`, "an error", "`3`", "functions that need a number take no string: use `tonumber`"},
		{`(function() for i = "1", 2 do return i end end)()`, "an error", "`1`", "the bounds of a loop are no strings either"},
		{`string.format("%d", 3.5)`, "an error", "`\"3\"`", "`%d`, `%x` and similar formats need a whole number"},
		{`string.format("%x", -1)`, "an error", "`\"ffffffffffffffff\"`", "`%x`, `%o` and `%u` need a number from 0"},
		{`string.format("%s", true)`, "`\"true\"`", "an error", "`%s` takes any value, as `tostring` does"},
		{`string.format("%c", 0)`, "`\"\\000\"`", "`\"\"`", "a zero byte does not end a string"},
		{`tonumber("10\0x")`, "`nil`", "`10`", "a zero byte does not end a number"},
		{`tonumber("inf")`, "`nil`", "`inf`", "`inf` and `nan` are words"},
		{`tonumber("0x1p4")`, "`nil`", "`16`", "a number in base 16 is whole"},
		{`tonumber("1" .. ("0"):rep(250))`, "`nil`", "`1e+250`", "a text of more than 200 characters is not a number"},
		{`tonumber("-ff", 16)`, "`-255`", "`1.8446744073709552e+19`", "a minus sign holds in every base"},
		{`2^0.5`, "an error", "`1.4142135623730951`", "exponents are whole, because only these give the same result on every computer: see `math.sqrt`"},
		{`1e300 % 7`, "`1`", "`0`", "`%` of huge numbers is exact, where Lua rounds"},
		{`1 % 0.1 > 0`, "`true`", "`false`", "`%` of fractions is exact, as in Lua 5.3"},
		{`5 % math.huge`, "`5`", "`nan`", "`%` of infinity leaves the first number"},
		{`tostring(0 * -1)`, "`\"0\"`", "`\"-0\"`", "zero has no sign"},
		{`tostring(2^53)`, "`\"9007199254740992\"`", "`\"9.007199254741e+15\"`", "whole numbers are written with all digits up to there"},
		{`("abc"):find("", 9)`, "`nil`", "`4`", "a search after the end finds nothing"},
		{`("abc"):sub(2, 1e20)`, "`\"bc\"`", "`\"\"`", "a place that is too large is after the end"},
		{`("a"):gsub("a", "%x")`, "an error", "`\"x\"`", "`%` in a replacement is followed by a digit or `%`"},
		{`table.insert({}, 5, "x")`, "an error", "`nil`", "a place outside of the list is refused"},
		{`table.remove({1}, 9)`, "an error", "`nil`", "the same"},
		{`select("#", table.remove({}))`, "`1`", "`0`", "a function without a result returns nil"},
		{`next({}, 1)`, "`nil`", "an error", "no key follows a missing key"},
		{`unpack({}, 1, 300)`, "an error", "`nil`", "a list of values has at most 250"},
		{`tostring({}) == tostring({})`, "`true`", "`false`", "tables and functions have no address"},
		{`(function() local f = function() return f end return type(f()) end)()`, "`\"function\"`", "`\"nil\"`",
			"a local function knows its name, unless there is another local of that name"},
		{`(function() ; ; return 1 end)()`, "`1`", "an error", "a semicolon may stand alone, as in Lua 5.2"},
		{`(function() local goto = 1 return goto end)()`, "an error", "`1`", "`goto` is a word of the language, as in Lua 5.2"},
	}
	programs := make([]string, len(rows))
	for i, row := range rows {
		programs[i] = "function onRun(e)\nemit((" + row.code + "))\nend\n"
		got, refused := sandboxed(programs[i])
		if refused != nil {
			got = []string{"error " + refused.Error()}
		}
		if shown(got) != row.here {
			t.Errorf("%s: here %v, %v; want %s", row.code, got, refused, row.here)
		}
		if line := "| `" + row.code + "` | " + row.here + " | " + row.lua + " | " + row.why + " |\n"; !strings.Contains(string(doc), line) {
			t.Errorf("docs/modding.md lacks the line\n%s", line)
		}
	}
	for i, want := range lua51(t, findLua(t), programs) {
		if shown(want) != rows[i].lua {
			t.Errorf("%s: in Lua %v, not %s", rows[i].code, want, rows[i].lua)
		}
	}
}

// TestLikeLua has what once differed from Lua 5.1 by mistake.
func TestLikeLua(t *testing.T) {
	rows := []struct{ name, code, want string }{
		{"a false value that is no local", `local t, x = {}, "old" x = t.x and 5 emit(x)`, "nil"},
		{"into a field that fits", `e.b = not e.n and e.b emit(e.b)`, "false"},
		{"into a field", `e.v = box.y and e.v emit(e.v)`, "false"},
		{"or into a field", `e.v = nil or box.none emit(e.v)`, "nil"},
		{"logic in a loop's head", `for w in (id(2) == "2" and "a" or "abc"):gmatch("%a+") do emit(w) end`, "sabc"},
		{"calls in a loop's head", `for _, v in two(nil, two)(1, ipairs)({7}) do emit(v) end`, "n7"},
		{"a call of a call in a loop's head", `local function f() return ipairs end for _, v in f()({7, 8}) do emit(v) end`, "n7 n8"},
		{"constants in a condition", `local n = 0 while not nil or e.v do n = n + 1 if n == 3 then break end end emit(n)`, "n3"},
		{"a constant condition", `while false do end if nil then emit(1) elseif "x" then emit(2) end while nil and e.n do emit(3) end emit(4)`, "n2 n4"},
		{"constants in values", `emit(not nil) emit(not 0) emit(nil and 1) emit(1 and nil) emit(false or nil) emit("x" and count(id(1, 2)))`, "true false nil nil nil n2"},
		{"one value of a call", `emit(count(true and id(1, 2)))`, "n1"},
		{"break at once", `for _ in pairs({1, 2}) do break end for _ in pairs({1}) do if true then break end end emit(1)`, "n1"},
		{"break at once in while", `while true do break end repeat break until false while e.v do while true do do break end end break end emit(1)`, "n1"},
		{"empty loops", `for _ in pairs({1, 2}) do end local n = 0 repeat until e.v while e.w do end emit(n)`, "n0"},
		{"break out of a block with a function", `local f for i = 1, 3 do do local x = i * 10 f = function() return x end if i == 2 then break end end end local a, b, c, d, y = 1, 2, 3, 4, 5 emit(f())`, "n20"},
		{"break out of while with a function", `local f while true do if e.v then local x = 7 f = function() return x end break end end local a, b, c, d, y = 1, 2, 3, 4, 5 emit(f())`, "n7"},
		{"a named call at the end of a list", `local t = {1, 2, x = id(3)} emit(t[3]) emit(t.x)`, "nil n3"},
		{"one of open values", `local function f(v, ...) local x, y = 8, 9 v = (...) emit(v) emit(x) emit(y) end f(1, 2, 3)`, "n2 n8 n9"},
		{"a function over one of its name", `local f = function() return 1 end local f = function(x) return x and f() + 1 end emit(f(true))`, "n2"},
		{"a function in itself", `local function f(n) return n == 0 and 0 or f(n - 1) + 1 end emit(f(5))`, "n5"},
		{"strings as numbers", `emit("010" + 0) emit(" 0x1F\t" * 1) emit(-"1e2") emit("7" % "4") emit(1 - ".5") emit("08" / "-2") emit("\v2\f" ^ "3")`, "n10 n31 n-100 n3 n0.5 n-4 n8"},
		{"base two", `emit("0b11" + 0)`, "error"},
		{"base eight", `emit(0 + "0o17")`, "error"},
		{"an underscore", `emit("1_0" * 1)`, "error"},
		{"an empty string", `emit(-"")`, "error"},
		{"a table and a string", `emit(id({}) + "1")`, "error"},
		{"numbers written out", `emit(010) emit(0xFF) emit(0xffffffffffffffff) emit(3.) emit(.5e1) emit(007.5)`, "n10 n255 n1.8446744073709552e+19 n3 n5 n7.5"},
		{"tonumber with a base", `emit(tonumber("1e1", 10)) emit(tonumber(" 0x1f ", 16)) emit(tonumber("+7", 8)) emit(tonumber("8", 8)) emit(tonumber(10, 2)) emit(tonumber("ffffffffffffff", 16))`, "n10 n31 n7 nil n2 n7.205759403792794e+16"},
		{"a walk that clears a list with named keys", `local t = {10, x = 1} for k in pairs(t) do t[k] = nil end emit(next(t))`, "nil"},
		{"a walk that clears a list behind it", `local t, n = {1, 2, 3, x = 1}, 0 for k in next, t do t[3], t[2], t[k] = nil n = n + 1 end emit(n) emit(next(t))`, "n2 nil"},
		{"sum and difference", `local s = 1 local function f() s = 10 return 1 end emit(s + f()) s = 1 emit(s - f())`, "n11 n9"},
		{"product and quotient", `local s = 3 local function f() s = 10 return 2 end emit(s * f()) s = 3 emit(s / f())`, "n20 n5"},
		{"remainder and power", `local s = 3 local function f() s = 10 return 2 end emit(s % f()) s = 3 emit(s ^ f())`, "n0 n100"},
		{"less and more", `local s = 1 local function f() s = 10 return 5 end emit(s < f()) s = 1 emit(s >= f())`, "false true"},
		{"equal and not", `local s = 1 local function f() s = 10 return 10 end emit(s == f()) s = 1 emit(s ~= f()) s = 1 if s == f() then emit(1) end`, "true false n1"},
		{"nil before, nil after", `local s local function f() s = 10 return 3 end emit(s + f()) emit(s)`, "n13 n10"},
		{"table of an index", `local t = {1} local function f() t = {2} return 1 end emit(t[f()])`, "n2"},
		{"parameter", `local function h(x) local function f() x = 10 return 1 end return x + f() end emit(h(1))`, "n11"},
		{"counter of a loop", `for i = 1, 1 do local function f() i = 10 return 1 end emit(i + f()) end`, "n11"},
		{"item of a loop", `for i, v in ipairs{1} do local function f() i = 10 v = 5 return 1 end emit(v + f()) emit(i - f()) end`, "n6 n9"},
		{"accumulator", `local r = 0 local function f() r = 5 return 1 end for i = 1, 2 do r = r + f() end emit(r)`, "n6"},
		{"condition of a loop", `local x, n = 1, 0 local function f() x = x + 3 return 5 end while x < f() do n = n + 1 end emit(n) emit(x)`, "n1 n7"},
		{"an operand behind a constant", `local s = 1 local function f() s = 10 return 1 end emit((1 and s) + f()) s = 1 emit((not 1 or s) + f()) s = 1 emit((s or 1) + f())`, "n11 n11 n2"},
		{"a local of the function around", `local s = 1 local function f() s = 10 return 1 end local function k() return s + f() end emit(k())`, "n2"},
		{"a field of the event", `e.n = 1 local function f() e.n = 10 return 1 end emit(e.n + f()) e.n = 1 e.n = e.n + f() emit(e.n)`, "n2 n2"},
		{"texts, arguments and items", `local s = 1 local function f() s = 10 return 2 end emit(s .. f() .. s) s = 1 emit(math.max(s, f())) s = 1 emit(({s, f()})[1])`, "s1210 n2 n1"},
		{"key of an assignment", `local i, t = 1, {} local function f() i = 2 return "v" end t[i] = f() emit(t[1]) emit(t[2])`, "nil sv"},
		{"table of an assignment", `local t = {} local u = t local function f() t = {} return "v" end t.x = f() emit(t.x) emit(u.x)`, "sv nil"},
		{"key of a constructor", `local i = 1 local function f() i = 2 return "v" end local t = {[i] = f()} emit(t[1]) emit(t[2])`, "nil sv"},
		{"a key that is assigned, too", `local i, t = 1, {} local function f() i = 2 return "v" end t[i], i = f(), 3 emit(t[1]) emit(t[2]) emit(t[3])`, "sv nil nil"},
		{"the last is assigned first", `local a, t = 0, {} a, a = 1, 2 emit(a) t.x, t.x = 3, 4 emit(t.x) e.n, e.n = 5, 6 emit(e.n)`, "n1 n3 n5"},
		{"an index before it is assigned", `local i, a = 1, {} i, a[i] = i + 1, 20 emit(a[1]) emit(i)`, "n20 n2"},
		{"formats", `emit(string.format("%#o|%#x|%#08x|%+x|%.0d|%#.3g|%#.0f|%05u", 8, 255, 255, 255, 0, 1, 2, 7))`, `s010\1240xff\1240x0000ff\124ff\124\1241\04600\1242\046\12400007`},
	}
	programs := make([]string, len(rows))
	for i, row := range rows {
		programs[i] = oraclePrelude + "function onRun(e)\n" + row.code + "\nend\n"
		said, refused := sandboxed(programs[i])
		if refused != nil {
			t.Errorf("%s: %v", row.name, refused)
		}
		got := strings.Join(said[:max(0, len(said)-5)], " ")
		if n := len(said); n > 0 && strings.HasPrefix(said[n-1], "error ") {
			got = "error"
		}
		if got != row.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", row.name, row.code, got, row.want)
		}
	}
	for i, want := range lua51(t, findLua(t), programs) {
		if difference, _ := differs(programs[i], want); difference != "" {
			t.Errorf("%s: %s", rows[i].name, difference)
		}
	}
}

// findLua finds Lua 5.1, as Debian calls it.
func findLua(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("there is no lua5.1 to compare with: Debian's package of that name has it")
	}
	return path
}

// TestOracle runs random programs here and in Lua 5.1; -oracle says how many.
func TestOracle(t *testing.T) {
	path := findLua(t)
	programs := make([]string, *oraclePrograms)
	for i := range programs {
		programs[i] = program(*oracleSeed, uint64(i))
	}
	wants := lua51(t, path, programs)
	type result struct {
		difference string
		refused    error
	}
	results := make([]result, len(programs))
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(programs); i = int(next.Add(1)) - 1 {
				results[i].difference, results[i].refused = differs(programs[i], wants[i])
			}
		})
	}
	all.Wait()
	wrong, tooLong := 0, 0
	for i, r := range results {
		if endless(wants[i]) {
			tooLong++
		} else if !ran(wants[i]) || r.refused != nil {
			t.Errorf("program %d of seed %d is none to compare: %v, %v\n%s", i, *oracleSeed, wants[i], r.refused, programs[i])
		} else if r.difference != "" {
			if wrong++; wrong > 5 {
				continue
			}
			small := shrink(t, path, programs[i])
			difference, _ := differs(small, lua51(t, path, []string{small})[0])
			t.Errorf("program %d of seed %d: %s\n%s", i, *oracleSeed, difference, small)
		}
	}
	if tooLong > 1+len(programs)/10_000 {
		t.Errorf("%d of %d programs take too long in Lua", tooLong, len(programs))
	}
	t.Logf("%d of %d programs differ", wrong, len(programs))
}
