package modhost

import "houserule/scripting"

// An Object is a kind of objects that scripts see, each with a number that
// means something to the rule system.
type Object[B Battle, E comparable] struct {
	Name, Doc  string
	Properties []Property[B, E]
	Methods    []Method[B, E]
	// Deeds are methods, too: those that change the battle.
	Deeds []Method[B, E]
	// Owner, if not nil, is the owner in the battle's memory: the object can
	// remember and recall.
	Owner func(ref int32) int32
	// Text is an object in words.
	Text func(h *Host[B, E], ref int32) string
	// Only: there is one of it, which tests call "the battle".
	Only bool
}

// A Property is a field of an object, with how it is read.
type Property[B Battle, E comparable] struct {
	scripting.Field
	get func(h *Host[B, E], ref int32) scripting.Value
}

// Prop is a property.
func Prop[B Battle, E comparable](name string, t scripting.Type, doc string, get func(h *Host[B, E], ref int32) scripting.Value) Property[B, E] {
	return Property[B, E]{scripting.Field{Name: name, Type: t, Doc: doc}, get}
}

// A Method is a function of an object.
type Method[B Battle, E comparable] struct {
	scripting.Function
	acts bool
}

// NewMethod is a method that looks; its arguments are without the object.
func NewMethod[B Battle, E comparable](name, doc string, params, returns []scripting.Field, call func(h *Host[B, E], ref int32, args []scripting.Value) (scripting.Value, error)) Method[B, E] {
	return Method[B, E]{Function: method(name, doc, params, returns, func(h *Host[B, E], _ *scripting.Machine, ref int32, args []scripting.Value) (scripting.Value, error) {
		return call(h, ref, args)
	})}
}

// Deed is a method that changes the battle.
func Deed[B Battle, E comparable](name, doc string, params, returns []scripting.Field, do func(h *Host[B, E], ref int32, args []scripting.Value) (scripting.Value, error)) Method[B, E] {
	return Method[B, E]{acts: true, Function: method(name, doc, params, returns, func(h *Host[B, E], _ *scripting.Machine, ref int32, args []scripting.Value) (scripting.Value, error) {
		if err := h.acts(); err != nil {
			return scripting.Nil, err
		}
		if err := h.Work(deedSteps); err != nil {
			return scripting.Nil, err
		}
		h.deeds++
		return do(h, ref, args)
	})}
}

func method[B Battle, E comparable](name, doc string, params, returns []scripting.Field, call func(h *Host[B, E], m *scripting.Machine, ref int32, args []scripting.Value) (scripting.Value, error)) scripting.Function {
	return function(name, doc, params, returns, func(h *Host[B, E], m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
		_, ref, _ := args[0].Object()
		return call(h, m, ref, args[1:])
	})
}

// methods returns all methods, in the order of the documentation.
func (o *Object[B, E]) methods() []Method[B, E] {
	all := append([]Method[B, E](nil), o.Methods...)
	if o.Owner != nil {
		all = append(all, recall[B, E](o.Owner), remember[B, E](o.Owner))
	}
	return append(all, o.Deeds...)
}

// kind returns what the machine knows of the objects.
func (o *Object[B, E]) kind(acting bool) scripting.Kind {
	k := scripting.Kind{Name: o.Name, Doc: o.Doc}
	for _, p := range o.Properties {
		k.Fields = append(k.Fields, p.Field)
	}
	for _, f := range o.methods() {
		if acting || !f.acts {
			f.Acts = f.acts
			k.Methods = append(k.Methods, f.Function)
		}
	}
	properties, name, text := o.Properties, o.Name, o.Text
	k.Get = func(m *scripting.Machine, ref int32, field int) (scripting.Value, error) {
		h, err := hostIn[B, E](m)
		if err != nil {
			return scripting.Nil, err
		}
		return properties[field].get(h, ref), nil
	}
	k.Text = func(m *scripting.Machine, ref int32) string {
		if h, err := hostIn[B, E](m); err == nil {
			return text(h, ref)
		}
		return name
	}
	return k
}

// show returns an object as a line of the log names it.
func (o *Object[B, E]) show(h *Host[B, E], ref int32) string {
	if o.Only {
		return "the " + o.Name
	}
	return o.Text(h, ref)
}
