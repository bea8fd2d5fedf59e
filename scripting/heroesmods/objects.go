package heroesmods

import (
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// The kinds of objects, by their place in the binding.
const (
	kindStack = iota
	kindSide
	kindBattle
)

const (
	stackType = scripting.Type("stack")
	sideType  = scripting.Type("side")
)

func stackValue(s *heroes.Stack) scripting.Value {
	if s == nil {
		return scripting.Nil
	}
	return scripting.Object(kindStack, int32(s.ID()))
}

func sideValue(side engine.Side) scripting.Value { return scripting.Object(kindSide, int32(side)) }

// stackOf returns the stack that a value refers to, nil for nil.
func stackOf(h *host, v scripting.Value) *heroes.Stack {
	_, ref, ok := v.Object()
	stacks := h.Battle.Stacks()
	if !ok || int(ref) >= len(stacks) || ref < 0 {
		return nil
	}
	return &stacks[ref]
}

// at returns the stack of a number.
func at(h *host, ref int32) *heroes.Stack { return &h.Battle.Stacks()[ref] }

// ofTop returns a property that only a living stack has; a destroyed one has zero.
func ofTop(get func(h *host, s *heroes.Stack) scripting.Value, zero scripting.Value) func(*host, int32) scripting.Value {
	return func(h *host, ref int32) scripting.Value {
		if s := at(h, ref); s.Top() != nil {
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

func stackObject(lib *library.Library) object {
	num, text, truth := scripting.TypeNumber, scripting.TypeString, scripting.TypeBoolean
	properties := []modhost.Property[*heroes.Battle, about]{
		modhost.Prop("name", text, `its short name: "a1", "d3"`, func(h *host, ref int32) scripting.Value { return scripting.String(h.Battle.Name(at(h, ref))) }),
		modhost.Prop("side", sideType, "the side it fights for", func(h *host, ref int32) scripting.Value { return sideValue(at(h, ref).Side()) }),
		modhost.Prop("line", text, `"melee" or "ranged"`, func(h *host, ref int32) scripting.Value { return scripting.String(at(h, ref).Line().String()) }),
		modhost.Prop("alive", truth, "whether it has cards left", func(h *host, ref int32) scripting.Value { return scripting.Boolean(at(h, ref).Top() != nil) }),
		modhost.Prop("count", num, "its cards", card(func(c *heroes.Card) scripting.Value { return modhost.Number(c.Count()) }, none)),
		modhost.Prop("creature", text, "the id of its top card's creature; empty when it is destroyed", card(func(c *heroes.Card) scripting.Value { return scripting.String(c.ID) }, blank)),
		modhost.Prop("alignment", text, "of its top card", card(func(c *heroes.Card) scripting.Value { return scripting.String(c.Alignment) }, blank)),
		modhost.Prop("level", num, "of its top card", card(func(c *heroes.Card) scripting.Value { return modhost.Number(c.Level) }, none)),
		modhost.Prop("melee", num, "printed on its top card", card(func(c *heroes.Card) scripting.Value { return modhost.Number(c.Melee) }, none)),
		modhost.Prop("ranged", num, "printed on its top card; 0: it cannot shoot", card(func(c *heroes.Card) scripting.Value { return modhost.Number(c.Ranged) }, none)),
		modhost.Prop("defense", num, "printed on its top card", card(func(c *heroes.Card) scripting.Value { return modhost.Number(c.Defense) }, none)),
		modhost.Prop("phase", num, "printed on its top card", card(func(c *heroes.Card) scripting.Value { return modhost.Number(c.Phase) }, none)),
		modhost.Prop("cost", num, "of its top card", card(func(c *heroes.Card) scripting.Value { return modhost.Number(c.Cost) }, none)),
		modhost.Prop("hero", truth, "whether its top card is a Hero", card(func(c *heroes.Card) scripting.Value { return scripting.Boolean(c.Hero) }, no)),
		modhost.Prop("support", num, "what its attack is worth when it sacrifices it (H3.1)", card(func(c *heroes.Card) scripting.Value { return modhost.Number(c.Level + c.LevelsUnder()) }, none)),
		modhost.Prop("acted", truth, "whether it has had its opportunity in this round, or has it now", func(h *host, ref int32) scripting.Value { return scripting.Boolean(at(h, ref).Acted()) }),
		modhost.Prop("retaliated", num, "how often it has retaliated in this round", func(h *host, ref int32) scripting.Value { return modhost.Number(at(h, ref).Answered()) }),
		modhost.Prop("swarming", truth, "whether its next attack is a swarm's (H3.2)", func(h *host, ref int32) scripting.Value { return scripting.Boolean(h.Battle.Swarms(at(h, ref)) > 0) }),
		modhost.Prop("effects", text.List(), "the ids of the spells that lie on it", func(h *host, ref int32) scripting.Value {
			var ids []scripting.Value
			_ = h.Work(len(h.Battle.Effects()) >> 3) // the next step finds the budget spent
			for _, e := range h.Battle.Effects() {
				if e.On == ref {
					ids = append(ids, scripting.String(h.Battle.Game().Spells[e.Spell].ID))
				}
			}
			return scripting.List(ids...)
		}),
		modhost.Prop("cards", text.List(), "the creatures of its cards, top first", func(h *host, ref int32) scripting.Value {
			var ids []scripting.Value
			_ = h.Work(min(cardsOf(at(h, ref)), 1000))
			for card := at(h, ref).Top(); card != nil && len(ids) < 1000; card = card.Under() {
				ids = append(ids, scripting.String(card.ID))
			}
			return scripting.List(ids...)
		}),
		modhost.Prop("protecting", truth, "whether it protects itself (H3.3)", func(h *host, ref int32) scripting.Value {
			return scripting.Boolean(at(h, ref).Stance() == heroes.Protecting)
		}),
	}
	methods := []method{
		modhost.NewMethod("has", "Whether its top card has an ability.", []scripting.Field{modhost.Param("ability", text, "its id")}, modhost.Returns(truth, ""),
			func(h *host, ref int32, args []scripting.Value) (scripting.Value, error) {
				a, err := heroesdata.Ability(lib, args[0].Text())
				if err != nil {
					return scripting.Nil, err
				}
				if s := at(h, ref); s.Top() != nil {
					for _, have := range s.Top().Abilities {
						if have == a {
							return scripting.Boolean(true), nil
						}
					}
				}
				return no, nil
			}),
		modhost.NewMethod("under", "Whether an effect lies on it.", []scripting.Field{modhost.Param("spell", text, "the effect's id")}, modhost.Returns(truth, ""),
			func(h *host, ref int32, args []scripting.Value) (scripting.Value, error) {
				spell, err := heroesdata.Spell(lib, args[0].Text())
				if err == nil {
					err = h.Work(len(h.Battle.Effects()) >> 3)
				}
				if err != nil {
					return scripting.Nil, err
				}
				for _, e := range h.Battle.Effects() {
					if e.On == ref && int(e.Spell) == spell.Index() {
						return scripting.Boolean(true), nil
					}
				}
				return no, nil
			}),
	}
	return object{
		Name: "stack", Doc: "A pile of cards on a line (H1.3).", Properties: properties, Methods: methods,
		Owner: func(ref int32) int32 { return ref },
		Text:  func(h *host, ref int32) string { return h.Battle.Label(at(h, ref)) },
	}
}

func sideObject() object {
	side := func(ref int32) engine.Side { return engine.Side(ref) }
	stacks := func(h *host, ref int32, lines ...heroes.Line) scripting.Value {
		var items []scripting.Value
		for _, line := range lines {
			for s := h.Battle.FirstOn(side(ref), line); s != nil; s = h.Battle.NextOn(s) {
				items = append(items, stackValue(s))
			}
		}
		return scripting.List(items...)
	}
	properties := []modhost.Property[*heroes.Battle, about]{
		modhost.Prop("name", scripting.TypeString, `"aggressor" or "defender"`, func(_ *host, ref int32) scripting.Value { return scripting.String(heroes.SideName(side(ref))) }),
		modhost.Prop("enemy", sideType, "the other side", func(_ *host, ref int32) scripting.Value { return sideValue(1 - side(ref)) }),
		modhost.Prop("stacks", stackType.List(), "its living stacks, melee line first", func(h *host, ref int32) scripting.Value {
			return stacks(h, ref, heroes.MeleeLine, heroes.RangedLine)
		}),
		modhost.Prop("front", stackType.List(), "those on the melee line", func(h *host, ref int32) scripting.Value { return stacks(h, ref, heroes.MeleeLine) }),
		modhost.Prop("back", stackType.List(), "those on the ranged line", func(h *host, ref int32) scripting.Value { return stacks(h, ref, heroes.RangedLine) }),
		modhost.Prop("hand", scripting.TypeNumber, "cards in its hand (H7.3)", func(h *host, ref int32) scripting.Value { return modhost.Number(h.Battle.Hand(side(ref))) }),
		modhost.Prop("deck", scripting.TypeNumber, "cards left in its deck (H7.3)", func(h *host, ref int32) scripting.Value { return modhost.Number(h.Battle.Deck(side(ref))) }),
	}
	return object{
		Name: "side", Doc: "One of the two sides.", Properties: properties,
		Owner: func(ref int32) int32 { return heroes.OfSide(side(ref)) },
		Text:  func(_ *host, ref int32) string { return heroes.SideName(side(ref)) },
	}
}

func battleObject(lib *library.Library) object {
	num, text := scripting.TypeNumber, scripting.TypeString
	properties := []modhost.Property[*heroes.Battle, about]{
		modhost.Prop("round", num, "the present round, from 1; 0 before the first", func(h *host, _ int32) scripting.Value { return modhost.Number(h.Battle.ReadRound()) }),
		modhost.Prop("phase", num, "the present phase, from 1; 0 between phases", func(h *host, _ int32) scripting.Value { return modhost.Number(h.Battle.Moment().Phase) }),
		modhost.Prop("walls", text, `"none", "intact", "breached" or "sacked" (H8.1)`, func(h *host, _ int32) scripting.Value { return scripting.String(h.Battle.Walls().String()) }),
		modhost.Prop("room", num, "how many stacks can still be summoned", func(h *host, _ int32) scripting.Value { return modhost.Number(h.Battle.Room()) }),
		modhost.Prop("acting", stackType.OrNil(), "whose opportunity it is", func(h *host, _ int32) scripting.Value { return stackValue(h.Battle.Acting()) }),
		modhost.Prop("aggressor", sideType, "the side that attacks", func(*host, int32) scripting.Value { return sideValue(heroes.Aggressor) }),
		modhost.Prop("defender", sideType, "the side that is attacked", func(*host, int32) scripting.Value { return sideValue(heroes.Defender) }),
		modhost.Prop("stacks", stackType.List(), "all living stacks, the aggressor's first", func(h *host, _ int32) scripting.Value {
			var items []scripting.Value
			for side := heroes.Aggressor; side <= heroes.Defender; side++ {
				for s := range h.Battle.Each(side) {
					items = append(items, stackValue(s))
				}
			}
			return scripting.List(items...)
		}),
	}
	return object{
		Name: "battle", Doc: "The battle.", Properties: properties, Deeds: deeds(lib), Only: true,
		Owner: func(int32) int32 { return heroes.OfBattle },
		Text:  func(h *host, _ int32) string { return "battle, " + h.Battle.Scene() },
	}
}
