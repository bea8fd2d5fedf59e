package modhost

import (
	"cmp"
	"fmt"
	"slices"

	"houserule/scripting"
)

// An event is what a hook is called with.
type event interface {
	scripting.EventAccess
	scripting.NumberAccess
	self() scripting.Value // what is self in an ability's script, or nil
	mark()                 // from now on
	changed() bool         // reports whether the value is another
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
	*layout[T, V]
	host   any
	of     T
	value  V
	before V // the value at the last mark
}

// Get and Set make it an EventAccess.
func (e *eventOf[T, V]) Get(i int) scripting.Value {
	if i < len(e.reads) {
		return e.reads[i].get(e.of)
	}
	return e.writes[i-len(e.reads)].get(&e.value)
}

// Set sets a field.
func (e *eventOf[T, V]) Set(i int, v scripting.Value) error {
	return explain(e.writes[i-len(e.reads)].set(e.host, &e.value, v))
}

// Whole and SetWhole make it a NumberAccess.
func (e *eventOf[T, V]) Whole(i int) (int, bool) {
	if i < len(e.reads) {
		if whole := e.reads[i].whole; whole != nil {
			return whole(e.of), true
		}
	} else if whole := e.writes[i-len(e.reads)].whole; whole != nil {
		return whole(&e.value), true
	}
	return 0, false
}

// SetWhole sets a field to a whole number.
func (e *eventOf[T, V]) SetWhole(i, n int) error {
	if set := e.writes[i-len(e.reads)].setWhole; set != nil {
		return set(&e.value, n)
	}
	return e.Set(i, Number(n))
}

func (e *eventOf[T, V]) self() scripting.Value {
	if e.own < 0 {
		return scripting.Nil
	}
	return e.reads[e.own].get(e.of)
}

func (e *eventOf[T, V]) mark()         { e.before = e.value }
func (e *eventOf[T, V]) changed() bool { return e.same != nil && !e.same(&e.before, &e.value) }

// newHook returns a hook without its attach, and what begins an event of it. Same is
// nil for a hook that decides no value.
//
//go:noinline
func newHook[B Battle, T, V any](self string, rows []Row[T], name, param, doc string, writes []Write[V], same func(before, after *V) bool) (*Hook[B], func(h *Host[B]) *eventOf[T, V]) {
	hk := &Hook[B]{Event: scripting.Event{Hook: name, Param: param, Self: self, Doc: doc}}
	l := &layout[T, V]{same: same}
	hk.bind = func(c codecs) {
		l.reads, l.writes, hk.Fields = bind(c, rows), nil, nil
		for _, row := range l.reads {
			hk.Fields = append(hk.Fields, row.Field)
		}
		for _, write := range writes {
			w := write(c)
			l.writes, hk.Fields = append(l.writes, w), append(hk.Fields, w.Field)
		}
		l.own = slices.IndexFunc(hk.Fields, func(f scripting.Field) bool { return f.Name == self })
	}
	return hk, func(h *Host[B]) *eventOf[T, V] {
		events, _ := h.events[hk.place].(*[maxNested]*eventOf[T, V])
		if events == nil {
			events = new([maxNested]*eventOf[T, V])
			h.events[hk.place] = events
		}
		at := &events[min(h.depth, maxNested-1)]
		if *at == nil {
			*at = &eventOf[T, V]{layout: l, host: h}
		}
		h.enter(hk)
		return *at
	}
}

// A Write is a field of events that scripts read and write: part of the value V that a
// hook decides, or all of it.
type Write[V any] func(c codecs) written[V]

// A written is a Write with its codec.
type written[V any] struct {
	scripting.Field
	get      func(*V) scripting.Value
	set      func(host any, at *V, v scripting.Value) error
	whole    func(*V) int // of a whole number; else nil
	setWhole func(at *V, n int) error
}

// Set returns a field that functions read and write.
func Set[V, X any](name, doc string, get func(*V) X, set func(at *V, x X) error) Write[V] {
	return func(c codecs) written[V] {
		one := codecOf[X](c)
		return written[V]{Field: writable(name, one.typ, cmp.Or(doc, one.doc)),
			get: func(at *V) scripting.Value { return one.write(get(at)) },
			set: func(host any, at *V, v scripting.Value) error {
				x, err := one.read(host, v)
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
func Die[B Battle](sides func(b B) int) Write[int] {
	return func(codecs) written[int] {
		return written[int]{Field: writable("die", integer, "what it shows, from 1 to the sides of the die"),
			get: func(at *int) scripting.Value { return Number(*at) },
			set: func(host any, at *int, v scripting.Value) error {
				n, err := Whole(v, "", 1, sides(host.(*Host[B]).Battle))
				if err == nil {
					*at = n
				}
				return err
			}}
	}
}

// amount returns a field for a whole number within bounds.
func amount[V any](name, doc string, least, most int, get func(*V) int, set func(*V, int)) Write[V] {
	return func(codecs) written[V] {
		setWhole := func(at *V, n int) error {
			if n < least || n > most {
				_, err := Whole(Number(n), "", least, most)
				return err
			}
			set(at, n)
			return nil
		}
		return written[V]{Field: writable(name, integer, doc),
			get: func(at *V) scripting.Value { return Number(get(at)) },
			set: func(_ any, at *V, v scripting.Value) error {
				n, err := Whole(v, "", least, most)
				if err == nil {
					set(at, n)
				}
				return err
			},
			whole: get, setWhole: setWhole}
	}
}

func writable(name string, t scripting.Type, doc string) scripting.Field {
	f := named(name, t, doc)
	f.Writable = true
	return f
}

// Number returns a whole number as a value of scripts.
func Number[T int | int32](n T) scripting.Value { return scripting.Number(float64(n)) }

// Whole reads a whole number within bounds. What names it in the error; "" if the
// caller does.
func Whole(v scripting.Value, what string, least, most int) (int, error) {
	n, ok := v.Int()
	switch {
	case ok && n >= least && n <= most:
		return n, nil
	case what == "":
		return 0, fmt.Errorf("%s: must be a whole number from %d to %d", v, least, most)
	}
	return 0, fmt.Errorf("%s is %s: must be a whole number from %d to %d", what, v, least, most)
}
