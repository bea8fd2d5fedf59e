package lua_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/scripting/lua/luatest"
)

func TestProblemsOfSources(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"too long", strings.Repeat("-- x\n", 30_000), "main.lua: the file has 150000 bytes; at most 131072 are read"},
		{"nul", "local a = 1\nlocal b = \x00", "main.lua:2:11: this is no text: character 0x00"},
		{"binary", "\x1bLua", "main.lua:1:1: this is no text: character 0x1b"},
		{"not UTF-8", "-- \xff", "main.lua:1:4: byte 0xff is not UTF-8: save the file in that encoding"},
		{"lone return", "local a\rlocal b", "main.lua:1:8: this is no text: character 0x0d"},
		{"deep parentheses", "local a = " + strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000), "none"},
		{"deep not", "local a = " + strings.Repeat("not ", 5000) + "1", "main.lua:1: nested more than 100 deep: split this up"},
		{"deep length", "local a = " + strings.Repeat("#", 60000) + "b", "main.lua:1: nested more than 100 deep: split this up"},
		{"deep minus", "local a = " + strings.Repeat("- ", 60000) + "1", "main.lua:1: nested more than 100 deep: split this up"},
		{"long sum", "local a = 1" + strings.Repeat("+1", 10_000), "none"},
		{"long join", "local a = 1" + strings.Repeat(" .. 1", 10_000), "none"},
		{"long or", "local a = nil" + strings.Repeat(" or nil", 10_000), "none"},
		{"long elseif", "local a = 1 if a == 2 then" + strings.Repeat(" elseif a == 2 then", 6500) + " end", "none"},
		{"deep tables", "local a = " + strings.Repeat("{", 5000) + strings.Repeat("}", 5000), "main.lua:1: nested more than 100 deep: split this up"},
		{"deep functions", strings.Repeat("local function f() ", 500) + strings.Repeat("end ", 500), "main.lua:1: nested more than 100 deep: split this up"},
		{"deep blocks", strings.Repeat("do ", 500) + strings.Repeat("end ", 500), "main.lua:1: nested more than 100 deep: split this up"},
		{"deep calls", "local a = " + strings.Repeat("tostring(", 500) + "1" + strings.Repeat(")", 500), "main.lua:1: nested more than 100 deep: split this up"},
		{"deep fields", "local a = {} local b = a" + strings.Repeat(".a", 500), "main.lua:1: nested more than 100 deep: split this up"},
		{"many nodes", strings.Repeat("local a = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}\n", 1600), "main.lua:1364: the file has more than 30000 parts: split it up"},
		{"many constants", "local a = {" + numbers(2500) + "}", "none"},
		{"many locals", strings.Repeat("local a\n", 250), "main.lua:201: the function has more than 200 locals in sight"},
		{"many arguments", "tostring(" + numbers(300) + ")", "none"},
		{"many functions", "local f = {" + strings.Repeat("function()end,", 9000) + "}", "main.lua:1: the file has more than 1000 functions: split it up"},
		{"byte order mark", "\ufefflocal a = 1", "none"},
		{"columns are characters", "local a = 'äöü' !", "main.lua:1:17: syntax error: Lua writes `not` for !"},
		{"many outer locals", "local function f() local a1" + names(2, 70) + " return function() return a1" + names(2, 70) + " end end",
			"main.lua:1: the function uses more than 60 locals from outside of it"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := tryLoad(luatest.Duel(), row.text)
			got := "none"
			if err != nil {
				got = err.Error()
			}
			if got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(fmt.Sprint(i))
	}
	return b.String()
}

func names(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		b.WriteString(",a" + fmt.Sprint(i))
	}
	return b.String()
}
