package scripting

import (
	"math"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// A node is a compiled expression. It returns the first value, and if the type is known to
// be a number or a boolean, also without a Value.
type node struct {
	shape
	val  func(fr *frame) Value
	num  func(fr *frame) float64
	is   func(fr *frame) bool
	many func(fr *frame) // pushes all values on Machine.args; nil if there is always one

	constant bool // val needs no frame
	direct   bool // num only reads a number field of the event
	field    int  // if direct: which
}

func numberNode(num func(fr *frame) float64) *node {
	return &node{shape: aNumber.shape, num: num, val: func(fr *frame) Value { return Number(num(fr)) }}
}

func booleanNode(is func(fr *frame) bool) *node {
	return &node{shape: aBoolean.shape, is: is, val: func(fr *frame) Value { return Boolean(is(fr)) }}
}

// typed returns an expression of a known type.
func typed(s shape, val func(fr *frame) Value) *node {
	n := &node{shape: s, val: val}
	switch s {
	case aNumber.shape:
		n.num = func(fr *frame) float64 { return val(fr).num }
	case aBoolean.shape:
		n.is = func(fr *frame) bool { return val(fr).ref == 1 }
	}
	return n
}

func constant(s shape, v Value) *node {
	n := typed(s, func(*frame) Value { return v })
	n.constant = true
	if n.num != nil {
		f := v.num
		n.num = func(*frame) float64 { return f }
	}
	return n
}

// truth returns the expression as a condition.
func (n *node) truth() func(fr *frame) bool {
	if n.is != nil {
		return n.is
	}
	val := n.val
	return func(fr *frame) bool { return val(fr).Bool() }
}

// sureNumber returns the expression as a number for Machine.Quick, which is stuck if it is
// another value.
func (n *node) sureNumber() func(fr *frame) float64 {
	if n.num != nil {
		return n.num
	}
	val := n.val
	return func(fr *frame) float64 {
		v := val(fr)
		if v.is != valueNumber {
			fr.stuck = true
		}
		return v.num
	}
}

// sureItems returns the items of a list of the game for Machine.Quick, which is stuck if v
// is another value.
func (fr *frame) sureItems(v Value) []Value {
	if l, ok := v.ext.(*list); ok && l.table == nil && len(l.keyed) == 0 {
		return l.items
	}
	fr.stuck = true
	return nil
}

// sureIndex returns o[key] for Machine.Quick, which is stuck if o is not a list of the game or
// a table of the file, or the key neither a number nor a text.
func (fr *frame) sureIndex(o, key Value) Value {
	l, isList := o.ext.(*list)
	switch {
	case key.is != valueNumber && key.is != valueString:
	case isList && l.table == nil:
		return l.at(key)
	case o.is == valueTable:
		return fr.index(nil, o, key)
	}
	fr.stuck = true
	return Nil
}

// sure returns a value that the game has given to a hook of Machine.Quick. A list takes
// what it takes elsewhere.
func (fr *frame) sure(v Value, err error) Value {
	switch {
	case err != nil:
		fr.stuck = true
		return Nil
	case v.is == valueList:
		m, n := fr.m, len(v.ext.(*list).items)
		m.left -= int64(listedSteps(n))
		m.bytes += int64(listedBytes(n))
		fr.stuck = fr.stuck || n >= longList || m.bytes > int64(m.limits.Memory)
	}
	return v
}

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
	object := c.expr(n.Object)
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
		index := c.expr(n.Key)
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
	a, b := c.expr(n.Lhs), c.expr(n.Rhs)
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
	a, b := c.expr(n.Lhs), c.expr(n.Rhs)
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
	type entry struct{ key, value *node }
	var keyed []entry // entries with a key; the others are items
	var many func(fr *frame)
	items, keys := 0, 0
	for i, f := range n.Fields {
		e := entry{}
		if f.Key != nil {
			e.key = c.expr(f.Key)
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
			key := e.key.val(fr)
			fr.site = at
			in.checkKey(key)
			t.set(key, e.value.val(fr))
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

// A callee is a function of the file that is called by its name, or one in another function.
type callee struct {
	code   *code // nil for none
	sym    *symbol
	event  *symbol // its parameter that gets the event; nil for none
	nested bool    // it is in a function
	hops   int     // if nested: how many functions further out that is
}

// outer returns what leads from the frame of the caller to the one around that of the callee.
func (f *callee) outer() func(fr *frame) *frame {
	switch {
	case !f.nested:
		return func(*frame) *frame { return nil }
	case f.hops == 0:
		return func(fr *frame) *frame { return fr }
	}
	return outward(f.hops)
}

// onlyCalled reports whether a local of a function is a function that is only called, so that
// it is compiled with the calls.
func (c *compiler) onlyCalled(sym *symbol) bool {
	_, ok := c.inits[sym].(*ast.FunctionExpr)
	return ok && sym.owner != c.main && c.named[sym] == c.called[sym]
}

// static returns the called function of the file, if it is known.
func (c *compiler) static(n *ast.FuncCallExpr) (f callee) {
	if n.Func == nil {
		return f
	}
	sym := c.symbol(n.Func)
	body, ok := c.inits[sym].(*ast.FunctionExpr)
	if !ok || !c.top[sym] && !c.onlyCalled(sym) {
		return f
	}
	f.sym = sym
	fn := c.bodies[body]
	for i, arg := range n.Args {
		if c.eventOf(arg) == nil {
			continue
		}
		if f.event != nil || i >= len(fn.params) {
			return callee{} // compiling the argument refuses
		}
		f.event = fn.params[i]
	}
	switch {
	case c.top[sym] && f.event == nil:
		f.code = c.codes[fn]
	case c.top[sym]:
		c.link(sym, n.Line()) // for what it reads of the file
		f.code = c.variantOf(fn, f.event, nil).code
	default:
		var v *variant
		v, f.hops = c.around(sym)
		f.nested, f.code = true, c.variantOf(fn, f.event, v).code
	}
	if f.code != nil {
		f.code.name = sym.name
		c.code.calls = append(c.code.calls, f.code)
	}
	return f
}

// args compiles the arguments of a function of the file. The event is none: the function knows
// it.
func (c *compiler) args(exprs []ast.Expr) []*node {
	nodes := make([]*node, len(exprs))
	for i, e := range exprs {
		if c.eventOf(e) != nil {
			nodes[i] = constant(unknownShape, Nil)
		} else {
			nodes[i] = c.expr(e)
		}
	}
	return nodes
}

// call compiles a call.
func (c *compiler) call(n *ast.FuncCallExpr) *node {
	at := &site{line: n.Line(), name: "?"}
	if n.Func == nil {
		return c.method(n, at)
	}
	at.name = callName(n.Func)
	if fast := c.fast(n, at); fast != nil {
		return fast
	}
	if ident, ok := n.Func.(*ast.IdentExpr); ok && c.idents[ident] == nil {
		if sig := c.functions[ident.Value]; sig != nil {
			return c.invoke(sig, ident.Value, nil, n.Args, at)
		}
	}
	if f := c.static(n); f.code != nil {
		args := c.args(n.Args)
		code, outer := f.code, f.outer()
		if c.quick {
			return code.quickly(args, outer)
		}
		push := pushing(n.Args, args, -1)
		if f.event == nil || f.nested {
			c.give(f.sym, n.Args, args)
		}
		if f.event != nil || f.nested {
			return called(unknownShape, func(fr *frame) {
				from := len(fr.m.args)
				push(fr)
				fr.site = at
				fr.in.runIn(code, from, outer(fr), fr.hook)
			})
		}
		place := c.link(f.sym, n.Line())
		called := called(unknownShape, func(fr *frame) {
			in := fr.in
			from := len(in.m.args)
			push(fr)
			fr.site = at
			if code.body == nil {
				in.native(in.linked[place], from)
				return
			}
			in.run(code, from)
		})
		return direct(code, n.Args, args, at, called)
	}
	c.code.full = true
	f := c.expr(n.Func)
	push := c.list(n.Args, -1)
	if f.constant {
		if fn, ok := f.val(nil).ext.(*lua.LFunction); ok && c.world.natives[fn].call != nil {
			return ofLibrary(c.world.natives[fn], push, at)
		}
	}
	return called(unknownShape, func(fr *frame) {
		fn := f.val(fr)
		from := len(fr.m.args)
		push(fr)
		fr.site = at
		fr.in.call(fn, from)
	})
}

// direct compiles the call of a function of the file with one argument, or two, so that they
// go to its frame at once. Called is the same call by way of Machine.args.
func direct(callee *code, exprs []ast.Expr, args []*node, at *site, called *node) *node {
	n := len(args)
	if n == 0 || n > 2 {
		return called
	}
	open := isMulti(exprs[n-1]) && args[n-1].many != nil // the last argument is as many as there is room for
	val, first := called.val, args[0].val
	second := func(*frame) Value { return Nil }
	if n == 2 {
		second = args[1].val
	}
	direct := *called
	direct.val = func(fr *frame) Value {
		if callee.body == nil || callee.params < n || callee.params > n && open {
			return val(fr)
		}
		a := first(fr)
		b := second(fr)
		fr.site = at
		in, m := fr.in, fr.m
		inner := in.push(callee)
		inner.slots[0] = a
		if callee.params > 1 {
			inner.slots[1] = b
			clear(inner.slots[2:callee.params])
		}
		inner.from = len(m.args)
		callee.body.run(inner)
		if inner.tail != nil {
			in.rest(inner)
		}
		in.active--
		return m.first(inner.from)
	}
	return &direct
}

// ofLibrary compiles a call of a function of the library.
func ofLibrary(fn *native, push func(fr *frame), at *site) *node {
	call, name := fn.call, fn.name
	return called(unknownShape, func(fr *frame) {
		in := fr.in
		from := len(in.m.args)
		push(fr)
		fr.site = at
		call(libCall{in: in, name: name, from: from})
	})
}

// quickly compiles a call of a function of the file for Machine.Quick. Only its first result
// counts: such a function has no other.
func (callee *code) quickly(args []*node, outer func(fr *frame) *frame) *node {
	vals := make([]func(*frame) Value, len(args))
	for i, arg := range args {
		vals[i] = arg.val
	}
	return typed(unknownShape, func(fr *frame) Value {
		in := fr.in
		if in.active+1 >= fr.m.limits.Depth { // Machine.Call counts the frame of the hook, too
			fr.stuck = true
		}
		if fr.stuck {
			return Nil
		}
		inner := in.push(callee)
		for i, val := range vals {
			if v := val(fr); i < callee.params {
				inner.slots[i] = v
			}
		}
		clear(inner.slots[min(len(vals), callee.params):callee.params])
		inner.outer, inner.hook = outer(fr), fr.hook
		inner.price, inner.spent, inner.stuck, inner.result = fr.price, fr.spent, fr.stuck, Nil
		callee.quick(inner)
		fr.spent, fr.stuck = inner.spent, fr.stuck || inner.stuck
		in.active--
		return inner.result
	})
}

// give records the types of the arguments in a call of a function of the file. It does not
// if the parameters may get other values elsewhere: if the function is used without a call,
// or calls itself.
func (c *compiler) give(sym *symbol, exprs []ast.Expr, args []*node) {
	fn := c.bodies[c.inits[sym].(*ast.FunctionExpr)]
	if c.named[sym] > c.called[sym] || fn.upvalues[sym] {
		return
	}
	open := len(exprs) > 0 && isMulti(exprs[len(exprs)-1]) && args[len(args)-1].many != nil
	for i, param := range fn.params {
		s := aNil.shape
		switch {
		case open && i >= len(args)-1:
			s = unknownShape
		case i < len(args):
			s = args[i].shape
		}
		if before, known := c.params[param]; known {
			s = s.or(before)
		}
		c.params[param] = s
	}
}

// callName returns the name of a function in tracebacks.
func callName(e ast.Expr) string {
	switch n := e.(type) {
	case *ast.IdentExpr:
		return n.Value
	case *ast.AttrGetExpr:
		if key, ok := n.Key.(*ast.StringExpr); ok {
			return key.Value
		}
	}
	return "?"
}

// called compiles a call whose results many pushes on Machine.args.
func called(s shape, many func(fr *frame)) *node {
	n := typed(s, func(fr *frame) Value {
		m := fr.m
		from := len(m.args)
		many(fr)
		return m.first(from)
	})
	n.many = many
	return n
}

// invoke compiles the call of a function of the binding. Receiver is nil unless it is a
// method.
func (c *compiler) invoke(sig *signature, name string, receiver func(fr *frame) Value, args []ast.Expr, at *site) *node {
	c.cost += functionSteps
	s := sig.returns
	if s.base == isNil {
		s = unknownShape
	}
	push := c.list(args, -1)
	bound := c.bind(sig, args)
	c.code.full = c.code.full || bound == nil || !sig.Reads
	c.code.game = true
	if c.quick {
		return typed(s, func(fr *frame) Value {
			object := Nil
			if receiver != nil {
				if object = receiver(fr); object.kind() != int(sig.kind) {
					fr.stuck = true
				}
			}
			if fr.stuck {
				return Nil
			}
			return fr.sure(bound(fr.m, object))
		})
	}
	call := applied(sig, name, bound, push, at)
	n := typed(s, func(fr *frame) Value { return call(fr, Nil) })
	if receiver != nil {
		n = typed(s, func(fr *frame) Value { return call(fr, receiver(fr)) })
	}
	val := n.val
	n.many = func(fr *frame) {
		v := val(fr)
		if len(sig.Returns) > 0 {
			fr.m.args = append(fr.m.args, v)
		}
	}
	return n
}

// applied returns the call of a function of the binding with the object of a method. Bound, if
// not nil, is the call with arguments that are constants; else push pushes the arguments.
func applied(sig *signature, name string, bound func(m *Machine, object Value) (Value, error), push func(fr *frame), at *site) func(fr *frame, object Value) Value {
	whole := func(fr *frame, object Value) Value {
		m := fr.m
		from := len(m.args)
		if sig.method {
			m.args = append(m.args, object)
		}
		push(fr)
		fr.site = at
		return fr.in.adopt(fr.in.invoke(sig, name, from))
	}
	if bound == nil {
		return whole
	}
	return func(fr *frame, object Value) Value {
		if sig.method && object.kind() != int(sig.kind) {
			return whole(fr, object)
		}
		m := fr.m
		fr.site = at
		left := m.left
		v, err := bound(m, object)
		fr.in.called(name, left, err)
		return fr.in.adopt(v)
	}
}

// bind returns the call of a function whose arguments are all constants that it accepts. It
// returns nil for other arguments.
func (c *compiler) bind(sig *signature, args []ast.Expr) func(m *Machine, object Value) (Value, error) {
	if sig.Bind == nil || len(args) < sig.least || len(args) > len(sig.params) {
		return nil
	}
	values := make([]Value, len(sig.params))
	for i, e := range args {
		literal := e
		if sym := c.symbol(e); sym != nil {
			literal = c.inits[sym]
		}
		switch literal.(type) {
		case *ast.StringExpr, *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr:
		default:
			return nil
		}
		n := c.expr(literal)
		if !n.constant || !sig.params[i].fits(n.val(nil)) {
			return nil
		}
		values[i] = n.val(nil)
	}
	return sig.Bind(values)
}

// method compiles a:b().
func (c *compiler) method(n *ast.FuncCallExpr, at *site) *node {
	receiver := c.expr(n.Receiver)
	before := &site{line: at.line} // the method has been found
	at.name = n.Method
	name := String(n.Method)
	if receiver.base == isObject && !receiver.list {
		k := c.kind[receiver.kind]
		if sig := k.methods[n.Method]; sig != nil {
			val, quick := receiver.val, c.quick
			return c.invoke(sig, k.Name+":"+n.Method, func(fr *frame) Value {
				o := val(fr)
				if o.is < valueObject && !quick {
					fr.index(before, o, name)
				}
				return o
			}, n.Args, at)
		}
	}
	c.code.full = true
	c.cost += functionSteps
	push := c.list(n.Args, -1)
	calls := make([]func(fr *frame, o Value) Value, len(c.kind)) // by the kind of the object
	results := make([]bool, len(c.kind))
	for i, k := range c.kind {
		if sig := k.methods[n.Method]; sig != nil {
			calls[i], results[i] = applied(sig, k.Name+":"+n.Method, c.bind(sig, n.Args), push, at), len(sig.Returns) > 0
		}
	}
	var text native // the function of the library that is the method of a text
	if fn, ok := c.world.texts().RawGetString(n.Method).(*lua.LFunction); ok {
		text = *c.world.natives[fn]
	}
	return called(unknownShape, func(fr *frame) {
		m := fr.m
		from := len(m.args)
		o := receiver.val(fr)
		if kind := o.kind(); kind >= 0 && calls[kind] != nil {
			v := calls[kind](fr, o)
			if results[kind] {
				m.args = append(m.args, v)
			}
			return
		}
		var fn Value
		isText := o.is == valueString && text.call != nil
		if !isText {
			fn = fr.index(before, o, name)
		}
		m.args = append(m.args, o)
		push(fr)
		fr.site = at
		if isText {
			text.call(libCall{in: fr.in, name: text.name, from: from})
		} else {
			fr.in.call(fn, from)
		}
	})
}

// fast compiles the functions of math that compute a number from one or two numbers. If the
// arguments are numbers, no function of the library is called.
func (c *compiler) fast(n *ast.FuncCallExpr, at *site) *node {
	if !c.isFast(n) {
		return nil
	}
	if one := ones[at.name]; one != nil {
		fn, a := c.expr(n.Func).val(nil), c.expr(n.Args[0])
		if a.num != nil || c.quick {
			num := a.sureNumber()
			return numberNode(func(fr *frame) float64 { return one(num(fr)) })
		}
		return numberNode(func(fr *frame) float64 {
			v := a.val(fr)
			if v.is != valueNumber {
				return fr.slow(at, fn, v, Nil)
			}
			return one(v.num)
		})
	}
	two := twos[at.name]
	fn, a, b := c.expr(n.Func).val(nil), c.expr(n.Args[0]), c.expr(n.Args[1])
	if a.num != nil && b.num != nil || c.quick {
		x, y := a.sureNumber(), b.sureNumber()
		return numberNode(func(fr *frame) float64 { return two(x(fr), y(fr)) })
	}
	return numberNode(func(fr *frame) float64 {
		v := a.val(fr)
		w := b.val(fr)
		if v.is != valueNumber || w.is != valueNumber {
			return fr.slow(at, fn, v, w)
		}
		return two(v.num, w.num)
	})
}

// isFast reports whether fast compiles a call.
func (c *compiler) isFast(n *ast.FuncCallExpr) bool {
	access, ok := n.Func.(*ast.AttrGetExpr)
	if !ok {
		return false
	}
	if lib, ok := access.Object.(*ast.IdentExpr); !ok || lib.Value != "math" || c.idents[lib] != nil {
		return false
	}
	name := callName(access)
	if !(len(n.Args) == 1 && ones[name] != nil || len(n.Args) == 2 && twos[name] != nil) {
		return false
	}
	last := n.Args[len(n.Args)-1]
	inner, isCall := last.(*ast.FuncCallExpr)
	return !isMulti(last) || isCall && c.isFast(inner)
}

// slow calls a function of the library that refuses its arguments.
func (fr *frame) slow(at *site, fn, a, b Value) float64 {
	m := fr.m
	from := len(m.args)
	m.args = append(m.args, a, b)
	fr.site = at
	fr.in.native(fn, from)
	return m.first(from).num
}

// Ones and twos are the functions of math that fast knows, of one and of two numbers.
var (
	ones = map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "abs": math.Abs, "sqrt": math.Sqrt}
	twos = map[string]func(a, b float64) float64{"max": larger, "min": smaller}
)

// larger and smaller are math.max and math.min: nan is neither.
func larger(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}

func smaller(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}
