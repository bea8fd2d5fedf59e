package modhost

import (
	"fmt"

	"houserule/engine"
	"houserule/scripting"
)

// An Event is what a hook is about, whichever hook it is: the fields of the
// hook's table read and write it.
type Event[B Battle, E comparable] struct {
	Host  *Host[B, E]
	Of    E
	Score engine.Score // of hooks that change one
	N     int          // of hooks that decide a number
	Yes   bool         // of hooks that decide whether

	hook   *Hook[B, E]
	causes *[3]engine.Cause // of terms: of bonus, factor and score
	seen   int              // what the score came to when the hook began
}

// Get and Set make it an EventAccess.
func (e *Event[B, E]) Get(i int) scripting.Value          { return e.hook.gets[i](e) }
func (e *Event[B, E]) Set(i int, v scripting.Value) error { return explain(e.hook.sets[i](e, v)) }

// Whole and SetWhole make it a NumberAccess.
func (e *Event[B, E]) Whole(i int) (int, bool) {
	if get := e.hook.wholes[i]; get != nil {
		return get(e), true
	}
	return 0, false
}

// SetWhole sets a field to a whole number.
func (e *Event[B, E]) SetWhole(i, n int) error {
	if set := e.hook.setNs[i]; set != nil {
		return set(e, n)
	}
	return e.Set(i, Number(n))
}

// A Hook is an entry of the table of hooks: what its event holds, and where
// its functions hang.
type Hook[B Battle, E comparable] struct {
	scripting.Event // but for Fields, which are those of Holds
	// Looks: it is also called to tell odds and options, so that its functions
	// may only look.
	Looks bool
	Holds []Field[B, E]
	Hang  Hang[B, E]

	gets   []func(*Event[B, E]) scripting.Value // of Holds
	sets   []func(*Event[B, E], scripting.Value) error
	wholes []func(*Event[B, E]) int // of those that are whole numbers; else nil
	setNs  []func(*Event[B, E], int) error
}

// NewEvent returns the name of a hook, what its functions call the event, the field
// that self is in an ability's script ("": there is none), and when it comes.
func NewEvent(name, param, self, doc string) scripting.Event {
	return scripting.Event{Hook: name, Param: param, Self: self, Doc: doc}
}

// NewVeto is NewEvent for a hook that can say no.
func NewVeto(name, param, self, doc string) scripting.Event {
	e := NewEvent(name, param, self, doc)
	e.Cancels = true
	return e
}

// index gets a hook ready to be called: a call looks fields up by their
// number.
func (hk *Hook[B, E]) index() {
	for _, f := range hk.Holds {
		hk.gets, hk.sets = append(hk.gets, f.get), append(hk.sets, f.set)
		hk.wholes, hk.setNs = append(hk.wholes, f.whole), append(hk.setNs, f.setN)
	}
}

// A Field is a field of events, with how it is read and written.
type Field[B Battle, E comparable] struct {
	scripting.Field
	get   func(*Event[B, E]) scripting.Value
	set   func(*Event[B, E], scripting.Value) error // nil: it is only read
	whole func(*Event[B, E]) int                    // of a whole number: get without a Value
	setN  func(*Event[B, E], int) error
}

// Read is a field that is only read.
func Read[B Battle, E comparable](name string, t scripting.Type, doc string, get func(*Event[B, E]) scripting.Value) Field[B, E] {
	return Field[B, E]{Field: scripting.Field{Name: name, Type: t, Doc: doc}, get: get}
}

// ReadInt is a whole number that is only read.
func ReadInt[B Battle, E comparable](name, doc string, get func(*Event[B, E]) int) Field[B, E] {
	f := Read(name, num, doc, func(e *Event[B, E]) scripting.Value { return Number(get(e)) })
	f.whole = get
	return f
}

// Write is a field that is read and written.
func Write[B Battle, E comparable](name string, t scripting.Type, doc string, get func(*Event[B, E]) scripting.Value, set func(*Event[B, E], scripting.Value) error) Field[B, E] {
	return Field[B, E]{Field: scripting.Field{Name: name, Type: t, Doc: doc, Writable: true}, get: get, set: set}
}

