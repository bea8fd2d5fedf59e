package scripting

import (
	"errors"
	"testing"

	"houserule/engine/library/strict"
	"houserule/scripting/lua/luatest"
)

// What goes wrong while a file is loaded is a problem of it.
func TestLoading(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"declarations at run time", `option((function() return { name = 3 } end)())`, `main.lua:1: option: name is a string, not a number`},
		{"outer local through a closure", `local function counter()
	local n = 0
	return function() n = n + 1 return n end
end
local c = counter()
function onAttack(a) a.score = c() end`, `main.lua:3: the function changes "n", a local that would outlive the call: what must last, the battle, a side or a stack remembers`},
		{"iterator that moves", `local letters = ("abc"):gmatch(".")
function onAttack(a) a.why = letters() end`, `main.lua: an iterator cannot be kept after loading`},
		{"run time", `local t = {}
t.x.y = 1`, `main.lua:2: t.x is nil, which has no field "y"`},
		{"run time, error", `local function check(n) error("no " .. n) end
check(3)`, `main.lua:1: no 3`},
		{"nil key", `local t = { [nil] = 1 }`, `main.lua:1: a table's key cannot be nil`},
		{"endless", `while true do end`, `main.lua:1: spent its 1000000 steps`},
		{"nan", `local t = {}
t[0/0] = 1`, `main.lua:2: a table's key cannot be nan`},
	} {
		_, err := Compile(luatest.Duel(), []Source{{Mod: "frenzy", File: "main.lua", Text: []byte(row.text)}})
		if err == nil || err.Error() != row.want || !errors.As(err, &strict.Problems{}) {
			t.Errorf("%s: got %v, want %s", row.name, err, row.want)
		}
	}
}
