package modhost

import (
	"cmp"
	"errors"

	"houserule/engine"
	"houserule/scripting"
)

// recall and remember are the state that lasts: it belongs to the battle, is
// copied and undone with it, and each mod sees its own only.

// owned is the memory of one object.
type owned[B Battle] struct {
	*Host[B]
	owner int32
}

// memories returns the memory of the object that a method is called of.
func memories[B Battle](owner func(ref int32) int32, acts bool) func(m *scripting.Machine, v scripting.Value) (owned[B], any, error) {
	return func(m *scripting.Machine, v scripting.Value) (o owned[B], host any, err error) {
		h, err := hostIn[B](m)
		if err == nil && acts {
			err = h.act(0)
		}
		_, ref, _ := v.Object()
		return owned[B]{h, owner(ref)}, h, err
	}
}

func recall[B Battle]() Method[owned[B]] {
	return Ask("recall", "What was remembered under a name, or nil.", "", func(o owned[B], a struct {
		Name string `doc:"a name of the mod's own"`
	}) (scripting.Value, error) {
		return ValueOf(o.Battle.Memory().Get(o.owner, o.modOf(o.caller), a.Name)), nil
	})
}

func remember[B Battle]() Method[owned[B]] {
	return Do("remember", "Keeps a value under a name, as long as the battle lasts: true or false, a number, a short text; nil forgets it.", func(o owned[B], a struct {
		Name  string          `doc:"a name of the mod's own"`
		Value scripting.Value `lua:"value?" doc:"what to keep"`
	}) error {
		d, err := datum(a.Value)
		if err == nil {
			err = o.Work(o.Battle.Memory().Len() >> 10)
		}
		if err != nil {
			return err
		}
		if err := o.Battle.Memory().Set(o.owner, o.caller.Mod(), a.Name, d); err != nil {
			return err
		}
		o.actions++
		return nil
	})
}

// modOf returns the mod whose script runs; for a person at the prompt that of the
// rules, if there is one.
func (h *Host[B]) modOf(m *scripting.Machine) string {
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
