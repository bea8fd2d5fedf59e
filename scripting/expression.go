package scripting

import (
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

func (c *compiler) expr(e ast.Expr) *node {
	line := e.Line()
	switch n := e.(type) {
	case *ast.NilExpr:
		return constant(aNil.shape, Nil)
	case *ast.TrueExpr:
		return constant(aBoolean.shape, Boolean(true))
	case *ast.FalseExpr:
		return constant(aBoolean.shape, Boolean(false))
	case *ast.NumberExpr:
		f, _ := readNumber(n.Value)
		return constant(aNumber.shape, Number(f))
	case *ast.StringExpr:
		return c.text(n)
	case *ast.IdentExpr:
		return c.name(n)
	}
	c.cost++
	switch e.(type) {
	case *ast.TableExpr, *ast.StringConcatOpExpr:
		c.code.full = true
	}
	switch n := e.(type) {
	case *ast.AttrGetExpr:
		return c.access(n)
	case *ast.FuncCallExpr:
		return c.call(n)
	case *ast.TableExpr:
		return c.table(n)
	case *ast.LogicalOpExpr:
		return c.logical(n)
	case *ast.RelationalOpExpr:
		return c.relation(n)
	case *ast.ArithmeticOpExpr:
		return c.arithmetic(n)
	case *ast.StringConcatOpExpr:
		return c.concat(n)
	case *ast.UnaryMinusOpExpr:
		a, at := c.expr(n.Expr), &site{line: line}
		if num := a.num; num != nil {
			return numberNode(func(fr *frame) float64 { return -num(fr) })
		}
		if c.quick {
			num := a.sureNumber()
			return numberNode(func(fr *frame) float64 { return -num(fr) })
		}
		return numberNode(func(fr *frame) float64 { return fr.minus(at, a.val(fr)) })
	case *ast.UnaryNotOpExpr:
		is := c.expr(n.Expr).truth()
		return booleanNode(func(fr *frame) bool { return !is(fr) })
	case *ast.UnaryLenOpExpr:
		a, at := c.expr(n.Expr), &site{line: line}
		if c.quick {
			return numberNode(func(fr *frame) float64 { return float64(len(fr.sureItems(a.val(fr)))) })
		}
		c.code.full = c.code.full || !a.list
		return numberNode(func(fr *frame) float64 { return fr.length(at, a.val(fr)) })
	case *ast.FunctionExpr:
		c.refuse(line, "a function in it")
	}
	c.refuse(line, "this expression")
	return nil
}

// operands compiles two operands, of which the first may be one that is read late.
func (c *compiler) operands(lhs, rhs ast.Expr) (a, b *node) {
	a, b = c.expr(lhs), c.expr(rhs)
	if c.late(c.fn, lhs) == nil || b.constant {
		return a, b
	}
	at := c.place(false)
	put := c.put(at, b)
	first := func(fr *frame) *frame {
		put(fr)
		return fr
	}
	return a.at(first), local(b.shape, at)
}

// text compiles a string literal.
func (c *compiler) text(n *ast.StringExpr) *node {
	v := String(n.Value)
	if len(n.Value) <= longText {
		return constant(aString.shape, v)
	}
	c.code.full = true
	at := &site{line: n.Line()}
	return typed(aString.shape, func(fr *frame) Value {
		fr.site = at
		fr.in.measure(int(v.ref))
		return v
	})
}

func (c *compiler) name(n *ast.IdentExpr) *node {
	sym := c.idents[n]
	switch {
	case sym == nil:
		if h := c.selves[n]; h != nil {
			return c.field(h, h.event.fields[h.event.Self])
		}
		return c.global(n.Value)
	case sym.hook != nil:
		c.refuse(n.Line(), "it uses its event for more than its fields")
	case c.isEvent(sym):
		c.refuse(n.Line(), "it uses the event for more than its fields")
	case sym.owner == c.fn:
		return local(c.shape(sym), c.local(sym))
	}
	if literal, ok := c.inits[sym]; ok {
		switch literal := literal.(type) {
		case *ast.NumberExpr, *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr:
			if s, ok := literal.(*ast.StringExpr); !ok || len(s.Value) <= longText {
				return c.expr(literal)
			}
		}
	}
	if sym.owner != c.main {
		v, hops := c.around(sym)
		return local(v.shape(sym), v.slots[sym]).at(outward(hops))
	}
	place := c.link(sym, n.Line())
	return typed(c.shape(sym), func(fr *frame) Value { return fr.in.linked[place] })
}

// at returns an expression of another frame, to which a function leads.
func (n *node) at(reach func(fr *frame) *frame) *node {
	if reach == nil {
		return n
	}
	val := n.val
	out := typed(n.shape, func(fr *frame) Value { return val(reach(fr)) })
	if num := n.num; num != nil {
		out.num = func(fr *frame) float64 { return num(reach(fr)) }
	}
	if is := n.is; is != nil {
		out.is = func(fr *frame) bool { return is(reach(fr)) }
	}
	return out
}

// shape returns the shape of a local. The checker's type is enough for an object, because an
// object is checked again where it is used.
func (v *variant) shape(sym *symbol) shape {
	if s, ok := v.shapes[sym]; ok {
		return s
	}
	if sym.typ.base == isObject && !sym.typ.list {
		return sym.typ.shape
	}
	return unknownShape
}

// unknownShape is the shape of values whose type is unknown.
var unknownShape = shape{nilable: true}

// local compiles the value at a place of the frame.
func local(s shape, at place) *node {
	slot := at.at
	if at.number {
		return numberNode(func(fr *frame) float64 { return fr.nums[slot] })
	}
	n := typed(s, func(fr *frame) Value { return fr.slots[slot] })
	if n.num != nil {
		n.num = func(fr *frame) float64 { return fr.slots[slot].num }
	}
	if n.is != nil {
		n.is = func(fr *frame) bool { return fr.slots[slot].ref == 1 }
	}
	return n
}

// field compiles the reading of a field of the event.
func (c *compiler) field(h *hook, field int) *node {
	c.root.code.reads |= 1 << field
	return c.ownField(h, field).at(c.toEvent())
}

// fieldOf returns the index of a field of the event.
func (c *compiler) fieldOf(h *hook, key *ast.StringExpr) int {
	field, ok := h.event.fields[key.Value]
	if !ok {
		c.refuse(key.Line(), "%s has no field %q", h.event.Hook, key.Value)
	}
	return field
}

// ownField is field in the frame of the hook.
func (c *compiler) ownField(h *hook, field int) *node {
	at, bit := c.fields[field], uint64(1)<<field
	slot := at.at
	switch {
	case c.quick && c.written&bit == 0:
		return c.fresh(field, h.event.shapes[field])
	case c.quick:
		first := c.fresh(field, h.event.shapes[field])
		if at.number {
			return numberNode(func(fr *frame) float64 {
				if fr.wrote&bit == 0 {
					return first.num(fr)
				}
				return fr.nums[slot]
			})
		}
		return typed(first.shape, func(fr *frame) Value {
			if fr.wrote&bit == 0 {
				return first.val(fr)
			}
			return fr.slots[slot]
		})
	case at.number:
		return numberNode(func(fr *frame) float64 {
			if fr.have&bit == 0 {
				return fr.readNumber(field, slot)
			}
			return fr.nums[slot]
		})
	}
	c.code.full = c.code.full || h.event.shapes[field].list || h.event.shapes[field].base == anything
	return typed(h.event.shapes[field], func(fr *frame) Value {
		if fr.have&bit == 0 {
			fr.read(field, at)
		}
		return fr.slots[slot]
	})
}

// fresh compiles the reading of a field that the hook has not written.
func (c *compiler) fresh(field int, s shape) *node {
	if s == aNumber.shape {
		n := numberNode(func(fr *frame) float64 { return fr.of.Number[field]() })
		n.direct, n.field = true, field
		return n
	}
	return typed(s, func(fr *frame) Value { return fr.of.Get(field) })
}

// global compiles a name that all scripts know.
func (c *compiler) global(name string) *node {
	s := unknownShape
	if g := c.globals[name]; g != nil {
		s, _ = c.read(g.Type)
	}
	return constant(s, (*instance)(nil).raw(c.world.globals.RawGetString(name)))
}

// access compiles a.b and a[b].
func (c *compiler) access(n *ast.AttrGetExpr) *node {
	key, named := n.Key.(*ast.StringExpr)
	if named {
		if h := c.eventOf(n.Object); h != nil {
			return c.field(h, c.fieldOf(h, key))
		}
	}
	var object, index *node
	if named {
		object = c.expr(n.Object)
	} else {
		object, index = c.operands(n.Object, n.Key)
	}
	at := &site{line: n.Key.Line()}
	if named && object.constant {
		if lib, ok := object.val(nil).ext.(*lua.LTable); ok && lib.Metatable == c.world.readOnly { // math.huge, string.rep
			s := unknownShape
			v := (*instance)(nil).raw(lib.RawGetString(key.Value))
			if v.is == valueNumber {
				s = aNumber.shape
			}
			return constant(s, v)
		}
	}
	if !named {
		s := unknownShape
		if object.list && object.base == isObject {
			s.base, s.kind = isObject, object.kind
		}
		if c.quick {
			return typed(s, func(fr *frame) Value {
				o := object.val(fr)
				return fr.sureIndex(o, index.val(fr))
			})
		}
		return typed(s, func(fr *frame) Value {
			o := object.val(fr)
			return fr.index(at, o, index.val(fr))
		})
	}
	c.cost += fieldSteps
	name := String(key.Value)
	if object.base == isObject && !object.list {
		k := c.kind[object.kind]
		if i, ok := k.fields[key.Value]; ok {
			return c.property(object, k, i, at, name)
		}
	}
	c.code.game = true
	places := make([]int, len(c.kind)) // indexes of the field, by the kind of the object
	for i, k := range c.kind {
		places[i] = -1
		if place, ok := k.fields[key.Value]; ok {
			places[i] = place
		}
	}
	if kinds := c.kind; c.quick {
		return typed(unknownShape, func(fr *frame) Value {
			o := object.val(fr)
			if kind := o.kind(); kind >= 0 && places[kind] >= 0 {
				return fr.sure(kinds[kind].readers[places[kind]](fr.m, o.ref))
			}
			return fr.sureIndex(o, name)
		})
	}
	return typed(unknownShape, func(fr *frame) Value {
		o := object.val(fr)
		if kind := o.kind(); kind >= 0 && places[kind] >= 0 {
			fr.site = at
			in := fr.in
			return in.adopt(in.get(in.m.program.binding.kind[kind], o.ref, places[kind]))
		}
		return fr.index(at, o, name)
	})
}

// property compiles a field of an object of a known kind.
func (c *compiler) property(object *node, k *kind, field int, at *site, name Value) *node {
	val, read := object.val, k.readers[field]
	of := Object(int(k.index), 0).is
	lists := k.shapes[field].list || k.shapes[field].base == anything
	c.code.game = c.code.game || lists
	if c.quick && lists {
		return typed(k.shapes[field], func(fr *frame) Value {
			if o := val(fr); o.is == of {
				return fr.sure(read(fr.m, o.ref))
			}
			fr.stuck = true
			return Nil
		})
	}
	if number := k.numbers[field]; number != nil && c.quick {
		return numberNode(func(fr *frame) float64 {
			if o := val(fr); o.is == of {
				if f, err := number(fr.m, o.ref); err == nil {
					return f
				}
			}
			fr.stuck = true
			return 0
		})
	}
	if c.quick {
		return typed(k.shapes[field], func(fr *frame) Value {
			if o := val(fr); o.is == of {
				if v, err := read(fr.m, o.ref); err == nil {
					return v
				}
			}
			fr.stuck = true
			return Nil
		})
	}
	return typed(k.shapes[field], func(fr *frame) Value {
		o := val(fr)
		if o.is != of {
			v := fr.index(at, o, name)
			if !k.shapes[field].fits(v) { // what the type is known of is a table that has been made one of
				fr.fail(at, nil, "%s is %s, not of a %s", name.Text(), fr.in.sort(v), k.Name)
			}
			return v
		}
		fr.site = at
		v, err := read(fr.m, o.ref)
		if err != nil {
			fr.in.fail(err, "%s.%s: %v", k.Name, name.Text(), err)
		}
		if v.is != valueList {
			return v
		}
		return fr.in.adopt(v)
	})
}

func (c *compiler) logical(n *ast.LogicalOpExpr) *node {
	a, b := c.expr(n.Lhs), c.expr(n.Rhs)
	aVal, bVal := a.val, b.val
	aIs, bIs := a.truth(), b.truth()
	s := unknownShape
	if a.shape == b.shape || n.Operator == "or" && a.base != anything && a.base != isBoolean && a.solid() == b.solid() {
		s = b.shape
	}
	out := &node{shape: s}
	if n.Operator == "and" {
		out.is = func(fr *frame) bool { return aIs(fr) && bIs(fr) }
		out.val = func(fr *frame) Value {
			if v := aVal(fr); !v.Bool() {
				return v
			}
			return bVal(fr)
		}
	} else {
		out.is = func(fr *frame) bool { return aIs(fr) || bIs(fr) }
		out.val = func(fr *frame) Value {
			if v := aVal(fr); v.Bool() {
				return v
			}
			return bVal(fr)
		}
	}
	if s == aNumber.shape {
		out.num = func(fr *frame) float64 { return out.val(fr).num }
	}
	return out
}

func (c *compiler) relation(n *ast.RelationalOpExpr) *node {
	a, b := c.operands(n.Lhs, n.Rhs)
	if n.Operator == "==" || n.Operator == "~=" {
		return c.equality(a, b, n.Operator == "==")
	}
	x, y := a.num, b.num
	if c.quick {
		x, y = a.sureNumber(), b.sureNumber()
	}
	if x != nil && y != nil {
		switch n.Operator {
		case "<":
			return booleanNode(func(fr *frame) bool { return x(fr) < y(fr) })
		case "<=":
			return booleanNode(func(fr *frame) bool { return x(fr) <= y(fr) })
		case ">":
			return booleanNode(func(fr *frame) bool { return x(fr) > y(fr) })
		}
		return booleanNode(func(fr *frame) bool { return x(fr) >= y(fr) })
	}
	c.code.full = c.code.full || a.base == isString || b.base == isString
	at := &site{line: n.Line()}
	swapped, orEqual := n.Operator[0] == '>', len(n.Operator) == 2
	return booleanNode(func(fr *frame) bool {
		v := a.val(fr)
		w := b.val(fr)
		if swapped {
			v, w = w, v
		}
		return fr.compare(at, v, w, orEqual)
	})
}

// equality compiles a == b, or a ~= b.
func (c *compiler) equality(a, b *node, want bool) *node {
	if x, y := a.num, b.num; x != nil && y != nil {
		return booleanNode(func(fr *frame) bool { return (x(fr) == y(fr)) == want })
	}
	if a.constant {
		a, b = b, a // the order does not matter: evaluating a constant has no effect
	}
	x, y := a.val, b.val
	if c.quick && !b.constant {
		return booleanNode(func(fr *frame) bool {
			v := x(fr)
			fr.stuck = fr.stuck || v.is == valueList // whether two lists are the same is not known here
			return v.Equal(y(fr)) == want
		})
	}
	if !b.constant {
		return booleanNode(func(fr *frame) bool {
			v := x(fr)
			return v.Equal(y(fr)) == want
		})
	}
	k := y(nil)
	switch k.is {
	case valueNil:
		return booleanNode(func(fr *frame) bool { return (x(fr).is == valueNil) == want })
	case valueString:
		text := k.Text()
		return booleanNode(func(fr *frame) bool {
			v := x(fr)
			return (v.is == valueString && v.ref == k.ref && (v.ext == k.ext || v.Text() == text)) == want
		})
	}
	return booleanNode(func(fr *frame) bool { return x(fr).Equal(k) == want })
}

// arithmetic compiles a operator b. As on the machine underneath, a zero that + - * / compute
// from numbers has no sign, except in an expression of constants: that is what adding 0 is
// for.
func (c *compiler) arithmetic(n *ast.ArithmeticOpExpr) *node {
	a, b := c.operands(n.Lhs, n.Rhs)
	x, y := a.num, b.num
	if f, ok := fold(n); ok {
		return constant(aNumber.shape, Number(f))
	}
	if c.quick {
		x, y = a.sureNumber(), b.sureNumber()
	}
	if x != nil && y != nil {
		switch n.Operator {
		case "+":
			if a.direct && b.num != nil {
				return sum(a, b)
			}
			return numberNode(func(fr *frame) float64 { return x(fr) + y(fr) + 0 })
		case "-":
			return numberNode(func(fr *frame) float64 { return x(fr) - y(fr) + 0 })
		case "*":
			return numberNode(func(fr *frame) float64 { return float64(x(fr)*y(fr)) + 0 }) // rounded, not fused
		case "/":
			return numberNode(func(fr *frame) float64 { return x(fr)/y(fr) + 0 })
		}
	}
	at, operator := &site{line: n.Line()}, n.Operator[0]
	c.code.full = c.code.full || operator == '%' || operator == '^'
	return numberNode(func(fr *frame) float64 {
		x := a.val(fr)
		return fr.arithmetic(at, operator, x, b.val(fr))
	})
}

// sum compiles a + b, two numbers of which the first is a field: the most frequent sums are
// read at once.
func sum(a, b *node) *node {
	y, field, other := b.num, a.field, b.field
	switch {
	case b.direct:
		return numberNode(func(fr *frame) float64 { return fr.of.Number[field]() + fr.of.Number[other]() + 0 })
	case b.constant:
		k := y(nil)
		return numberNode(func(fr *frame) float64 { return fr.of.Number[field]() + k + 0 })
	}
	return numberNode(func(fr *frame) float64 { return fr.of.Number[field]() + y(fr) + 0 })
}

// fold returns the number that an expression of constants is, if it is one that the machine
// underneath computes when it compiles.
func fold(e ast.Expr) (f float64, ok bool) {
	switch n := e.(type) {
	case *ast.NumberExpr:
		return readNumber(n.Value)
	case *ast.UnaryMinusOpExpr:
		f, ok = fold(n.Expr)
		return -f, ok
	case *ast.ArithmeticOpExpr:
		x, isX := fold(n.Lhs)
		y, isY := fold(n.Rhs)
		switch ok = isX && isY; n.Operator {
		case "+":
			return x + y, ok
		case "-":
			return x - y, ok
		case "*":
			return x * y, ok
		case "/":
			return x / y, ok
		}
	}
	return 0, false
}

func (c *compiler) concat(n *ast.StringConcatOpExpr) *node {
	var parts []ast.Expr
	var flatten func(e ast.Expr)
	flatten = func(e ast.Expr) {
		if n, ok := e.(*ast.StringConcatOpExpr); ok {
			flatten(n.Lhs)
			flatten(n.Rhs)
			return
		}
		parts = append(parts, e)
	}
	flatten(n)
	if len(parts) > maxJoined {
		c.refuse(n.Line(), "more than %d parts joined with ..", maxJoined)
	}
	push := c.list(parts, len(parts))
	at := &site{line: n.Line()}
	return typed(aString.shape, func(fr *frame) Value {
		m := fr.m
		from := len(m.args)
		push(fr)
		fr.site = at
		s := fr.in.join(m.args[from:])
		m.args = m.args[:from]
		fr.in.measure(len(s))
		return String(s)
	})
}

// table compiles a constructor.
func (c *compiler) table(n *ast.TableExpr) *node {
	type entry struct {
		key, value *node
		late       bool // the key is read after the value
	}
	var keyed []entry // entries with a key; the others are items
	var many func(fr *frame)
	items, keys := 0, 0
	for i, f := range n.Fields {
		e := entry{}
		if f.Key != nil {
			e.key, e.late = c.expr(f.Key), c.late(c.fn, f.Key) != nil
			keys++
		} else {
			items++
		}
		e.value = c.expr(f.Value)
		if f.Key == nil && i == len(n.Fields)-1 && isMulti(f.Value) && e.value.many != nil {
			many = e.value.many
			continue
		}
		keyed = append(keyed, e)
	}
	if len(n.Fields) == 0 {
		return typed(shape{base: isTable}, func(fr *frame) Value { return fr.in.m.newTable() })
	}
	at := &site{line: n.Line()}
	return typed(shape{base: isTable}, func(fr *frame) Value {
		in, m := fr.in, fr.m
		made := m.newTable()
		t := in.sequence(made)
		from := len(m.args)
		for _, e := range keyed {
			if e.key == nil {
				v := e.value.val(fr)
				m.args = append(m.args, v)
				continue
			}
			var v Value
			if e.late {
				v = e.value.val(fr)
			}
			key := e.key.val(fr)
			fr.site = at
			in.checkKey(key)
			if !e.late {
				v = e.value.val(fr)
			}
			t.set(key, v)
		}
		if many != nil {
			many(fr)
		}
		t.fill(m.args[from:])
		if keys > 0 || items > 16 {
			fr.site = at
			in.constructed(len(m.args)-from, keys)
			t.trim(len(m.args) - from)
		}
		m.args = m.args[:from]
		return made
	})
}
