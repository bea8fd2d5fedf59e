package sorcerymods

import (
	"errors"
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/scripting/modhost"
)

// The kinds of objects, by their place in the binding.
const (
	kindUnit = iota
	kindSide
	kindHex
	kindBattle
)

// codecs returns the codecs of the types of sorcery. They write a unit even if the script may not see
// it: see [show].
func codecs(lib *library.Library) []modhost.Codec {
	return []modhost.Codec{
		modhost.Refer(kindUnit, "unit", func(b sorcery.Position, ref int32) *sorcery.Unit { return b.Unit(int(ref)) }, (*sorcery.Unit).ID),
		modhost.Numbered[sorcery.Spot](kindHex, "hex"),
		modhost.EntryOf[*sorcery.Kind]("unit"),
		modhost.Word(func(id string) (*sorcery.Kind, error) { return sorcerydata.Unit(lib, id) }, func(k *sorcery.Kind) string { return k.ID }),
		modhost.Word(func(id string) (*sorcery.Ability, error) { return sorcerydata.Ability(lib, id) }, nil),
		modhost.Word(func(id string) (*sorcery.Terrain, error) { return sorcerydata.Terrain(lib, id) }, nil),
		modhost.Word(func(class string) (sorcery.Classes, error) { return sorcery.ParseClasses([]string{class}) }, nil),
		modhost.Word(lib.Scenario, nil),
		modhost.OneOf[sorcery.Role]("role", modhost.Names(sorcery.Monster)...),
		modhost.OneOf[sorcery.Status]("status", modhost.Names(sorcery.Afield)...),
		modhost.OneOf[sorcery.Order]("order", modhost.Names(sorcery.ToReact)...),
		modhost.IDOf[raceID]("race"),
		modhost.IDOf[terrainID]("terrain"),
		modhost.IDOf[featureID]("feature"),
		modhost.OneOf[sorcery.Arm]("arm", modhost.Names(sorcery.Wings)...),
	}
}

// The ids that the rules keep as texts.
type (
	raceID    string
	terrainID string
	featureID string
)

// unit is an object of a battle.
type unit struct {
	*sorcery.Unit
	in *reader
}

// where returns the hex of the unit, below 0 for none.
func (u unit) where() sorcery.Spot {
	if u.in.Battle.OnMap() {
		return u.At()
	}
	return sorcery.Spot(u.Hex())
}

// now returns an error if there is no fight, or if a hook is running that decides the value
// in question.
func (u unit) now(deciding string) error {
	if !u.in.Battle.Fighting() {
		return errors.New("no battle is fought now")
	}
	return u.in.Outside(deciding)
}

// printed returns a row for a value printed on a unit.
func printed[R any](name, doc string, get func(k *sorcery.Kind) R) modhost.Row[unit] {
	return modhost.Get(name, doc, func(u unit) R { return get(u.Kind()) })
}

