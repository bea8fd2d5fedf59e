package fight

import (
	"fmt"

	"houserule/engine"
)

// The names of sides and units.

// Letter returns the first letter in the names of a side's units: a1 is the attacker's
// first unit, d1 the defender's. In a war it is the first letter of the side's name,
// if the two differ.
func (b Position) Letter(side engine.Side) byte { return b.start.letters[side] }

// lettersOf returns the letters for sides with these names.
func lettersOf(names [Seats]string) [Seats]byte {
	if names[0][0] == names[1][0] {
		names = seatNames
	}
	return [Seats]byte{names[0][0], names[1][0]}
}

// SideName returns the word for a side.
func (b Position) SideName(side engine.Side) string { return b.start.names[side] }

// the returns a side as a sentence names it.
func (b Position) the(side engine.Side) string { return engine.The(b.SideName(side)) }

// Name returns a unit's name: "a1".
func (b Position) Name(u *Unit) string { return fmt.Sprintf("%c%d", b.Letter(u.first), u.number) }

// Label returns a unit's name with its kind: "a1 (Elf Bowmen)".
func (b Position) Label(u *Unit) string { return fmt.Sprintf("%s (%s)", b.Name(u), u.kind.Name) }

// UnitNamed returns the unit with a name, wherever it is.
func (b Position) UnitNamed(name string) (*Unit, error) { return b.KnownTo(Omniscient).UnitNamed(name) }

// UnitNamed returns the unit with a name, among the units that a side sees.
func (k Knowledge) UnitNamed(name string) (*Unit, error) {
	b := k.of
	for u := range b.All {
		if b.Name(u) == name && k.Sees(u) {
			return u, nil
		}
	}
	var names []string
	for u := range b.All {
		if k.Sees(u) {
			names = append(names, b.Name(u))
		}
	}
	return nil, &engine.Unknown{What: "unit", Word: name, Known: names}
}
