package heroesmods

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
	"houserule/scripting"
)

// property is a field of an object, with how it is read.
type property struct {
	scripting.Field
	get func(h *host, ref int32) scripting.Value
}

func prop(name string, t scripting.Type, doc string, get func(h *host, ref int32) scripting.Value) property {
	return property{scripting.Field{Name: name, Type: t, Doc: doc}, get}
}

// object makes a kind of its properties and methods.
func object(name, doc string, properties []property, methods []scripting.Function, text func(h *host, ref int32) string) scripting.Kind {
	k := scripting.Kind{Name: name, Doc: doc, Methods: methods}
	for _, p := range properties {
		k.Fields = append(k.Fields, p.Field)
	}
	k.Get = func(m *scripting.Machine, ref int32, field int) (scripting.Value, error) {
		h, err := hostIn(m)
		if err != nil {
			return scripting.Nil, err
		}
		return properties[field].get(h, ref), nil
	}
	k.Text = func(m *scripting.Machine, ref int32) string {
		if h, err := hostIn(m); err == nil {
			return text(h, ref)
		}
		return name
	}
	return k
}

// method is a function of an object, its arguments without the object.
func method(name, doc string, params, returns []scripting.Field, call func(h *host, ref int32, args []scripting.Value) (scripting.Value, error)) scripting.Function {
	return scripting.Function{Name: name, Doc: doc, Params: params, Returns: returns,
		Call: func(m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
			h, err := hostIn(m)
			if err != nil {
				return scripting.Nil, err
			}
			_, ref, _ := args[0].Object()
			return call(h, ref, args[1:])
		}}
}

func param(name string, t scripting.Type, doc string) scripting.Field {
	return scripting.Field{Name: name, Type: t, Doc: doc}
}

func optional(name string, t scripting.Type, doc string) scripting.Field {
	return scripting.Field{Name: name, Type: t, Doc: doc, Optional: true}
}

func returns(t scripting.Type, doc string) []scripting.Field {
	return []scripting.Field{{Name: "result", Type: t, Doc: doc}}
}

func (h *host) at(ref int32) *heroes.Stack { return &h.battle.Stacks()[ref] }

// ofTop is a property that only a living stack has; a destroyed one has zero.
func ofTop(get func(h *host, s *heroes.Stack) scripting.Value, zero scripting.Value) func(*host, int32) scripting.Value {
	return func(h *host, ref int32) scripting.Value {
		if s := h.at(ref); s.Top() != nil {
			return get(h, s)
		}
		return zero
	}
}

func card(get func(c *heroes.Card) scripting.Value, zero scripting.Value) func(*host, int32) scripting.Value {
	return ofTop(func(_ *host, s *heroes.Stack) scripting.Value { return get(s.Top()) }, zero)
}

var (
	none  = scripting.Number(0)
	blank = scripting.String("")
	no    = scripting.Boolean(false)
)