var unitKind = &modhost.Kind[*sorcery.Battle, sorcery.Position, unit]{
	Name: "unit", Doc: "A unit of an army, a character or a monster.",
	At: func(r *reader, ref int32) unit { return unit{r.Battle.Unit(int(ref)), r} },
	Rows: []modhost.Row[unit]{
		modhost.Get("name", `its short name: "a1", "d3"`, func(u unit) string { return u.in.Battle.Name(u.Unit) }),
		printed("kind", "the id of its entry in the data", func(k *sorcery.Kind) *sorcery.Kind { return k }),
		printed("entry?", "its entry in the data, with the fields that mods declare", func(k *sorcery.Kind) modhost.Entry[*sorcery.Kind] { return modhost.Entry[*sorcery.Kind]{Of: k} }),
		printed("race", "the id of its race", func(k *sorcery.Kind) raceID { return raceID(k.Race) }),
		printed("role", `"unit" of an army, "character" or "monster"`, func(k *sorcery.Kind) sorcery.Role { return k.Role }),
		modhost.Among(sorcery.ClassNames(), modhost.List("classes", `the classes that it counts as: "cavalry", "archer", "flyer", "swamp", "conjured", "summoned", "either"`, func(u unit, words []string) []string { return u.Kind().Classes.Append(words) })),
		modhost.Get("side", "the side that plays it", unit.Side),
		modhost.Get("strength", "the strength with which it inflicts losses, in good order or demoralized (S3.2), without a charge and without changes by onStrength", func(u unit) int { return u.in.Battle.Inflicts(u.Unit) }),
		modhost.Get("defense", "the loss that eliminates it in this terrain, at the moment (S3.5), without changes by onDefense", func(u unit) int { return u.Kind().Defends(u.Demoralized(), u.in.Battle.Terrain()) }),
		modhost.Get("morale", "the greatest roll with which it passes a morale check, by its race or as a conjured unit (S5)", func(u unit) int { return u.in.Battle.Game().Rating(u.Kind()) }),
		printed("leadership", "its leadership", func(k *sorcery.Kind) int { return k.Leadership }),
		printed("endurance", "the number of wounds that kill it (S7); 0 for a unit of an army", func(k *sorcery.Kind) int { return k.Endurance }),
		printed("move", "its movement allowance", func(k *sorcery.Kind) int { return k.Move }),
		printed("weight", "its weight for stacking (S1)", func(k *sorcery.Kind) int { return k.Weight }),
		modhost.Get("wounds", "the number of wounds that it has taken (S7)", unit.Wounds),
		modhost.Get("status", `"standing" (in the hex of the fight), "afield" (on the map), "adjacent" (in a neighboring hex, without a map), "withdrawn" (from the battle), "eliminated" or "captured"`, unit.Status),
		modhost.Get("stands", "whether it stands in the hex of the fight", unit.Stands),
		modhost.Get("demoralized", "whether it is demoralized (S5)", unit.Demoralized),
		modhost.Get("halved", "whether it fights at half strength, because it came over water and fights its first round (S3.2)", func(u unit) bool { return u.in.Battle.HalvedNow(u.Unit) }),
		modhost.Get("fights", "whether it fights in this round; if characters or monsters fight without an army: whether it fights in the present bout (S7)", unit.Engaged),
		modhost.List("foes", "its opponents in a bout: the characters, the monster, or the unit named against them; empty: none (S7)", func(u unit, seen []*sorcery.Unit) []*sorcery.Unit { return list(u.in, seen, u.in.Battle.Foes(u.Unit)) }),
		modhost.Get("charging", "whether it charges in this round; false until both sides have named their charging units (S3.2)", unit.Charging),
		modhost.Get("charged", "whether it charged in the round before (S3.2)", unit.Charged),
		modhost.Get("guards", "whether it is in the rear guard of a side that withdraws (S3.7)", unit.Guards),
		modhost.Get("left", "the movement points that it has left in this turn of a campaign (S2)", func(u unit) int { return u.in.Battle.Left(u.Unit) }),
		modhost.Get("halted", "whether it may do nothing more in this turn (S2)", unit.Halted),
		modhost.Get("militia", "whether it is militia, which never leaves its site (S4)", unit.Bound),
		modhost.Get("hex?", "its hex of the map; without a map: the neighboring hex in which it stands, or from which it came; nil: none", unit.where),
	},
	Methods: []modhost.Method[unit]{
		modhost.Ask("has", "Reports whether it has an ability by its entry in the data.", "", func(u unit, a struct {
			Ability *sorcery.Ability `doc:"its id"`
		}) (bool, error) {
			return u.Kind().Has(a.Ability.ID), nil
		}),
		modhost.Ask("is", "Reports whether it counts as a class.", "", func(u unit, a struct {
			Class sorcery.Classes `doc:"\"cavalry\", \"archer\", \"flyer\", \"swamp\", \"conjured\", \"summoned\" or \"either\""`
		}) (bool, error) {
			return u.Kind().Classes&a.Class != 0, nil
		}),
		modhost.Ask("strength_now", "Returns the strength with which it inflicts losses now, in points (S3.2), with a charge and with changes by onStrength, before it is halved because it came over water.", "", func(u unit, _ struct{}) (int, error) {
			err := u.now("onStrength")
			if err != nil {
				return 0, err
			}
			score := u.in.Battle.StrengthOf(u.Unit)
			return score.Total(), nil
		}),
		modhost.Ask("defense_now", "Returns the loss that eliminates it now, in points (S3.5), with changes by onDefense.", "", func(u unit, _ struct{}) (int, error) {
			err := u.now("onDefense")
			if err != nil {
				return 0, err
			}
			score := u.in.Battle.DefenseOf(u.Unit)
			return score.Total(), nil
		}),
	},
	Owner: sorcery.OfUnit,
	Text:  func(u unit) string { return u.in.Battle.Label(u.Unit) },
}

