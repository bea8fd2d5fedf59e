package scripting

import (
	"testing"

	"houserule/engine/enginetest/usage"

	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
)

// BenchmarkCall measures a call of a hook: docs/modding.md tells the figures.
func BenchmarkCall(b *testing.B) {
	for _, row := range []struct{ name, text string }{
		{"empty", ``},
		{"read two, write one", `a.score = a.score + a.dice`},
		{"a word", `if a.why == "night" then a.score = 1 end`},
		{"a branch", `if a.by.level > 2 and not a.safe then a.score = a.score + 2 elseif a.dice > 1 then a.score = 0 end`},
		{"a function", `a.score = add(a.score, 2)`},
		{"a loop", `for i = 1, 10 do a.score = a.score + i end`},
		{"ipairs", `for _, s in ipairs(a.helpers) do if s.level > 9 then a.score = 1 end end`},
		{"a method", `if a.by:has("brave") then a.score = 1 end`},
		{"a table", `local t = {} t.x = a.score a.score = t.x + 1`},
		{"a text", `a.why = "level " .. a.dice`},
		{"a list", `local t = {} t[1] = a.score t[#t + 1] = a.dice a.score = math.max(unpack(t))`},
	} {
		b.Run(row.name, func(b *testing.B) {
			p, err := Compile(luatest.Duel(), []Source{mod("try", "local function add(x, y) return x + y end\nfunction onAttack(a)\n"+row.text+"\nend")})
			if err != nil {
				b.Fatal(err)
			}
			m, d := mustMachine(b, p)
			s, fn := luatest.NewStrike(), p.Funcs("onAttack")[0]
			s.Fields[5] = lua.String("day")
			ev := quick(s)
			b.ReportAllocs()
			begun := usage.ProcessorTime()
			for b.Loop() {
				m.Begin(d)
				if _, err := m.Call(fn, ev, 0); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(usage.ProcessorTime()-begun)/float64(b.N), "cpu-ns/op")
		})
	}
}

// quick returns the event of a strike that forgets what is set, and hands whole numbers
// over.
func quick(s *luatest.Strike) *lua.Access {
	ev := lua.NewAccess(len(s.Fields), s.Get, func(int, lua.Value) error { return nil })
	for i, v := range s.Fields {
		if v.IsNumber() {
			ev.Number[i] = func() float64 { return s.Fields[i].Float() }
			ev.SetWhole[i] = func(int) error { return nil }
		}
	}
	return ev
}

// The lists that a hook gets from the game take the memory of one call, not of all.
func TestListsOfACall(t *testing.T) {
	p := mustCompile(t, mod("try", "function onAttack(a) a.score = #a.by.friends + #a.by.friends end"))
	m, _ := mustMachine(t, p)
	s, fn := luatest.NewStrike(), p.Funcs("onAttack")[0]
	for range 100 {
		if _, err := m.Call(fn, luatest.Access(s), 0); err != nil {
			t.Fatal(err)
		}
		if want := int64(2 * (64 + 16*2)); m.Bytes != want || m.Took == 0 {
			t.Fatalf("it took %d bytes, want %d", m.Bytes, want)
		}
	}
}
