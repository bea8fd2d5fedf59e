package scripting

import (
	"cmp"
	"errors"
	"fmt"
	"houserule/engine"
	"strings"
	"testing"

	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
)

// A look takes nothing of the battle's budget, nor of that of the script that
// runs, and has that of one call, with all that it sets off.
func TestLooksHaveABudgetOfTheirOwn(t *testing.T) {
	p := mustCompile(t, mod("frenzy", `function onAttack(a) for i = 1, 200 do end end
function onRound(r) for i = 1, 200 do end roll(6) r.length = ("x"):rep(200):len() end`))
	m := NewMachine(p, Limits{Call: 1000, Battle: 4000, Memory: 4000})
	d := new(luatest.State)
	m.Begin(d)
	attack, round := p.Funcs("onAttack")[0], p.Funcs("onRound")[0]
	look := func(m *Machine) error {
		defer m.Resume(m.Aside(1))
		_, err := m.Call(attack, luatest.Access(luatest.NewStrike()), 0)
		return err
	}
	battle := func(looks int) (spent int) {
		d.Nested = func() {
			for range looks {
				if err := look(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		m.Begin(d)
		for range 2 {
			for range looks {
				if err := look(m); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := m.Call(round, luatest.Access(&lap{}), 0); err != nil {
				t.Fatal(err)
			}
		}
		return m.Spent()
	}
	if alone, looked := battle(0), battle(100); alone == 0 || looked != alone {
		t.Errorf("the battle takes %d steps, %d where somebody looks", alone, looked)
	}

	// One look within another is the same look.
	var err error
	before, calls := m.Aside(1), 0
	d.Nested = func() {
		for ; err == nil && calls < 100; calls++ {
			err = look(m)
		}
	}
	_, _ = m.Call(round, luatest.Access(&lap{}), 0)
	m.Resume(before)
	const spent = "spent its 1000 steps"
	if e, ok := errors.AsType[*Error](err); !ok || e.Text != spent {
		t.Errorf("%d looks in a look: %v, want %s", calls, err, spent)
	}
}

// All looks at one question, in copies for evaluations too, share what a mod may take for
// an answer. A mod that has spent it makes no more looks in the battle; one that has not
// gets it anew for each question.
func TestLooksAtOneQuestionShareABudget(t *testing.T) {
	p := mustCompile(t,
		mod("slow", `function onAttack(a) for i = 1, 200 do end end`),
		mod("quick", `function onAttack(a) for i = 1, 100 do end end`))
	machine := func() *Machine {
		m := NewMachine(p, Limits{Call: 1000, Answer: 5000})
		m.Begin(new(luatest.State))
		return m
	}
	m, scratch := machine(), machine()
	scratch.Share(m)
	look := func(m *Machine, question, mod int) error {
		defer m.Resume(m.Aside(question))
		_, err := m.Call(p.Funcs("onAttack")[mod], luatest.Access(luatest.NewStrike()), 0)
		return err
	}
	const slow, quick = 0, 1
	looks := 0
	var err error
	for ; err == nil && looks < 100; looks++ {
		err = cmp.Or(look(m, 1, slow), look(scratch, 1, quick))
		if err == nil && looks%2 == 1 {
			err = look(scratch, 1, slow)
		}
	}
	const spent = "onAttack of mod slow: spent its 5000 steps of the evaluations for one answer: let it do less there"
	if !errors.Is(err, ErrSlow) || !strings.HasSuffix(fmt.Sprint(err), spent) || looks < 10 || looks > 20 {
		t.Errorf("%d rounds of looks: %v, want %s", looks, err, spent)
	}
	for question := range 20 {
		for range 10 {
			if err := look(scratch, question+2, quick); err != nil {
				t.Fatalf("question %d: %v", question+2, err)
			}
		}
		if err := look(m, question+2, slow); !errors.Is(err, ErrSlow) {
			t.Errorf("question %d: %v, want %v", question+2, err, ErrSlow)
		}
	}
	m.Begin(new(luatest.State))
	if err := look(m, 22, slow); err != nil {
		t.Errorf("in the next battle: %v", err)
	}
}

// Battles with an allowance take all their steps from it, with all looks in them and
// whatever machines share it; each call has no more than is left of the smallest.
func TestAllowancesAreShared(t *testing.T) {
	p := mustCompile(t, mod("frenzy", `function onAttack(a) for i = 1, 200 do end end
function onRound(r) roll(6) end`))
	limits := Limits{Call: 1000, Battle: 4000}
	attack, round := p.Funcs("onAttack")[0], p.Funcs("onRound")[0]
	d := new(luatest.State)
	call := func(m *Machine) error { _, err := m.Call(attack, luatest.Access(luatest.NewStrike()), 0); return err }
	look := func(m *Machine) error {
		defer m.Resume(m.Aside(1))
		return call(m)
	}
	for _, row := range []struct {
		name string
		try  func(m, other *Machine) error
	}{
		{"in battles", func(m, _ *Machine) error { return call(m) }},
		{"in looks", func(m, _ *Machine) error { return look(m) }},
		{"in looks of a script that runs", func(m, _ *Machine) (err error) {
			d.Nested = func() { err = look(m) }
			_, failed := m.Call(round, luatest.Access(&lap{}), 0)
			return cmp.Or(err, failed)
		}},
		{"in another machine", func(m, other *Machine) error { other.Begin(d, m.Allowed()...); return look(other) }},
	} {
		var err error
		m, other := NewMachine(p, limits), NewMachine(p, limits)
		small, large := &engine.Allowance{}, &engine.Allowance{Left: 1 << 40}
		for answer := range 2 {
			small.Left = 9000
			tries := 0
			for err = nil; err == nil && tries < 100; tries++ {
				m.Begin(d, large, small)
				err = row.try(m, other)
			}
			const spent = "spent the last of them"
			if e, ok := errors.AsType[*Error](err); !ok || e.Text != spent || !errors.Is(err, engine.ErrSpent) || tries < 40 || tries > 45 {
				t.Errorf("%s, answer %d: %d tries: %v, want %s", row.name, answer+1, tries, err, spent)
			}
			if spent := 1<<40 - large.Left; spent/9000 != int64(answer+1) {
				t.Errorf("%s, answer %d: the large allowance has %d steps less", row.name, answer+1, spent)
			}
		}
	}
}

// A lap is the event of a round.
type lap struct {
	length lua.Value
}

func (l *lap) Get(int) lua.Value { return lua.Number(1) }

func (l *lap) Set(_ int, v lua.Value) error { l.length = v; return nil }

// After an error a mod is as it was loaded.
func TestErrorLeavesNothing(t *testing.T) {
	p := mustCompile(t, mod("try", `
local seen = {}
for i = 1, 10 do seen[i] = i end
function onAttack(a) if a.score > 0 then a.score = seen[a.score] + seen[0] end a.score = #seen end`))
	m, _ := mustMachine(t, p)
	fn := p.Funcs("onAttack")[0]
	for range 3 {
		s := luatest.NewStrike()
		s.Fields[2] = lua.Number(1)
		if _, err := m.Call(fn, luatest.Access(s), 0); err == nil {
			t.Fatal("no error")
		}
		s.Fields[2] = lua.Number(0)
		if _, err := m.Call(fn, luatest.Access(s), 0); err != nil || s.Fields[2].Float() != 10 {
			t.Errorf("afterwards the score is %v, %v", s.Fields[2], err)
		}
	}
}
