package scripting

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"houserule/engine/enginetest"
	"houserule/engine/enginetest/usage"
	"houserule/engine/library/strict"

	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
)

var update = enginetest.Update

// TestHostile runs testdata/hostile/*.lua. Each must end soon and small with
// what its last line says, and leave the machine and other mods alone. The tests of
// cmd/houserule put them, and those of the folders there, into real games.
func TestHostile(t *testing.T) {
	files, _ := filepath.Glob("testdata/hostile/*.lua")
	if len(files) < 60 {
		t.Fatalf("only %d files", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source, want, _ := strings.Cut(string(text), "\n--> ")
			runtime.GC()
			before := usage.Heap()
			peak, stop := usage.PeakHeap()
			begun := usage.ProcessorTime()
			got := strings.TrimSpace(runHostile(t, source))
			took := usage.ProcessorTime() - begun
			stop()
			limit := 500 * time.Millisecond
			if raceDetector {
				limit *= 20
			}
			if took > limit {
				t.Errorf("took %v", took)
			}
			if took > 100*time.Millisecond {
				t.Logf("took %v", took)
			}
			if n := int64(peak.Load()) - int64(before); n > 300<<20 {
				t.Errorf("took %d MiB", n>>20)
			} else if n > 64<<20 {
				t.Logf("took %d MiB", n>>20)
			}
			if got != strings.TrimSpace(want) && !*update {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if *update {
				if err := os.WriteFile(file, []byte(strings.TrimRight(source, "\n")+"\n--> "+got+"\n"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// runHostile loads and calls a mod next to one that behaves, and returns what
// became of it.
func runHostile(t *testing.T, source string) string {
	t.Helper()
	good := mod("good", `function onAttack(a) a.score = a.score + 1 a.why = ("ok"):rep(2) end`)
	same := Source{Mod: "evil", File: "mods/evil/calm.lua", Ability: "calm", Text: []byte("function onAttack(a) a.score = self.level * 2 a.why = string.upper('ok') .. #{1, 2} end")}
	p, err := Compile(luatest.Duel(), []Source{mod("evil", source), same, good})
	if err != nil {
		if !errors.As(err, &strict.Problems{}) || !strings.Contains(err.Error(), "mods/evil/main.lua") {
			t.Errorf("%T without a place: %v", err, err)
		}
		return err.Error()
	}
	m, _ := mustMachine(t, p)
	funcs := p.Funcs("onAttack")
	result := "nothing"
	for range 2 {
		m.Begin(&luatest.State{})
		s := luatest.NewStrike()
		out, err := m.Call(funcs[0], luatest.Access(s), 0)
		result = "well"
		if out {
			result = "canceled: " + m.Reason()[:min(20, len(m.Reason()))]
		}
		if err != nil {
			result = err.Error()
			if len(result) > 200 {
				result = result[:200]
			}
			var e *Error
			if !errors.As(err, &e) || e.Mod != "evil" || e.Hook != "onAttack" || e.File != "mods/evil/main.lua" || e.Line < 1 {
				t.Errorf("error without a place: %#v", err)
			}
			if len(s.Sets) > 0 {
				t.Errorf("an error, and yet %v was set", s.Sets)
			}
			if strings.Contains(err.Error(), "0x") || strings.Contains(e.Traceback, "0x") {
				t.Errorf("an address: %v\n%s", err, e.Traceback)
			}
			if strings.Contains(e.Text, "the machine broke") {
				t.Errorf("%v\n%s", err, e.Traceback)
			}
		}
		for _, fn := range funcs[1:] {
			s := luatest.NewStrike()
			if _, err := m.Call(fn, luatest.Access(s), 0); err != nil {
				t.Errorf("%s afterwards: %v", fn.File, err)
			} else if got := strings.Join(s.Sets, " "); got != `2=3 5="okok"` && got != `2=6 5="OK2"` {
				t.Errorf("%s afterwards: %s", fn.File, got)
			}
		}
	}
	return result
}

// TestBattleBudget spends a mod's budget of a battle in calls that are each allowed. The
// other mod has its own.
func TestBattleBudget(t *testing.T) {
	p := mustCompile(t, mod("slow", `function onAttack(a) for i = 1, 20000 do end end`), mod("good", `function onAttack(a) a.score = 1 end`))
	m, _ := mustMachine(t, p)
	slow, good := p.Funcs("onAttack")[0], p.Funcs("onAttack")[1]
	calls := 0
	var err error
	for err == nil {
		_, err = m.Call(slow, luatest.Access(luatest.NewStrike()), 0)
		calls++
	}
	if calls < 450 || calls > 550 || !errors.Is(err, lua.ErrBudget) {
		t.Errorf("%d calls, %v", calls, err)
	}
	want := "mods/slow/main.lua:1: onAttack of mod slow: spent its 10000000 steps of this battle"
	if err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for range 2 {
		if _, err := m.Call(slow, luatest.Access(luatest.NewStrike()), 0); !errors.Is(err, lua.ErrBudget) {
			t.Errorf("it did not stay spent: %v", err)
		}
		if _, err := m.Call(good, luatest.Access(luatest.NewStrike()), 0); err != nil {
			t.Error(err)
		}
	}
	m.Begin(nil)
	if _, err := m.Call(slow, luatest.Access(luatest.NewStrike()), 0); err != nil {
		t.Error(err)
	}
}

// A hook that takes all steps that it can get does not end the call of another mod
// that set it off, however often.
func TestNestedHostile(t *testing.T) {
	p := mustCompile(t, mod("good", `function onRound(r) for i = 1, 4 do r.length = r.length + roll(6) end end`),
		mod("evil", `function onAttack(a) local s = ("x"):rep(60000) while true do end end`))
	m, d := mustMachine(t, p)
	calls := 0
	d.Nested = func() {
		left := m.Left
		_, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(luatest.NewStrike()), 0)
		if want := "mods/evil/main.lua:1: onAttack of mod evil: spent its 100000 steps"; fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
		if m.Left != left/2 {
			t.Errorf("of %d steps %d are left", left, m.Left)
		}
		calls++
	}
	if _, err := m.Call(p.Funcs("onRound")[0], luatest.Access(&lap{length: lua.Number(1)}), 0); err != nil || calls != 4 {
		t.Errorf("%d calls, %v", calls, err)
	}
	if spent := m.Spent(); spent > 100_000 {
		t.Errorf("the call took %d steps", spent)
	}
}
