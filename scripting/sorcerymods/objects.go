package sorcerymods

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// The kinds of objects, by their place in the binding.
const (
	kindUnit = iota
	kindSide
	kindHex
	kindBattle
)

const (
	unitType = scripting.Type("unit")
	sideType = scripting.Type("side")
	hexType  = scripting.Type("hex")
)

// unitValue returns a unit, whoever may see it: see [show].
func unitValue(u *sorcery.Unit) scripting.Value {
	if u == nil {
		return scripting.Nil
	}
	return scripting.Object(kindUnit, int32(u.ID()))
}

func sideValue(side engine.Side) scripting.Value { return scripting.Object(kindSide, int32(side)) }
func hexValue(hex int) scripting.Value           { return scripting.Object(kindHex, int32(hex)) }

// maybeSide returns a side, or nil for none.
func maybeSide(side engine.Side) scripting.Value {
	if side < 0 {
		return scripting.Nil
	}
	return sideValue(side)
}

// unitOf returns the unit that a value refers to.
func unitOf(h *host, v scripting.Value) *sorcery.Unit {
	_, ref, _ := v.Object()
	return at(h, ref)
}

// at returns the unit of a number.
func at(h *host, ref int32) *sorcery.Unit { return h.Battle.Unit(int(ref)) }

func unitObject(lib *library.Library) object {
	text, truth := scripting.TypeString, scripting.TypeBoolean
	// of is a property of a unit that needs no battle, number one that is a
	// number.
	of := func(name string, t scripting.Type, doc string, get func(u *sorcery.Unit) scripting.Value) property {
		return modhost.Prop(name, t, doc, func(h *host, ref int32) scripting.Value { return get(at(h, ref)) })
	}
	number := func(name, doc string, get func(h *host, u *sorcery.Unit) int) property {
		return modhost.Prop(name, scripting.TypeNumber, doc, func(h *host, ref int32) scripting.Value { return modhost.Number(get(h, at(h, ref))) })
	}
	printed := func(name, doc string, get func(k *sorcery.Kind) int) property {
		return number(name, doc, func(_ *host, u *sorcery.Unit) int { return get(u.Kind()) })
	}
	is := func(name, doc string, get func(u *sorcery.Unit) bool) property {
		return of(name, truth, doc, func(u *sorcery.Unit) scripting.Value { return scripting.Boolean(get(u)) })
	}
	properties := []property{
		modhost.Prop("name", text, `its short name: "a1", "d3"`, func(h *host, ref int32) scripting.Value { return scripting.String(h.Battle.Name(at(h, ref))) }),
		of("kind", text, "the id of what is printed on it", func(u *sorcery.Unit) scripting.Value { return scripting.String(u.Kind().ID) }),
		of("race", text, "its race, the race's id", func(u *sorcery.Unit) scripting.Value { return scripting.String(u.Kind().Race) }),
		of("role", text, `"unit" of an army, "character" or "monster"`, func(u *sorcery.Unit) scripting.Value { return scripting.String(u.Kind().Role.String()) }),
		of("classes", text.List(), `what it counts as: "cavalry", "archer", "flyer", "swamp", "conjured", "summoned", "either"`, func(u *sorcery.Unit) scripting.Value { return modhost.Words(u.Kind().Classes.Words()) }),
		of("side", sideType, "who plays it", func(u *sorcery.Unit) scripting.Value { return sideValue(u.Side()) }),
		number("strength", "what it inflicts losses with as it stands, in good order or demoralised (S3.2), without a charge and what onStrength does", func(h *host, u *sorcery.Unit) int { return h.Battle.Inflicts(u) }),
		number("defense", "its loss in this terrain at the moment (S3.5), without changes by onDefense", func(h *host, u *sorcery.Unit) int {
			return u.Kind().Defends(u.Demoralized(), h.Battle.Terrain())
		}),
		number("morale", "the greatest die with which it passes a morale check by its race, or as a conjured unit (S5)", func(h *host, u *sorcery.Unit) int { return h.Battle.Game().Rating(u.Kind()) }),
		printed("leadership", "its leadership", func(k *sorcery.Kind) int { return k.Leadership }),
		printed("endurance", "the wounds that kill it (S7); 0 of a unit", func(k *sorcery.Kind) int { return k.Endurance }),
		printed("move", "its movement allowance", func(k *sorcery.Kind) int { return k.Move }),
		printed("weight", "what it counts for stacking (S1)", func(k *sorcery.Kind) int { return k.Weight }),
		number("wounds", "wounds that it has taken (S7)", func(_ *host, u *sorcery.Unit) int { return u.Wounds() }),
		of("status", text, `"standing" (in the hex of the fight), "afield" (on the map), "adjacent" (in a neighbouring hex, without a map), "withdrawn" (from the battle), "eliminated" or "captured"`,
			func(u *sorcery.Unit) scripting.Value { return scripting.String(u.Status().String()) }),
		is("stands", "whether it stands in the hex", (*sorcery.Unit).Stands),
		is("demoralized", "whether it is demoralised (S5)", (*sorcery.Unit).Demoralized),
		modhost.Prop("halved", truth, "whether it fights at half strength, in its first round after it came over water (S3.2)", func(h *host, ref int32) scripting.Value {
			return scripting.Boolean(h.Battle.HalvedNow(at(h, ref)))
		}),
		is("fights", "whether it fights in this round; where characters or monsters fight by themselves, in the bout that is fought now (S7)", (*sorcery.Unit).Engaged),
		modhost.Prop("foes", unitType.List(), "those against which it fights in a bout: the characters, a monster, or what was named against them; empty: none (S7)", func(h *host, ref int32) scripting.Value {
			return list(h, h.Battle.Foes(at(h, ref)))
		}),
		is("charging", "whether it charges in this round, once both sides have said so (S3.2)", (*sorcery.Unit).Charging),
		is("charged", "whether it has charged in the round before (S3.2)", (*sorcery.Unit).Charged),
		is("guards", "whether it is in the rear guard of a side that withdraws (S3.7)", (*sorcery.Unit).Guards),
		number("left", "movement points that it has left in this turn of a campaign (S2)", func(h *host, u *sorcery.Unit) int { return h.Battle.Left(u) }),
		is("halted", "whether it has done all that it may in this turn (S2)", (*sorcery.Unit).Halted),
		is("militia", "whether it is the militia of a site, which stays where it is (S4)", (*sorcery.Unit).Bound),
		modhost.Prop("hex", hexType.OrNil(), "the hex of the map in which it is; without a map the neighbouring hex in which it stands, or from which it has come; nil: none",
			func(h *host, ref int32) scripting.Value { return whereIs(h.Battle, at(h, ref)) }),
	}
	methods := []method{
		modhost.NewMethod("has", "Whether an ability is printed on it.", []scripting.Field{modhost.Param("ability", text, "its id")}, modhost.Returns(truth, ""),
			func(h *host, ref int32, args []scripting.Value) (scripting.Value, error) {
				a, err := sorcerydata.Ability(lib, args[0].Text())
				if err != nil {
					return scripting.Nil, err
				}
				return scripting.Boolean(at(h, ref).Kind().Has(a.ID)), nil
			}),
		modhost.NewMethod("is", "Whether it counts as a class.", []scripting.Field{modhost.Param("class", text, `"cavalry", "archer", "flyer", "swamp", "conjured", "summoned" or "either"`)}, modhost.Returns(truth, ""),
			func(h *host, ref int32, args []scripting.Value) (scripting.Value, error) {
				class, err := sorcery.ParseClasses([]string{args[0].Text()})
				return scripting.Boolean(at(h, ref).Kind().Classes&class != 0), err
			}),
	}
	return object{
		Name: "unit", Doc: "A unit of an army, a character or a monster.", Properties: properties, Methods: methods,
		Owner: sorcery.OfUnit,
		Text:  func(h *host, ref int32) string { return h.Battle.Label(at(h, ref)) },
	}
}

