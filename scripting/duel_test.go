package scripting

import (
	"errors"
	"fmt"
	"testing"
)

// The game of the tests: stacks with a level, a name and wounds, and one event
// of each sort.

type duel struct {
	wounds [8]int
	log    []string
	rolls  int
	nested func(m *Machine)
}

var errNoWound = errors.New("no such wound")

func duelBinding() *Binding {
	const stack, battle = 0, 1
	b := &Binding{
		Events: []Event{
			{Hook: "onAttack", Param: "attack", Self: "by", Cancels: true, Fields: []Field{
				{Name: "by", Type: "stack"},
				{Name: "target", Type: "stack?"},
				{Name: "score", Type: TypeNumber, Writable: true},
				{Name: "dice", Type: TypeNumber, Writable: true},
				{Name: "safe", Type: TypeBoolean, Writable: true},
				{Name: "why", Type: "string?", Writable: true},
				{Name: "aim", Type: "stack?", Writable: true},
				{Name: "helpers", Type: "stack[]"},
			}},
			{Hook: "onRound", Param: "round", Fields: []Field{
				{Name: "number", Type: TypeNumber},
				{Name: "length", Type: TypeNumber, Writable: true},
			}},
		},
		Kinds: []Kind{
			{
				Name: "stack",
				Fields: []Field{
					{Name: "level", Type: TypeNumber},
					{Name: "name", Type: TypeString},
					{Name: "wounds", Type: TypeNumber, Writable: true},
					{Name: "friends", Type: "stack[]"},
					{Name: "leader", Type: "stack?"},
				},
				Methods: []Function{
					{Name: "has", Reads: true, Params: []Field{{Name: "trait", Type: TypeString}}, Returns: []Field{{Type: TypeBoolean}},
						Call: func(m *Machine, args []Value) (Value, error) { return Boolean(args[1].Text() == "brave"), nil }},
				},
				Get: readers(func(m *Machine, ref int32, field int) (Value, error) {
					d, _ := m.Host().(*duel)
					switch field {
					case 0:
						return Number(float64(ref)), nil
					case 1:
						return String(fmt.Sprintf("s%d", ref)), nil
					case 2:
						if d == nil {
							return Number(0), nil
						}
						return Number(float64(d.wounds[ref])), nil
					case 3:
						all := m.List(2)
						all.Items()[0], all.Items()[1] = Object(stack, ref+1), Object(stack, ref+2)
						return all, nil
					}
					return Nil, nil
				}),
				Set: func(m *Machine, ref int32, field int, v Value) error {
					n, ok := v.Int()
					if !ok || n < 0 {
						return errNoWound
					}
					m.Host().(*duel).wounds[ref] = n
					return nil
				},
				Text: func(m *Machine, ref int32) string { return fmt.Sprintf("stack s%d", ref) },
			},
			{
				Name:   "battle",
				Fields: []Field{{Name: "round", Type: TypeNumber}, {Name: "stacks", Type: "stack[]"}},
				Get: readers(func(m *Machine, ref int32, field int) (Value, error) {
					if field == 1 {
						return List(Object(stack, 1), Object(stack, 2), Object(stack, 3)), nil
					}
					return Number(7), nil
				}),
			},
		},
		Globals: []Global{
			{Name: "battle", Type: "battle", Value: Object(battle, 0)},
			{Name: "maxLevel", Type: TypeNumber, Value: Number(5)},
		},
		Functions: []Function{
			{Name: "roll", Params: []Field{{Name: "sides", Type: TypeNumber}, {Name: "need", Type: TypeNumber, Optional: true}},
				Returns: []Field{{Type: TypeNumber}},
				Call: func(m *Machine, args []Value) (Value, error) {
					d, _ := m.Host().(*duel)
					if d == nil {
						return Number(1), nil
					}
					if d.nested != nil {
						d.nested(m)
					}
					d.rolls++
					return Number(float64(d.rolls%int(max(1, min(args[0].Float(), 100))) + 1)), nil
				}},
			{Name: "log", Params: []Field{{Name: "text", Type: TypeAny}},
				Call: func(m *Machine, args []Value) (Value, error) {
					if d, _ := m.Host().(*duel); d != nil {
						d.log = append(d.log, args[0].String())
					}
					return Nil, nil
				}},
		},
		Registers: []Register{
			{Name: "option", Fields: []Field{
				{Name: "name", Type: TypeString},
				{Name: "cost", Type: TypeNumber, Optional: true},
				{Name: "legal", Type: TypeFunction, Optional: true, Params: []Field{{Name: "stack", Type: "stack"}}, Returns: []Field{{Type: TypeBoolean}}},
				{Name: "score", Type: TypeFunction, Optional: true, Params: []Field{{Name: "stack", Type: "stack"}, {Name: "n", Type: TypeNumber}}, Returns: []Field{{Type: TypeNumber}}},
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
func readers(get func(m *Machine, ref int32, field int) (Value, error)) func(field int) Reader {
	return func(field int) Reader {
		return func(m *Machine, ref int32) (Value, error) { return get(m, ref, field) }
	}
}

// bound returns the Bind of a function, of so many objects.
func bound(f *Function, objects int) func(args []Value) func(m *Machine, object Value) (Value, error) {
	return func(args []Value) func(m *Machine, object Value) (Value, error) {
		all := append(make([]Value, objects), args...)
		return func(m *Machine, object Value) (Value, error) {
			if objects > 0 {
				all[0] = object
			}
			return f.Call(m, all)
		}
	}
}

// A strike is an onAttack event.
type strike struct {
	fields [8]Value
	sets   []string
}

func newStrike() *strike {
	return &strike{fields: [8]Value{
		Object(0, 3), Object(0, 4), Number(2), Number(1), Boolean(false), Nil, Nil, List(Object(0, 5), Object(0, 6)),
	}}
}

func (s *strike) Get(field int) Value { return s.fields[field] }

func (s *strike) Set(field int, v Value) error {
	if field == 3 && v.Float() > 50 {
		return errors.New("too many dice")
	}
	s.fields[field] = v
	s.sets = append(s.sets, fmt.Sprintf("%d=%v", field, v))
	return nil
}

// access returns the Access of an event.
func access(ev interface {
	Get(field int) Value
	Set(field int, v Value) error
}) *Access {
	a := NewAccess(8, ev.Get, ev.Set)
	if s, ok := ev.(*strike); ok {
		for i := 2; i <= 3; i++ { // score and dice
			a.Number[i] = func() float64 { return s.fields[i].num }
			a.SetWhole[i] = func(n int) error {
				if float64(n) == s.fields[i].num {
					return nil
				}
				return s.Set(i, Number(float64(n)))
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
