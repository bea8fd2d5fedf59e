package heroesmods_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/scripting/heroesmods"
)

// reported writes a report down.
func reported(r heroesmods.Report) string {
	var b strings.Builder
	for _, t := range r.Tests {
		if t.Failure == nil {
			fmt.Fprintf(&b, "ok %s:%d %s\n", t.File, t.Line, t.Name)
			continue
		}
		f := t.Failure
		fmt.Fprintf(&b, "FAIL %s:%d %s\n%s:%d: %s\n", t.File, t.Line, t.Name, f.File, f.Line, f.Text)
		for _, caller := range f.Callers {
			fmt.Fprintf(&b, "from %s\n", caller)
		}
		fmt.Fprintf(&b, "asked %s\n", f.Asked)
		for _, line := range f.Log {
			fmt.Fprintf(&b, "| %s\n", line)
		}
	}
	for _, u := range r.Uses {
		fmt.Fprintf(&b, "%d %s %s:%d\n", u.Times, u.What, u.File, u.Line)
	}
	return b.String()
}

func TestProbe(t *testing.T) {
	lib, mods := modded(t, map[string]string{
		"main.lua": `
function onAttack(attack) attack.bonus = 1 end
function onKilled(attack) log("so dies one") end
`,
		"test.lua": `
local function strike(x)
	answer(x)
	expect(stack("a1").count, 2, "in helper")
end
test{ name = "one", run = function()
	armies("3 gold-golem", "3 bandit")
	dice{9}
	expect(asked(), "d1 acts")
	for _, o in ipairs(options()) do log(o) end
	strike("d1 attack a1")
end }
test{
	name = "two",
	run = function()
		armies("3 gold-golem", "3 bandit")
		finish()
		expect_ran("onAttack", 3)
	end
}
`}, heroesmods.Stop)
	r, err := heroesmods.RunTests(lib, mods, "try", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Log(reported(r))
}
