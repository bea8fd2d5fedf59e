package heroesmods

import (
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// The types of the core, for heroes.
type (
	mods   = modhost.Mods[*heroes.Battle, about]
	host   = modhost.Host[*heroes.Battle, about]
	event  = modhost.Event[*heroes.Battle, about]
	field  = modhost.Field[*heroes.Battle, about]
	hook   = modhost.Hook[*heroes.Battle, about]
	object = modhost.Object[*heroes.Battle, about]
	method = modhost.Method[*heroes.Battle, about]
	trial  = modhost.Trial[*heroes.Battle, about]
)

// about is what the hooks of heroes speak of; each uses some of it.
type about struct {
	blow   heroes.Blow
	stack  *heroes.Stack
	side   engine.Side
	offer  heroes.Offer
	pool   heroes.Pool
	walls  heroes.Walls
	result heroes.Result
}

func putBlow(e *event, blow heroes.Blow)                              { e.Of.blow = blow }
func putStack(e *event, s *heroes.Stack)                              { e.Of.stack = s }
func putSide(e *event, side engine.Side)                              { e.Of.side = side }
func putOwner(e *event, _ engine.None, s *heroes.Stack)               { e.Of.stack = s }
func forbid(mod, why string) *heroes.Ruling                           { return &heroes.Ruling{Rule: mod, Text: why} }
func stackHas(_ *heroes.Battle, s *heroes.Stack, ability string) bool { return topHas(s, ability) }
func strikerHas(_ *heroes.Battle, blow heroes.Blow, ability string) bool {
	return topHas(blow.By, ability)
}
func struckHas(_ *heroes.Battle, blow heroes.Blow, ability string) bool {
	return topHas(blow.At, ability)
}
func offeredHas(_ *heroes.Battle, offer heroes.Offer, ability string) bool {
	return topHas(offer.By, ability)
}

// topHas reports whether a stack's top card has an ability.
func topHas(s *heroes.Stack, ability string) bool {
	if s == nil || s.Top() == nil {
		return false
	}
	for _, a := range s.Top().Abilities {
		if a.ID == ability {
			return true
		}
	}
	return false
}

// stacks are the objects that can have abilities.
var stacks = modhost.Owners[*heroes.Battle, *heroes.Stack]{
	Len: func(b *heroes.Battle) int { return len(b.Stacks()) },
	At: func(b *heroes.Battle, i int, ability string) (*heroes.Stack, bool) {
		s := &b.Stacks()[i]
		return s, topHas(s, ability)
	},
}

// The fields that several hooks share.

func blowFields() []field {
	return []field{
		modhost.Read("by", stackType, "who strikes", func(e *event) scripting.Value { return stackValue(e.Of.blow.By) }),
		modhost.Read("at", stackType.OrNil(), "who is struck at; nil: the walls", func(e *event) scripting.Value { return stackValue(e.Of.blow.At) }),
		modhost.Read("kind", scripting.TypeString, `"melee", "ranged" or "spell"`, func(e *event) scripting.Value { return kindWords[e.Of.blow.How.Kind()] }),
		modhost.Read("spell", scripting.TypeString.OrNil(), "the id of the spell it is made with", func(e *event) scripting.Value {
			if e.Of.blow.How.Kind() != heroes.Cast {
				return scripting.Nil
			}
			return scripting.String(e.Host.Battle.Game().Spells[e.Of.blow.How.Spell()].ID)
		}),
		modhost.ReadInt("cards", "how many cards are struck at (H2.3)", func(e *event) int { return int(e.Of.blow.N) }),
		modhost.Read("retaliation", scripting.TypeBoolean, "whether it is a retaliation (H5)", func(e *event) scripting.Value { return scripting.Boolean(e.Of.blow.How.Retaliation()) }),
		modhost.ReadInt("swarms", "how often swarm multiplies it (H3.2)", func(e *event) int { return e.Of.blow.How.Swarms() }),
	}
}

var kindWords = [...]scripting.Value{scripting.String("melee"), scripting.String("ranged"), scripting.String("spell")}

func stackField(doc string) field {
	return modhost.Read("stack", stackType, doc, func(e *event) scripting.Value { return stackValue(e.Of.stack) })
}

func maybeStackField(doc string) field {
	return modhost.Read("stack", stackType.OrNil(), doc, func(e *event) scripting.Value { return stackValue(e.Of.stack) })
}

func sideField(doc string) field {
	return modhost.Read("side", sideType, doc, func(e *event) scripting.Value { return sideValue(e.Of.side) })
}

// countField returns a number that a hook decides.
func countField(name, doc string, least, most int) field {
	return modhost.WriteInt(name, doc, least, most, func(e *event) *int { return &e.N })
}
