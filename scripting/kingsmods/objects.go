package kingsmods

import (
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// The kinds of objects, by their place in the binding.
const (
	kindCounter = iota
	kindSide
	kindHex
	kindBattle
)

const counterType = lua.Type("counter")

func counterValue(c *kings.Counter) lua.Value {
	if c == nil {
		return lua.Nil
	}
	return lua.Object(kindCounter, int32(c.ID()))
}

// hexNumber is the index of a neighboring hex; below 0: none.
type hexNumber int

// codecs returns the codecs of the types of kings.
func codecs(lib *library.Library) []modhost.Codec {
	return []modhost.Codec{
		modhost.Refer(kindCounter, "counter", func(b *kings.Position, ref int32) *kings.Counter { return b.Counter(int(ref)) }, (*kings.Counter).ID),
		modhost.Numbered[hexNumber](kindHex, "hex"),
		modhost.EntryOf[*kings.Thing]("thing"),
		modhost.EntryNamed[modhost.ScenarioID]("scenario"),
		modhost.Word(func(id string) (*kings.Thing, error) { return kingsdata.Thing(lib, id) }, func(t *kings.Thing) string { return t.ID }),
		modhost.Word(func(id string) (*kings.Ability, error) { return kingsdata.Ability(lib, id) }, nil),
		modhost.Word(func(id string) (*kingsdata.Terrain, error) { return kingsdata.TerrainNamed(lib, id) }, nil),
		modhost.Word(func(text string) (kings.Army, error) { return kingsdata.ParseArmy(lib, text) }, nil),
		modhost.Word(lib.Scenario, nil),
		modhost.OneOf[kings.CombatStep]("step", modhost.Names(kings.Melee)...),
		modhost.OneOf[kings.Kind]("kind", kings.KindNames()...),
		modhost.OneOf[kings.Status]("status", modhost.Names(kings.Elsewhere)...),
		modhost.IDOf[thingID]("thing"),
		modhost.IDOf[terrainID]("terrain"),
	}
}

// The ids that the rules keep as texts.
type (
	thingID   string
	terrainID string
)

// counter is an object of a battle.
type counter struct {
	*kings.Counter
	in *reader
}

func (c counter) left() int {
	if !c.Stands() {
		return 0
	}
	return c.Left()
}

// bearer returns the counter on which an item lies, or nil.
func (c counter) bearer() *kings.Counter {
	if id := c.Bearer(); id >= 0 {
		return c.in.Battle.Counter(id)
	}
	return nil
}

func (c counter) items(all []*kings.Counter) []*kings.Counter {
	return list(c.in, all, func(item *kings.Counter) bool { return item.Status() == kings.InPlay && item.Bearer() == c.ID() })
}

func (c counter) hex() hexNumber {
	if c.Status() != kings.Elsewhere {
		return -1
	}
	return hexNumber(c.Hex())
}

// list appends the counters of a battle that a test accepts, as listed.
func list(r *reader, all []*kings.Counter, fits func(c *kings.Counter) bool) []*kings.Counter {
	b := r.Battle
	_ = r.Work(len(b.Counters()) >> 3)
	for i := range b.Counters() {
		if c := b.Counter(i); fits(c) {
			all = append(all, c)
		}
	}
	return all
}

// printed returns a row for a value printed on a counter.
func printed[R any](name, doc string, get func(t *kings.Thing) R) modhost.Row[counter] {
	return modhost.Get(name, doc, func(c counter) R { return get(c.Thing()) })
}

var counterKind = &modhost.Kind[*kings.Battle, *kings.Position, counter]{
	Name: "counter", Doc: "A counter: a creature, a special character, a building, an income counter or a magic item.",
	At: func(r *reader, ref int32) counter { return counter{r.Battle.Counter(int(ref)), r} },
	Rows: []modhost.Row[counter]{
		modhost.Get("name", `its short name: "a1", "d3"`, func(c counter) string { return c.in.Battle.Name(c.Counter) }),
		printed("thing", "the id of its entry in the data", func(t *kings.Thing) *kings.Thing { return t }),
		printed("entry?", "its entry in the data, with the fields that mods declare", func(t *kings.Thing) modhost.Entry[*kings.Thing] { return modhost.Entry[*kings.Thing]{Of: t} }),
		printed("kind", "", func(t *kings.Thing) kings.Kind { return t.Kind }),
		modhost.Get("side", "the side that plays it", counter.Side),
		printed("terrain", "the id of the terrain that a creature comes from; empty for other counters", func(t *kings.Thing) terrainID { return terrainID(t.Terrain) }),
		printed("fort", "whether it is a building that is neither village nor city", func(t *kings.Thing) bool { return t.Fort }),
		printed("next_level", "of a building: the id of the building that is left when it loses a level; empty: none (K5.3)", func(t *kings.Thing) thingID { return thingID(t.Next) }),
		printed("printed", "its printed combat value", func(t *kings.Thing) int { return t.Value }),
		modhost.Get("value", "the greatest roll with which it hits now (K2.1), without changes by onValue", func(c counter) int { return c.in.Battle.Strength(c.Counter) }),
		modhost.Among(kings.MarkNames(), modhost.List("marks", `its marks now: "fly", "magic", "range", "charge"`, func(c counter, words []string) []string { return c.Marks().Append(words) })),
		modhost.Among(kings.MarkNames(), modhost.List("printed_marks", "its printed marks", func(c counter, words []string) []string { return c.Thing().Marks.Append(words) })),
		modhost.Get("status", `"standing", "held" (an item that has not been played), "in play" (an item that does not fight), "eliminated", "neutralized" or "elsewhere" (in a neighboring hex)`, counter.Status),
		modhost.Get("stands", "whether it stands in the hex and fights", counter.Stands),
		modhost.Get("hits", "the number of hits that a building has taken (K3.3)", counter.Hits),
		modhost.Get("left", "the number of hits that it can still take; 0 if it does not stand", counter.left),
		modhost.Get("step", `the step in which it fights at the moment: "magic", "ranged" or "melee" (K1.3)`, func(c counter) kings.CombatStep { return c.in.Battle.StepOf(c.Counter) }),
		modhost.Get("fought", "whether it has rolled in this round (K1.3)", counter.Fought),
		modhost.Get("aims", "whether its hits wait for a script to assign them: battle:aim", counter.Aims),
		modhost.Get("aimed", "the number of hits that wait", counter.Aimed),
		modhost.Get("bearer?", "of an item in play: the counter that bears it", counter.bearer),
		modhost.List("items", "the items in play that it bears", counter.items),
		modhost.Get("hex?", "the neighboring hex in which it stands; nil: its status is not \"elsewhere\"", counter.hex),
	},
	Methods: []modhost.Method[counter]{
		modhost.Ask("has", "Reports whether it has an ability by its entry in the data.", "", func(c counter, a struct {
			Ability *kings.Ability `doc:"its id"`
		}) (bool, error) {
			return c.Thing().Has(a.Ability.ID), nil
		}),
		modhost.Ask("may_take", "Reports whether a hit of this step may be taken on it (K3.1).", "", func(c counter, _ struct{}) (bool, error) {
			return c.in.Battle.MayTake(c.Counter) == nil, nil
		}),
		modhost.Ask("combat_value", "Returns the greatest roll with which it hits now (K2.1), with changes by onValue.", "", func(c counter, _ struct{}) (int, error) {
			if err := c.in.Outside("onValue"); err != nil {
				return 0, err
			}
			return c.in.Battle.ValueOf(c.Counter), c.in.Work(1)
		}),
		modhost.Ask("dice", "Returns the number of dice that it rolls in the present step (K2.1), with changes by onDice.", "", func(c counter, _ struct{}) (int, error) {
			if err := c.in.Outside("onDice"); err != nil {
				return 0, err
			}
			return c.in.Battle.DiceOf(c.Counter), c.in.Work(1)
		}),
	},
	Owner: kings.OfCounter,
	Text:  func(c counter) string { return c.in.Battle.Label(c.Counter) },
}

// side is one of the sides of a battle.
type side struct {
	engine.Side
	in *reader
}

func (s side) name() string { return kings.SideName(s.Side, s.in.Battle.Seats()) }

func (s side) enemies(all []engine.Side) []engine.Side {
	for other := range engine.Side(s.in.Battle.Seats()) {
		if other != s.Side && s.in.Battle.In(other) {
			all = append(all, other)
		}
	}
	return all
}

// its returns a row for the counters of a side that a test accepts.
func its(name, doc string, fits func(c *kings.Counter) bool) modhost.Row[side] {
	return modhost.List(name, doc, func(s side, all []*kings.Counter) []*kings.Counter {
		return list(s.in, all, func(c *kings.Counter) bool { return c.Side() == s.Side && fits(c) })
	})
}

var sideKind = &modhost.Kind[*kings.Battle, *kings.Position, side]{
	Name: "side", Doc: "One of the two to four sides.",
	At: func(r *reader, ref int32) side { return side{engine.Side(ref), r} },
	Rows: []modhost.Row[side]{
		modhost.Get("name", `"attacker", "attacker2", "attacker3" or "defender"`, side.name),
		modhost.Get("defends", "whether it is the defender (K1.1)", func(s side) bool { return s.Side == s.in.Battle.Defender() }),
		modhost.Get("fights", "whether it is in the battle: one of its counters stands in the hex (K1.2)", func(s side) bool { return s.in.Battle.In(s.Side) }),
		modhost.Get("target?", "the side that it attacks; nil: none yet (K1.2)", func(s side) engine.Side { return s.in.Battle.Target(s.Side) }),
		modhost.List("enemies", "all other sides that are in the battle", side.enemies),
		modhost.Get("hits", "the number of hits that it must still take in this step", func(s side) int { return s.in.Battle.HitsOn(s.Side) }),
		its("counters", "its counters that stand in the hex and fight", (*kings.Counter).Stands),
		its("items", "its magic items that are held or in play", func(c *kings.Counter) bool {
			return c.Thing().Kind == kings.Item && (c.Status() == kings.Held || c.Status() == kings.InPlay)
		}),
	},
	Owner: func(ref int32) int32 { return kings.OfSide(engine.Side(ref)) },
	Text:  side.name,
}

// neighbor is a hex adjacent to that of the battle.
type neighbor struct {
	*kings.Neighbor
	in     *reader
	number int
}

func (n neighbor) counters(all []*kings.Counter) []*kings.Counter {
	return list(n.in, all, func(c *kings.Counter) bool { return c.Status() == kings.Elsewhere && c.Hex() == n.number })
}

var hexKind = &modhost.Kind[*kings.Battle, *kings.Position, neighbor]{
	Name: "hex", Doc: "A hex adjacent to the hex of the battle (K4.2).",
	At: func(r *reader, ref int32) neighbor { return neighbor{&r.Battle.Setup().Neighbors[ref], r, int(ref)} },
	Rows: []modhost.Row[neighbor]{
		modhost.Get("name", `its name: "north"`, func(n neighbor) string { return n.Name }),
		modhost.Get("owner?", "the side that controls it; nil: none", func(n neighbor) engine.Side { return n.Owner }),
		modhost.Get("enemies", "whether enemies of its owner stand in it, too (K4.2)", func(n neighbor) bool { return n.Enemies }),
		modhost.List("counters", "its owner's counters that stand in it, from the start or after a retreat", neighbor.counters),
	},
	Text: func(n neighbor) string { return n.Name },
}

// rolled returns what the die on the table shows, and need what it must not be above.
func rolled(r *reader) (n int, ok bool) {
	n, c := r.Battle.Die()
	return n, c != nil
}

func need(r *reader) (n int, ok bool) {
	_, c := r.Battle.Die()
	if c == nil {
		return 0, false
	}
	return r.Battle.ValueOf(c), true
}

func sides(r *reader, all []engine.Side) []engine.Side {
	for side := range engine.Side(r.Battle.Seats()) {
		all = append(all, side)
	}
	return all
}

func hexes(r *reader, all []hexNumber) []hexNumber {
	for i := range r.Battle.Setup().Neighbors {
		all = append(all, hexNumber(i))
	}
	return all
}

var battleKind = &modhost.Kind[*kings.Battle, *kings.Position, *reader]{
	Name: "battle", Doc: "The battle.", Only: true,
	At: func(r *reader, _ int32) *reader { return r },
	Rows: []modhost.Row[*reader]{
		modhost.Get("round", "the present round, from 1; 0 before the first round", func(r *reader) int { return r.Battle.ReadRound() }),
		modhost.Get("step", `the present step: "magic", "ranged" or "melee"`, func(r *reader) kings.CombatStep { return r.Battle.CombatStep() }),
		modhost.Get("terrain", "the id of the hex's terrain; empty: not given", func(r *reader) terrainID { return terrainID(r.Battle.Setup().Terrain) }),
		modhost.Played(func(r *reader) string { return r.Battle.Setup().Scenario }),
		modhost.Get("unexplored", "whether its own inhabitants defend the hex (K1.1)", func(r *reader) bool { return r.Battle.Setup().Unexplored }),
		modhost.Get("die", "the number of sides of the die; 6 by the rules", func(r *reader) int { return r.Battle.Game().Rules.Die }),
		modhost.GetIf("rolled", "the number that the rolled die shows, while items may change it (K1.2)", rolled),
		modhost.GetIf("need", "the greatest roll of that die that hits", need),
		modhost.Get("defender", "the side that defends the hex", func(r *reader) engine.Side { return r.Battle.Defender() }),
		modhost.Kept("sides", "all sides, attackers in turn order, the defender last", nil, sides),
		modhost.List("counters", "all counters that stand in the hex and fight, in the order of listings", func(r *reader, all []*kings.Counter) []*kings.Counter {
			return list(r, all, (*kings.Counter).Stands)
		}),
		modhost.Kept("hexes", "the neighboring hexes", nil, hexes),
	},
	Acts:  actions,
	Owner: func(int32) int32 { return kings.OfBattle },
	Text:  func(r *reader) string { return "battle, " + r.Battle.Scene() },
}