func stackKind() scripting.Kind {
	num, text, truth := scripting.TypeNumber, scripting.TypeString, scripting.TypeBoolean
	properties := []property{
		prop("name", text, `its short name: "a1", "d3"`, func(h *host, ref int32) scripting.Value { return scripting.String(h.battle.Name(h.at(ref))) }),
		prop("side", sideType, "the side it fights for", func(h *host, ref int32) scripting.Value { return sideValue(h.at(ref).Side()) }),
		prop("line", text, `"melee" or "ranged"`, func(h *host, ref int32) scripting.Value { return scripting.String(h.at(ref).Line().String()) }),
		prop("alive", truth, "whether it has cards left", func(h *host, ref int32) scripting.Value { return scripting.Boolean(h.at(ref).Top() != nil) }),
		prop("count", num, "its cards", card(func(c *heroes.Card) scripting.Value { return number(c.Count()) }, none)),
		prop("creature", text, "the id of its top card's creature; empty when it is destroyed", card(func(c *heroes.Card) scripting.Value { return scripting.String(c.ID) }, blank)),
		prop("alignment", text, "of its top card", card(func(c *heroes.Card) scripting.Value { return scripting.String(c.Alignment) }, blank)),
		prop("level", num, "of its top card", card(func(c *heroes.Card) scripting.Value { return number(c.Level) }, none)),
		prop("melee", num, "printed on its top card", card(func(c *heroes.Card) scripting.Value { return number(c.Melee) }, none)),
		prop("ranged", num, "printed on its top card; 0: it cannot shoot", card(func(c *heroes.Card) scripting.Value { return number(c.Ranged) }, none)),
		prop("defense", num, "printed on its top card", card(func(c *heroes.Card) scripting.Value { return number(c.Defense) }, none)),
		prop("phase", num, "printed on its top card", card(func(c *heroes.Card) scripting.Value { return number(c.Phase) }, none)),
		prop("cost", num, "of its top card", card(func(c *heroes.Card) scripting.Value { return number(c.Cost) }, none)),
		prop("hero", truth, "whether its top card is a Hero", card(func(c *heroes.Card) scripting.Value { return scripting.Boolean(c.Hero) }, no)),
		prop("support", num, "what its attack is worth when it sacrifices it (H3.1)", card(func(c *heroes.Card) scripting.Value { return number(c.Level + c.LevelsUnder()) }, none)),
		prop("acted", truth, "whether it has had its opportunity in this round, or has it now", func(h *host, ref int32) scripting.Value { return scripting.Boolean(h.at(ref).Acted()) }),
		prop("retaliated", num, "how often it has retaliated in this round", func(h *host, ref int32) scripting.Value { return number(h.at(ref).Answered()) }),
		prop("swarming", truth, "whether its next attack is a swarm's (H3.2)", func(h *host, ref int32) scripting.Value { return scripting.Boolean(h.battle.Swarms(h.at(ref)) > 0) }),
		prop("effects", text.List(), "the ids of the spells that lie on it", func(h *host, ref int32) scripting.Value {
			var ids []scripting.Value
			for _, e := range h.battle.Effects() {
				if e.On == ref {
					ids = append(ids, scripting.String(h.battle.Game().Spells[e.Spell].ID))
				}
			}
			return scripting.List(ids...)
		}),
		prop("cards", text.List(), "the creatures of its cards, top first", func(h *host, ref int32) scripting.Value {
			var ids []scripting.Value
			for card := h.at(ref).Top(); card != nil && len(ids) < 1000; card = card.Under() {
				ids = append(ids, scripting.String(card.ID))
			}
			return scripting.List(ids...)
		}),
		prop("protecting", truth, "whether it protects itself (H3.3)", func(h *host, ref int32) scripting.Value {
			return scripting.Boolean(h.at(ref).Stance() == heroes.Protecting)
		}),
	}
	methods := []scripting.Function{
		method("has", "Whether its top card has an ability.", []scripting.Field{param("ability", text, "its id")}, returns(truth, ""),
			func(h *host, ref int32, args []scripting.Value) (scripting.Value, error) {
				a, err := heroesdata.Ability(h.mods.lib, args[0].Text())
				if err != nil {
					return scripting.Nil, err
				}
				if s := h.at(ref); s.Top() != nil {
					for _, have := range s.Top().Abilities {
						if have == a {
							return scripting.Boolean(true), nil
						}
					}
				}
				return no, nil
			}),
		method("under", "Whether an effect lies on it.", []scripting.Field{param("spell", text, "the effect's id")}, returns(truth, ""),
			func(h *host, ref int32, args []scripting.Value) (scripting.Value, error) {
				spell, err := heroesdata.Spell(h.mods.lib, args[0].Text())
				if err != nil {
					return scripting.Nil, err
				}
				for _, e := range h.battle.Effects() {
					if e.On == ref && int(e.Spell) == spell.Index() {
						return scripting.Boolean(true), nil
					}
				}
				return no, nil
			}),
		recall(func(ref int32) int32 { return ref }), remember(func(ref int32) int32 { return ref }),
	}
	return object("stack", "A pile of cards on a line (H1.3).", properties, methods, func(h *host, ref int32) string { return h.battle.Label(h.at(ref)) })
}

