package modhost

import (
	"errors"
	"reflect"
	"sync"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
)

// A Function is what scripts or tests call by name.
type Function func(c codecs) scripting.Function

// build returns functions as a binding has them.
func build(c codecs, all []Function) []scripting.Function {
	built := make([]scripting.Function, len(all))
	for i, f := range all {
		built[i] = f(c)
	}
	return built
}

// newFunction returns a function of a host H, whose arguments are the fields of an A:
// see [Do]. A result of engine.None is none, and a question mark after the name says
// that the result may be nil.
//
//go:noinline
func newFunction[H, A, R any](name, doc, result string, host func(m *scripting.Machine) (H, error), call func(h H, a A) (R, error)) Function {
	return func(c codecs) scripting.Function {
		return callable(c, name, doc, result,
			func(m *scripting.Machine, args []scripting.Value) (h H, of any, rest []scripting.Value, err error) {
				h, err = host(m)
				return h, h, args, err
			}, call)
	}
}

// callable returns what scripts call. Begin returns what is called with the arguments,
// the host, and the arguments that are the fields of an A.
//
//go:noinline
func callable[H, A, R any](c codecs, name, doc, result string, begin func(m *scripting.Machine, args []scripting.Value) (h H, host any, rest []scripting.Value, err error), call func(h H, a A) (R, error)) scripting.Function {
	var write func(R) scripting.Value
	var returns scripting.Type
	if reflect.TypeFor[R]() != reflect.TypeFor[engine.None]() {
		one := codecOf[R](c)
		write, returns = one.write, one.typ
	}
	arguments := &sync.Pool{New: func() any { return new(A) }}
	return described(c, name, doc, result, reflect.TypeFor[A](), returns, func(m *scripting.Machine, args []scripting.Value, read reader) (v scripting.Value, err error) {
		h, host, rest, err := begin(m, args)
		if err != nil {
			return v, err
		}
		a := arguments.Get().(*A)
		defer arguments.Put(a)
		*a = *new(A)
		if err := read(host, rest, reflect.ValueOf(a).Elem()); err != nil {
			return v, err
		}
		if r, err := call(h, *a); err != nil || write == nil {
			return v, err
		} else {
			return write(r), nil
		}
	})
}

// A reader sets the fields of a struct to the arguments of a call.
type reader = func(host any, args []scripting.Value, into reflect.Value) error

// described is the part of callable that is the same for all types, so that a program
// holds it once.
func described(c codecs, name, doc, result string, arguments reflect.Type, returns scripting.Type, call func(m *scripting.Machine, args []scripting.Value, read reader) (scripting.Value, error)) scripting.Function {
	of := named(name, "", doc)
	f := scripting.Function{Name: of.Name, Doc: doc}
	params, read := parameters(c, arguments)
	f.Params = params
	if returns != "" {
		f.Returns = Returns(returns+of.Type, result)
	}
	f.Call = func(m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
		v, err := call(m, args, read)
		return v, explain(err)
	}
	return f
}

// An explained error suggests the nearest word for one that is unknown.
type explained struct{ error }

func (e explained) Error() string { return library.Explain(e.error) }
func (e explained) Unwrap() error { return e.error }

// explain adds to an unknown word the nearest known one.
func explain(err error) error {
	if _, unknown := errors.AsType[*engine.Unknown](err); unknown {
		return explained{err}
	}
	return err
}
