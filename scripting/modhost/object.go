package modhost

import (
	"cmp"
	"strings"
	"sync"

	"houserule/scripting"
)

// An Object is a [Kind] of any type.
type Object[B Battle] interface {
	name() string
	kind(c codecs, acting bool) scripting.Kind
	acts() []string
	show(h *Host[B], ref int32) string
	only() bool
}

// A Kind is a kind of objects that scripts see, each with a number that means
// something to the rule system: T is what it stands for.
type Kind[B Battle, T any] struct {
	Name, Doc string
	At        func(h *Host[B], ref int32) T
	Rows      []Row[T]
	Methods   []Method[T]
	// Owner, if not nil, is the owner in the battle's memory: the object can
	// remember and recall.
	Owner func(ref int32) int32
	// Secret, if not nil, is the owner of the secrets of the seat that the object is: it
	// can conceal values. The error says why the battle can have no secrets.
	Secret func(b B, ref int32) (owner int32, err error)
	// Text returns an object in words.
	Text func(T) string
	// Only: there is a single object, which scripts know by the name of the kind, and tests
	// call "the battle".
	Only bool
}

// A Row is a field of objects or events that scripts read.
type Row[T any] func(c codecs) field[T]

// A field is a row with its codec.
type field[T any] struct {
	scripting.Field
	get    func(T) scripting.Value
	number func(at *T) func() float64                      // of a number: get of the T at an address, without a Value; else nil
	list   func(m *scripting.Machine, t T) scripting.Value // of a list: get without memory; else nil
}

// Get returns the row of a function that returns no list. A question mark after the name means
// that its value may be nil.
//
//go:noinline
func Get[T, R any](name, doc string, get func(T) R) Row[T] {
	return func(c codecs) field[T] {
		one := codecOf[R](c)
		return newField(named(name, doc, one.Field), func(t T) scripting.Value { return one.write(get(t)) }, number[T](get))
	}
}

//go:noinline
func newField[T any](f scripting.Field, get func(T) scripting.Value, number func(at *T) func() float64) field[T] {
	return field[T]{Field: f, get: get, number: number}
}

// number returns field.number of what a function gets.
//
//go:noinline
func number[T any](get any) func(at *T) func() float64 {
	switch get := get.(type) {
	case func(T) int:
		return func(at *T) func() float64 { return func() float64 { return float64(get(*at)) } }
	case func(T) int32:
		return func(at *T) func() float64 { return func() float64 { return float64(get(*at)) } }
	case func(T) float64:
		return func(at *T) func() float64 { return func() float64 { return get(*at) } }
	}
	return nil
}

// GetIf returns the row of a property that a function returns. If ok is false, it is nil.
//
//go:noinline
func GetIf[T, R any](name, doc string, get func(T) (value R, ok bool)) Row[T] {
	return func(c codecs) field[T] {
		one := codecOf[R](c)
		return field[T]{Field: named(name+"?", doc, one.Field), get: func(t T) (v scripting.Value) {
			if value, ok := get(t); ok {
				v = one.write(value)
			}
			return v
		}}
	}
}

// List returns the row of a list, to which a function appends.
//
//go:noinline
func List[T, X any](name, doc string, all func(t T, list []X) []X) Row[T] {
	row := Get(name, doc, func(t T) []X { return all(t, nil) })
	lists := &sync.Pool{New: func() any { return new([]X) }}
	return func(c codecs) field[T] {
		f, of := row(c), codecOf[[]X](c)
		f.list = func(m *scripting.Machine, t T) scripting.Value {
			list := lists.Get().(*[]X)
			*list = all(t, (*list)[:0])
			v := of.list(m, *list)
			lists.Put(list)
			return v
		}
		return f
	}
}

// Among gives a row of texts its words.
func Among[T any](words []string, row Row[T]) Row[T] {
	return func(c codecs) field[T] {
		f := row(c)
		f.OneOf = words
		return f
	}
}

// named gives the field of a codec a name, which may have a question mark, and a doc, if it
// is not empty.
//
//go:noinline
func named(name, doc string, f scripting.Field) scripting.Field {
	name, optional := strings.CutSuffix(name, "?")
	if optional {
		f.Type = f.Type.OrNil()
	}
	f.Name, f.Doc = name, cmp.Or(doc, f.Doc)
	return f
}

// bind returns rows with their codecs, and their fields for the machine.
//
//go:noinline
func bind[T any](c codecs, rows []Row[T]) (bound []field[T], fields []scripting.Field) {
	for _, row := range rows {
		f := row(c)
		bound, fields = append(bound, f), append(fields, f.Field)
	}
	return bound, fields
}

