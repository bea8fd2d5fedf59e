package modhost

import (
	"errors"
	"reflect"

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
func callable[H, A, R any](c codecs, name, doc, result string, begin func(m *scripting.Machine, args []scripting.Value) (h H, host any, rest []scripting.Value, err error), call func(h H, a A) (R, error)) scripting.Function {
	of := named(name, "", doc)
	f := scripting.Function{Name: of.Name, Doc: doc}
	params, read := arguments[A](c)
	f.Params = params
	write := func(R) scripting.Value { return scripting.Nil }
	if reflect.TypeFor[R]() != reflect.TypeFor[engine.None]() {
		one := codecOf[R](c)
		write, f.Returns = one.write, Returns(one.typ+of.Type, result)
	}
	f.Call = func(m *scripting.Machine, args []scripting.Value) (v scripting.Value, err error) {
		h, host, rest, err := begin(m, args)
		if err != nil {
			return v, explain(err)
		}
		a, err := read(host, rest)
		if err != nil {
			return v, explain(err)
		}
		r, err := call(h, a)
		if err != nil {
			return v, explain(err)
		}
		return write(r), nil
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
