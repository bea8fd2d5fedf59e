package scripting

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"houserule/scripting/lua/luatest"
)

// TestCompileTime: no file that is let through takes long to compile: tens of
// milliseconds here, and never seconds, however busy the machine is.
func TestCompileTime(t *testing.T) {
	constants := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d,", i%1990)
		}
		return b.String()
	}
	random := rand.New(rand.NewPCG(1, 2))
	var locals, uses strings.Builder
	for i := range 190 {
		fmt.Fprintf(&locals, "local v%d = %d\n", i, i)
	}
	for range 5500 {
		fmt.Fprintf(&uses, "v%d = v%d + 1\n", random.IntN(190), random.IntN(190))
	}
	for _, row := range []struct{ name, text string }{
		{"constants", strings.Repeat("local t = {"+constants(9000)+"} ", 3)},
		{"locals", locals.String() + strings.Repeat("do local a = v0 end ", 4000)},
		{"assignments", "local function f()\n" + locals.String() + uses.String() + " end"},
		{"functions", "local t = {" + strings.Repeat("function(...) return ... end,", 990) + "}"},
		{"elseif", "local a = 1 if a == 1 then " + strings.Repeat("elseif a == 2 then a = 3 ", 80) + "end"},
		{"blocks", strings.Repeat(strings.Repeat("do ", 90)+"local x = 1 "+strings.Repeat("end ", 90), 150)},
		{"joins", strings.Repeat("local function f(a) return a"+strings.Repeat(" .. a", 90)+" end do end ", 40)},
		{"fields", "local t = {} " + strings.Repeat("t.a.b.c.d.e.f = t.a.b.c.d.e.f ", 1000)},
		{"swaps", "local a, b = 1, 2 " + strings.Repeat("a, b = b, a ", 4000)},
		{"events", "function onAttack(a) " + strings.Repeat("a.score = a.score + a.dice ", 2600) + "end"},
		{"problems", "function onAttack(a) " + strings.Repeat("a.scor = x ", 5000) + "end"},
	} {
		t.Run(row.name, func(t *testing.T) {
			start := time.Now()
			_, err := Compile(luatest.Duel(), []Source{mod("slow", row.text)})
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v: %.200s", took, fmt.Sprint(err))
			} else {
				t.Logf("%v: %.100s", took, fmt.Sprint(err))
			}
		})
	}
}
