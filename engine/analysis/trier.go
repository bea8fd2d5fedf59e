package analysis

import (
	"slices"

	"houserule/engine"
)

// A Recaller knows the present step: see [engine.Table.Past]. Tables do, and the battles at
// them.
type Recaller interface {
	Past() (b engine.Battle, given []int, ok bool)
}

// A Repeater is a battle that can play a step again: see [engine.Table.Give]. Battles at a
// [Recaller] are.
type Repeater interface{ Give(answers []int) }

// Trier returns a choice so that its options can be tried, nil if they cannot. In the middle of
// something, where nothing is hidden and the present step is known, an option is tried by playing
// the step again from its beginning.
func Trier(c engine.Choice, at Recaller) engine.Trier {
	if t, ok := c.(engine.Trier); ok {
		return t
	}
	if at != nil && !Hides(c) {
		if start, given, known := at.Past(); known && start != nil {
			return &again{c, start, slices.Clone(given)}
		}
	}
	return nil
}

// Hides reports whether the side that decides does not see all.
func Hides(c engine.Choice) bool {
	h, ok := c.(engine.Hider)
	return ok && h.Hides()
}

// An again is a choice whose options are tried by playing the step again that led to it.
type again struct {
	engine.Choice
	start engine.Battle
	given []int
}

// Scratch returns a battle for Try.
func (a *again) Scratch() engine.Battle { return a.start.Fresh() }

// Try plays the step in scratch, whose table gives the answers so far and this one.
func (a *again) Try(scratch engine.Battle, answer int) {
	scratch.CopyFrom(a.start)
	scratch.(Repeater).Give(append(slices.Clip(a.given), answer))
	scratch.Step()
}
