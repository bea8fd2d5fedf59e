package enginetest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"houserule/engine"
)

// callsEach is the number of calls of each method of a position at a question, each with
// newly drawn arguments.
const callsEach = 2

// A reading holds the exported methods of positions, by name, and whether a call of each
// has returned.
type reading map[string]bool

// missing returns the methods of which no call has returned.
func (r reading) missing() []string {
	maps.DeleteFunc(r, func(_ string, returned bool) bool { return returned })
	return slices.Sorted(maps.Keys(r))
}

var aBattle = reflect.TypeFor[engine.Battle]()

// read calls the exported methods of the position that the choice's method Battle returns,
// and those of what its method Around returns.
// If Battle returns a battle, it is no position, because it has methods that change it.
// read skips methods that take a battle, because they change that battle.
func (l *looks[B]) read(q engine.Question) error {
	if _, is := q.Choice.(engine.Battle); is {
		return fmt.Errorf("%w: %T has the methods that change its battle", ErrLook, q.Choice)
	}
	hands := reflect.ValueOf(q.Choice).MethodByName("Battle")
	if !hands.IsValid() || l.kit.Args == nil {
		return nil
	}
	position := hands.Call(nil)[0]
	if position.Type().Implements(aBattle) {
		return fmt.Errorf("%w: %T hands out a %s, which has methods that change it", ErrLook, q.Choice, position.Type())
	}
	all := append(l.kit.Args(l.b, q), false, true, []byte(nil))
	for side := range engine.Side(l.b.Seats()) {
		all = append(all, side)
	}
	args := map[reflect.Type][]reflect.Value{}
	for _, arg := range all {
		args[reflect.TypeOf(arg)] = append(args[reflect.TypeOf(arg)], reflect.ValueOf(arg))
	}
	draw := rand.New(rand.NewPCG(l.seed, uint64(l.asked)))
	parts := []reflect.Value{position}
	if around := position.MethodByName("Around"); around.IsValid() { // a battle of two parts
		if part := around.Call(nil)[0]; !part.IsNil() {
			parts = append(parts, part.Elem())
		}
	}
	for _, part := range parts {
		for i := range callsEach * part.NumMethod() {
			if err := l.call(part, i%part.NumMethod(), args, draw); err != nil {
				return err
			}
		}
	}
	return nil
}

// call calls a method of a position, if arguments for it exist, and goes through the
// result: options of a choice, elements of a sequence. A method may panic if a value makes
// no sense as its argument.
func (l *looks[B]) call(position reflect.Value, n int, args map[reflect.Type][]reflect.Value, draw *rand.Rand) (err error) {
	method, name := position.Method(n), position.Type().String()+"."+position.Type().Method(n).Name
	if !l.reading[name] {
		l.reading[name] = false // until a call of the method returns
	}
	var in []reflect.Value
	for t := range method.Type().Ins() {
		if t.Implements(aBattle) {
			delete(l.reading, name)
			return nil
		}
		if len(args[t]) == 0 {
			return nil
		}
		in = append(in, args[t][draw.IntN(len(args[t]))])
	}
	defer func() { recover() }()
	for _, result := range method.Call(in) {
		switch c, ok := result.Interface().(engine.Choice); {
		case ok:
			turn := engine.Question{Choice: c}
			err = errors.Join(err, l.list(turn), l.evaluate(turn))
		case result.Kind() == reflect.Func && result.Type().CanSeq():
			for range result.Seq() {
			}
		}
	}
	l.reading[name] = true
	return err
}
