package modhosttest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// mostSteps are more than any battle takes.
const mostSteps = 20_000

// Copies checks that a battle of random players reaches its end, and that a copy of its
// twin, which took the same first steps, goes on like it. If holds is not nil, it is
// checked after each further step. Only the first battle has a listener.
func Copies(lib *library.Library, b engine.Story, seed uint64, steps int, holds func(b engine.Story) error) error {
	return copiesOf(b).check(lib, seed, steps, holds)
}

// copies are a battle, one that goes the same way, and the copy of that. They
// are used again for other seeds.
type copies struct{ b, twin, copied engine.Story }

func copiesOf(b engine.Story) copies {
	return copies{b, b.Fresh().(engine.Story), b.Fresh().(engine.Story)}
}

func (c copies) check(lib *library.Library, seed uint64, steps int, holds func(b engine.Story) error) error {
	b, twin, copied := c.b, c.twin, c.copied
	table, other := Randoms(lib, b, seed), Randoms(lib, twin, seed)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { b.Describe(e) }))
	b.Begin(table)
	twin.Begin(other)
	for n := 0; n < steps && !b.Over(); n++ {
		b.Step()
		twin.Step()
	}
	copied.CopyFrom(twin)
	copied.Sit(other)
	for range mostSteps {
		if err := errors.Join(table.Err(), other.Err()); err != nil {
			return err
		}
		if !alike(b, copied) {
			return fmt.Errorf("%s, %s: the copy goes another way: %s", b.Scene(), b.Outcome(), copied.Scene())
		}
		if holds != nil {
			if err := holds(b); err != nil {
				return fmt.Errorf("%s: %w", b.Scene(), err)
			}
		}
		if b.Over() {
			return nil
		}
		b.Step()
		copied.Step()
	}
	return fmt.Errorf("%s: %d steps have not ended it", b.Scene(), mostSteps)
}

// Looks checks that nothing that is looked at in a battle changes it, nor which
// mods are out.
func Looks(b engine.Story, seed uint64) error {
	kit := enginetest.Battles[engine.Story]{Show: func(b engine.Story) string {
		return fmt.Sprint(slices.Sorted(maps.Keys(modhost.Disabled(b))))
	}}
	return kit.Look(b, seed)
}

// alike reports whether two battles are in the same state.
func alike(b, other engine.Story) bool {
	return bytes.Equal(b.AppendKey(nil), other.AppendKey(nil)) && b.Round() == other.Round() && b.Over() == other.Over() && b.Outcome() == other.Outcome()
}
