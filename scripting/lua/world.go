package lua

import (
	"fmt"
	"slices"
	"strings"
)

// A reading makes a World of a binding, and keeps the first mistake in it.
type reading struct {
	*World
	taken map[string]bool
	err   error
}

// NewWorld reads a binding. It returns an error for a mistake in it.
func NewWorld(b *Binding, host Host) (*World, error) {
	w := &World{
		Host: host, events: map[string]*Event{}, kinds: map[string]int16{}, globals: map[string]*Global{}, functions: map[string]*Function{},
		registers: map[string]*Register{}, values: map[string]Value{}, nextPlace: NewNative("ipairs", nextPlace),
	}
	r := &reading{World: w, taken: map[string]bool{"self": true, "cancel": true}}
	for name := range host.Taken {
		r.taken[name] = true
	}
	r.library()
	if len(b.Kinds) > 1000 {
		r.fail("more than 1000 kinds")
	}
	for i := range b.Kinds {
		name := b.Kinds[i].Name
		if _, twice := r.kinds[name]; twice || !IsName(name) {
			r.fail("kind %q is no name or there twice", name)
		}
		r.kinds[name] = int16(i)
	}
	for i, k := range b.Kinds {
		k.index = int16(i)
		r.kind(&k)
	}
	for i, e := range b.Events {
		r.take(e.Hook)
		e.index = i
		if e.Fields = r.fields(e.Hook, e.Fields); e.Self != "" && e.Fields.Find(e.Self) < 0 {
			r.fail("%s: self is %q, which is no field", e.Hook, e.Self)
		}
		if len(e.Fields) > maxEventFields {
			r.fail("%s: more than %d fields", e.Hook, maxEventFields)
		}
		r.Events = append(r.Events, &e)
		r.events[e.Hook] = &e
	}
	for _, g := range b.Globals {
		g.Shape = r.shape(g.Name, g.Type)
		r.globals[g.Name] = &g
		r.add(g.Name, constantOf(g.Value))
	}
	for _, f := range b.Functions {
		r.function(f.Name, &f)
		r.functions[f.Name] = &f
		r.add(f.Name, f.value(f.Name))
	}
	for _, d := range b.Registers {
		d.Fields = r.fields(d.Name, d.Fields)
		r.registers[d.Name] = &d
		r.add(d.Name, NewNative(d.Name, func(c Call) { host.Declare(&d, c) }))
	}
	return w, r.err
}

func (r *reading) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("binding: "+format, args...)
	}
}

// take takes a name that scripts know.
func (r *reading) take(name string) {
	if r.taken[name] || !IsName(name) {
		r.fail("%q is no name or taken", name)
	}
	r.taken[name] = true
}

// add takes the name of a global.
func (r *reading) add(name string, v Value) {
	r.take(name)
	r.names, r.values[name] = append(r.names, name), v
}

// library adds the library.
func (r *reading) library() {
	for _, e := range Basics {
		r.add(e.Name, NewNative(e.Name, e.call))
	}
	r.next = r.values["next"]
	for i := range Libraries {
		of := &Libraries[i]
		lib := &table{seal: readOnly}
		for _, e := range of.Entries {
			v := Number(e.constant)
			if e.call != nil {
				v = NewNative(of.Name+"."+e.Name, e.call)
			}
			lib.add(String(e.Name), v)
		}
		r.add(of.Name, Value{is: valueTable, ext: lib})
		if of == Strings() {
			r.texts = lib
		}
	}
}