func sideKind() scripting.Kind {
	side := func(ref int32) engine.Side { return engine.Side(ref) }
	stacks := func(h *host, ref int32, lines ...heroes.Line) scripting.Value {
		var items []scripting.Value
		for _, line := range lines {
			for s := h.battle.FirstOn(side(ref), line); s != nil; s = h.battle.NextOn(s) {
				items = append(items, stackValue(s))
			}
		}
		return scripting.List(items...)
	}
	properties := []property{
		prop("name", scripting.TypeString, `"aggressor" or "defender"`, func(_ *host, ref int32) scripting.Value { return scripting.String(heroes.SideName(side(ref))) }),
		prop("enemy", sideType, "the other side", func(_ *host, ref int32) scripting.Value { return sideValue(1 - side(ref)) }),
		prop("stacks", stackType.List(), "its living stacks, melee line first", func(h *host, ref int32) scripting.Value {
			return stacks(h, ref, heroes.MeleeLine, heroes.RangedLine)
		}),
		prop("front", stackType.List(), "those on the melee line", func(h *host, ref int32) scripting.Value { return stacks(h, ref, heroes.MeleeLine) }),
		prop("back", stackType.List(), "those on the ranged line", func(h *host, ref int32) scripting.Value { return stacks(h, ref, heroes.RangedLine) }),
		prop("hand", scripting.TypeNumber, "cards in its hand (H7.3)", func(h *host, ref int32) scripting.Value { return number(h.battle.Hand(side(ref))) }),
		prop("deck", scripting.TypeNumber, "cards left in its deck (H7.3)", func(h *host, ref int32) scripting.Value { return number(h.battle.Deck(side(ref))) }),
	}
	owner := func(ref int32) int32 { return heroes.OfSide(side(ref)) }
	return object("side", "One of the two sides.", properties, []scripting.Function{recall(owner), remember(owner)},
		func(_ *host, ref int32) string { return heroes.SideName(side(ref)) })
}

// recall and remember are the state that lasts: it belongs to the battle, is
// copied and undone with it, and each mod sees its own only.

func recall(owner func(int32) int32) scripting.Function {
	return scripting.Function{
		Name: "recall", Doc: "What was remembered under a name, or nil.",
		Params: []scripting.Field{param("name", scripting.TypeString, "a name of the mod's own")}, Returns: returns(scripting.TypeAny, ""),
		Call: func(m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
			h, err := hostIn(m)
			if err != nil {
				return scripting.Nil, err
			}
			_, ref, _ := args[0].Object()
			switch d := h.battle.Memory().Get(owner(ref), m.Mod(), args[1].Text()); d.Kind {
			case engine.Truth:
				return scripting.Boolean(d.Number == 1), nil
			case engine.Number:
				return scripting.Number(d.Number), nil
			case engine.Text:
				return scripting.String(d.Text), nil
			}
			return scripting.Nil, nil
		},
	}
}

