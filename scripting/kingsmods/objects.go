package kingsmods

import (
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// The kinds of objects, by their place in the binding.
const (
	kindCounter = iota
	kindSide
	kindHex
	kindBattle
)

const (
	counterType = scripting.Type("counter")
	sideType    = scripting.Type("side")
	hexType     = scripting.Type("hex")
)

func counterValue(c *kings.Counter) scripting.Value {
	if c == nil {
		return scripting.Nil
	}
	return scripting.Object(kindCounter, int32(c.ID()))
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

// counterOf returns the counter that a value refers to, nil for nil.
func counterOf(h *host, v scripting.Value) *kings.Counter {
	if _, ref, ok := v.Object(); ok {
		return at(h, ref)
	}
	return nil
}

// at returns the counter of a number.
func at(h *host, ref int32) *kings.Counter { return h.Battle.Counter(int(ref)) }

// list returns the counters of a battle that a test accepts, as listed.
func list(h *host, fits func(c *kings.Counter) bool) scripting.Value {
	var items []scripting.Value
	b := h.Battle
	_ = h.Work(len(b.Counters()) >> 3)
	for i := range b.Counters() {
		if c := b.Counter(i); fits(c) {
			items = append(items, counterValue(c))
		}
	}
	return scripting.List(items...)
}

type property = modhost.Property[*kings.Battle, about]

func counterObject(lib *library.Library) object {
	num, text, truth := scripting.TypeNumber, scripting.TypeString, scripting.TypeBoolean
	// of is a property of a counter that needs no battle.
	of := func(name string, t scripting.Type, doc string, get func(c *kings.Counter) scripting.Value) property {
		return modhost.Prop(name, t, doc, func(h *host, ref int32) scripting.Value { return get(at(h, ref)) })
	}
	properties := []property{
		modhost.Prop("name", text, `its short name: "a1", "d3"`, func(h *host, ref int32) scripting.Value { return scripting.String(h.Battle.Name(at(h, ref))) }),
		of("thing", text, "the id of what is printed on it", func(c *kings.Counter) scripting.Value { return scripting.String(c.Thing().ID) }),
		of("kind", text, `"creature", "special", "building", "income" or "item"`, func(c *kings.Counter) scripting.Value { return scripting.String(c.Thing().Kind.String()) }),
		of("side", sideType, "who plays it", func(c *kings.Counter) scripting.Value { return sideValue(c.Side()) }),
		of("terrain", text, "where a creature comes from, the terrain's id; empty for others", func(c *kings.Counter) scripting.Value { return scripting.String(c.Thing().Terrain) }),
		of("fort", truth, "whether it is a building that is neither village nor city", func(c *kings.Counter) scripting.Value { return scripting.Boolean(c.Thing().Fort) }),
		of("next_level", text, "of a building: the id of what is left when it loses a level; empty: nothing (K5.3)", func(c *kings.Counter) scripting.Value { return scripting.String(c.Thing().Next) }),
		of("printed", num, "its combat value as printed", func(c *kings.Counter) scripting.Value { return modhost.Number(c.Thing().Value) }),
		modhost.Prop("value", num, "the value that its die must not be above now (K2.1), without what onValue does", func(h *host, ref int32) scripting.Value {
			return modhost.Number(h.Battle.Strength(at(h, ref)))
		}),
		of("marks", text.List(), `its marks now: "fly", "magic", "range", "charge"`, func(c *kings.Counter) scripting.Value { return modhost.Words(c.Marks().Words()) }),
		of("printed_marks", text.List(), "its marks as printed", func(c *kings.Counter) scripting.Value { return modhost.Words(c.Thing().Marks.Words()) }),
		of("status", text, `"standing", "held" (an item that has not been played), "in play" (an item that does not fight), "eliminated", "neutralised" or "elsewhere" (in a neighbouring hex)`,
			func(c *kings.Counter) scripting.Value { return scripting.String(c.Status().String()) }),
		of("stands", truth, "whether it stands in the hex and fights", func(c *kings.Counter) scripting.Value { return scripting.Boolean(c.Stands()) }),
		of("hits", num, "hits that a building has taken (K3.3)", func(c *kings.Counter) scripting.Value { return modhost.Number(c.Hits()) }),
		of("left", num, "hits that it can still take; 0 when it does not stand", func(c *kings.Counter) scripting.Value {
			if !c.Stands() {
				return scripting.Number(0)
			}
			return modhost.Number(c.Left())
		}),
		modhost.Prop("step", text, `the step in which it fights as it is now: "magic", "ranged" or "melee" (K1.3)`, func(h *host, ref int32) scripting.Value {
			return stepWords[h.Battle.StepOf(at(h, ref))]
		}),
		of("fought", truth, "whether it has rolled in this round (K1.3)", func(c *kings.Counter) scripting.Value { return scripting.Boolean(c.Fought()) }),
		of("aims", truth, "whether its hits wait for a script to lay them: battle:aim", func(c *kings.Counter) scripting.Value { return scripting.Boolean(c.Aims()) }),
		of("aimed", num, "how many of them wait", func(c *kings.Counter) scripting.Value { return modhost.Number(c.Aimed()) }),
		modhost.Prop("bearer", counterType.OrNil(), "of an item in play: on whom it lies", func(h *host, ref int32) scripting.Value {
			if id := at(h, ref).Bearer(); id >= 0 {
				return counterValue(h.Battle.Counter(id))
			}
			return scripting.Nil
		}),
		modhost.Prop("items", counterType.List(), "items in play that lie on it", func(h *host, ref int32) scripting.Value {
			return list(h, func(c *kings.Counter) bool { return c.Status() == kings.InPlay && c.Bearer() == int(ref) })
		}),
		of("hex", hexType.OrNil(), "the neighbouring hex in which it stands; nil when it is not elsewhere", func(c *kings.Counter) scripting.Value {
			if c.Status() != kings.Elsewhere {
				return scripting.Nil
			}
			return hexValue(c.Hex())
		}),
	}
	methods := []method{
		modhost.NewMethod("has", "Whether an ability is printed on it.", []scripting.Field{modhost.Param("ability", text, "its id")}, modhost.Returns(truth, ""),
			func(h *host, ref int32, args []scripting.Value) (scripting.Value, error) {
				a, err := kingsdata.Ability(lib, args[0].Text())
				if err != nil {
					return scripting.Nil, err
				}
				return scripting.Boolean(at(h, ref).Thing().Has(a.ID)), nil
			}),
		modhost.NewMethod("may_take", "Whether a hit of this step may be taken on it (K3.1).", nil, modhost.Returns(truth, ""),
			func(h *host, ref int32, _ []scripting.Value) (scripting.Value, error) {
				return scripting.Boolean(h.Battle.MayTake(at(h, ref)) == nil), nil
			}),
	}
	return object{
		Name: "counter", Doc: "A counter: a creature, a special character, a building, an income counter or a magic item.", Properties: properties, Methods: methods,
		Owner: kings.OfCounter,
		Text:  func(h *host, ref int32) string { return h.Battle.Label(at(h, ref)) },
	}
}

func sideObject() object {
	side := func(ref int32) engine.Side { return engine.Side(ref) }
	counters := func(name, doc string, fits func(c *kings.Counter) bool) property {
		return modhost.Prop(name, counterType.List(), doc, func(h *host, ref int32) scripting.Value {
			return list(h, func(c *kings.Counter) bool { return c.Side() == side(ref) && fits(c) })
		})
	}
	properties := []property{
		modhost.Prop("name", scripting.TypeString, `"attacker", "attacker2", "attacker3" or "defender"`, func(h *host, ref int32) scripting.Value {
			return scripting.String(kings.SideName(side(ref), h.Battle.Seats()))
		}),
		modhost.Prop("defends", scripting.TypeBoolean, "whether it is the defender (K1.1)", func(h *host, ref int32) scripting.Value {
			return scripting.Boolean(side(ref) == h.Battle.Defender())
		}),
		modhost.Prop("fights", scripting.TypeBoolean, "whether it is in the battle: a counter of it stands there (K1.2)", func(h *host, ref int32) scripting.Value {
			return scripting.Boolean(h.Battle.In(side(ref)))
		}),
		modhost.Prop("target", sideType.OrNil(), "the side that it attacks; nil: none yet (K1.2)", func(h *host, ref int32) scripting.Value { return maybeSide(h.Battle.Target(side(ref))) }),
		modhost.Prop("enemies", sideType.List(), "all other sides that are in the battle", func(h *host, ref int32) scripting.Value {
			var items []scripting.Value
			for other := range engine.Side(h.Battle.Seats()) {
				if other != side(ref) && h.Battle.In(other) {
					items = append(items, sideValue(other))
				}
			}
			return scripting.List(items...)
		}),
		modhost.Prop("hits", scripting.TypeNumber, "hits that it has still to take in this step", func(h *host, ref int32) scripting.Value {
			return modhost.Number(h.Battle.HitsOn(side(ref)))
		}),
		counters("counters", "its counters that stand in the hex and fight", (*kings.Counter).Stands),
		counters("items", "its magic items that are held or in play", func(c *kings.Counter) bool {
			return c.Thing().Kind == kings.Item && (c.Status() == kings.Held || c.Status() == kings.InPlay)
		}),
	}
	return object{
		Name: "side", Doc: "One of the two to four sides.", Properties: properties,
		Owner: func(ref int32) int32 { return kings.OfSide(side(ref)) },
		Text:  func(h *host, ref int32) string { return kings.SideName(side(ref), h.Battle.Seats()) },
	}
}

func hexObject() object {
	hex := func(h *host, ref int32) *kings.Neighbor { return &h.Battle.Setup().Neighbors[ref] }
	properties := []property{
		modhost.Prop("name", scripting.TypeString, `its name: "north"`, func(h *host, ref int32) scripting.Value { return scripting.String(hex(h, ref).Name) }),
		modhost.Prop("owner", sideType.OrNil(), "the side that controls it, or nil", func(h *host, ref int32) scripting.Value { return maybeSide(hex(h, ref).Owner) }),
		modhost.Prop("enemies", scripting.TypeBoolean, "whether enemies of its owner stand there, too (K4.2)", func(h *host, ref int32) scripting.Value {
			return scripting.Boolean(hex(h, ref).Enemies)
		}),
		modhost.Prop("counters", counterType.List(), "its owner's counters that stand there, from the start or after a retreat", func(h *host, ref int32) scripting.Value {
			return list(h, func(c *kings.Counter) bool { return c.Status() == kings.Elsewhere && c.Hex() == int(ref) })
		}),
	}
	return object{
		Name: "hex", Doc: "A hex beside that which is fought for (K4.2).", Properties: properties,
		Text: func(h *host, ref int32) string { return hex(h, ref).Name },
	}
}

func battleObject(lib *library.Library) object {
	num, text := scripting.TypeNumber, scripting.TypeString
	properties := []property{
		modhost.Prop("round", num, "the present round, from 1; 0 before the first", func(h *host, _ int32) scripting.Value { return modhost.Number(h.Battle.ReadRound()) }),
		modhost.Prop("step", text, `the step that is fought: "magic", "ranged" or "melee"`, func(h *host, _ int32) scripting.Value { return stepWords[h.Battle.CombatStep()] }),
		modhost.Prop("terrain", text, "the id of the hex's terrain; empty if not given", func(h *host, _ int32) scripting.Value { return scripting.String(h.Battle.Setup().Terrain) }),
		modhost.Prop("unexplored", scripting.TypeBoolean, "whether its own inhabitants defend the hex (K1.1)", func(h *host, _ int32) scripting.Value {
			return scripting.Boolean(h.Battle.Setup().Unexplored)
		}),
		modhost.Prop("die", num, "how many sides the die has: 6 by the rules", func(h *host, _ int32) scripting.Value { return modhost.Number(h.Battle.Game().Rules.Die) }),
		modhost.Prop("rolled", num.OrNil(), "what the die on the table shows, while items may change it (K1.2)", func(h *host, _ int32) scripting.Value {
			if n, c := h.Battle.Die(); c != nil {
				return modhost.Number(n)
			}
			return scripting.Nil
		}),
		modhost.Prop("need", num.OrNil(), "what that die must not be above", func(h *host, _ int32) scripting.Value {
			if _, c := h.Battle.Die(); c != nil {
				return modhost.Number(h.Battle.ValueOf(c))
			}
			return scripting.Nil
		}),
		modhost.Prop("defender", sideType, "the side that defends the hex", func(h *host, _ int32) scripting.Value { return sideValue(h.Battle.Defender()) }),
		modhost.Prop("sides", sideType.List(), "all sides, attackers in turn order, the defender last", func(h *host, _ int32) scripting.Value {
			var items []scripting.Value
			for side := range engine.Side(h.Battle.Seats()) {
				items = append(items, sideValue(side))
			}
			return scripting.List(items...)
		}),
		modhost.Prop("counters", counterType.List(), "all counters that stand in the hex and fight, as listed", func(h *host, _ int32) scripting.Value {
			return list(h, (*kings.Counter).Stands)
		}),
		modhost.Prop("hexes", hexType.List(), "the neighbouring hexes", func(h *host, _ int32) scripting.Value {
			var items []scripting.Value
			for i := range h.Battle.Setup().Neighbors {
				items = append(items, hexValue(i))
			}
			return scripting.List(items...)
		}),
	}
	return object{
		Name: "battle", Doc: "The battle.", Properties: properties, Deeds: deeds(lib), Only: true,
		Owner: func(int32) int32 { return kings.OfBattle },
		Text:  func(h *host, _ int32) string { return "battle, " + h.Battle.Scene() },
	}
}
