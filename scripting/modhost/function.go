package modhost

import (
	"errors"
	"reflect"
	"sync"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
)

// A Function is a function that scripts or tests call by name.
type Function func(c codecs) scripting.Function

// build returns functions for a binding.
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
			func(m *scripting.Machine, _ scripting.Value) (h H, of any, err error) {
				h, err = host(m)
				return h, h, err
			}, call)
	}
}

// reading marks a function that only reads.
func reading(f Function) Function {
	return func(c codecs) scripting.Function {
		built := f(c)
		built.Reads = true
		return built
	}
}

// callable returns the function for scripts. Begin returns the Go function, of an object if it is
// a method, and the host. The arguments after the object are the fields of an A.
//
//go:noinline
func callable[H, A, R any](c codecs, name, doc, result string, begin func(m *scripting.Machine, object scripting.Value) (h H, host any, err error), call func(h H, a A) (R, error)) scripting.Function {
	f, read, write := described[R](c, name, doc, result, reflect.TypeFor[A]())
	finish := func(h H, a *A) (v scripting.Value, err error) {
		r, err := call(h, *a)
		if err == nil && write != nil {
			v = write(r)
		}
		return v, explain(err)
	}
	arguments := &sync.Pool{New: func() any { return new(A) }}
	f.Call = func(m *scripting.Machine, args []scripting.Value) (v scripting.Value, err error) {
		rest := len(args) - len(f.Params)
		var object scripting.Value
		if rest > 0 {
			object = args[0]
		}
		h, host, err := begin(m, object)
		if err != nil {
			return v, explain(err)
		}
		a := arguments.Get().(*A)
		defer arguments.Put(a)
		*a = *new(A)
		if err := read(host, args[rest:], reflect.ValueOf(a).Elem()); err != nil {
			return v, explain(err)
		}
		return finish(h, a)
	}
	if c[loaded{}] == nil {
		return f
	}
	f.Bind = func(args []scripting.Value) func(m *scripting.Machine, object scripting.Value) (scripting.Value, error) {
		a := new(A)
		if read(nil, args, reflect.ValueOf(a).Elem()) != nil {
			return nil
		}
		return func(m *scripting.Machine, object scripting.Value) (v scripting.Value, err error) {
			h, _, err := begin(m, object)
			if err != nil {
				return v, explain(err)
			}
			return finish(h, a)
		}
	}
	return f
}

// A reader sets the fields of a struct to the arguments of a call.
type reader = func(host any, args []scripting.Value, into reflect.Value) error

// described returns a function that cannot be called yet, what reads its arguments, and
// what writes its result, nil for none.
func described[R any](c codecs, name, doc, result string, arguments reflect.Type) (f scripting.Function, read reader, write func(R) scripting.Value) {
	of := named(name, "", doc)
	f = scripting.Function{Name: of.Name, Doc: doc}
	f.Params, read = parameters(c, arguments)
	if reflect.TypeFor[R]() != reflect.TypeFor[engine.None]() {
		one := codecOf[R](c)
		f.Returns, write = Returns(one.typ+of.Type, result), one.write
	}
	return f, read, write
}

// An explained error suggests the nearest word for one that is unknown. It hides the error
// that it explains, so that no caller explains it a second time.
type explained struct{ err error }

func (e explained) Error() string { return library.Explain(e.err) }

// explain adds to an unknown word the nearest known one.
func explain(err error) error {
	if _, unknown := errors.AsType[*engine.Unknown](err); unknown {
		return explained{err}
	}
	return err
}
