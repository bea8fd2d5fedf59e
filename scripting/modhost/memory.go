package modhost

import (
	"cmp"
	"errors"

	"houserule/engine"
	"houserule/scripting"
)

// recall and remember are the state that lasts: it belongs to the battle, is
// copied and undone with it, and each mod sees its own only.

func recall[B Battle, E comparable](owner func(int32) int32) Method[B, E] {
	return Method[B, E]{Function: method("recall", "What was remembered under a name, or nil.",
		[]scripting.Field{Param("name", text, "a name of the mod's own")}, Returns(scripting.TypeAny, ""),
		func(h *Host[B, E], m *scripting.Machine, ref int32, args []scripting.Value) (scripting.Value, error) {
			return ValueOf(h.Battle.Memory().Get(owner(ref), h.modOf(m), args[0].Text())), nil
		})}
}

func remember[B Battle, E comparable](owner func(int32) int32) Method[B, E] {
	return Method[B, E]{acts: true, Function: method("remember", "Keeps a value under a name, as long as the battle lasts: true or false, a number, a short text; nil forgets it.",
		[]scripting.Field{Param("name", text, "a name of the mod's own"), Optional("value", scripting.TypeAny, "what to keep")}, nil,
		func(h *Host[B, E], m *scripting.Machine, ref int32, args []scripting.Value) (scripting.Value, error) {
			if err := h.acts(); err != nil {
				return scripting.Nil, err
			}
			d, err := datum(args[1])
			if err == nil {
				err = h.Work(h.Battle.Memory().Len() >> 10)
			}
			if err != nil {
				return scripting.Nil, err
			}
			if err := h.Battle.Memory().Set(owner(ref), m.Mod(), args[0].Text(), d); err != nil {
				return scripting.Nil, err
			}
			h.deeds++
			return scripting.Nil, nil
		})}
}

// modOf returns the mod whose script runs; for a person at the prompt that of the
// rules, if there is one.
func (h *Host[B, E]) modOf(m *scripting.Machine) string {
	return cmp.Or(m.Mod(), h.mods.tables.Rules)
}

// ValueOf returns what a battle remembers as a script's value.
func ValueOf(d engine.Datum) scripting.Value {
	switch d.Kind {
	case engine.Truth:
		return scripting.Boolean(d.Number == 1)
	case engine.Number:
		return scripting.Number(d.Number)
	case engine.Text:
		return scripting.String(d.Text)
	}
	return scripting.Nil
}

// datum returns a value as a battle remembers it.
func datum(v scripting.Value) (d engine.Datum, err error) {
	switch {
	case v.IsNil():
	case v.IsBoolean():
		d.Kind = engine.Truth
		if v.Bool() {
			d.Number = 1
		}
	case v.IsNumber() && v.Float() != v.Float():
		err = errors.New("nan cannot be remembered: it is equal to nothing, not even to itself")
	case v.IsNumber():
		d = engine.Datum{Kind: engine.Number, Number: v.Float()}
	case v.IsString():
		d = engine.Datum{Kind: engine.Text, Text: v.Text()}
	default:
		err = errors.New("only true and false, numbers and short texts can be remembered")
	}
	return d, err
}
