package modhost

import (
	"cmp"
	"strings"
	"sync"

	"houserule/scripting/lua"
)

// An Object is a [Kind] of any type.
type Object[B Battle] interface {
	name() string
	reader(h *Host[B]) any
	kind(c codecs, acting bool) lua.Kind
	show(h *Host[B], ref int32) string
	only() bool
}

// A Kind is a kind of objects that scripts see, each with a number that means
// something to the rule system: T is what it stands for. Only Acts have the means to change the
// battle.
type Kind[B Readable[P], P, T any] struct {
	Name, Doc string
	At        func(r *Reader[P], ref int32) T
	Rows      []Row[T]
	Methods   []Method[T]
	Acts      []Act[B]
	// Owner, if not nil, is the owner in the battle's memory: the object can
	// remember and recall.
	Owner func(ref int32) int32
	// Secret, if not nil, is the owner of the secrets of the seat that the object is: it
	// can conceal values. The error says why the battle can have no secrets.
	Secret func(b P, ref int32) (owner int32, err error)
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
	lua.Field
	get    func(T) lua.Value
	number func(T) float64                     // of a number: get without a Value; else nil
	list   func(m *lua.Machine, t T) lua.Value // of a list: get without memory; else nil
	stamp  func(T) uint64                      // of a list that is kept: see [Kept]; else nil
}

// Get returns the row of a function that returns no list. A question mark after the name means
// that its value may be nil.
//
//go:noinline
func Get[T, R any](name, doc string, get func(T) R) Row[T] {
	return func(c codecs) field[T] {
		one := codecOf[R](c)
		write := one.write
		return newField(named(name, doc, one.Field), func(t T) lua.Value { return write(get(t)) }, number[T](get))
	}
}

//go:noinline
func newField[T any](f lua.Field, get func(T) lua.Value, number func(T) float64) field[T] {
	return field[T]{Field: f, get: get, number: number}
}

// number returns field.number of what a function gets.
//
//go:noinline
func number[T any](get any) func(T) float64 {
	switch get := get.(type) {
	case func(T) int:
		return func(t T) float64 { return float64(get(t)) }
	case func(T) int32:
		return func(t T) float64 { return float64(get(t)) }
	case func(T) float64:
		return get
	}
	return nil
}

