package lua_test

import (
	"strings"
	"testing"

	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
)

// A script is a file that a machine has loaded.
type script struct {
	*lua.Machine
	state *luatest.State
	hooks []lua.Value
	steps int64 // of the last call
}

// load loads a file without a check.
func load(t testing.TB, binding *lua.Binding, text string) *script {
	t.Helper()
	s, err := tryLoad(binding, text)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return s
}

func tryLoad(binding *lua.Binding, text string) (*script, error) {
	w, err := lua.NewWorld(binding, lua.Host{Declare: func(*lua.Register, lua.Call) {}})
	if err != nil {
		return nil, err
	}
	f, problem := w.Parse("main.lua", []byte(text), true)
	if problem != nil {
		return nil, problem
	}
	code := f.Compile()
	if len(f.Problems) > 0 {
		return nil, f.Problems[0]
	}
	s := &script{Machine: lua.NewMachine(w, lua.Limits{Memory: 16 << 20, Depth: 100}), state: &luatest.State{}}
	s.Begin(s.state)
	s.Left = 1_000_000
	if err := s.Load(&lua.Task{Name: "the file"}, func() []lua.Value {
		s.hooks = s.File(code)
		return s.hooks
	}); err != nil {
		return nil, err
	}
	return s, nil
}

// call calls the first hook with so many steps.
func (s *script) call(ev *lua.Access, steps int64) (vetoed bool, err error) {
	s.Budget = lua.Budget{Left: steps}
	vetoed, why := s.Handle(&lua.Task{Name: "onAttack"}, s.hooks[0], ev)
	s.steps = steps - s.Left
	if why != nil {
		return false, why
	}
	return vetoed, nil
}

// attack calls onAttack.
func (s *script) attack(strike *luatest.Strike) error {
	_, err := s.call(luatest.Access(strike), 100_000)
	return err
}

// eval runs a file and returns its results as text.
func (s *script) eval(t testing.TB, text string) string {
	t.Helper()
	w, _ := lua.NewWorld(luatest.Duel(), lua.Host{})
	f, problem := w.Parse("main.lua", []byte(text), false)
	if problem != nil {
		t.Fatal(problem)
	}
	var b strings.Builder
	s.Left = 100_000
	if err := s.Do(&lua.Task{Name: "it"}, func() {
		for i, v := range s.Run(f.Compile()) {
			if i > 0 {
				b.WriteString(", ")
			}
			s.Print(&b, v)
		}
	}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
