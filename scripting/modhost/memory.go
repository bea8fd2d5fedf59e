package modhost

import (
	"cmp"
	"errors"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// recall and remember are the lasting state: it belongs to the battle, is
// copied and undone with it, and each mod sees only its own.

// owned is the memory of one object.
type owned[B Battle] struct {
	in    *Host[B]
	owner int32
}

// memories returns the memory of the object of a method.
func memories[B Battle](owner func(ref int32) int32, acts bool) func(m *lua.Machine, v lua.Value) (owned[B], error) {
	return func(m *lua.Machine, v lua.Value) (o owned[B], err error) {
		h, err := hostIn[B](m)
		if err == nil && acts {
			err = h.act(0)
		}
		_, ref, _ := v.Object()
		return owned[B]{h, owner(ref)}, err
	}
}

func recall[B Battle](c codecs, owner func(ref int32) int32) lua.Function {
	return callable(c, "recall", "Returns the value remembered under a name; nil: none.", "", memories[B](owner, false), withValues[struct {
		Name string `doc:"a name that the mod chooses"`
	}](lua.TypeAny, func(o owned[B], args []lua.Value) (lua.Value, error) {
		return o.value(args[0].Text()), nil
	}))
}

// value returns the value remembered under a name.
func (o owned[B]) value(name string) lua.Value {
	return ValueOf(o.in.Battle.Memory().Get(o.owner, o.in.modOf(o.in.caller), name))
}

// kept describes the arguments of keep.
type kept struct {
	Name  string    `doc:"a name that the mod chooses"`
	Value lua.Value `lua:"value?" doc:"the value to keep"`
}

func remember[B Battle](c codecs, owner func(ref int32) int32) lua.Function {
	return keeping(callable(c, "remember", "Keeps a value under a name until the battle ends: true or false, a number, or a short text. The value nil forgets it.", "", memories[B](owner, true), withValues[kept]("", owned[B].keep)))
}

// keeping returns a function with the parameters of kept, which changes the battle.
func keeping(f lua.Function) lua.Function {
	f.Params[1].Plain = true
	return mutating(f)
}

// keep keeps a value in the battle's memory: args are those of remember.
func (o owned[B]) keep(args []lua.Value) (none lua.Value, err error) {
	d, err := datum(args[1])
	memory := o.in.Battle.Memory()
	if err == nil {
		err = o.in.Work(memory.Len() >> 10)
	}
	if err == nil {
		err = memory.Set(o.owner, o.in.caller.Owner(), args[0].Text(), d)
	}
	if err == nil {
		o.in.actions++
	}
	return none, err
}

// conceal and secret are values that only one seat sees. They are kept like remembered
// values; a script with the view of another seat reads nothing.

// hidden is the secrets of one seat.
type hidden[B Battle] struct {
	own  owned[B]
	seat engine.Side
}

// secrets returns the secrets of the seat of a method.
func secrets[B Readable[P], P any](owner func(b P, ref int32) (int32, error), acts bool) func(m *lua.Machine, v lua.Value) (hidden[B], error) {
	return func(m *lua.Machine, v lua.Value) (o hidden[B], err error) {
		h, err := hostIn[B](m)
		if err == nil && acts {
			err = h.act(0)
		}
		if err != nil {
			return o, err
		}
		_, ref, _ := v.Object()
		of, err := owner(h.Battle.Reading(), ref)
		if !acts {
			err = nil // there is nothing to read
		}
		return hidden[B]{owned[B]{h, of}, engine.Side(ref)}, err
	}
}

func secret[B Readable[P], P any](c codecs, owner func(b P, ref int32) (int32, error)) lua.Function {
	return callable(c, "secret", "Returns the value concealed under a name; nil if the script may not see it.", "", secrets[B](owner, false), withResult(func(o hidden[B], a struct {
		Name string `doc:"a name that the mod chooses"`
	}) (lua.Value, error) {
		if viewer := o.own.in.Viewer(); viewer >= 0 && viewer != o.seat {
			return lua.Nil, nil
		}
		o.own.in.read |= engine.Only(o.seat)
		return o.own.value(a.Name), nil
	}))
}

func conceal[B Readable[P], P any](c codecs, owner func(b P, ref int32) (int32, error)) lua.Function {
	return keeping(callable(c, "conceal", "Keeps a value under a name, like remember, but shows it to this side only.", "", secrets[B](owner, true), withValues[kept]("", func(o hidden[B], args []lua.Value) (lua.Value, error) { return o.own.keep(args) })))
}

// As gives the scripts of a battle the view of a seat: they read no secret of another seat.
// [engine.MaxSeats] is a seat that sees none, and below 0 scripts see everything. As returns
// the seat before.
func (m *Mods[B]) As(b B, seat engine.Side) (before engine.Side) {
	h := m.HostOf(b)
	before = h.Viewer()
	h.eyes = seat + 1
	return before
}

// SecretsRead returns the seats whose secrets scripts have read in a battle since the
// last call.
func (m *Mods[B]) SecretsRead(b B) engine.Seats {
	h := m.HostOf(b)
	read := h.read
	h.read = 0
	return read
}

// modOf returns the mod of the running script; for a person at the prompt that of the
// rules, if there is one.
func (h *Host[B]) modOf(m *scripting.Machine) string {
	return cmp.Or(m.Owner(), h.mods.tables.Rules)
}

// ValueOf returns a remembered value as a value of scripts.
func ValueOf(d engine.Datum) lua.Value {
	switch d.Kind {
	case engine.Truth:
		return lua.Boolean(d.Number == 1)
	case engine.Number:
		return lua.Number(d.Number)
	case engine.Text:
		return lua.String(d.Text)
	}
	return lua.Nil
}

// datum returns a value of scripts for the memory of a battle.
func datum(v lua.Value) (d engine.Datum, err error) {
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
