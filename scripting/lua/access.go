package lua

import "github.com/yuin/gopher-lua/ast"

func (c *compiler) name(n *ast.IdentExpr) *node {
	sym := c.Idents[n]
	if sym == nil {
		if h := c.Selves[n]; h != nil {
			return c.field(h, h.Event.Fields.Find(h.Event.Self))
		}
		return c.global(n.Value)
	}
	var out *node
	switch literal := c.inits[sym].(type) {
	case *ast.NumberExpr, *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr:
		out = c.expr(literal)
		out.written = false
		return out
	}
	switch {
	case sym.Hook != nil && sym.Assigned == 0:
		out = c.eventValue(sym.Hook)
	case sym.Owner == c.fn && sym.cell():
		slot := c.slots[sym].at
		out = typed(c.typeOfLocal(sym), func(fr *frame) Value { return *fr.slots[slot].ext.(*Value) })
	case sym.Owner == c.fn:
		out = read(c.typeOfLocal(sym), c.slots[sym])
	case sym.cell():
		up := c.up(sym)
		out = typed(c.typeOfLocal(sym), func(fr *frame) Value { return *fr.fn.up[up].ext.(*Value) })
	default:
		up := c.up(sym)
		out = typed(c.typeOfLocal(sym), func(fr *frame) Value { return fr.fn.up[up] })
	}
	out.spelled = n.Value
	return out
}

// eventValue compiles the event of a hook as a value.
func (c *compiler) eventValue(h *Hook) *node {
	if c.fn.Hook == h {
		return read(unknownShape, c.eventSlot())
	}
	up := c.up(h.frame)
	return &node{Shape: unknownShape, val: func(fr *frame) Value { return fr.fn.up[up] }}
}

// toEvent returns what leads to the frame of a hook; nil: it is the present one.
func (c *compiler) toEvent(h *Hook) func(fr *frame) *frame {
	if c.fn.Hook == h {
		return nil
	}
	up := c.up(h.frame)
	return func(fr *frame) *frame { return fr.fn.up[up].ext.(*frame) }
}

// field compiles the reading of a field of the event.
func (c *compiler) field(h *Hook, field int) *node {
	at, bit, s := h.places[field], uint64(1)<<field, h.Event.Fields[field].Shape
	slot := at.at
	if reach := c.toEvent(h); reach != nil {
		return typed(s, func(fr *frame) Value { return reach(fr).fieldNow(field) })
	}
	if h.Event.ReadOnly && !s.List && s.Base != BaseAny { // nothing changes: it is read again each time
		return c.fresh(h, field)
	}
	if at.number {
		return numberNode(func(fr *frame) float64 {
			if fr.have&bit == 0 {
				return fr.readNumber(field, slot)
			}
			return fr.nums[slot]
		})
	}
	return typed(s, func(fr *frame) Value {
		if fr.have&bit == 0 {
			fr.read(field)
		}
		return fr.slots[slot]
	})
}

// fresh compiles the reading of a field that only the hook itself can change.
func (c *compiler) fresh(h *Hook, field int) *node {
	at, bit, s := h.places[field], uint64(1)<<field, h.Event.Fields[field].Shape
	slot := at.at
	switch {
	case h.Writes&bit == 0 && at.number:
		return numberNode(func(fr *frame) float64 { return fr.of.Number[field]() })
	case h.Writes&bit == 0:
		return typed(s, func(fr *frame) Value { return fr.of.Get[field]() })
	case at.number:
		return numberNode(func(fr *frame) float64 {
			if fr.wrote&bit == 0 {
				return fr.of.Number[field]()
			}
			return fr.nums[slot]
		})
	}
	return typed(s, func(fr *frame) Value {
		if fr.wrote&bit == 0 {
			return fr.of.Get[field]()
		}
		return fr.slots[slot]
	})
}

// global compiles a name that all scripts know.
func (c *compiler) global(name string) *node {
	s := unknownShape
	if g := c.World.globals[name]; g != nil {
		s = g.Shape
	}
	out := constant(s, c.World.values[name])
	out.spelled = name
	return out
}