// whereIs returns the hex of a unit.
func whereIs(b *sorcery.Battle, u *sorcery.Unit) scripting.Value {
	at := u.Hex()
	if b.OnMap() {
		at = int(u.At())
	}
	if at < 0 {
		return scripting.Nil
	}
	return hexValue(at)
}

func sideObject() object {
	num, truth := scripting.TypeNumber, scripting.TypeBoolean
	// of is a property of a side.
	of := func(name string, t scripting.Type, doc string, get func(h *host, side engine.Side) scripting.Value) property {
		return modhost.Prop(name, t, doc, func(h *host, ref int32) scripting.Value { return get(h, engine.Side(ref)) })
	}
	is := func(name, doc string, get func(b *sorcery.Battle, side engine.Side) bool) property {
		return of(name, truth, doc, func(h *host, side engine.Side) scripting.Value { return scripting.Boolean(get(h.Battle, side)) })
	}
	units := func(name, doc string, fits func(u *sorcery.Unit) bool) property {
		return of(name, unitType.List(), doc, func(h *host, side engine.Side) scripting.Value {
			return list(h, all(h.Battle, func(u *sorcery.Unit) bool { return u.Side() == side && fits(u) }))
		})
	}
	properties := []property{
		of("name", scripting.TypeString, `"attacker" or "defender"; in a campaign what it is called there`, func(h *host, side engine.Side) scripting.Value {
			return scripting.String(h.Battle.SideName(side))
		}),
		of("enemy", sideType, "the other side", func(_ *host, side engine.Side) scripting.Value { return sideValue(1 - side) }),
		is("moves", "whether it is the side that moves: in a battle the attacker (S0)", func(b *sorcery.Battle, side engine.Side) bool { return b.Mover() == side }),
		of("line", unitType.List(), "the units of its army in the fight, from left to right (S3.3)", func(h *host, side engine.Side) scripting.Value { return list(h, h.Battle.Line(side)) }),
		of("heads", unitType.List(), "its characters and monsters in the fight", func(h *host, side engine.Side) scripting.Value { return list(h, h.Battle.Heads(side)) }),
		of("leader", unitType.OrNil(), "the unit that leads its die in this round; nil: none (S3.2)", func(h *host, side engine.Side) scripting.Value { return show(h, h.Battle.Leader(side)) }),
		units("units", "all that it has left, here or elsewhere: those that the script sees (S6)", func(u *sorcery.Unit) bool { return !lost(u) }),
		units("lost", "what it has lost: eliminated, or captured by its enemy", lost),
		is("alone", "whether it has no army in the fight, so that its characters and monsters fight themselves (S7)", (*sorcery.Battle).Alone),
		is("withdraws", "whether it has said that it withdraws after this round (S3.7)", (*sorcery.Battle).Withdrawing),
		of("losses", num, "points that it has still to take in this round (S3.5)", func(h *host, side engine.Side) scripting.Value { return points(h.Battle.LossesOn(side)) }),
		of("points", num, "the points of its goals in a campaign at the moment (S0); 0 in a battle", func(h *host, side engine.Side) scripting.Value {
			if !h.Battle.OnMap() {
				return scripting.Number(0)
			}
			_ = h.Work(h.Battle.Grid().Hexes() >> 2)
			score := h.Battle.Points(side)
			return modhost.Number(score.Total())
		}),
		of("hexes", hexType.List(), "places of the map that are its own", func(h *host, side engine.Side) scripting.Value {
			var items []scripting.Value
			all := hexes(h.Battle)
			_ = h.Work(len(all) >> 2)
			for _, at := range all {
				if h.Battle.Holder(at) == side {
					items = append(items, hexValue(int(spotOf(at))))
				}
			}
			return scripting.List(items...)
		}),
	}
	return object{
		Name: "side", Doc: "One of the two sides.", Properties: properties,
		Owner: func(ref int32) int32 { return sorcery.OfSide(engine.Side(ref)) },
		Text:  func(h *host, ref int32) string { return h.Battle.SideName(engine.Side(ref)) },
	}
}