// A Method is a function of an object T.
type Method[T any] struct {
	name, doc, result string
	acts              bool // it changes the battle
	call              typed[T]
}

// Ask returns a read-only method. Its arguments are the fields of an A: see [Do]. An R of
// engine.None is no result.
//
//go:noinline
func Ask[T, A, R any](name, doc, result string, get func(t T, a A) (R, error)) Method[T] {
	return Method[T]{name, doc, result, false, asks(get)}
}

// Do returns a method that changes the battle. Its parameters are the fields of the struct A,
// with their docs and bounds:
//
//	Count int `range:"1..1000" doc:"how many"`
//
//go:noinline
func Do[T, A any](name, doc string, do func(t T, a A) error) Method[T] {
	return Method[T]{name, doc, "", true, does(do)}
}

// Make is Do with a result.
//
//go:noinline
func Make[T, A, R any](name, doc, result string, do func(t T, a A) (R, error)) Method[T] {
	return Method[T]{name, doc, result, true, asks(do)}
}

// methodOf returns the method for scripts. Object reads the object, and returns the host.
//
//go:noinline
func methodOf[T any](c codecs, method Method[T], object func(m *scripting.Machine, v scripting.Value) (T, any, error)) scripting.Function {
	f := callable(c, method.name, method.doc, method.result, object, method.call)
	f.Mutates, f.Reads = method.acts, !method.acts
	return f
}

// methods returns the functions of the objects, in the order of the documentation.
func (k *Kind[B, T]) methods(c codecs) (looking, acting []scripting.Function) {
	of := func(acts bool) func(m *scripting.Machine, v scripting.Value) (t T, host any, err error) {
		return func(m *scripting.Machine, v scripting.Value) (t T, host any, err error) {
			h, err := hostIn[B](m)
			if err == nil && acts {
				err = h.act(actionSteps)
			}
			if err != nil {
				return t, nil, err
			}
			if acts {
				h.actions++
			}
			_, ref, _ := v.Object()
			return k.At(h, ref), h, nil
		}
	}
	for _, method := range k.Methods {
		if f := methodOf(c, method, of(method.acts)); method.acts {
			acting = append(acting, f)
		} else {
			looking = append(looking, f)
		}
	}
	if k.Secret != nil {
		looking = append(looking, methodOf(c, secret[B](), secrets(k.Secret, false)))
		acting = append(acting, methodOf(c, conceal[B](), secrets(k.Secret, true)))
	}
	if k.Owner == nil {
		return looking, acting
	}
	looking = append(looking, methodOf(c, recall[B](), memories[B](k.Owner, false)))
	return looking, append([]scripting.Function{methodOf(c, remember[B](), memories[B](k.Owner, true))}, acting...)
}

// kind returns the description of the objects for the machine.
func (k *Kind[B, T]) kind(c codecs, acting bool) scripting.Kind {
	kind := scripting.Kind{Name: k.Name, Doc: k.Doc}
	rows, fields := bind(c, k.Rows)
	kind.Fields = fields
	looks, acts := k.methods(c)
	if kind.Methods = looks; acting {
		kind.Methods = append(looks, acts...)
	}
	kind.Get = func(field int) scripting.Reader {
		at, get, list := k.At, rows[field].get, rows[field].list
		return func(m *scripting.Machine, ref int32) (v scripting.Value, err error) {
			h, err := hostIn[B](m)
			switch {
			case err != nil:
				return v, err
			case list != nil:
				return list(m, at(h, ref)), nil
			}
			return get(at(h, ref)), nil
		}
	}
	kind.Text = func(m *scripting.Machine, ref int32) string {
		if h, err := hostIn[B](m); err == nil {
			return k.Text(k.At(h, ref))
		}
		return k.Name
	}
	return kind
}

// acts names the methods that change the battle.
func (k *Kind[B, T]) acts() (names []string) {
	if k.Owner != nil {
		names = append(names, k.Name+":remember")
	}
	if k.Secret != nil {
		names = append(names, k.Name+":conceal")
	}
	for _, method := range k.Methods {
		if method.acts {
			names = append(names, k.Name+":"+strings.TrimSuffix(method.name, "?"))
		}
	}
	return names
}

func (k *Kind[B, T]) name() string { return k.Name }
func (k *Kind[B, T]) only() bool   { return k.Only }

// show returns an object as a line of the log names it.
func (k *Kind[B, T]) show(h *Host[B], ref int32) string {
	if k.Only {
		return "the " + k.Name
	}
	return k.Text(k.At(h, ref))
}
