package view

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"houserule/engine"
	"houserule/engine/odds"
)

// idleOptions is how many options Idle compares at most, idleWays in how many ways
// the dice may fall after each, and idleSteps how many steps scripts may take.
const (
	idleSteps   = 2_000_000
	idleOptions = 12
	idleWays    = 64
)

// Idle returns the first answer to the question if all have the same result. It tries
// each, with all dice and scripts: all must lead to the same states of the battle, by
// their keys, with the same chances.
func (f *Frame) Idle() (answer int, why string, ok bool) {
	c := f.asked.Choice
	if c == nil {
		return 0, "", false
	}
	var options []int
	for option := range c.Each {
		if options = append(options, option); len(options) > idleOptions {
			return 0, "", false
		}
	}
	trier, ok := c.(engine.Trier)
	if !ok || len(options) < 2 { // a game that leaves one answer wants it given
		return 0, "", false
	}
	answer = c.First()
	scripts := &engine.Allowance{Left: idleSteps}
	first, ok := f.outcomes(trier, options[0], scripts)
	for _, option := range options[1:] {
		if !ok {
			return 0, "", false
		}
		var other odds.Distribution[string]
		other, ok = f.outcomes(trier, option, scripts)
		ok = ok && first.Equal(other)
	}
	return answer, fmt.Sprintf("The answer is %s: all answers have the same result.", f.Typed(answer)), ok
}

var errFurther = errors.New("a player is asked")

// outcomes returns the states to which an option leads within the step, with their
// chances; ok is false where they cannot be found.
func (f *Frame) outcomes(c engine.Trier, option int, scripts *engine.Allowance) (d odds.Distribution[string], ok bool) {
	stop := engine.OracleFunc(func(engine.Question) (int, error) { return 0, errFurther })
	walk, scratch := odds.NewWalk(slices.Repeat([]engine.Oracle{stop}, f.story.Seats())...), c.Scratch()
	walk.Ways, walk.Scripts = idleWays, scripts
	scratch.Sit(walk.Table)
	d, err := odds.Distribute(walk, func() { c.Try(scratch, option) }, func() string {
		return fmt.Sprintf("%d %t %d %s", scratch.Round(), scratch.Over(), scratch.Winner(), scratch.AppendKey(nil))
	})
	return d, err == nil && d.Cut == 0
}

// Hooked reports whether any hook of a rule system is used. Hooks points to the
// struct that holds them.
func Hooked(hooks any) bool {
	v := reflect.ValueOf(hooks).Elem()
	for i := range v.NumField() {
		if h, ok := v.Field(i).Addr().Interface().(interface{ Used() bool }); ok && h.Used() {
			return true
		}
	}
	return false
}
