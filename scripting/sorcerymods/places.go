package sorcerymods

import (
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/modhost"
)

// hexes appends all hexes of the map, if there is one.
func hexes(b fight.Position, all []sorcery.Spot) []sorcery.Spot {
	if b.InWar() {
		for i := range sorcery.TheaterOf(b).Grid().Hexes() {
			all = append(all, spot(hex.Hex(i)))
		}
	}
	return all
}

// spot returns a hex of the map, as an object.
func spot(at hex.Hex) sorcery.Spot { return sorcery.SpotIn(at, false) }

// A place is a hex object: a spot of the map, or without a map a neighbor of the hex
// of the battle.
type place struct {
	in  *reader
	ref int32
}

func (p place) war() sorcery.Theater      { return sorcery.TheaterOf(p.in.Battle) }
func (p place) spot() sorcery.Spot        { return sorcery.Spot(p.ref) }
func (p place) hex() hex.Hex              { return p.spot().Hex() }
func (p place) neighbor() *fight.Neighbor { return &p.in.Battle.Setup().Neighbors[p.ref] }

// near reports whether a side may have a unit in the place.
func (p place) near(side engine.Side) bool {
	return !p.in.Battle.InWar() || p.war().Present(side, p.hex())
}

// has reports whether a unit is in the place.
func (p place) has(u *fight.Unit) bool {
	if p.in.Battle.InWar() {
		return p.war().At(u) == p.spot()
	}
	return u.Hex() == int(p.ref) && (u.Status() == fight.Adjacent || u.Status() == fight.Withdrawn)
}

func (p place) name() string {
	if p.in.Battle.InWar() {
		return p.war().Grid().Number(p.hex())
	}
	return p.neighbor().Name
}

func (p place) terrain() terrainID {
	if p.in.Battle.InWar() {
		return terrainID(p.war().TerrainOf(p.hex()).ID)
	}
	return terrainID(p.neighbor().Terrain)
}

// feature returns the id of the place's feature, or "".
func (p place) feature() featureID {
	if p.in.Battle.InWar() {
		if f := p.war().FeatureOf(p.hex()); f != nil {
			return featureID(f.ID)
		}
	}
	return ""
}

// sides appends the sides with stacks in the place, which are public.
func (p place) sides(present []engine.Side) []engine.Side {
	for side := range fight.Seats {
		if !p.near(side) {
			continue
		}
		for range all(p.in.Battle, func(u *fight.Unit) bool { return u.Side() == side && p.has(u) }) {
			present = append(present, side)
			break
		}
	}
	return present
}

func (p place) units(seen []*fight.Unit) []*fight.Unit {
	if !p.near(fight.Attacker) && !p.near(fight.Defender) {
		return seen
	}
	return list(p.in, seen, all(p.in.Battle, p.has))
}

func (p place) holder() engine.Side {
	if !p.in.Battle.InWar() {
		return engine.Draw
	}
	return p.war().Holder(p.hex())
}

// besieger returns the side that besieges the place, or none; turns returns the length of the siege.
func (p place) besieger() engine.Side {
	if p.in.Battle.InWar() {
		if s, ok := p.war().SiegeAt(p.hex()); ok {
			return s.By
		}
	}
	return engine.Draw
}

func (p place) turns() int {
	if !p.in.Battle.InWar() {
		return 0
	}
	s, _ := p.war().SiegeAt(p.hex())
	return s.Turns
}

func (p place) beside(all []sorcery.Spot) []sorcery.Spot {
	if p.in.Battle.InWar() {
		for _, next := range p.war().Grid().Neighbors(p.hex()) {
			all = append(all, spot(next))
		}
	}
	return all
}

// there returns a row for a place. Some rows look for the units in it.
func there[R any](name, doc string, get func(p place) R) modhost.Row[place] {
	return modhost.Get(name, doc, func(p place) R {
		_ = p.in.Work(len(p.in.Battle.Units()) >> 4)
		return get(p)
	})
}

// those returns such a row for a list.
func those[X any](name, doc string, all func(p place, list []X) []X) modhost.Row[place] {
	return modhost.List(name, doc, func(p place, list []X) []X {
		_ = p.in.Work(len(p.in.Battle.Units()) >> 4)
		return all(p, list)
	})
}

var hexKind = &modhost.Kind[*fight.Battle, fight.Position, place]{
	Name: "hex", Doc: "A hex of the map, or a place of its own inside a hex (S2); without a map, a hex adjacent to the hex of the battle.",
	At: func(r *reader, ref int32) place { return place{r, ref} },
	Rows: []modhost.Row[place]{
		there("name", `its number on the map: "0304"; without a map its name: "north"`, place.name),
		there("terrain", "the id of its terrain; empty: not given", place.terrain),
		there("feature", "the id of its feature; empty: none", place.feature),
		there("inside", "whether it is a place of its own inside a hex: a tunnel, or a besieged site (S2, S4)", func(p place) bool { return p.in.Battle.InWar() && p.spot().Inside() }),
		those("sides", "the sides that have a stack in it, which both sides know (S6)", place.sides),
		those("units", "the units in it, as far as the script sees them (S6)", place.units),
		there("holder?", "the side that owns it; nil: none", place.holder),
		there("besieger?", "the side that besieges it; nil: none (S4)", place.besieger),
		there("siege", "the number of turns that it has been besieged; 0: it is not besieged (S4)", place.turns),
		those("beside", "the adjacent hexes; without a map none", place.beside),
	},
	Text: place.name,
}

func (s side) points() int {
	if !s.in.Battle.InWar() {
		return 0
	}
	_ = s.in.Work(sorcery.TheaterOf(s.in.Battle).Grid().Hexes() >> 2)
	score := sorcery.TheaterOf(s.in.Battle).Points(s.Side)
	return score.Total()
}

// hexes appends the places of the map that the side owns.
func (s side) hexes(own []sorcery.Spot) []sorcery.Spot {
	own = hexes(s.in.Battle, own)
	_ = s.in.Work(len(own) >> 2)
	return slices.DeleteFunc(own, func(at sorcery.Spot) bool { return sorcery.TheaterOf(s.in.Battle).Holder(at.Hex()) != s.Side })
}

func front(r *reader) sorcery.Spot {
	if !r.Battle.InWar() || !r.Battle.Fighting() {
		return -1
	}
	return sorcery.TheaterOf(r.Battle).Front()
}

// places appends all hexes of the map, or without one those beside the fight.
func places(r *reader, all []sorcery.Spot) []sorcery.Spot {
	all = hexes(r.Battle, all)
	for i := range r.Battle.Setup().Neighbors {
		all = append(all, sorcery.Spot(i))
	}
	return all
}

// where returns the hex of the unit, below 0 for none.
func (u unit) where() sorcery.Spot {
	if u.in.Battle.InWar() {
		return sorcery.TheaterOf(u.in.Battle).At(u.Unit)
	}
	return sorcery.Spot(u.Hex())
}

// left returns the movement points that the unit has left in this turn, halted whether it may
// do nothing more in it.
func (u unit) left() int {
	if !u.in.Battle.InWar() {
		return u.Kind().Move
	}
	return sorcery.TheaterOf(u.in.Battle).Left(u.Unit)
}
func (u unit) halted() bool {
	return u.in.Battle.InWar() && sorcery.TheaterOf(u.in.Battle).Halted(u.Unit)
}
