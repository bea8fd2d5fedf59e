package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
)

// The names of sides, units and places.

// Letter returns the first letter in the names of a side's units: a1 is the attacker's
// first unit, d1 the defender's. In a campaign it is the first letter of the side's name,
// if the two differ.
func (b Position) Letter(side engine.Side) byte {
	if names := b.start.names; b.OnMap() && names[0][0] != names[1][0] {
		return names[side][0]
	}
	return seatNames[side][0]
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
func (b Position) UnitNamed(name string) (*Unit, error) { return b.unitNamedTo(Omniscient, name) }

// unitNamedTo returns the unit with a name, among the units that a side sees.
func (b Position) unitNamedTo(seat engine.Side, name string) (*Unit, error) {
	known := b.KnownTo(seat)
	for u := range b.all {
		if b.Name(u) == name && known.Sees(u) {
			return u, nil
		}
	}
	var names []string
	for u := range b.all {
		if known.Sees(u) {
			names = append(names, b.Name(u))
		}
	}
	return nil, &engine.Unknown{What: "unit", Word: name, Known: names}
}

// PlaceName returns the name of a hex: the name of its place, if it has one.
func (w Theater) PlaceName(h hex.Hex) string {
	number := w.land.grid.Number(h)
	if i := w.land.siteAt[h]; i >= 0 && w.land.features[h] != nil {
		for _, p := range w.land.campaign.Map.Places {
			if p.Hex == h && p.Name != "" {
				return fmt.Sprintf("%s (%s)", number, p.Name)
			}
		}
	}
	return number
}

// spotName returns the name of a spot.
func (w Theater) spotName(s Spot) string {
	name := w.PlaceName(s.Hex())
	if s.Inside() {
		return name + ", inside"
	}
	return name
}