// side is one of the two sides of a battle.
type side struct {
	engine.Side
	in *reader
}

func (s side) name() string { return s.in.Battle.SideName(s.Side) }

func (s side) losses() float64 {
	parts := s.in.Battle.LossesOn(s.Side)
	return lossPoints(&parts)
}

func (s side) points() int {
	if !s.in.Battle.OnMap() {
		return 0
	}
	_ = s.in.Work(s.in.Battle.War().Grid().Hexes() >> 2)
	score := s.in.Battle.War().Points(s.Side)
	return score.Total()
}

// hexes appends the places of the map that the side owns.
func (s side) hexes(own []sorcery.Spot) []sorcery.Spot {
	own = hexes(s.in.Battle, own)
	_ = s.in.Work(len(own) >> 2)
	return slices.DeleteFunc(own, func(at sorcery.Spot) bool { return s.in.Battle.War().Holder(at.Hex()) != s.Side })
}

// its returns a row for the units of a side that a test accepts.
func its(name, doc string, fits func(u *sorcery.Unit) bool) modhost.Row[side] {
	return modhost.List(name, doc, func(s side, seen []*sorcery.Unit) []*sorcery.Unit {
		return list(s.in, seen, all(s.in.Battle, func(u *sorcery.Unit) bool { return u.Side() == s.Side && fits(u) }))
	})
}

// lost reports whether a unit has left the game.
func lost(u *sorcery.Unit) bool {
	return u.Status() == sorcery.Eliminated || u.Status() == sorcery.Captured
}

var sideKind = &modhost.Kind[*sorcery.Battle, sorcery.Position, side]{
	Name: "side", Doc: "One of the two sides.",
	At: func(r *reader, ref int32) side { return side{engine.Side(ref), r} },
	Rows: []modhost.Row[side]{
		modhost.Get("name", `"attacker" or "defender"; in a campaign its name there`, side.name),
		modhost.Get("enemy", "the other side", func(s side) engine.Side { return 1 - s.Side }),
		modhost.Get("moves", "whether it is the moving side, which in a battle is the attacker (S0)", func(s side) bool { return s.in.Battle.Mover() == s.Side }),
		modhost.List("line", "the units of its army in the fight, from left to right (S3.3)", func(s side, seen []*sorcery.Unit) []*sorcery.Unit { return list(s.in, seen, s.in.Battle.Line(s.Side)) }),
		modhost.List("heads", "its characters and monsters in the fight", func(s side, seen []*sorcery.Unit) []*sorcery.Unit { return list(s.in, seen, s.in.Battle.Heads(s.Side)) }),
		modhost.Get("leader?", "the character that leads its die in this round; nil: none (S3.2)", func(s side) *sorcery.Unit { return show(s.in, s.in.Battle.Leader(s.Side)) }),
		its("units", "the units, characters and monsters that it has left anywhere, as far as the script sees them (S6)", func(u *sorcery.Unit) bool { return !lost(u) }),
		its("lost", "its units that were eliminated, or captured by the enemy", lost),
		modhost.Get("alone", "whether it has no army in the fight, so that its characters and monsters fight without one (S7)", func(s side) bool { return s.in.Battle.Alone(s.Side) }),
		modhost.Get("withdraws", "whether it has announced that it withdraws after this round (S3.7)", func(s side) bool { return s.in.Battle.Withdrawing(s.Side) }),
		modhost.Get("losses", "the points of losses that it must still take in this round (S3.5)", side.losses),
		modhost.Get("points", "the points that it has for its goals in a campaign at the moment (S0); 0 in a battle", side.points),
		modhost.List("hexes", "the hexes of the map that it owns", side.hexes),
	},
	Owner: func(ref int32) int32 { return sorcery.OfSide(engine.Side(ref)) },
	Text:  side.name,
}

