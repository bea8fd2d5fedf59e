// Package luatest has a game for the tests of package lua and of what is built on it: stacks with a
// level, a name and wounds, and one event of each sort.
package luatest

import (
	"errors"
	"fmt"

	"houserule/scripting/lua"
)

// A State is a battle of the game.
type State struct {
	Wounds [8]int
	Log    []string
	Rolls  int
	Nested func() // called by each roll, if it is not nil
}

// ErrNoWound is what setting wounds below 0 returns.
var ErrNoWound = errors.New("no such wound")

// Duel returns what the scripts of the game see.
func Duel() *lua.Binding {
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
					d, _ := m.Host().(*State)
					switch field {
					case 0:
						return lua.Number(float64(ref)), nil
					case 1:
						return lua.String(fmt.Sprintf("s%d", ref)), nil
					case 2:
						if d == nil {
							return lua.Number(0), nil
						}
						return lua.Number(float64(d.Wounds[ref])), nil
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
						return ErrNoWound
					}
					m.Host().(*State).Wounds[ref] = n
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
					d, _ := m.Host().(*State)
					if d == nil {
						return lua.Number(1), nil
					}
					if d.Nested != nil {
						d.Nested()
					}
					d.Rolls++
					return lua.Number(float64(d.Rolls%int(max(1, min(args[0].Float(), 100))) + 1)), nil
				}},
			{Name: "log", Params: []lua.Field{{Name: "text", Type: lua.TypeAny}},
				Call: func(m *lua.Machine, args []lua.Value) (lua.Value, error) {
					if d, _ := m.Host().(*State); d != nil {
						d.Log = append(d.Log, args[0].String())
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

// A Strike is an onAttack event.
type Strike struct {
	Fields [8]lua.Value
	Sets   []string // what was set, as index=value
}

// NewStrike returns one of the third stack on the fourth.
func NewStrike() *Strike {
	return &Strike{Fields: [8]lua.Value{
		lua.Object(0, 3), lua.Object(0, 4), lua.Number(2), lua.Number(1), lua.Boolean(false), lua.Nil, lua.Nil, lua.List(lua.Object(0, 5), lua.Object(0, 6)),
	}}
}

// Get returns a field.
func (s *Strike) Get(field int) lua.Value { return s.Fields[field] }

// Set sets a field.
func (s *Strike) Set(field int, v lua.Value) error {
	if field == 3 && v.Float() > 50 {
		return errors.New("too many dice")
	}
	s.Fields[field] = v
	s.Sets = append(s.Sets, fmt.Sprintf("%d=%v", field, v))
	return nil
}

// Access returns an event for a machine.
func Access(ev interface {
	Get(field int) lua.Value
	Set(field int, v lua.Value) error
}) *lua.Access {
	a := lua.NewAccess(8, ev.Get, ev.Set)
	if s, ok := ev.(*Strike); ok {
		for i := 2; i <= 3; i++ { // score and dice
			a.Number[i] = func() float64 { return s.Fields[i].Float() }
			a.SetWhole[i] = func(n int) error {
				if float64(n) == s.Fields[i].Float() {
					return nil
				}
				return s.Set(i, lua.Number(float64(n)))
			}
		}
	}
	return a
}
