package modhost

import (
	"errors"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/lua"
)

// A Function is a function that scripts or tests call by name.
type Function func(c codecs) lua.Function

// build returns functions for a binding.
func build(c codecs, all []Function) []lua.Function {
	built := make([]lua.Function, len(all))
	for i, f := range all {
		built[i] = f(c)
	}
	return built
}

// newFunction returns a function of a host H.
//
//go:noinline
func newFunction[H any](name, doc, result string, host func(m *lua.Machine) (H, error), call typed[H]) Function {
	return func(c codecs) lua.Function {
		return callable(c, name, doc, result, func(m *lua.Machine, _ lua.Value) (H, error) { return host(m) }, call)
	}
}

// reading marks a function that only reads.
func reading(f Function) Function {
	return func(c codecs) lua.Function {
		built := f(c)
		built.Reads = true
		return built
	}
}

// mutating marks a function that may change the battle.
func mutating(f lua.Function) lua.Function {
	f.Mutates = true
	return f
}

// typed is a Go function of an H, whose arguments are the fields of a struct: see [Do]. It hides
// the types of the arguments and of the result, so that little is compiled for each.
type typed[H any] struct {
	arguments reflect.Type
	// bind returns the type of the result, "" for none, and the call with a pointer to the arguments.
	bind func(c codecs) (result lua.Type, call func(h H, arguments unsafe.Pointer) (lua.Value, error))
	// plain, if not nil, is the call with the arguments as scripts give them: see withValues.
	plain  func(h H, args []lua.Value) (lua.Value, error)
	result lua.Type // of plain
}

// withValues returns a function that takes its arguments as they are, because scripts call it so
// often that reading them into an A would take longer than the function does. An A only
// describes them. Args is only valid during the call, which may not change it.
func withValues[A, H any](result lua.Type, call func(h H, args []lua.Value) (lua.Value, error)) typed[H] {
	return typed[H]{arguments: reflect.TypeFor[A](), plain: call, result: result}
}

// withResult returns a function with a result.
//
//go:noinline
func withResult[H, A, R any](call func(h H, a A) (R, error)) typed[H] {
	return typed[H]{arguments: reflect.TypeFor[A](), bind: func(c codecs) (lua.Type, func(h H, arguments unsafe.Pointer) (lua.Value, error)) {
		one := codecOf[R](c)
		write := one.write
		return one.Type, func(h H, arguments unsafe.Pointer) (v lua.Value, err error) {
			r, err := call(h, *(*A)(arguments))
			if err != nil {
				return v, err
			}
			return write(r), nil
		}
	}}
}

// withoutResult returns a function without a result.
//
//go:noinline
func withoutResult[H, A any](call func(h H, a A) error) typed[H] {
	return typed[H]{arguments: reflect.TypeFor[A](), bind: func(codecs) (lua.Type, func(h H, arguments unsafe.Pointer) (lua.Value, error)) {
		return "", func(h H, arguments unsafe.Pointer) (lua.Value, error) {
			return lua.Nil, call(h, *(*A)(arguments))
		}
	}}
}

// callable returns the function for scripts. Begin returns what the Go function is called
// with: a host, or the object of a method. A question mark after the name says that the
// result may be nil.
//
//go:noinline
func callable[H any](c codecs, name, doc, result string, begin func(m *lua.Machine, object lua.Value) (H, error), of typed[H]) lua.Function {
	f := lua.Function{Doc: doc}
	params, read := parameters(c, of.arguments)
	fields := of.arguments.NumField()
	returns := of.result
	var call func(h H, arguments unsafe.Pointer) (lua.Value, error)
	if of.plain == nil {
		returns, call = of.bind(c)
	}
	word := named(name, doc, lua.Field{Type: returns})
	f.Name, f.Params = word.Name, params
	if returns != "" {
		f.Returns = Returns(word.Type, result)
	}
	if plain := of.plain; plain != nil {
		plainly := func(m *lua.Machine, object lua.Value, args []lua.Value) (v lua.Value, err error) {
			h, err := begin(m, object)
			if err == nil {
				v, err = plain(h, args)
			}
			if err != nil {
				return v, explain(err)
			}
			return v, nil
		}
		f.Call = func(m *lua.Machine, args []lua.Value) (lua.Value, error) {
			return plainly(m, args[0], args[len(args)-fields:])
		}
		if c[loaded{}] != nil {
			f.Bind = func(args []lua.Value) func(m *lua.Machine, object lua.Value) (lua.Value, error) {
				args = slices.Clone(args)
				return func(m *lua.Machine, object lua.Value) (lua.Value, error) {
					return plainly(m, object, args)
				}
			}
		}
		return f
	}
	arguments := &sync.Pool{New: func() any {
		value := reflect.New(of.arguments)
		return &room{value.Elem(), value.UnsafePointer()}
	}}
	f.Call = func(m *lua.Machine, args []lua.Value) (v lua.Value, err error) {
		var object lua.Value
		if len(args) > len(params) {
			object = args[0]
		}
		h, err := begin(m, object)
		if err != nil {
			return v, explain(err)
		}
		a := arguments.Get().(*room)
		if err = read(m, args[len(args)-fields:], a.at); err == nil {
			v, err = call(h, a.at)
		}
		a.value.SetZero()
		arguments.Put(a)
		return v, explain(err)
	}
	if c[loaded{}] == nil || len(params) < fields { // only documented, or the object is an argument
		return f
	}
	f.Bind = func(args []lua.Value) func(m *lua.Machine, object lua.Value) (lua.Value, error) {
		bound := reflect.New(of.arguments).UnsafePointer()
		if read(nil, args, bound) != nil {
			return nil
		}
		return func(m *lua.Machine, object lua.Value) (v lua.Value, err error) {
			h, err := begin(m, object)
			if err == nil {
				v, err = call(h, bound)
			}
			if err != nil {
				return v, explain(err)
			}
			return v, nil
		}
	}
	return f
}

// A room has place for the arguments of a call.
type room struct {
	value reflect.Value
	at    unsafe.Pointer
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
