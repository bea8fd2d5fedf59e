package kingsmods

import (
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// The types of the core, for kings.
type (
	mods   = modhost.Mods[*kings.Battle, about]
	host   = modhost.Host[*kings.Battle, about]
	event  = modhost.Event[*kings.Battle, about]
	field  = modhost.Field[*kings.Battle, about]
	hook   = modhost.Hook[*kings.Battle, about]
	object = modhost.Object[*kings.Battle, about]
	method = modhost.Method[*kings.Battle, about]
	trial  = modhost.Trial[*kings.Battle, about]
)

// about is what the hooks of kings speak of; each uses some of it.
type about struct {
	counter *kings.Counter
	step    kings.CombatStep
	attack  kings.Attack
	roll    kings.Roll
	first   int // faces that save
	last    int
	die     int // that saves or restores
	way     kings.Way
	side    engine.Side
	result  kings.Result
}

func putCounter(e *event, c *kings.Counter)              { e.Of.counter = c }
func putSide(e *event, side engine.Side)                 { e.Of.side = side }
func putOwner(e *event, _ engine.None, c *kings.Counter) { e.Of.counter = c }
func putWay(e *event, w kings.Way)                       { e.Of.way = w }
func putRoll(e *event, r kings.Roll)                     { e.Of.roll, e.Of.counter = r, r.By }
func putRescue(e *event, r kings.Rescue)                 { e.Of.counter, e.Of.die = r.Counter, r.Die }
func putAttack(e *event, a kings.Attack)                 { e.Of.attack = a }
func forbid(mod, why string) *kings.Ruling               { return &kings.Ruling{Rule: mod, Text: why} }

func putStep(e *event, step kings.CombatStep, c *kings.Counter) {
	e.Of.step, e.Of.counter = step, c
}

// counterHas reports whether an ability works on a counter, rollerHas on the counter
// that rolls, rescuedHas on the one to be rescued.
func counterHas(b *kings.Battle, c *kings.Counter, ability string) bool { return b.Acts(c, ability) }
func rollerHas(b *kings.Battle, r kings.Roll, ability string) bool      { return b.Acts(r.By, ability) }
func rescuedHas(b *kings.Battle, r kings.Rescue, ability string) bool {
	return b.Acts(r.Counter, ability)
}

// owners are the objects that can have abilities: counters that stand in the hex, and
// items in play.
var owners = modhost.Owners[*kings.Battle, *kings.Counter]{
	Len: func(b *kings.Battle) int {
		if !b.Gifted() {
			return 0
		}
		return len(b.Counters())
	},
	At: func(b *kings.Battle, i int, ability string) (*kings.Counter, bool) {
		c := b.Counter(i)
		return c, (c.Status() == kings.Standing || c.Status() == kings.InPlay) && c.Thing().Has(ability)
	},
}

// The fields that several hooks share.

func counterField(doc string) field {
	return modhost.Read("counter", counterType, doc, func(e *event) scripting.Value { return counterValue(e.Of.counter) })
}

func ownerField() field {
	return modhost.Read("counter", counterType.OrNil(), "for an ability's script: the counter or item in play that has it, one after another",
		func(e *event) scripting.Value { return counterValue(e.Of.counter) })
}

func itemField(doc string) field {
	return modhost.Read("item", counterType, doc, func(e *event) scripting.Value { return counterValue(e.Of.counter) })
}

func sideField(name, doc string, of func(e *event) engine.Side) field {
	return modhost.Read(name, sideType, doc, func(e *event) scripting.Value { return sideValue(of(e)) })
}

func stepField() field {
	return modhost.Read("step", scripting.TypeString, `"magic", "ranged" or "melee"`, func(e *event) scripting.Value { return stepWords[e.Of.step] })
}

func needField() field {
	return modhost.ReadInt("need", "the value that the die must not be above", func(e *event) int { return e.Of.roll.Need })
}

func dieField() field {
	return modhost.ReadInt("die", "what the die shows", func(e *event) int { return e.Of.die })
}

func wayFields() []field {
	return []field{
		sideField("side", "who retreats", func(e *event) engine.Side { return e.Of.way.Side }),
		modhost.Read("hex", hexType, "where to", func(e *event) scripting.Value { return hexValue(e.Of.way.Hex) }),
	}
}

// countField returns a number that a hook decides.
func countField(name, doc string, least, most int) field {
	return modhost.WriteInt(name, doc, least, most, func(e *event) *int { return &e.N })
}

var stepWords = [kings.CombatSteps]scripting.Value{scripting.String("magic"), scripting.String("ranged"), scripting.String("melee")}

func parseStep(word string) (kings.CombatStep, error) {
	known := make([]string, kings.CombatSteps)
	for step := range kings.CombatSteps {
		if known[step] = step.String(); known[step] == word {
			return step, nil
		}
	}
	return 0, &engine.Unknown{What: "step", Word: word, Known: known}
}