// WriteInt is a whole number that is written, within bounds.
func WriteInt[B Battle, E comparable](name, doc string, least, most int, at func(*Event[B, E]) *int) Field[B, E] {
	return amount(name, doc, least, most,
		func(e *Event[B, E]) int { return *at(e) },
		func(e *Event[B, E], n int) { *at(e) = n })
}

// WriteBool is true or false.
func WriteBool[B Battle, E comparable](name, doc string, at func(*Event[B, E]) *bool) Field[B, E] {
	return Write(name, scripting.TypeBoolean, doc,
		func(e *Event[B, E]) scripting.Value { return scripting.Boolean(*at(e)) },
		func(e *Event[B, E], v scripting.Value) error { *at(e) = v.Bool(); return nil })
}

// WriteDie is what a die shows, which stays one of its faces.
func WriteDie[B Battle, E comparable](sides func(b B) int) Field[B, E] {
	return Write("die", num, "what it shows, from 1 to the sides of the die",
		func(e *Event[B, E]) scripting.Value { return Number(e.N) },
		func(e *Event[B, E], v scripting.Value) error {
			n, err := Whole(v, "", 1, sides(e.Host.Battle))
			if err == nil {
				e.N = n
			}
			return err
		})
}

// amount is a whole number that is written, within bounds.
func amount[B Battle, E comparable](name, doc string, least, most int, get func(*Event[B, E]) int, set func(*Event[B, E], int)) Field[B, E] {
	f := Write(name, num, doc,
		func(e *Event[B, E]) scripting.Value { return Number(get(e)) },
		func(e *Event[B, E], v scripting.Value) error {
			n, err := Whole(v, "", least, most)
			if err == nil {
				set(e, n)
			}
			return err
		})
	f.whole = get
	f.setN = func(e *Event[B, E], n int) error {
		if n < least || n > most {
			return f.set(e, Number(n)) // which says so
		}
		set(e, n)
		return nil
	}
	return f
}

// ScoreFields are how hooks change a score: [OnScore]. Multiplies names what
// multiplies scores by the rules.
func ScoreFields[B Battle, E comparable](multiplies string) []Field[B, E] {
	return []Field[B, E]{
		amount("bonus", "what you assign is added to the base, before "+multiplies+" multiplies it; 0 when you read it", -1000, 1000,
			func(*Event[B, E]) int { return 0 },
			func(e *Event[B, E], n int) { e.Score = e.Score.Add(n, &e.causes[0]) }),
		Write("factor", num, "what you assign multiplies the score as "+multiplies+" does; 1 when you read it",
			func(*Event[B, E]) scripting.Value { return scripting.Number(1) },
			func(e *Event[B, E], v scripting.Value) error {
				f := v.Float()
				if f < 0 || f > 100 || f != f {
					return fmt.Errorf("%s: must be from 0 to 100", v)
				}
				n, d := engine.Fraction(f)
				e.Score = e.Score.Times(n, d, &e.causes[1])
				return nil
			}),
		amount("score", "the total so far; your change to it is applied last, after all other terms", -2000, 10000,
			func(e *Event[B, E]) int { return e.seen },
			func(e *Event[B, E], n int) { e.Score = e.Score.Adjust(n-e.seen, &e.causes[2]) }),
	}
}

// causesOf returns what the terms of a function's score fields say.
func (m *Mods[B, E]) causesOf(fn *scripting.Func, hk *Hook[B, E]) *[3]engine.Cause {
	text := "mod " + fn.Mod
	if fn.Ability != "" {
		text = m.tables.Ability(fn.Ability)
	}
	causes := new([3]engine.Cause)
	for i, name := range [...]string{"bonus", "factor", "score"} {
		line := fn.Line
		for field, f := range hk.Holds {
			if f.Name == name {
				line = fn.LineOf(field)
			}
		}
		causes[i] = engine.Cause{Text: text + " " + fn.Hook, At: fmt.Sprintf("%s:%d", fn.File, line)}
	}
	return causes
}

// Number is a whole number as a value.
func Number[T int | int32](n T) scripting.Value { return scripting.Number(float64(n)) }

// Words returns texts as a value.
func Words(all []string) scripting.Value {
	var items []scripting.Value
	for _, w := range all {
		items = append(items, scripting.String(w))
	}
	return scripting.List(items...)
}

// SideOf returns the side that a value refers to.
func SideOf(v scripting.Value) engine.Side {
	_, side, _ := v.Object()
	return engine.Side(side)
}

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
