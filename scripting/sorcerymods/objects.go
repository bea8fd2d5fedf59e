package sorcerymods

import (
	"errors"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
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
		modhost.Refer(kindUnit, "unit", func(b fight.Position, ref int32) *fight.Unit { return b.Unit(int(ref)) }, (*fight.Unit).ID),
		modhost.Numbered[sorcery.Spot](kindHex, "hex"),
		modhost.EntryOf[*fight.Kind]("unit"),
		modhost.EntryNamed[modhost.ScenarioID]("scenario"),
		modhost.Word(func(id string) (*fight.Kind, error) { return sorcerydata.Unit(lib, id) }, func(k *fight.Kind) string { return k.ID }),
		modhost.Word(func(id string) (*fight.Ability, error) { return sorcerydata.Ability(lib, id) }, nil),
		modhost.Word(func(id string) (*fight.Terrain, error) { return sorcerydata.Terrain(lib, id) }, nil),
		modhost.Word(func(class string) (fight.Classes, error) { return fight.ParseClasses([]string{class}) }, nil),
		modhost.Word(lib.Scenario, nil),
		modhost.OneOf[fight.Role]("role", modhost.Names(fight.Monster)...),
		modhost.OneOf[fight.Status]("status", modhost.Names(fight.Afield)...),
		modhost.OneOf[sorcery.Order]("order", modhost.Names(sorcery.ToReact)...),
		modhost.IDOf[raceID]("race"),
		modhost.IDOf[terrainID]("terrain"),
		modhost.IDOf[featureID]("feature"),
		modhost.OneOf[fight.Arm]("arm", modhost.Names(fight.Wings)...),
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
	*fight.Unit
	in *reader
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
func printed[R any](name, doc string, get func(k *fight.Kind) R) modhost.Row[unit] {
	return modhost.Get(name, doc, func(u unit) R { return get(u.Kind()) })
}

var unitKind = &modhost.Kind[*fight.Battle, fight.Position, unit]{
	Name: "unit", Doc: "A unit of an army, a character or a monster.",
	At: func(r *reader, ref int32) unit { return unit{r.Battle.Unit(int(ref)), r} },
	Rows: []modhost.Row[unit]{
		modhost.Get("name", `its short name: "a1", "d3"`, func(u unit) string { return u.in.Battle.Name(u.Unit) }),
		printed("kind", "the id of its entry in the data", func(k *fight.Kind) *fight.Kind { return k }),
		printed("entry?", "its entry in the data, with the fields that mods declare", func(k *fight.Kind) modhost.Entry[*fight.Kind] { return modhost.Entry[*fight.Kind]{Of: k} }),
		printed("race", "the id of its race", func(k *fight.Kind) raceID { return raceID(k.Race) }),
		printed("role", `"unit" of an army, "character" or "monster"`, func(k *fight.Kind) fight.Role { return k.Role }),
		modhost.Among(fight.ClassNames(), modhost.List("classes", `the classes that it counts as: "cavalry", "archer", "flyer", "swamp", "conjured", "summoned", "either"`, func(u unit, words []string) []string { return u.Kind().Classes.Append(words) })),
		modhost.Get("side", "the side that plays it", unit.Side),
		modhost.Get("strength", "the strength with which it inflicts losses, in good order or demoralized (S3.2), without a charge and without changes by onStrength", func(u unit) int { return u.in.Battle.Inflicts(u.Unit) }),
		modhost.Get("defense", "the loss that eliminates it in this terrain, at the moment (S3.5), without changes by onDefense", func(u unit) int { return u.Kind().Defends(u.Demoralized(), u.in.Battle.Terrain()) }),
		modhost.Get("morale", "the greatest roll with which it passes a morale check, by its race or as a conjured unit (S5)", func(u unit) int { return u.in.Battle.Game().Rating(u.Kind()) }),
		printed("leadership", "its leadership", func(k *fight.Kind) int { return k.Leadership }),
		printed("endurance", "the number of wounds that kill it (S7); 0 for a unit of an army", func(k *fight.Kind) int { return k.Endurance }),
		printed("move", "its movement allowance", func(k *fight.Kind) int { return k.Move }),
		printed("weight", "its weight for stacking (S1)", func(k *fight.Kind) int { return k.Weight }),
		modhost.Get("wounds", "the number of wounds that it has taken (S7)", unit.Wounds),
		modhost.Get("status", `"standing" (in the hex of the fight), "afield" (on the map), "adjacent" (in a neighboring hex, without a map), "withdrawn" (from the battle), "eliminated" or "captured"`, unit.Status),
		modhost.Get("stands", "whether it stands in the hex of the fight", unit.Stands),
		modhost.Get("demoralized", "whether it is demoralized (S5)", unit.Demoralized),
		modhost.Get("halved", "whether it fights at half strength, because it came over water and fights its first round (S3.2)", func(u unit) bool { return u.in.Battle.HalvedNow(u.Unit) }),
		modhost.Get("fights", "whether it fights in this round; if characters or monsters fight without an army: whether it fights in the present bout (S7)", unit.Engaged),
		modhost.List("foes", "its opponents in a bout: the characters, the monster, or the unit named against them; empty: none (S7)", func(u unit, seen []*fight.Unit) []*fight.Unit { return list(u.in, seen, u.in.Battle.Foes(u.Unit)) }),
		modhost.Get("charging", "whether it charges in this round; false until both sides have named their charging units (S3.2)", unit.Charging),
		modhost.Get("charged", "whether it charged in the round before (S3.2)", unit.Charged),
		modhost.Get("guards", "whether it is in the rear guard of a side that withdraws (S3.7)", unit.Guards),
		modhost.Get("left", "the movement points that it has left in this turn of a campaign (S2)", unit.left),
		modhost.Get("halted", "whether it may do nothing more in this turn (S2)", unit.halted),
		modhost.Get("militia", "whether it is militia, which never leaves its site (S4)", unit.Bound),
		modhost.Get("hex?", "its hex of the map; without a map: the neighboring hex in which it stands, or from which it came; nil: none", unit.where),
	},
	Methods: []modhost.Method[unit]{
		modhost.Ask("has", "Reports whether it has an ability by its entry in the data.", "", func(u unit, a struct {
			Ability *fight.Ability `doc:"its id"`
		}) (bool, error) {
			return u.Kind().Has(a.Ability.ID), nil
		}),
		modhost.Ask("is", "Reports whether it counts as a class.", "", func(u unit, a struct {
			Class fight.Classes `doc:"\"cavalry\", \"archer\", \"flyer\", \"swamp\", \"conjured\", \"summoned\" or \"either\""`
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
	Owner: fight.OfUnit,
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

// its returns a row for the units of a side that a test accepts.
func its(name, doc string, fits func(u *fight.Unit) bool) modhost.Row[side] {
	return modhost.List(name, doc, func(s side, seen []*fight.Unit) []*fight.Unit {
		return list(s.in, seen, all(s.in.Battle, func(u *fight.Unit) bool { return u.Side() == s.Side && fits(u) }))
	})
}

// lost reports whether a unit has left the game.
func lost(u *fight.Unit) bool {
	return u.Status() == fight.Eliminated || u.Status() == fight.Captured
}

var sideKind = &modhost.Kind[*fight.Battle, fight.Position, side]{
	Name: "side", Doc: "One of the two sides.",
	At: func(r *reader, ref int32) side { return side{engine.Side(ref), r} },
	Rows: []modhost.Row[side]{
		modhost.Get("name", `"attacker" or "defender"; in a campaign its name there`, side.name),
		modhost.Get("enemy", "the other side", func(s side) engine.Side { return 1 - s.Side }),
		modhost.Get("moves", "whether it is the moving side, which in a battle is the attacker (S0)", func(s side) bool { return s.in.Battle.Mover() == s.Side }),
		modhost.List("line", "the units of its army in the fight, from left to right (S3.3)", func(s side, seen []*fight.Unit) []*fight.Unit { return list(s.in, seen, s.in.Battle.Line(s.Side)) }),
		modhost.List("heads", "its characters and monsters in the fight", func(s side, seen []*fight.Unit) []*fight.Unit { return list(s.in, seen, s.in.Battle.Heads(s.Side)) }),
		modhost.Get("leader?", "the character that leads its die in this round; nil: none (S3.2)", func(s side) *fight.Unit { return show(s.in, s.in.Battle.Leader(s.Side)) }),
		its("units", "the units, characters and monsters that it has left anywhere, as far as the script sees them (S6)", func(u *fight.Unit) bool { return !lost(u) }),
		its("lost", "its units that were eliminated, or captured by the enemy", lost),
		modhost.Get("alone", "whether it has no army in the fight, so that its characters and monsters fight without one (S7)", func(s side) bool { return s.in.Battle.Alone(s.Side) }),
		modhost.Get("withdraws", "whether it has announced that it withdraws after this round (S3.7)", func(s side) bool { return s.in.Battle.Withdrawing(s.Side) }),
		modhost.Get("losses", "the points of losses that it must still take in this round (S3.5)", side.losses),
		modhost.Get("points", "the points that it has for its goals in a campaign at the moment (S0); 0 in a battle", side.points),
		modhost.List("hexes", "the hexes of the map that it owns", side.hexes),
	},
	Owner: func(ref int32) int32 { return fight.OfSide(engine.Side(ref)) },
	Text:  side.name,
}

func standing(r *reader, seen []*fight.Unit) []*fight.Unit {
	return list(r, seen, all(r.Battle, (*fight.Unit).Stands))
}

func terrain(r *reader) terrainID {
	if t := r.Battle.Terrain(); t != nil {
		return terrainID(t.ID)
	}
	return ""
}

var battleKind = &modhost.Kind[*fight.Battle, fight.Position, *reader]{
	Name: "battle", Doc: "The battle, or the campaign.", Only: true,
	At: func(r *reader, _ int32) *reader { return r },
	Rows: []modhost.Row[*reader]{
		modhost.Get("campaign", "whether it is a campaign on a map, which contains battles (S0)", func(r *reader) bool { return r.Battle.InWar() }),
		modhost.Get("fights", "whether a battle is being fought; in a campaign this is not always true", func(r *reader) bool { return r.Battle.Fighting() }),
		modhost.Get("turn", "the present turn of a campaign, from 1; 0 before the first turn and without a map", func(r *reader) int { return r.Battle.ReadTurn() }),
		modhost.Get("round", "the present round of the fight, from 1; 0 before the first round", func(r *reader) int { return r.Battle.ReadRound() }),
		modhost.Get("terrain", "the id of the terrain of the fight; empty if not given", terrain),
		modhost.Played(func(r *reader) string { return r.Battle.Setup().Scenario }),
		modhost.Get("inside", "whether the fight is inside a besieged place (S4)", func(r *reader) bool { return r.Battle.Inside() }),
		modhost.Get("die", "the number of sides of the die; 6 by the rules", func(r *reader) int { return r.Battle.Game().Rules.Die }),
		modhost.Get("attacker", "the side that moves (S0)", func(r *reader) engine.Side { return r.Battle.Mover() }),
		modhost.Get("defender", "the other side", func(r *reader) engine.Side { return 1 - r.Battle.Mover() }),
		modhost.Kept("sides", "both sides; the side that attacked first comes first", nil, func(_ *reader, both []engine.Side) []engine.Side {
			return append(both, fight.Attacker, fight.Defender)
		}),
		modhost.List("units", "all units in the fight, with characters and monsters, in the order of listings", standing),
		modhost.Get("champion?", "the opponent, in the present bout, of the side that fights without an army; nil: none (S7)", func(r *reader) *fight.Unit { return show(r, r.Battle.Champion()) }),
		modhost.Get("front?", "the hex of the map in which the battle is fought; nil: none", front),
		modhost.Kept("hexes", "all hexes of the map; without a map, the hexes adjacent to the hex of the battle", nil, places),
	},
	Acts:  actions,
	Owner: func(int32) int32 { return fight.OfBattle },
	Text:  func(r *reader) string { return "battle, " + r.Battle.Scene() },
}