// lost reports whether a unit has left the game.
func lost(u *sorcery.Unit) bool {
	return u.Status() == sorcery.Eliminated || u.Status() == sorcery.Captured
}

// hexes returns all of the map, none where there is none.
func hexes(b *sorcery.Battle) []hex.Hex {
	if !b.OnMap() {
		return nil
	}
	all := make([]hex.Hex, b.Grid().Hexes())
	for i := range all {
		all[i] = hex.Hex(i)
	}
	return all
}

// A place is what a hex object stands for: a spot of the map, or without a map
// a neighbour of the hex that is fought for.
type place struct {
	battle *sorcery.Battle
	ref    int32
}

func (p place) spot() sorcery.Spot { return sorcery.Spot(p.ref) }
func (p place) hex() hex.Hex       { return p.spot().Hex() }
func (p place) neighbor() *sorcery.Neighbor {
	return &p.battle.Setup().Neighbors[p.ref]
}

// near reports whether a side may have a unit there.
func (p place) near(side engine.Side) bool {
	return !p.battle.OnMap() || p.battle.Present(side, p.hex())
}

// has reports whether a unit is there.
func (p place) has(u *sorcery.Unit) bool {
	if p.battle.OnMap() {
		return u.At() == p.spot()
	}
	return u.Hex() == int(p.ref) && (u.Status() == sorcery.Adjacent || u.Status() == sorcery.Withdrawn)
}

