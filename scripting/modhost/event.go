package modhost

import (
	"fmt"
	"slices"

	"houserule/scripting/lua"
)

// An event is what a hook is called with.
type event struct {
	*lua.Access
	hook    *lua.Event
	busy    bool             // it is in use
	vetoed  bool             // the hook has canceled what it is about
	wrote   bool             // it has written a field
	self    func() lua.Value // what is self in an ability's script, or nil
	changed func() bool      // reports whether the value is another than before it was written
}

// A layout is the fields of the events of one hook.
type layout[T, V any] struct {
	reads  []field[T]
	writes []written[V]
	own    int // the field that is self; below 0: none
	same   func(before, after *V) bool
}

// An eventOf is an event about a T, with the value V that the hook decides.
type eventOf[T, V any] struct {
	event
	of     T
	value  V
	deeper *eventOf[T, V] // the event of the same hook while this one is busy
}

// newEvent returns an event for the scripts of a machine.
func newEvent[T, V any](l *layout[T, V], m *lua.Machine, hook *lua.Event) *eventOf[T, V] {
	e, n := new(eventOf[T, V]), len(l.reads)
	e.hook = hook
	var before V
	mark := func() { before, e.wrote = e.value, true }
	set := func(i int, v lua.Value) error { return explain(l.writes[i-n].set(m, &e.value, v)) }
	all := n + len(l.writes)
	e.Access = &lua.Access{Get: make([]func() lua.Value, all), Set: set, Writing: mark, Number: make([]func() float64, all), SetWhole: make([]func(int) error, all)}
	for i, row := range l.reads {
		get := row.get
		e.Get[i] = func() lua.Value { return get(e.of) }
		if row.number != nil {
			e.Number[i] = func() float64 { return row.number(e.of) }
		} else if row.Type == num || row.Type == integer {
			e.Number[i] = func() float64 { return get(e.of).Float() }
		}
	}
	for i, w := range l.writes {
		e.Get[n+i] = func() lua.Value { return w.get(&e.value) }
		if w.whole != nil {
			e.Number[n+i], e.SetWhole[n+i] = w.whole(&e.value)
		} else if w.Type == num || w.Type == integer {
			e.Number[n+i] = func() float64 { return w.get(&e.value).Float() }
		}
	}
	e.self = func() lua.Value {
		if l.own < 0 {
			return lua.Nil
		}
		return l.reads[l.own].get(e.of)
	}
	e.changed = func() bool { return l.same != nil && !l.same(&before, &e.value) }
	return e
}

// newHook returns a hook without its attach, and a function that returns the host of a
// battle and an event of the hook that is not in use. Same is nil for a hook that decides no
// value.
//
//go:noinline
func newHook[B Battle, T, V any](self string, rows []Row[T], name, param, doc string, writes []Write[V], same func(before, after *V) bool) (*Hook[B], func(m *Mods[B], b B) (*Host[B], *eventOf[T, V])) {
	hk := &Hook[B]{Event: lua.Event{Hook: name, Param: param, Self: self, Doc: doc}}
	l := &layout[T, V]{same: same}
	hk.bind = func(c codecs) {
		l.reads, hk.Fields = bind(c, rows)
		l.writes, hk.Fields = bindWrites(c, hk.Fields, writes)
		l.own = hk.field(self)
	}
	return hk, func(m *Mods[B], b B) (*Host[B], *eventOf[T, V]) {
		h := m.HostOf(b)
		e, _ := h.events[hk.place].(*eventOf[T, V])
		if e == nil {
			e = newEvent(l, h.machine.Machine, &hk.Event)
			h.events[hk.place] = e
		}
		for e.busy {
			if e.deeper == nil {
				e.deeper = newEvent(l, h.machine.Machine, &hk.Event)
			}
			e = e.deeper
		}
		e.busy = true
		return h, e
	}
}

// field returns the place of a field; below 0 there is none.
//
//go:noinline
func (hk *Hook[B]) field(name string) int {
	return slices.IndexFunc(hk.Fields, func(f lua.Field) bool { return f.Name == name })
}

// A Write is a field of events that scripts read and write: part of the value V that a
// hook decides, or all of it.
type Write[V any] func(c codecs) written[V]

