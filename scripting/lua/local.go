package lua

// local declares a local, and returns its place.
func (c *compiler) local(sym *Symbol) place {
	at := c.place(c.shapes[sym] == aNumber && !sym.cell())
	c.slots[sym] = at
	if c.used+c.usedNums == maxLocals+1 {
		c.Problem(sym.line, "", "the function has more than %d locals in sight", maxLocals)
	}
	return at
}

// typeOfLocal returns the shape of a local. The checker's type is enough for an object, because an
// object is checked again where it is used.
func (c *compiler) typeOfLocal(sym *Symbol) Shape {
	u := c.unit
	for u.fn != sym.Owner {
		u = u.outer
	}
	if s, ok := u.shapes[sym]; ok {
		return s
	}
	if sym.Known.Base == BaseObject && !sym.Known.List {
		return sym.Known
	}
	return unknownShape
}

// read compiles the value at a place of the frame.
func read(s Shape, at place) *node {
	slot := at.at
	if at.number {
		return numberNode(func(fr *frame) float64 { return fr.nums[slot] })
	}
	n := typed(s, func(fr *frame) Value { return fr.slots[slot] })
	n.slot = slot + 1
	if n.num != nil {
		n.num = func(fr *frame) float64 { return fr.slots[slot].num }
	}
	if n.is != nil {
		n.is = func(fr *frame) bool { return fr.slots[slot].ref == 1 }
	}
	return n
}

// begin returns what gives a new local its first value.
func (c *compiler) begin(sym *Symbol) func(fr *frame, v Value) {
	at := c.slots[sym]
	switch slot := at.at; {
	case at.number:
		return func(fr *frame, v Value) { fr.nums[slot] = v.num }
	case sym.cell():
		return func(fr *frame, v Value) { fr.slots[slot] = fr.m.cell(v) }
	default:
		return func(fr *frame, v Value) { fr.slots[slot] = v }
	}
}

// assign returns what gives a local another value.
func (c *compiler) assign(sym *Symbol) func(fr *frame, v Value) {
	if sym.Owner != c.fn {
		up := c.up(sym)
		return func(fr *frame, v Value) { *fr.fn.up[up].ext.(*Value) = v }
	}
	if slot := c.slots[sym].at; sym.cell() {
		return func(fr *frame, v Value) { *fr.slots[slot].ext.(*Value) = v }
	}
	return c.begin(sym)
}

// put compiles the assignment of a value to a local; fresh: its first.
func (c *compiler) put(sym *Symbol, value *node, fresh bool) statement {
	num, val := value.num, value.val
	if sym.cell() {
		set := c.assign(sym)
		if fresh {
			set = c.begin(sym)
		}
		return func(fr *frame) signal {
			v := val(fr)
			set(fr, v)
			return next
		}
	}
	at := c.slots[sym]
	slot := at.at
	switch {
	case at.number:
		return func(fr *frame) signal {
			fr.nums[slot] = num(fr)
			return next
		}
	case num != nil:
		return func(fr *frame) signal {
			fr.slots[slot] = Number(num(fr))
			return next
		}
	}
	return func(fr *frame) signal {
		fr.slots[slot] = val(fr)
		return next
	}
}