func (p place) name() string {
	if p.battle.OnMap() {
		return p.battle.Grid().Number(p.hex())
	}
	return p.neighbor().Name
}

func (p place) terrain() string {
	if p.battle.OnMap() {
		return p.battle.TerrainOf(p.hex()).ID
	}
	return p.neighbor().Terrain
}

// feature returns the id of what lies there, or "".
func (p place) feature() string {
	if p.battle.OnMap() {
		if f := p.battle.FeatureOf(p.hex()); f != nil {
			return f.ID
		}
	}
	return ""
}

// sides returns the sides whose stacks stand there, which is public.
func (p place) sides() scripting.Value {
	var items []scripting.Value
	for side := range sorcery.Seats {
		if !p.near(side) {
			continue
		}
		for range all(p.battle, func(u *sorcery.Unit) bool { return u.Side() == side && p.has(u) }) {
			items = append(items, sideValue(side))
			break
		}
	}
	return scripting.List(items...)
}

// siege returns that of the hex; ok is false for none.
func (p place) siege() (s sorcery.Siege, ok bool) {
	if p.battle.OnMap() {
		return p.battle.SiegeAt(p.hex())
	}
	return s, false
}

func hexObject() object {
	num, text, truth := scripting.TypeNumber, scripting.TypeString, scripting.TypeBoolean
	of := func(name string, t scripting.Type, doc string, get func(h *host, p place) scripting.Value) property {
		return modhost.Prop(name, t, doc, func(h *host, ref int32) scripting.Value {
			_ = h.Work(len(h.Battle.Units()) >> 4) // some look for those that are there
			return get(h, place{h.Battle, ref})
		})
	}
	properties := []property{
		of("name", text, `its number on the map, "0304", or without a map its name: "north"`, func(_ *host, p place) scripting.Value { return scripting.String(p.name()) }),
		of("terrain", text, "its terrain's id; empty if not given", func(_ *host, p place) scripting.Value { return scripting.String(p.terrain()) }),
		of("feature", text, "the id of what lies in it; empty: nothing", func(_ *host, p place) scripting.Value { return scripting.String(p.feature()) }),
		of("inside", truth, "whether it is the place of its own in a hex: a tunnel, or a site that is besieged (S2, S4)", func(_ *host, p place) scripting.Value {
			return scripting.Boolean(p.battle.OnMap() && p.spot().Inside())
		}),
		of("sides", sideType.List(), "the sides whose stacks stand there: this is public (S6)", func(_ *host, p place) scripting.Value { return p.sides() }),
		of("units", unitType.List(), "the units that stand there: those that the script sees (S6)", func(h *host, p place) scripting.Value {
			if !p.near(sorcery.Attacker) && !p.near(sorcery.Defender) {
				return scripting.List()
			}
			return list(h, all(h.Battle, p.has))
		}),
		of("holder", sideType.OrNil(), "the side that owns a place of the map; nil: none", func(_ *host, p place) scripting.Value {
			if !p.battle.OnMap() {
				return scripting.Nil
			}
			return maybeSide(p.battle.Holder(p.hex()))
		}),
		of("besieger", sideType.OrNil(), "the side that besieges it; nil: none (S4)", func(_ *host, p place) scripting.Value {
			if s, ok := p.siege(); ok {
				return sideValue(s.By)
			}
			return scripting.Nil
		}),
		of("siege", num, "how many turns it has been besieged; 0: it is not (S4)", func(_ *host, p place) scripting.Value {
			s, _ := p.siege()
			return modhost.Number(s.Turns)
		}),
		of("beside", hexType.List(), "the hexes beside it; without a map none", func(_ *host, p place) scripting.Value {
			var items []scripting.Value
			if p.battle.OnMap() {
				for _, next := range p.battle.Grid().Neighbors(p.hex()) {
					items = append(items, hexValue(int(spotOf(next))))
				}
			}
			return scripting.List(items...)
		}),
	}
	return object{
		Name: "hex", Doc: "A hex of the map, or the place of its own in one; without a map, a hex beside that which is fought for.", Properties: properties,
		Text: func(h *host, ref int32) string { return place{h.Battle, ref}.name() },
	}
}