// hexes appends all hexes of the map, if there is one.
func hexes(b sorcery.Position, all []sorcery.Spot) []sorcery.Spot {
	if b.OnMap() {
		for i := range b.War().Grid().Hexes() {
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

func (p place) spot() sorcery.Spot          { return sorcery.Spot(p.ref) }
func (p place) hex() hex.Hex                { return p.spot().Hex() }
func (p place) neighbor() *sorcery.Neighbor { return &p.in.Battle.Setup().Neighbors[p.ref] }

// near reports whether a side may have a unit in the place.
func (p place) near(side engine.Side) bool {
	return !p.in.Battle.OnMap() || p.in.Battle.War().Present(side, p.hex())
}

// has reports whether a unit is in the place.
func (p place) has(u *sorcery.Unit) bool {
	if p.in.Battle.OnMap() {
		return u.At() == p.spot()
	}
	return u.Hex() == int(p.ref) && (u.Status() == sorcery.Adjacent || u.Status() == sorcery.Withdrawn)
}

func (p place) name() string {
	if p.in.Battle.OnMap() {
		return p.in.Battle.War().Grid().Number(p.hex())
	}
	return p.neighbor().Name
}

func (p place) terrain() terrainID {
	if p.in.Battle.OnMap() {
		return terrainID(p.in.Battle.War().TerrainOf(p.hex()).ID)
	}
	return terrainID(p.neighbor().Terrain)
}

// feature returns the id of the place's feature, or "".
func (p place) feature() featureID {
	if p.in.Battle.OnMap() {
		if f := p.in.Battle.War().FeatureOf(p.hex()); f != nil {
			return featureID(f.ID)
		}
	}
	return ""
}

// sides appends the sides with stacks in the place, which are public.
func (p place) sides(present []engine.Side) []engine.Side {
	for side := range sorcery.Seats {
		if !p.near(side) {
			continue
		}
		for range all(p.in.Battle, func(u *sorcery.Unit) bool { return u.Side() == side && p.has(u) }) {
			present = append(present, side)
			break
		}
	}
	return present
}

func (p place) units(seen []*sorcery.Unit) []*sorcery.Unit {
	if !p.near(sorcery.Attacker) && !p.near(sorcery.Defender) {
		return seen
	}
	return list(p.in, seen, all(p.in.Battle, p.has))
}

func (p place) holder() engine.Side {
	if !p.in.Battle.OnMap() {
		return engine.Draw
	}
	return p.in.Battle.War().Holder(p.hex())
}

// besieger returns the side that besieges the place, or none; turns returns the length of the siege.
func (p place) besieger() engine.Side {
	if p.in.Battle.OnMap() {
		if s, ok := p.in.Battle.War().SiegeAt(p.hex()); ok {
			return s.By
		}
	}
	return engine.Draw
}

func (p place) turns() int {
	if !p.in.Battle.OnMap() {
		return 0
	}
	s, _ := p.in.Battle.War().SiegeAt(p.hex())
	return s.Turns
}

func (p place) beside(all []sorcery.Spot) []sorcery.Spot {
	if p.in.Battle.OnMap() {
		for _, next := range p.in.Battle.War().Grid().Neighbors(p.hex()) {
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

var hexKind = &modhost.Kind[*sorcery.Battle, sorcery.Position, place]{
	Name: "hex", Doc: "A hex of the map, or a place of its own inside a hex (S2); without a map, a hex adjacent to the hex of the battle.",
	At: func(r *reader, ref int32) place { return place{r, ref} },
	Rows: []modhost.Row[place]{
		there("name", `its number on the map: "0304"; without a map its name: "north"`, place.name),
		there("terrain", "the id of its terrain; empty: not given", place.terrain),
		there("feature", "the id of its feature; empty: none", place.feature),
		there("inside", "whether it is a place of its own inside a hex: a tunnel, or a besieged site (S2, S4)", func(p place) bool { return p.in.Battle.OnMap() && p.spot().Inside() }),
		those("sides", "the sides that have a stack in it, which both sides know (S6)", place.sides),
		those("units", "the units in it, as far as the script sees them (S6)", place.units),
		there("holder?", "the side that owns it; nil: none", place.holder),
		there("besieger?", "the side that besieges it; nil: none (S4)", place.besieger),
		there("siege", "the number of turns that it has been besieged; 0: it is not besieged (S4)", place.turns),
		those("beside", "the adjacent hexes; without a map none", place.beside),
	},
	Text: place.name,
}

func standing(r *reader, seen []*sorcery.Unit) []*sorcery.Unit {
	return list(r, seen, all(r.Battle, (*sorcery.Unit).Stands))
}

func terrain(r *reader) terrainID {
	if t := r.Battle.Terrain(); t != nil {
		return terrainID(t.ID)
	}
	return ""
}

func front(r *reader) sorcery.Spot {
	if !r.Battle.OnMap() || !r.Battle.Fighting() {
		return -1
	}
	return r.Battle.War().Front()
}

// places appends all hexes of the map, or without one those beside the fight.
func places(r *reader, all []sorcery.Spot) []sorcery.Spot {
	all = hexes(r.Battle, all)
	for i := range r.Battle.Setup().Neighbors {
		all = append(all, sorcery.Spot(i))
	}
	return all
}

var battleKind = &modhost.Kind[*sorcery.Battle, sorcery.Position, *reader]{
	Name: "battle", Doc: "The battle, or the campaign.", Only: true,
	At: func(r *reader, _ int32) *reader { return r },
	Rows: []modhost.Row[*reader]{
		modhost.Get("campaign", "whether it is a campaign on a map, which contains battles (S0)", func(r *reader) bool { return r.Battle.OnMap() }),
		modhost.Get("fights", "whether a battle is being fought; in a campaign this is not always true", func(r *reader) bool { return r.Battle.Fighting() }),
		modhost.Get("turn", "the present turn of a campaign, from 1; 0 before the first turn and without a map", func(r *reader) int { return r.Battle.ReadTurn() }),
		modhost.Get("round", "the present round of the fight, from 1; 0 before the first round", func(r *reader) int { return r.Battle.ReadRound() }),
		modhost.Get("terrain", "the id of the terrain of the fight; empty if not given", terrain),
		modhost.Get("inside", "whether the fight is inside a besieged place (S4)", func(r *reader) bool { return r.Battle.Inside() }),
		modhost.Get("die", "the number of sides of the die; 6 by the rules", func(r *reader) int { return r.Battle.Game().Rules.Die }),
		modhost.Get("attacker", "the side that moves (S0)", func(r *reader) engine.Side { return r.Battle.Mover() }),
		modhost.Get("defender", "the other side", func(r *reader) engine.Side { return 1 - r.Battle.Mover() }),
		modhost.Kept("sides", "both sides; the side that attacked first comes first", nil, func(_ *reader, both []engine.Side) []engine.Side {
			return append(both, sorcery.Attacker, sorcery.Defender)
		}),
		modhost.List("units", "all units in the fight, with characters and monsters, in the order of listings", standing),
		modhost.Get("champion?", "the opponent, in the present bout, of the side that fights without an army; nil: none (S7)", func(r *reader) *sorcery.Unit { return show(r, r.Battle.Champion()) }),
		modhost.Get("front?", "the hex of the map in which the battle is fought; nil: none", front),
		modhost.Kept("hexes", "all hexes of the map; without a map, the hexes adjacent to the hex of the battle", nil, places),
	},
	Acts:  actions,
	Owner: func(int32) int32 { return sorcery.OfBattle },
	Text:  func(r *reader) string { return "battle, " + r.Battle.Scene() },
}