// kind adds a kind.
func (r *reading) kind(k *Kind) {
	k.Fields, k.Methods = r.fields(k.Name, k.Fields), slices.Clone(k.Methods)
	for i := range k.Methods {
		f := &k.Methods[i]
		if k.Fields.Find(f.Name) >= 0 || k.Method(f.Name) != f || !IsName(f.Name) {
			r.fail("%s: method %q is no name or there twice", k.Name, f.Name)
		}
		r.function(k.Name+":"+f.Name, f)
		f.method, f.kind = true, k.index
	}
	if r.Kinds = append(r.Kinds, k); k.Get == nil && len(k.Fields) > 0 {
		r.fail("%s: no Get", k.Name)
		return
	}
	for i := range k.Fields {
		read := k.Get(i)
		if k.Kept != nil {
			if stamp := k.Kept(i); stamp != nil {
				read = keeping(r.kept, stamp, read)
				r.kept++
			}
		}
		k.readers = append(k.readers, read)
		k.numbers = append(k.numbers, nil)
		if k.Number != nil {
			k.numbers[i] = k.Number(i)
		}
	}
}

func (r *reading) function(where string, f *Function) {
	f.Params, f.Returns = r.fields(where, f.Params), r.result(where, f.Returns)
	for i := range f.Params {
		if !f.Params[i].Optional {
			f.least = i + 1
		}
	}
	if f.Call == nil {
		r.fail("%s: no Call", where)
	}
}

// fields returns fields with their shapes.
func (r *reading) fields(where string, fields Fields) Fields {
	fields = slices.Clone(fields)
	for i := range fields {
		f := &fields[i]
		if fields[:i].Find(f.Name) >= 0 || !IsName(f.Name) {
			r.fail("%s: field %q is no name or there twice", where, f.Name)
		}
		at := where + "." + f.Name
		f.Shape, f.Params, f.Returns = r.shape(at, f.Type), r.fields(at, f.Params), r.result(at, f.Returns)
		if f.Writable && (f.List || f.Base == BaseFunction) {
			r.fail("%s: a list cannot be writable", at)
		}
		f.Nilable = f.Nilable || f.Optional
	}
	return fields
}

func (r *reading) result(where string, returns Fields) Fields {
	if len(returns) > 1 {
		r.fail("%s: more than one result", where)
	}
	returns = slices.Clone(returns)
	for i := range returns {
		returns[i].Shape = r.shape(where, returns[i].Type)
	}
	return returns
}

func (r *reading) shape(where string, t Type) Shape {
	s, err := r.Read(t)
	if err != nil {
		r.fail("%s: %w", where, err)
	}
	return s
}

// Read reads a type.
func (w *World) Read(t Type) (s Shape, err error) {
	word := string(t)
	word, s.Nilable = strings.CutSuffix(word, "?")
	word, s.List = strings.CutSuffix(word, "[]")
	switch Type(word) {
	case TypeAny:
		s.Nilable = true
	case TypeNumber, TypeInteger:
		s.Base = BaseNumber
	case TypeBoolean:
		s.Base = BaseBoolean
	case TypeString:
		s.Base = BaseString
	case TypeFunction:
		s.Base = BaseFunction
	default:
		k, ok := w.kinds[word]
		if !ok {
			return s, fmt.Errorf("unknown type %q", string(t))
		}
		s.Base, s.Kind = BaseObject, k
	}
	return s, nil
}

// constantOf makes the value of a global one for all machines.
func constantOf(v Value) Value {
	if v.is != valueTable {
		return v
	}
	t := &table{seal: readOnly}
	for _, item := range v.Items() {
		t.items = append(t.items, constantOf(item))
	}
	return Value{is: valueTable, ext: t}
}

// Event returns an event by its name, nil for none.
func (w *World) Event(name string) *Event { return w.events[name] }

// Global returns a constant or an object by its name, nil for none.
func (w *World) Global(name string) *Global { return w.globals[name] }

// Function returns a function of the host by its name, nil for none.
func (w *World) Function(name string) *Function { return w.functions[name] }

// Register returns a declaration by its name, nil for none.
func (w *World) Register(name string) *Register { return w.registers[name] }

// Names returns all names that can be read as a global.
func (w *World) Names() []string { return w.names }

// Knows reports whether a name can be read as a global.
func (w *World) Knows(name string) bool { _, known := w.values[name]; return known }