// A written is a Write with its codec.
type written[V any] struct {
	lua.Field
	get func(*V) lua.Value
	set func(m *lua.Machine, at *V, v lua.Value) error
	// whole returns the functions of a whole number at an address; else it is nil.
	whole func(at *V) (get func() float64, set func(n int) error)
}

// bindWrites returns writes with their codecs, and adds their fields for the machine.
//
//go:noinline
func bindWrites[V any](c codecs, fields []lua.Field, writes []Write[V]) ([]written[V], []lua.Field) {
	var bound []written[V]
	for _, write := range writes {
		w := write(c)
		bound, fields = append(bound, w), append(fields, w.Field)
	}
	return bound, fields
}

// Set returns a field that functions read and write.
func Set[V, X any](name, doc string, get func(*V) X, set func(at *V, x X) error) Write[V] {
	return func(c codecs) written[V] {
		one, read := codecOf[X](c), readOf[X](c)
		return written[V]{Field: writable(name, doc, one.Field),
			get: func(at *V) lua.Value { return one.write(get(at)) },
			set: func(m *lua.Machine, at *V, v lua.Value) error {
				x, err := read(m, v)
				if err == nil {
					err = set(at, x)
				}
				return err
			}}
	}
}

// It returns a field that is the value itself.
func It[V any](name, doc string) Write[V] {
	return Set(name, doc, func(at *V) V { return *at }, func(at *V, v V) error { *at = v; return nil })
}

// Int returns a field that is the value itself, a whole number within bounds.
func Int(name, doc string, least, most int) Write[int] {
	return Part(name, doc, least, most, func(n *int) *int { return n })
}

// Part returns a field that is part of the value, a whole number within bounds.
func Part[V any, N int | int32](name, doc string, least, most int, at func(*V) *N) Write[V] {
	return amount(name, doc, least, most,
		func(v *V) int { return int(*at(v)) },
		func(v *V, n int) { *at(v) = N(n) })
}

// Die returns the field for the result of a die, which stays one of its faces.
func Die[P any](sides func(b P) int) Write[int] {
	return func(codecs) written[int] {
		return written[int]{Field: writable("die", "the number that the die shows, from 1 to its sides", lua.Field{Type: integer}),
			get: func(at *int) lua.Value { return Number(*at) },
			set: func(m *lua.Machine, at *int, v lua.Value) error {
				n, err := Whole(v, "", 1, sides(positionIn[P](m)))
				if err == nil {
					*at = n
				}
				return err
			}}
	}
}

// amount returns a field for a whole number within bounds.
func amount[V any](name, doc string, least, most int, get func(*V) int, set func(*V, int)) Write[V] {
	outside := func(n int) error {
		_, err := Whole(Number(n), "", least, most)
		return err
	}
	return func(codecs) written[V] {
		return written[V]{Field: writable(name, doc, lua.Field{Type: integer}),
			get: func(at *V) lua.Value { return Number(get(at)) },
			set: func(_ *lua.Machine, at *V, v lua.Value) error {
				n, err := Whole(v, "", least, most)
				if err == nil {
					set(at, n)
				}
				return err
			},
			whole: func(at *V) (func() float64, func(n int) error) {
				return func() float64 { return float64(get(at)) }, func(n int) error {
					if n < least || n > most {
						return outside(n)
					}
					set(at, n)
					return nil
				}
			}}
	}
}

func writable(name, doc string, f lua.Field) lua.Field {
	f = named(name, doc, f)
	f.Writable = true
	return f
}

// Number returns a whole number as a value of scripts.
func Number[T int | int32](n T) lua.Value { return lua.Number(float64(n)) }

// Whole reads a whole number within bounds. What names it in the error; "" if the
// caller does.
func Whole(v lua.Value, what string, least, most int) (int, error) {
	n, ok := v.Int()
	switch {
	case ok && n >= least && n <= most:
		return n, nil
	case what == "":
		return 0, fmt.Errorf("%s: must be a whole number from %d to %d", v, least, most)
	}
	return 0, fmt.Errorf("%s is %s: must be a whole number from %d to %d", what, v, least, most)
}
