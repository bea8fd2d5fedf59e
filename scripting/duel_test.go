package scripting

import (
	"errors"
	"fmt"
	"testing"

	"houserule/scripting/lua"
)

// The game of the tests: stacks with a level, a name and wounds, and one event
// of each sort.

type duel struct {
	wounds [8]int
	log    []string
	rolls  int
	nested func()
}

var errNoWound = errors.New("no such wound")

func duelBinding() *lua.Binding {
	const stack, battle = 0, 1
	b := &lua.Binding{
		Events: []lua.Event{
			{Hook: "onAttack", Param: "attack", Self: "by", Cancels: true, Fields: []lua.Field{
				{Name: "by", Type: "stack"},
				{Name: "target", Type: "stack?"},
				{Name: "score", Type: lua.TypeNumber, Writable: true},
				{Name: "dice", Type: lua.TypeNumber, Writable: true},
				{Name: "safe", Type: lua.TypeBoolean, Writable: true},
				{Name: "why", Type: "string?", Writable: true},
				{Name: "aim", Type: "stack?", Writable: true},
				{Name: "helpers", Type: "stack[]"},
			}},
			{Hook: "onRound", Param: "round", Fields: []lua.Field{
				{Name: "number", Type: lua.TypeNumber},
				{Name: "length", Type: lua.TypeNumber, Writable: true},
			}},
		},
		Kinds: []lua.Kind{
			{
				Name: "stack",
				Fields: []lua.Field{
					{Name: "level", Type: lua.TypeNumber},
					{Name: "name", Type: lua.TypeString},
					{Name: "wounds", Type: lua.TypeNumber, Writable: true},
					{Name: "friends", Type: "stack[]"},
					{Name: "leader", Type: "stack?"},
				},
				Methods: []lua.Function{
					{Name: "has", Reads: true, Params: []lua.Field{{Name: "trait", Type: lua.TypeString}}, Returns: []lua.Field{{Type: lua.TypeBoolean}},
						Call: func(m *lua.Machine, args []lua.Value) (lua.Value, error) {
							return lua.Boolean(args[1].Text() == "brave"), nil
						}},
				},
				Get: readers(func(m *lua.Machine, ref int32, field int) (lua.Value, error) {
					d, _ := m.Host().(*duel)
					switch field {
					case 0:
						return lua.Number(float64(ref)), nil
					case 1:
						return lua.String(fmt.Sprintf("s%d", ref)), nil
					case 2:
						if d == nil {
							return lua.Number(0), nil
						}
						return lua.Number(float64(d.wounds[ref])), nil
					case 3:
						all := m.List(2)
						all.Items()[0], all.Items()[1] = lua.Object(stack, ref+1), lua.Object(stack, ref+2)
						return all, nil
					}
					return lua.Nil, nil
				}),
				Set: func(m *lua.Machine, ref int32, field int, v lua.Value) error {
					n, ok := v.Int()
					if !ok || n < 0 {
						return errNoWound
					}
					m.Host().(*duel).wounds[ref] = n
					return nil
				},
				Text: func(m *lua.Machine, ref int32) string { return fmt.Sprintf("stack s%d", ref) },
			},
			{
				Name:   "battle",
				Fields: []lua.Field{{Name: "round", Type: lua.TypeNumber}, {Name: "stacks", Type: "stack[]"}},
				Get: readers(func(m *lua.Machine, ref int32, field int) (lua.Value, error) {
					if field == 1 {
						return lua.List(lua.Object(stack, 1), lua.Object(stack, 2), lua.Object(stack, 3)), nil
					}
					return lua.Number(7), nil
				}),
			},
		},
		Globals: []lua.Global{
			{Name: "battle", Type: "battle", Value: lua.Object(battle, 0)},
			{Name: "maxLevel", Type: lua.TypeNumber, Value: lua.Number(5)},
		},
		Functions: []lua.Function{
			{Name: "roll", Params: []lua.Field{{Name: "sides", Type: lua.TypeNumber}, {Name: "need", Type: lua.TypeNumber, Optional: true}},
				Returns: []lua.Field{{Type: lua.TypeNumber}},
				Call: func(m *lua.Machine, args []lua.Value) (lua.Value, error) {
					d, _ := m.Host().(*duel)
					if d == nil {
						return lua.Number(1), nil
					}
					if d.nested != nil {
						d.nested()
					}
					d.rolls++
					return lua.Number(float64(d.rolls%int(max(1, min(args[0].Float(), 100))) + 1)), nil
				}},
			{Name: "log", Params: []lua.Field{{Name: "text", Type: lua.TypeAny}},
				Call: func(m *lua.Machine, args []lua.Value) (lua.Value, error) {
					if d, _ := m.Host().(*duel); d != nil {
						d.log = append(d.log, args[0].String())
					}
					return lua.Nil, nil
				}},
		},
		Registers: []lua.Register{
			{Name: "option", Fields: []lua.Field{
				{Name: "name", Type: lua.TypeString},
				{Name: "cost", Type: lua.TypeNumber, Optional: true},
				{Name: "legal", Type: lua.TypeFunction, Optional: true, Params: []lua.Field{{Name: "stack", Type: "stack"}}, Returns: []lua.Field{{Type: lua.TypeBoolean}}},
				{Name: "score", Type: lua.TypeFunction, Optional: true, Params: []lua.Field{{Name: "stack", Type: "stack"}, {Name: "n", Type: lua.TypeNumber}}, Returns: []lua.Field{{Type: lua.TypeNumber}}},
			}},
		},
	}
	for i := range b.Functions {
		b.Functions[i].Bind = bound(&b.Functions[i], 0)
	}
	for i := range b.Kinds[stack].Methods {
		b.Kinds[stack].Methods[i].Bind = bound(&b.Kinds[stack].Methods[i], 1)
	}
	return b
}

