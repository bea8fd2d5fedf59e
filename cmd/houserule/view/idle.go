package view

import (
	"errors"
	"fmt"
	"reflect"

	"houserule/engine"
	"houserule/engine/odds"
)

// An Idler is a [View] that knows when it makes no difference what is answered.
type Idler interface {
	View
	// Idle returns the answer where it does not, with a sentence that says what is
	// answered, and why.
	Idle() (answer int, why string, ok bool)
}

// idleOptions is of how many options it is found out at most whether they come to
// the same, idleWays in how many ways the dice may fall after each.
const (
	idleOptions = 12
	idleWays    = 64
)

// Idle returns the first answer to what is asked if all come to the same: each is
// tried out, with all dice and scripts, and leads to the same states of the battle,
// as its keys tell them apart, with the same chances.
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
	first, ok := f.outcomes(trier, options[0])
	for _, option := range options[1:] {
		if !ok {
			return 0, "", false
		}
		var other odds.Distribution[string]
		other, ok = f.outcomes(trier, option)
		ok = ok && first.Equal(other)
	}
	return answer, fmt.Sprintf("The answer is %s: all answers come to the same.", f.Typed(answer)), ok
}

var errFurther = errors.New("a player is asked")

// outcomes are the states to which an option leads within the step, with their
// chances; ok is false where that is not found out.
func (f *Frame) outcomes(c engine.Trier, option int) (d odds.Distribution[string], ok bool) {
	seats := make([]engine.Oracle, f.story.Seats())
	for side := range seats {
		seats[side] = engine.OracleFunc(func(engine.Question) (int, error) { return 0, errFurther })
	}
	walk, scratch := odds.NewWalk(seats...), c.Scratch()
	walk.Ways = idleWays
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
