package enginetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"houserule/engine"
)

// callsEach is how often each method of a position is called at a question, with
// arguments that are drawn anew.
const callsEach = 2

// A reading is the exported methods of positions, by their names: whether they
// were called.
type reading map[string]bool

// all returns an error for a method that was never called.
func (r reading) all() error {
	for _, name := range slices.Sorted(maps.Keys(r)) {
		if !r[name] {
			return fmt.Errorf("%s was never called: Args has no value for one of its parameters", name)
		}
	}
	return nil
}

var aBattle = reflect.TypeFor[engine.Battle]()

// read calls the exported methods of a choice that take no argument, and all of
// the position that the choice hands out with its method Battle. Methods that
// take a battle change that one, so that read does not call them. A battle is no
// position: it has methods that change it.
func (l *looks[B]) read(q engine.Question) error {
	if _, is := q.Choice.(engine.Battle); is {
		return fmt.Errorf("%w: %T has the methods that change its battle", ErrLook, q.Choice)
	}
	args := map[reflect.Type][]reflect.Value{}
	l.calls(reflect.ValueOf(q.Choice), args, nil)
	position := reflect.ValueOf(q.Choice).MethodByName("Battle")
	if !position.IsValid() || position.Type().Out(0).Implements(aBattle) {
		return nil
	}
	all := []any{false, true, []byte(nil)}
	if l.kit.Args != nil {
		all = append(all, l.kit.Args(l.b, q)...)
	}
	for side := range engine.Side(l.b.Seats()) {
		all = append(all, side)
	}
	for _, arg := range all {
		args[reflect.TypeOf(arg)] = append(args[reflect.TypeOf(arg)], reflect.ValueOf(arg))
	}
	var err error
	l.calls(position.Call(nil)[0], args, func(result reflect.Value) {
		switch c, ok := result.Interface().(engine.Choice); {
		case ok && err == nil:
			turn := engine.Question{Choice: c, Side: q.Side}
			if err = l.list(turn); err == nil {
				err = l.appraise(turn)
			}
		case result.Kind() == reflect.Func && result.Type().CanSeq():
			for range result.Seq() {
			}
		}
	})
	return err
}

// calls calls the methods of a value for which there are arguments, and passes
// their results on, if to is not nil.
func (l *looks[B]) calls(of reflect.Value, args map[reflect.Type][]reflect.Value, to func(result reflect.Value)) {
	draw := rand.New(rand.NewPCG(l.seed, uint64(l.asked)))
	for i := range of.NumMethod() {
		method, name := of.Method(i), of.Type().String()+"."+of.Type().Method(i).Name
		in := make([]reflect.Value, method.Type().NumIn())
		takes := func(fits func(t reflect.Type) bool) bool {
			return slices.ContainsFunc(slices.Collect(method.Type().Ins()), fits)
		}
		switch {
		case takes(func(t reflect.Type) bool { return t.Implements(aBattle) }):
			continue
		case takes(func(t reflect.Type) bool { return len(args[t]) == 0 }):
			if to != nil {
				l.reading[name] = l.reading[name]
			}
			continue
		}
		for range callsEach {
			for n := range in {
				all := args[method.Type().In(n)]
				in[n] = all[draw.IntN(len(all))]
			}
			results := method.Call(in)
			if to == nil || len(in) == 0 && len(results) == 0 {
				break
			}
			l.reading[name] = true
			for _, result := range results {
				to(result)
			}
		}
	}
}
