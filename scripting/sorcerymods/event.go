package sorcerymods

import (
	"fmt"
	"math"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// The types of the core, for sorcery.
type (
	host     = modhost.Host[*sorcery.Battle, about]
	event    = modhost.Event[*sorcery.Battle, about]
	field    = modhost.Field[*sorcery.Battle, about]
	hook     = modhost.Hook[*sorcery.Battle, about]
	object   = modhost.Object[*sorcery.Battle, about]
	property = modhost.Property[*sorcery.Battle, about]
	method   = modhost.Method[*sorcery.Battle, about]
	trial    = modhost.Trial[*sorcery.Battle, about]
)

// about is what the hooks of sorcery speak of; each uses some of it.
type about struct {
	unit   *sorcery.Unit // also whose ability it is, for an ability's script
	side   engine.Side
	arm    sorcery.Arm
	check  sorcery.Check
	result sorcery.Result
	from   int32 // the number of a hex object; of a withdrawal, a stack or a siege the only one
	to     int32
	turns  int // of a siege
	which  int // die of a breach, from 1
	order  sorcery.Order
}

func putUnit(e *event, u *sorcery.Unit)                   { e.Of.unit = u }
func putOwner(e *event, _ engine.None, u *sorcery.Unit)   { e.Of.unit = u }
func putEnd(e *event, r sorcery.Result, u *sorcery.Unit)  { e.Of.result, e.Of.unit = r, u }
func putSide(e *event, side engine.Side)                  { e.Of.side = side }
func putPart(e *event, p sorcery.Part)                    { e.Of.unit, e.Of.arm = p.Unit, p.Arm }
func putRoll(e *event, r sorcery.Roll)                    { e.Of.side = r.Side }
func putCheck(e *event, c sorcery.Check)                  { e.Of.check, e.Of.unit = c, c.Unit }
func putWinner(e *event, _ engine.Side, side engine.Side) { e.Of.side = side }
func winnerOf(e *event) engine.Side                       { return e.Of.side }
func putTurn(e *event, side engine.Side, u *sorcery.Unit) { e.Of.side, e.Of.unit = side, u }
func forbid(mod, why string) *sorcery.Ruling              { return &sorcery.Ruling{Rule: mod, Text: why} }

func putWay(e *event, w sorcery.Way) {
	e.Of.side, e.Of.from = w.Side, int32(w.Hex)
	if b := e.Host.Battle; b.OnMap() {
		e.Of.from = int32(b.WayTo(w.Hex))
	}
}

func putCamp(e *event, c sorcery.Camp) { e.Of.side, e.Of.from = c.Side, int32(c.Spot) }

func putCommand(e *event, c sorcery.Command) {
	e.Of.side, e.Of.order, e.Of.from = c.Side, c.Order, spotOf(c.Hex)
}

func putStride(e *event, s sorcery.Stride) {
	e.Of.side, e.Of.from, e.Of.to = s.Side, spotOf(s.From), spotOf(s.To)
}

func putTread(e *event, t sorcery.Tread) {
	e.Of.unit, e.Of.from, e.Of.to = t.Unit, spotOf(t.From), spotOf(t.To)
}

func putSiege(e *event, s sorcery.Siege) {
	e.Of.side, e.Of.from, e.Of.turns = s.By, spotOf(s.Hex), s.Turns
}

func putDig(e *event, d sorcery.Dig) {
	putSiege(e, d.Siege)
	e.Of.which = d.Die + 1
}

func putGlance(e *event, g sorcery.Glance) { e.Of.side, e.Of.unit = g.Seat, g.Unit }

// spotOf returns the number of a hex of the map, as an object.
func spotOf(h hex.Hex) int32 { return int32(sorcery.SpotIn(h, false)) }

// unitHas reports whether a unit has an ability. The functions below report it for the
// unit of an event's context.
func unitHas(_ *sorcery.Battle, u *sorcery.Unit, ability string) bool { return u.Kind().Has(ability) }
func partHas(_ *sorcery.Battle, p sorcery.Part, ability string) bool {
	return p.Unit.Kind().Has(ability)
}
func treadHas(_ *sorcery.Battle, t sorcery.Tread, ability string) bool {
	return t.Unit.Kind().Has(ability)
}
func glancedHas(_ *sorcery.Battle, g sorcery.Glance, ability string) bool {
	return g.Unit.Kind().Has(ability)
}
func checkedHas(_ *sorcery.Battle, c sorcery.Check, ability string) bool {
	return c.Unit.Kind().Has(ability)
}

// fighters are the units that can have abilities in a battle: all that stand in the hex.
// Everybody is also those on the map of a campaign.
var (
	fighters  = ownersOf((*sorcery.Unit).Stands)
	everybody = ownersOf(func(u *sorcery.Unit) bool { return u.Stands() || u.Status() == sorcery.Afield })
)

func ownersOf(has func(u *sorcery.Unit) bool) modhost.Owners[*sorcery.Battle, *sorcery.Unit] {
	return modhost.Owners[*sorcery.Battle, *sorcery.Unit]{
		Len: func(b *sorcery.Battle) int { return len(b.Units()) },
		At: func(b *sorcery.Battle, i int, ability string) (*sorcery.Unit, bool) {
			u := b.Unit(i)
			return u, has(u) && u.Kind().Has(ability)
		},
	}
}

// The fields that several hooks share.

func unitField(doc string) field {
	return modhost.Read("unit", unitType, doc, func(e *event) scripting.Value { return unitValue(e.Of.unit) })
}

func ownerField() field {
	return modhost.Read("unit", unitType.OrNil(), "for an ability's script: the unit that has it, one after another",
		func(e *event) scripting.Value { return unitValue(e.Of.unit) })
}

func sideField(doc string) field {
	return modhost.Read("side", sideType, doc, func(e *event) scripting.Value { return sideValue(e.Of.side) })
}

func roundField() field {
	return modhost.Read("number", scripting.TypeNumber, "the round, from 1", func(e *event) scripting.Value { return modhost.Number(e.Host.Battle.ReadRound()) })
}

func turnField() field {
	return modhost.Read("number", scripting.TypeNumber, "the turn, from 1", func(e *event) scripting.Value { return modhost.Number(e.Host.Battle.ReadTurn()) })
}

func hexField(name, doc string, at func(e *event) int32) field {
	return modhost.Read(name, hexType, doc, func(e *event) scripting.Value { return hexValue(int(at(e))) })
}

// whereField returns the one hex that a hook is about.
func whereField(doc string) field {
	return hexField("hex", doc, func(e *event) int32 { return e.Of.from })
}

func wayFields() []field {
	return []field{sideField("who withdraws"), whereField("where to")}
}

// stepFields returns those of a step from one hex of the map to the next.
func stepFields(who field) []field {
	return []field{
		who,
		hexField("from", "the hex that is left", func(e *event) int32 { return e.Of.from }),
		hexField("to", "the hex that is entered", func(e *event) int32 { return e.Of.to }),
	}
}

func siegeFields() []field {
	return []field{
		sideField("who besieges"), whereField("the site; of walled hexes the first of them"),
		modhost.ReadInt("turns", "how many turns it has lasted", func(e *event) int { return e.Of.turns }),
	}
}

func digFields() []field {
	return append(siegeFields(), modhost.ReadInt("number", "1: the die against the turns of the siege; 2: that against the besieging units", func(e *event) int { return e.Of.which }))
}

func yesField(name, doc string) field {
	return modhost.WriteBool(name, doc, func(e *event) *bool { return &e.Yes })
}

// scoreFields returns the hook's own fields, followed by those of all hooks that change
// a score.
func scoreFields(multiplies string, own ...field) []field {
	return append(own, modhost.ScoreFields[*sorcery.Battle, about](multiplies)...)
}

// checkFields returns those of every hook about a morale check.
func checkFields() []field {
	return []field{
		unitField("who checks morale"),
		modhost.Read("after", scripting.TypeBoolean, "whether it is the check after the losses (S3.6), and not one by a remainder (S3.5)",
			func(e *event) scripting.Value { return scripting.Boolean(e.Of.check.After) }),
	}
}

// shownField returns what a side's die shows, which stays one of its faces.
func shownField() field {
	return modhost.WriteDie[*sorcery.Battle, about](func(b *sorcery.Battle) int { return b.Game().Rules.Die })
}

// maxLoss is the greatest loss that a script can make of one, in points.
const maxLoss = 100_000

// lossField returns what a side has to take: points in scripts, exact parts of one
// in the game.
func lossField() field {
	return modhost.Write("points", scripting.TypeNumber, fmt.Sprintf("points, from 0 to %d; kept to the next of %d parts of one", maxLoss, sorcery.Whole),
		func(e *event) scripting.Value { return points(e.N) },
		func(e *event, v scripting.Value) error {
			n := v.Float()
			if !(0 <= n && n <= maxLoss) {
				return fmt.Errorf("%s: must be from 0 to %d", v, maxLoss)
			}
			e.N = int(math.Round(n * sorcery.Whole))
			return nil
		})
}

// points returns parts of a point as a number.
func points(parts int) scripting.Value {
	return scripting.Number(float64(parts) / sorcery.Whole)
}

func winnerField() field {
	return modhost.Write("winner", sideType.OrNil(), "the side that has the hex, or nil", func(e *event) scripting.Value { return maybeSide(e.Of.side) },
		func(e *event, v scripting.Value) error {
			e.Of.side = engine.Draw
			if _, side, ok := v.Object(); ok {
				e.Of.side = engine.Side(side)
			}
			return nil
		})
}

// armWords are what scripts call the arms.
var armWords = func() (words [sorcery.Arms]scripting.Value) {
	for a := range sorcery.Arms {
		words[a] = scripting.String(a.String())
	}
	return words
}()