// readers returns a Get.
func readers(get func(m *lua.Machine, ref int32, field int) (lua.Value, error)) func(field int) lua.Reader {
	return func(field int) lua.Reader {
		return func(m *lua.Machine, ref int32) (lua.Value, error) { return get(m, ref, field) }
	}
}

// bound returns the Bind of a function, of so many objects.
func bound(f *lua.Function, objects int) func(args []lua.Value) func(m *lua.Machine, object lua.Value) (lua.Value, error) {
	return func(args []lua.Value) func(m *lua.Machine, object lua.Value) (lua.Value, error) {
		all := append(make([]lua.Value, objects), args...)
		return func(m *lua.Machine, object lua.Value) (lua.Value, error) {
			if objects > 0 {
				all[0] = object
			}
			return f.Call(m, all)
		}
	}
}

// A strike is an onAttack event.
type strike struct {
	fields [8]lua.Value
	sets   []string
}

func newStrike() *strike {
	return &strike{fields: [8]lua.Value{
		lua.Object(0, 3), lua.Object(0, 4), lua.Number(2), lua.Number(1), lua.Boolean(false), lua.Nil, lua.Nil, lua.List(lua.Object(0, 5), lua.Object(0, 6)),
	}}
}

func (s *strike) Get(field int) lua.Value { return s.fields[field] }

func (s *strike) Set(field int, v lua.Value) error {
	if field == 3 && v.Float() > 50 {
		return errors.New("too many dice")
	}
	s.fields[field] = v
	s.sets = append(s.sets, fmt.Sprintf("%d=%v", field, v))
	return nil
}

// access returns the lua.Access of an event.
func access(ev interface {
	Get(field int) lua.Value
	Set(field int, v lua.Value) error
}) *lua.Access {
	a := lua.NewAccess(8, ev.Get, ev.Set)
	if s, ok := ev.(*strike); ok {
		for i := 2; i <= 3; i++ { // score and dice
			a.Number[i] = func() float64 { return s.fields[i].Float() }
			a.SetWhole[i] = func(n int) error {
				if float64(n) == s.fields[i].Float() {
					return nil
				}
				return s.Set(i, lua.Number(float64(n)))
			}
		}
	}
	return a
}

func mustCompile(t testing.TB, sources ...Source) *Program {
	t.Helper()
	p, err := Compile(duelBinding(), sources)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustMachine(t testing.TB, p *Program) (*Machine, *duel) {
	t.Helper()
	m, d := NewMachine(p, Limits{}), &duel{}
	m.Begin(d)
	return m, d
}

// mod is a mod of one file.
func mod(name, text string) Source {
	return Source{Mod: name, File: "mods/" + name + "/main.lua", Text: []byte(text)}
}
