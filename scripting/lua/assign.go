package lua

import (
	"math/bits"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// assignment compiles a, b.c = x, y.
func (c *compiler) assignment(n *ast.AssignStmt) statement {
	targets := make([]*target, len(n.Lhs))
	for i, lhs := range n.Lhs {
		targets[i] = c.target(lhs)
	}
	late := slices.ContainsFunc(targets, func(t *target) bool { return t.late != [2]*Symbol{} })
	values := c.exprs(n.Rhs)
	for i, t := range targets[:min(len(targets), len(values))] {
		t.given(values[i].Shape)
	}
	if len(n.Lhs) == 1 && len(n.Rhs) == 1 && !late {
		return c.store(targets[0], values[0])
	}
	parts := partsOf(targets)
	push := pushing(n.Rhs, values, len(n.Lhs))
	return func(fr *frame) signal {
		m := fr.m
		from := len(m.args)
		for range 2 * len(targets) {
			m.args = append(m.args, Nil)
		}
		for _, part := range parts {
			v := part.val(fr)
			m.args[from+part.at] = v
		}
		values := len(m.args)
		push(fr)
		for i, t := range slices.Backward(targets) { // as in Lua 5.1
			at := from + 2*i
			t.storeLate(fr, m.args[at], m.args[at+1], m.args[values+i])
		}
		m.args = m.args[:from]
		return next
	}
}

// store compiles the assignment of one value.
func (c *compiler) store(t *target, value *node) statement {
	switch {
	case t.sym != nil:
		return c.put(t.sym, value, false)
	case t.object != nil:
		val := value.val
		return func(fr *frame) signal {
			o := t.object.val(fr)
			key := t.key.val(fr)
			t.setKey(fr, o, key, val(fr))
			return next
		}
	}
	num, val := value.num, value.val
	if num == nil || !t.number {
		return func(fr *frame) signal {
			t.setField(fr, val(fr))
			return next
		}
	}
	slot, bit, far := t.at, t.bit, t.frame != nil || t.noted
	return func(fr *frame) signal {
		f := num(fr)
		if f-f != 0 || far { // infinite, or nan
			t.setField(fr, Number(f))
			return next
		}
		fr.nums[slot] = f
		fr.have |= bit
		fr.wrote |= bit
		return next
	}
}

// A part is the object or the key of a target, and its place among those of all targets.
type part struct {
	*node
	at int
}

// partsOf returns the objects and keys that are evaluated before the values, in order. A local
// that would be read late, but that a target after it assigns, is read when that target is reached.
func partsOf(targets []*target) (parts []part) {
	for i, t := range targets {
		for of, e := range []*node{t.object, t.key} {
			if e != nil && t.late[of] == nil {
				parts = append(parts, part{e, 2*i + of})
			}
		}
		for j, before := range targets[:i] {
			for of, e := range []*node{before.object, before.key} {
				if t.sym != nil && before.late[of] == t.sym {
					before.late[of] = nil
					parts = append(parts, part{e, 2*j + of})
				}
			}
		}
	}
	return parts
}

// A target is what is assigned to: a local, a field of the event, or a key of an object.
type target struct {
	sym *Symbol // the local
	put func(fr *frame, v Value)

	place                              // of the field
	frame       func(fr *frame) *frame // leads to the frame of the hook; nil: it is the present one
	bit         uint64                 // of the field; 0 for what is none
	unsure      bool                   // the value has to be checked
	noted       bool                   // the line of the write has to be noted
	name        string
	want        Shape
	object, key *node
	late        [2]*Symbol // the local that the object, or the key, is, if it is read late: after the values
	site        int32
	line        int
}

func (c *compiler) target(lhs ast.Expr) *target {
	c.cost++
	access, ok := lhs.(*ast.AttrGetExpr)
	if !ok {
		sym := c.Symbol(lhs)
		if sym == nil { // a check says more
			c.Problem(lhs.Line(), "", "assignment to a global")
			return &target{}
		}
		return &target{sym: sym, put: c.assign(sym)}
	}
	line := access.Key.Line()
	t := &target{line: line}
	if h, field := c.eventField(access); h != nil {
		t.site = c.site(line, "")
		t.place, t.bit, t.frame = h.places[field], 1<<field, c.toEvent(h)
		t.unsure, t.noted = true, h.escapes
		t.name, t.want = h.Event.Fields[field].Name, h.Event.Fields[field].Shape
		return t
	}
	t.object, t.key = c.expr(access.Object), c.expr(access.Key)
	t.late = [2]*Symbol{c.late(c.fn, access.Object), c.late(c.fn, access.Key)}
	t.site = c.site(line, "", t.object.spelled)
	return t
}

// given says what is known of a value of the target. A number may be infinite.
func (t *target) given(s Shape) {
	t.unsure = t.want.Base == BaseNumber || !t.want.surely(s)
}

// storeLate is store for a target of which parts may be read late.
func (t *target) storeLate(fr *frame, o, key, v Value) {
	if t.late[0] != nil {
		o = t.object.val(fr)
	}
	if t.late[1] != nil {
		key = t.key.val(fr)
	}
	switch {
	case t.sym != nil:
		t.put(fr, v)
	case t.object != nil:
		t.setKey(fr, o, key, v)
	default:
		t.setField(fr, v)
	}
}

// setField writes the field of the event.
func (t *target) setField(fr *frame, v Value) {
	if t.unsure || t.number && v.is != valueNumber {
		fr.site = t.site
		fr.m.mustFit(t.name, t.want, v)
	}
	to := fr
	if t.frame != nil {
		to = t.frame(fr)
	}
	to.set(t.place, v)
	to.have |= t.bit
	to.wrote |= t.bit
	if t.noted {
		to.note(bits.TrailingZeros64(t.bit), t.line)
	}
}

// setKey is o[key] = v.
func (t *target) setKey(fr *frame, o, key, v Value) {
	fr.site = t.site
	m := fr.m
	switch {
	case o.is == valueTable:
		m.put(o.ext.(*table), key, v)
	case o.is >= valueObject:
		m.setObject(o, key, v)
	case o.is == valueEvent:
		of := o.ext.(*frame)
		of.write(m.eventField(of, key), v, t.line)
	default:
		m.Fail(nil, "%s, which has no field %s", fr.is(t.site, o), m.Show(key))
	}
}