// access compiles a.b and a[b].
func (c *compiler) access(n *ast.AttrGetExpr) *node {
	key, named := n.Key.(*ast.StringExpr)
	if !named {
		object, index := c.operands(n.Object, n.Key)
		at := c.site(n.Key.Line(), "", object.spelled)
		s := unknownShape
		if object.List && object.Base == BaseObject {
			s.Base, s.Kind = BaseObject, object.Kind
		}
		val, key := object.seen(), index.val
		return typed(s, func(fr *frame) Value {
			o := val(fr)
			return fr.index(at, o, key(fr))
		})
	}
	if h, field := c.eventField(n); h != nil {
		return c.field(h, field)
	}
	object := c.expr(n.Object)
	name := String(key.Value)
	if object.constant {
		if lib, ok := object.val(nil).ext.(*table); ok { // math.huge, string.rep
			s, v := unknownShape, lib.get(name)
			if v.is == valueNumber {
				s = aNumber
			}
			return constant(s, v)
		}
	}
	at := c.site(n.Key.Line(), "", object.spelled)
	c.cost += fieldSteps
	if object.Base == BaseObject && !object.List {
		k := c.World.Kinds[object.Kind]
		if i := k.Fields.Find(key.Value); i >= 0 {
			return c.property(object, k, i, at)
		}
	}
	places := make([]int, len(c.World.Kinds)) // indexes of the field, by the kind of the object
	for i, k := range c.World.Kinds {
		places[i] = k.Fields.Find(key.Value)
	}
	fields := make([]int, len(c.World.Events)) // the same of an event
	for i, e := range c.World.Events {
		fields[i] = e.Fields.Find(key.Value)
	}
	kinds := c.World.Kinds
	return typed(unknownShape, func(fr *frame) Value {
		o := object.val(fr)
		switch {
		case o.is == valueTable:
			return o.ext.(*table).get(name)
		case o.is >= valueObject:
			if kind := o.kind(); places[kind] >= 0 {
				fr.site = at
				return fr.m.adopt(fr.m.get(kinds[kind], o.ref, places[kind]))
			}
		case o.is == valueEvent:
			of := o.ext.(*frame)
			if field := fields[of.code.event.index]; field >= 0 {
				return of.fieldNow(field)
			}
		}
		return fr.index(at, o, name)
	})
}

// A property is a field of an object of a known kind.
type property struct {
	holder
	is   int32 // what the holder's value is, if it is not a table that has been made one of such objects
	kind *Kind
	*Field
	read Reader
	at   int32
}

// elsewhere returns the field of a value that is no such object.
func (p *property) elsewhere(fr *frame, o Value) Value {
	v := fr.index(p.at, o, String(p.Name))
	if !p.Fits(v) {
		fr.fail(p.at, nil, "%s is %s, not of a %s", p.Name, fr.m.sort(v), p.kind.Name)
	}
	return v
}

func (p *property) failed(fr *frame, err error) {
	fr.fail(p.at, err, "%s.%s: %v", p.kind.Name, p.Name, err)
}

// property compiles a field of an object of a known kind.
func (c *compiler) property(object *node, k *Kind, field int, at int32) *node {
	p := &property{object.holder(), Object(int(k.index), 0).is, k, &k.Fields[field], k.readers[field], at}
	if number := k.numbers[field]; number != nil {
		return numberNode(func(fr *frame) float64 {
			o := p.get(fr)
			if o.is != p.is {
				return p.elsewhere(fr, o).num
			}
			f, err := number(fr.m, o.ref)
			if err != nil {
				p.failed(fr, err)
			}
			return f
		})
	}
	out := typed(p.Shape, func(fr *frame) Value {
		o := p.get(fr)
		if o.is != p.is {
			return p.elsewhere(fr, o)
		}
		v, err := p.read(fr.m, o.ref)
		if err != nil {
			p.failed(fr, err)
		}
		if v.is == valueTable {
			fr.site = p.at
			return fr.m.adopt(v)
		}
		return v
	})
	if out.List {
		out.peek = func(fr *frame) Value {
			o := p.get(fr)
			if o.is != p.is {
				return p.elsewhere(fr, o)
			}
			v, err := p.read(fr.m, o.ref)
			if err != nil {
				p.failed(fr, err)
			}
			if v.is == valueTable {
				fr.site = p.at
				fr.m.listed(len(v.ext.(*table).items))
			}
			return v
		}
	}
	return out
}