func battleObject(lib *library.Library) object {
	num, text, truth := scripting.TypeNumber, scripting.TypeString, scripting.TypeBoolean
	of := func(name string, t scripting.Type, doc string, get func(h *host, b *sorcery.Battle) scripting.Value) property {
		return modhost.Prop(name, t, doc, func(h *host, _ int32) scripting.Value { return get(h, h.Battle) })
	}
	is := func(name, doc string, get func(b *sorcery.Battle) bool) property {
		return of(name, truth, doc, func(_ *host, b *sorcery.Battle) scripting.Value { return scripting.Boolean(get(b)) })
	}
	properties := []property{
		is("campaign", "whether it is a campaign on a map, with battles on the way (S0)", (*sorcery.Battle).OnMap),
		is("fights", "whether a battle is fought now: in a campaign not always", (*sorcery.Battle).Fighting),
		of("turn", num, "the present turn of a campaign, from 1; 0 before the first, and without a map", func(_ *host, b *sorcery.Battle) scripting.Value { return modhost.Number(b.ReadTurn()) }),
		of("round", num, "the present round of the fight, from 1; 0 before the first", func(_ *host, b *sorcery.Battle) scripting.Value { return modhost.Number(b.ReadRound()) }),
		of("terrain", text, "the id of the terrain of the fight; empty if not given", func(_ *host, b *sorcery.Battle) scripting.Value {
			if t := b.Terrain(); t != nil {
				return scripting.String(t.ID)
			}
			return scripting.String("")
		}),
		is("inside", "whether it is fought inside a besieged place (S4)", (*sorcery.Battle).Inside),
		of("die", num, "how many sides the die has: 6 by the rules", func(_ *host, b *sorcery.Battle) scripting.Value { return modhost.Number(b.Game().Rules.Die) }),
		of("attacker", sideType, "the side that moves (S0)", func(_ *host, b *sorcery.Battle) scripting.Value { return sideValue(b.Mover()) }),
		of("defender", sideType, "the other side", func(_ *host, b *sorcery.Battle) scripting.Value { return sideValue(1 - b.Mover()) }),
		of("sides", sideType.List(), "both sides, the first attacker first", func(*host, *sorcery.Battle) scripting.Value {
			return scripting.List(sideValue(sorcery.Attacker), sideValue(sorcery.Defender))
		}),
		of("units", unitType.List(), "all that stand in the fight, characters and monsters among them, as listed", func(h *host, b *sorcery.Battle) scripting.Value {
			return list(h, all(b, (*sorcery.Unit).Stands))
		}),
		of("champion", unitType.OrNil(), "the unit, character or monster that fights in the bout that is fought now, against the side that is alone; nil: there is none (S7)", func(h *host, b *sorcery.Battle) scripting.Value { return show(h, b.Champion()) }),
		of("front", hexType.OrNil(), "the hex of the map in which a battle is fought; nil: there is none", func(_ *host, b *sorcery.Battle) scripting.Value {
			if !b.OnMap() || !b.Fighting() {
				return scripting.Nil
			}
			return hexValue(int(b.Front()))
		}),
		of("hexes", hexType.List(), "all hexes of the map; without one, those beside the fight", func(_ *host, b *sorcery.Battle) scripting.Value {
			var items []scripting.Value
			for _, at := range hexes(b) {
				items = append(items, hexValue(int(spotOf(at))))
			}
			for i := range b.Setup().Neighbors {
				items = append(items, hexValue(i))
			}
			return scripting.List(items...)
		}),
	}
	return object{
		Name: "battle", Doc: "The battle, or the campaign.", Properties: properties, Deeds: deeds(lib), Only: true,
		Owner: func(int32) int32 { return sorcery.OfBattle },
		Text:  func(h *host, _ int32) string { return "battle, " + h.Battle.Scene() },
	}
}
