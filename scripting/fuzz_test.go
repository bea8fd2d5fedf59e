package scripting

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"houserule/engine/library/strict"

	"houserule/scripting/lua/luatest"
)

// FuzzSource compiles and runs any bytes: no panic, no place unknown, and what
// two runs do is equal.
func FuzzSource(f *testing.F) {
	for _, pattern := range []string{"testdata/hostile/*.lua", "check/testdata/problems/*.lua"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	limits := Limits{Call: 3000, Memory: 1 << 20, Depth: 30}
	f.Fuzz(func(t *testing.T, text []byte) {
		source := []Source{{Mod: "fuzz", File: "main.lua", Text: text}}
		p, err := Compile(luatest.Duel(), source)
		if err != nil {
			if !errors.As(err, &strict.Problems{}) || err.Error() == "" {
				t.Fatal(err)
			}
			if q, again := Compile(luatest.Duel(), source); q != nil || again.Error() != err.Error() {
				t.Fatalf("%v\nthen %v", err, again)
			}
			return
		}
		if len(p.Funcs("onAttack")) == 0 {
			return
		}
		q, err := Compile(luatest.Duel(), source)
		if err != nil {
			t.Fatal(err)
		}
		a, steps := outcome(t, p, limits, strikes(1, 2))
		if b, of := outcome(t, q, limits, strikes(1, 2)); a != b || steps != of {
			t.Fatalf("%s\nthen %s", a, b)
		}
	})
}

// FuzzEval evaluates any text.
func FuzzEval(f *testing.F) {
	for _, s := range []string{"1 + 2", "battle.stacks", "{1, {2}, x = 3}", `("x"):rep(3)`, "x =", "return 3", "for i = 1, 3 do log(i) end", "function onAttack(a) end"} {
		f.Add(s)
	}
	p, err := Compile(luatest.Duel(), nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := NewMachine(p, Limits{Call: 3000, Memory: 1 << 20})
		m.Begin(&luatest.State{})
		a, err1 := m.Eval("", text)
		m.Begin(&luatest.State{})
		b, err2 := m.Eval("", text)
		if a != b || (err1 == nil) != (err2 == nil) || err1 != nil && err1.Error() != err2.Error() {
			t.Fatalf("%q %v\nthen %q %v", a, err1, b, err2)
		}
	})
}
