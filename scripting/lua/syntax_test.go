package lua_test

import (
	"houserule/scripting/lua/luatest"
	"testing"
)

// What the parser refuses is said with the mistake that it probably is.
func TestSyntaxProblems(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"function onHit(a)\n\tif a then\n\t\tlocal b = 1\nend\n", "2:2: syntax error: this `if` has no `end`"},
		{"local function f()\n\tfor i = 1, 2 do\n\tend\n\nlocal function g()\nend\n", "1:7: syntax error: this `function` has no `end`"},
		{"local function f() repeat f() end", "1:31: syntax error near \"end\": the `repeat` of line 1 has no `until` before it"},
		{"local function f(a)\n\tif a then\n\t\tf()\n\telse if f then\n\t\tf()\n\tend\nend\n", "4:7: syntax error: this `if` has no `end`: write `elseif` if it should not need one"},
		{"local a = 1 +\n", "1: syntax error: the text ends too early"},
		{"local a = 1\nend\n", "2:1: syntax error: this `end` closes nothing"},
		{"local function f(a)\n\tif a == 1\n\t\tf(a)\n\tend\nend\n", "3:3: syntax error near \"f\": the `if` of line 2 has no `then` before it"},
		{"for i = 1, 2\n\ttostring(i)\nend\n", "2:2: syntax error near \"tostring\": the `for` of line 1 has no `do` before it"},
		{"local function f(a) if a = 1 then f() end end", "1:26: syntax error: a comparison is written =="},
		{"local a = 1 != 2", "1:13: syntax error: Lua writes ~= for !="},
		{"local a = !2", "1:11: syntax error: Lua writes `not` for !"},
		{"local a = 1 && 2", "1:13: syntax error: Lua writes `and` for &&"},
		{"local a = 1 || 2", "1:13: syntax error: Lua writes `or` for ||"},
		{"local é, a = 1, 1\na += 1", `1:7: syntax error near "\xc3": invalid token`},
		{"local a = 1\na += 1", "2:3: syntax error: Lua has no +=: write x = x + 1"},
		{"local a = 1\na++", "2:2: syntax error: Lua has no ++: write x = x + 1"},
		{"// a comment", "1:1: syntax error: a comment begins with --"},
		{"local a = 'x", "1: syntax error near \"x\": unterminated string"},
		{"local a = 1\n--[[ a comment", "2:1: syntax error: this comment has no ]]"},
		{"local a = 1 2", "1:13: syntax error near \"2\""},
	} {
		_, err := tryLoad(luatest.Duel(), row.text)
		if err == nil || err.Error() != "main.lua:"+row.want {
			t.Errorf("%s\ngot  %v\nwant main.lua:%s", row.text, err, row.want)
		}
	}
}