func remember(owner func(int32) int32) scripting.Function {
	return scripting.Function{
		Name: "remember", Doc: "Keeps a value under a name, as long as the battle lasts: true or false, a number, a short text; nil forgets it.",
		Params: []scripting.Field{param("name", scripting.TypeString, "a name of the mod's own"), optional("value", scripting.TypeAny, "what to keep")},
		Call: func(m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
			h, err := hostIn(m)
			if err == nil {
				err = h.acts()
			}
			if err != nil {
				return scripting.Nil, err
			}
			_, ref, _ := args[0].Object()
			var d engine.Datum
			switch v := args[2]; {
			case v.IsNil():
			case v.IsBoolean():
				d.Kind = engine.Truth
				if v.Bool() {
					d.Number = 1
				}
			case v.IsNumber():
				d = engine.Datum{Kind: engine.Number, Number: v.Float()}
			case v.IsString():
				d = engine.Datum{Kind: engine.Text, Text: v.Text()}
			default:
				return scripting.Nil, errors.New("only true and false, numbers and short texts can be remembered")
			}
			if !h.battle.Memory().Set(owner(ref), m.Mod(), args[1].Text(), d) {
				return scripting.Nil, fmt.Errorf("there is no room: a battle remembers %d values, texts of up to %d bytes", engine.MaxData, engine.MaxDatumLen)
			}
			h.deeds++
			return scripting.Nil, nil
		},
	}
}

func battleKind() scripting.Kind {
	num, text := scripting.TypeNumber, scripting.TypeString
	properties := []property{
		prop("round", num, "the present round, from 1; 0 before the first", func(h *host, _ int32) scripting.Value { return number(h.battle.ReadRound()) }),
		prop("phase", num, "the present phase, from 1; 0 between phases", func(h *host, _ int32) scripting.Value { return number(h.battle.Moment().Phase) }),
		prop("walls", text, `"none", "intact", "breached" or "sacked" (H8.1)`, func(h *host, _ int32) scripting.Value { return scripting.String(h.battle.Walls().String()) }),
		prop("room", num, "how many stacks can still be summoned", func(h *host, _ int32) scripting.Value { return number(h.battle.Room()) }),
		prop("acting", stackType.OrNil(), "whose opportunity it is", func(h *host, _ int32) scripting.Value { return stackValue(h.battle.Acting()) }),
		prop("aggressor", sideType, "the side that attacks", func(*host, int32) scripting.Value { return sideValue(heroes.Aggressor) }),
		prop("defender", sideType, "the side that is attacked", func(*host, int32) scripting.Value { return sideValue(heroes.Defender) }),
		prop("stacks", stackType.List(), "all living stacks, the aggressor's first", func(h *host, _ int32) scripting.Value {
			var items []scripting.Value
			for side := heroes.Aggressor; side <= heroes.Defender; side++ {
				for s := range h.battle.Each(side) {
					items = append(items, stackValue(s))
				}
			}
			return scripting.List(items...)
		}),
	}
	owner := func(int32) int32 { return heroes.OfBattle }
	methods := append([]scripting.Function{recall(owner), remember(owner)}, deeds()...)
	return object("battle", "The battle.", properties, methods, func(h *host, _ int32) string { return "battle, " + h.battle.Scene() })
}