// GetIf returns the row of a property that a function returns. If ok is false, it is nil.
//
//go:noinline
func GetIf[T, R any](name, doc string, get func(T) (value R, ok bool)) Row[T] {
	return func(c codecs) field[T] {
		one := codecOf[R](c)
		return field[T]{Field: named(name+"?", doc, one.Field), get: func(t T) (v lua.Value) {
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
		f.list = func(m *lua.Machine, t T) lua.Value {
			list := lists.Get().(*[]X)
			*list = all(t, (*list)[:0])
			v := of.list(m, *list)
			lists.Put(list)
			return v
		}
		return f
	}
}

// Kept returns the row of a list that scripts share as long as its stamp stays the same in a
// battle. Both functions take no steps. Without a stamp the list never changes.
//
//go:noinline
func Kept[T, X any](name, doc string, stamp func(t T) uint64, all func(t T, list []X) []X) Row[T] {
	row := List(name, doc, all)
	if stamp == nil {
		stamp = func(T) uint64 { return 0 }
	}
	return func(c codecs) field[T] {
		f := row(c)
		f.stamp = stamp
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
func named(name, doc string, f lua.Field) lua.Field {
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
func bind[T any](c codecs, rows []Row[T]) (bound []field[T], fields []lua.Field) {
	for _, row := range rows {
		f := row(c)
		bound, fields = append(bound, f), append(fields, f.Field)
	}
	return bound, fields
}

// A Method is a read-only function of an object T.
type Method[T any] struct {
	name, doc, result string
	call              typed[T]
}

// Ask returns a method. Its parameters are the fields of the struct A, with their docs and
// bounds:
//
//	Count int `range:"1..1000" doc:"how many"`
//
//go:noinline
func Ask[T, A, R any](name, doc, result string, get func(t T, a A) (R, error)) Method[T] {
	return Method[T]{name, doc, result, withResult(get)}
}

// An Act is a method that may change the battle: a function of its host.
type Act[B Battle] struct {
	name, doc, result string
	replies           bool // see Replying
	call              typed[*Host[B]]
}

// Do returns an act. Its parameters are the fields of an A, as those of [Ask]; a field Self is
// the object.
//
//go:noinline
func Do[B Battle, A any](name, doc string, do func(h *Host[B], a A) error) Act[B] {
	return Act[B]{name: name, doc: doc, call: withoutResult(do)}
}

// Make is Do with a result.
//
//go:noinline
func Make[B Battle, A, R any](name, doc, result string, do func(h *Host[B], a A) (R, error)) Act[B] {
	return Act[B]{name: name, doc: doc, result: result, call: withResult(do)}
}

// Replying lets read-only functions call an act, because all that it writes is their reply.
func Replying[B Battle](act Act[B]) Act[B] {
	act.replies = true
	return act
}

// act returns the act for scripts.
//
//go:noinline
func (act Act[B]) act(c codecs) lua.Function {
	f := callable(c, act.name, act.doc, act.result, func(m *lua.Machine, _ lua.Value) (*Host[B], error) {
		h, err := hostIn[B](m)
		if err != nil || act.replies {
			return h, err
		}
		if err := h.act(actionSteps); err != nil {
			return nil, err
		}
		h.actions++
		return h, nil
	}, act.call)
	f.Mutates = !act.replies
	return f
}

// methods returns the functions of the objects, in the order of the documentation: those that
// read, and those that act.
func (k *Kind[B, P, T]) methods(c codecs) (looking, acting []lua.Function) {
	for _, method := range k.Methods {
		looking = append(looking, callable(c, method.name, method.doc, method.result, func(m *lua.Machine, v lua.Value) (t T, err error) {
			h, err := hostIn[B](m)
			if err != nil {
				return t, err
			}
			_, ref, _ := v.Object()
			return k.at(h, ref), nil
		}, method.call))
	}
	if k.Secret != nil {
		looking = append(looking, secret[B](c, k.Secret))
	}
	if k.Owner != nil {
		looking = append(looking, recall[B](c, k.Owner))
		acting = append(acting, remember[B](c, k.Owner))
	}
	for i := range looking {
		looking[i].Reads = true
	}
	for _, act := range k.Acts {
		acting = append(acting, act.act(c))
	}
	if k.Secret != nil {
		acting = append(acting, conceal[B](c, k.Secret))
	}
	return looking, acting
}

// kind returns the description of the objects for the machine.
func (k *Kind[B, P, T]) kind(c codecs, acting bool) lua.Kind {
	kind := lua.Kind{Name: k.Name, Doc: k.Doc}
	rows, fields := bind(c, k.Rows)
	kind.Fields = fields
	looks, acts := k.methods(c)
	if kind.Methods = looks; acting {
		kind.Methods = append(looks, acts...)
	}
	kind.Get = func(field int) lua.Reader {
		get := rows[field].get
		if list := rows[field].list; list != nil {
			return func(m *lua.Machine, ref int32) (v lua.Value, err error) {
				h, err := hostIn[B](m)
				if err != nil {
					return v, err
				}
				return list(m, k.at(h, ref)), nil
			}
		}
		return func(m *lua.Machine, ref int32) (v lua.Value, err error) {
			h, err := hostIn[B](m)
			if err != nil {
				return v, err
			}
			return get(k.at(h, ref)), nil
		}
	}
	kind.Number = func(field int) func(m *lua.Machine, ref int32) (float64, error) {
		number := rows[field].number
		if number == nil {
			return nil
		}
		return func(m *lua.Machine, ref int32) (float64, error) {
			h, err := hostIn[B](m)
			if err != nil {
				return 0, err
			}
			return number(k.at(h, ref)), nil
		}
	}
	kind.Kept = func(field int) lua.Stamp {
		stamp := rows[field].stamp
		if stamp == nil {
			return nil
		}
		return func(m *lua.Machine, ref int32) (uint64, bool) {
			if h, ok := m.Host().(*Host[B]); ok { // otherwise it is the machine of a test, which may turn to another battle
				return stamp(k.at(h, ref)), true
			}
			return 0, false
		}
	}
	kind.Text = func(m *lua.Machine, ref int32) string {
		if h, err := hostIn[B](m); err == nil {
			return k.Text(k.at(h, ref))
		}
		return k.Name
	}
	return kind
}

// at returns the object of a number.
func (k *Kind[B, P, T]) at(h *Host[B], ref int32) T { return k.At(h.reader.(*Reader[P]), ref) }

func (k *Kind[B, P, T]) reader(h *Host[B]) any {
	return &Reader[P]{h.Battle.Reading(), &h.script}
}

func (k *Kind[B, P, T]) name() string { return k.Name }
func (k *Kind[B, P, T]) only() bool   { return k.Only }

// show returns an object as a line of the log names it.
func (k *Kind[B, P, T]) show(h *Host[B], ref int32) string {
	if k.Only {
		return "the " + k.Name
	}
	return k.Text(k.at(h, ref))
}