// deeds are what scripts do to a battle, in hooks that may.
func deeds() []scripting.Function {
	num, text := scripting.TypeNumber, scripting.TypeString
	stack := func(doc string) scripting.Field { return param("stack", stackType, doc) }
	deed := func(name, doc string, params, returns []scripting.Field, do func(h *host, args []scripting.Value) (scripting.Value, error)) scripting.Function {
		return method(name, doc, params, returns, func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
			if err := h.acts(); err != nil {
				return scripting.Nil, err
			}
			h.deeds++
			return do(h, args)
		})
	}
	return []scripting.Function{
		deed("kill", "Kills cards of a stack from the top, on behalf of another if one is given.",
			[]scripting.Field{stack("whose"), param("count", num, "how many"), optional("by", stackType, "who did it")}, nil,
			func(h *host, args []scripting.Value) (scripting.Value, error) {
				n, err := whole(args[1], "count", 1, heroes.MaxCards)
				if err == nil {
					h.battle.Remove(h.stackOf(args[2]), h.stackOf(args[0]), n)
				}
				return scripting.Nil, err
			}),
		deed("summon", "Sets a new stack on a line; it acts in this round if its phase is still to come.",
			[]scripting.Field{param("side", sideType, "whose"), param("line", text, `"melee" or "ranged"`), param("creature", text, "its id"), param("count", num, "cards")}, returns(stackType, "the new stack"),
			func(h *host, args []scripting.Value) (scripting.Value, error) {
				_, side, _ := args[0].Object()
				line, err := parseLine(args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				c, err := heroesdata.Creature(h.mods.lib, args[2].Text())
				if err != nil {
					return scripting.Nil, err
				}
				n, err := whole(args[3], "count", 1, 1000)
				if err != nil {
					return scripting.Nil, err
				}
				s, err := h.battle.Summon(engine.Side(side), line, c, n)
				return stackValue(s), err
			}),
		deed("grow", "Puts cards under those of a stack.",
			[]scripting.Field{stack("whose"), param("creature", text, "its id"), param("count", num, "cards")}, nil,
			func(h *host, args []scripting.Value) (scripting.Value, error) {
				c, err := heroesdata.Creature(h.mods.lib, args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				n, err := whole(args[2], "count", 1, 1000)
				if err == nil {
					err = h.battle.Grow(h.stackOf(args[0]), c, n)
				}
				return scripting.Nil, err
			}),
		deed("affect", "Lays an effect on a stack.",
			[]scripting.Field{stack("on whom"), param("spell", text, "the id of an effect"), optional("rounds", num, "how long, this one counted; as long as the spell says if not given")}, nil,
			func(h *host, args []scripting.Value) (scripting.Value, error) {
				spell, err := heroesdata.Spell(h.mods.lib, args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				rounds := spell.Rounds
				if !args[2].IsNil() {
					if rounds, err = whole(args[2], "rounds", 1, 1_000_000); err != nil {
						return scripting.Nil, err
					}
				}
				return scripting.Nil, h.battle.Affect(h.stackOf(args[0]), spell, rounds)
			}),
		deed("lift", "Takes an effect off a stack.", []scripting.Field{stack("off whom"), param("spell", text, "the effect's id")}, returns(scripting.TypeBoolean, "whether it lay there"),
			func(h *host, args []scripting.Value) (scripting.Value, error) {
				spell, err := heroesdata.Spell(h.mods.lib, args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				return scripting.Boolean(h.battle.Lift(h.stackOf(args[0]), spell)), nil
			}),
		deed("relocate", "Puts a stack on a line.", []scripting.Field{stack("whom"), param("line", text, `"melee" or "ranged"`)}, nil,
			func(h *host, args []scripting.Value) (scripting.Value, error) {
				line, err := parseLine(args[1].Text())
				if err == nil {
					err = h.battle.Relocate(h.stackOf(args[0]), line)
				}
				return scripting.Nil, err
			}),
		deed("stance", "Gives a stack a stance, or takes it away.", []scripting.Field{stack("whom"), param("stance", text, `"none", "swarm" or "protect"`)}, nil,
			func(h *host, args []scripting.Value) (scripting.Value, error) {
				for i, word := range [...]string{"none", "swarm", "protect"} {
					if args[1].Text() == word {
						return scripting.Nil, h.battle.Take(h.stackOf(args[0]), heroes.Stance(i))
					}
				}
				return scripting.Nil, &engine.Unknown{What: "stance", Word: args[1].Text(), Known: []string{"none", "swarm", "protect"}}
			}),
		deed("set_walls", "Sets the state of the walls, where there are any.", []scripting.Field{param("walls", text, `"intact", "breached" or "sacked"`)}, nil,
			func(h *host, args []scripting.Value) (scripting.Value, error) {
				w, err := heroes.ParseWalls(args[0].Text())
				if err == nil {
					h.battle.Raise(w)
				}
				return scripting.Nil, err
			}),
	}
}

func parseLine(word string) (heroes.Line, error) {
	for line := heroes.MeleeLine; line <= heroes.RangedLine; line++ {
		if word == line.String() {
			return line, nil
		}
	}
	return 0, &engine.Unknown{What: "line", Word: word, Known: []string{"melee", "ranged"}}
}
