package scripting

import (
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
		return constant(aString.shape, String(n.Value))
	case *ast.IdentExpr:
		return c.name(n)
	case *ast.Comma3Expr:
		return &node{shape: unknownShape, val: func(fr *frame) Value {
			if len(fr.rest) == 0 {
				return Nil
			}
			return fr.rest[0]
		}, many: func(fr *frame) { fr.m.args = append(fr.m.args, fr.rest...) }}
	}
	c.cost++
	switch n := e.(type) {
	case *ast.AttrGetExpr:
		out := c.access(n)
		out.spelled = spell(n, "")
		return out
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
		a := c.expr(n.Expr)
		if num := a.num; num != nil {
			return numberNode(func(fr *frame) float64 { return -num(fr) })
		}
		at := c.site(line, "", a.spelled)
		return numberNode(func(fr *frame) float64 { return fr.minus(at, a.val(fr)) })
	case *ast.UnaryNotOpExpr:
		is := c.expr(n.Expr).truth()
		return booleanNode(func(fr *frame) bool { return !is(fr) })
	case *ast.UnaryLenOpExpr:
		a := c.expr(n.Expr)
		at := c.site(line, "", a.spelled)
		val := a.seen()
		return numberNode(func(fr *frame) float64 { return fr.length(at, val(fr)) })
	case *ast.FunctionExpr:
		return typed(shape{base: isFunction}, c.closure(n))
	}
	panic("an expression that the check has refused")
}

// closure compiles a function as a value.
func (c *compiler) closure(n *ast.FunctionExpr) func(fr *frame) Value {
	fn := c.bodies[n]
	c.unit.inner = append(c.unit.inner, fn)
	code := c.codes[fn]
	return func(fr *frame) Value { return fr.closure(code) }
}

// operands compiles two operands, of which the first may be one that is read late.
func (c *compiler) operands(lhs, rhs ast.Expr) (a, b *node) {
	a, b = c.expr(lhs), c.expr(rhs)
	if c.late(c.fn, lhs) == nil || b.constant {
		return a, b
	}
	at := c.place(false)
	slot, val, firstVal, first := at.at, b.val, a.val, *a
	first.num, first.is, first.constant = nil, nil, false
	first.shape = unknownShape
	first.val = func(fr *frame) Value {
		v := val(fr)
		w := firstVal(fr)
		fr.slots[slot] = v
		return w
	}
	return &first, read(b.shape, at)
}

func (c *compiler) name(n *ast.IdentExpr) *node {
	sym := c.idents[n]
	if sym == nil {
		if h := c.selves[n]; h != nil {
			return c.field(h, h.event.fields[h.event.Self])
		}
		return c.global(n.Value)
	}
	var out *node
	switch literal := c.inits[sym].(type) {
	case *ast.NumberExpr, *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr:
		return c.expr(literal)
	}
	switch {
	case sym.hook != nil && sym.assigned == 0:
		out = c.eventValue(sym.hook)
	case sym.owner == c.fn && sym.cell():
		slot := c.slots[sym].at
		out = typed(c.typeOfLocal(sym), func(fr *frame) Value { return *fr.slots[slot].ext.(*Value) })
	case sym.owner == c.fn:
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
func (c *compiler) eventValue(h *hook) *node {
	if c.fn.hook == h {
		return read(unknownShape, c.eventSlot())
	}
	up := c.up(h.frame)
	return &node{shape: unknownShape, val: func(fr *frame) Value { return fr.fn.up[up] }}
}

// toEvent returns what leads to the frame of a hook; nil: it is the present one.
func (c *compiler) toEvent(h *hook) func(fr *frame) *frame {
	if c.fn.hook == h {
		return nil
	}
	up := c.up(h.frame)
	return func(fr *frame) *frame { return fr.fn.up[up].ext.(*frame) }
}

// typeOfLocal returns the shape of a local. The checker's type is enough for an object, because an
// object is checked again where it is used.
func (c *compiler) typeOfLocal(sym *symbol) shape {
	u := c.unit
	for u.fn != sym.owner {
		u = u.outer
	}
	if s, ok := u.shapes[sym]; ok {
		return s
	}
	if sym.typ.base == isObject && !sym.typ.list {
		return sym.typ.shape
	}
	return unknownShape
}

// read compiles the value at a place of the frame.
func read(s shape, at place) *node {
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
	at, bit, s := h.places[field], uint64(1)<<field, h.event.shapes[field]
	slot := at.at
	if reach := c.toEvent(h); reach != nil {
		if at.number {
			return numberNode(func(fr *frame) float64 {
				of := reach(fr)
				if of.have&bit == 0 {
					return of.readNumber(field, slot)
				}
				return of.nums[slot]
			})
		}
		return typed(s, func(fr *frame) Value { return reach(fr).fieldNow(field) })
	}
	if h.event.ReadOnly && !s.list && s.base != anything { // nothing changes: it is read again each time
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
func (c *compiler) fresh(h *hook, field int) *node {
	at, bit, s := h.places[field], uint64(1)<<field, h.event.shapes[field]
	slot := at.at
	switch {
	case h.writes&bit == 0 && at.number:
		return numberNode(func(fr *frame) float64 { return fr.of.Number[field]() })
	case h.writes&bit == 0:
		return typed(s, func(fr *frame) Value { return fr.of.Get(field) })
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
			return fr.of.Get(field)
		}
		return fr.slots[slot]
	})
}

// global compiles a name that all scripts know.
func (c *compiler) global(name string) *node {
	s := unknownShape
	if g := c.globals[name]; g != nil {
		s, _ = c.lookup.read(g.Type)
	}
	out := constant(s, c.world.globals[name])
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
		if object.list && object.base == isObject {
			s.base, s.kind = isObject, object.kind
		}
		val, key := object.seen(), index.val
		return typed(s, func(fr *frame) Value {
			o := val(fr)
			return fr.index(at, o, key(fr))
		})
	}
	if h := c.eventOf(n.Object); h != nil {
		return c.field(h, h.event.fields[key.Value])
	}
	object := c.expr(n.Object)
	name := String(key.Value)
	if object.constant {
		if lib, ok := object.val(nil).ext.(*table); ok { // math.huge, string.rep
			s, v := unknownShape, lib.get(name)
			if v.is == valueNumber {
				s = aNumber.shape
			}
			return constant(s, v)
		}
	}
	at := c.site(n.Key.Line(), "", object.spelled)
	c.cost += fieldSteps
	if object.base == isObject && !object.list {
		k := c.kind[object.kind]
		if i, ok := k.fields[key.Value]; ok {
			return c.property(object, k, i, at, name)
		}
	}
	places := make([]int, len(c.kind)) // indexes of the field, by the kind of the object
	for i, k := range c.kind {
		places[i] = -1
		if place, ok := k.fields[key.Value]; ok {
			places[i] = place
		}
	}
	fields := make([]int, len(c.Events)) // the same of an event
	for i := range c.Events {
		fields[i] = -1
		if field, ok := c.events[c.Events[i].Hook].fields[key.Value]; ok {
			fields[i] = field
		}
	}
	kinds := c.kind
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

// property compiles a field of an object of a known kind.
func (c *compiler) property(object *node, k *kind, field int, at int32, name Value) *node {
	val, reader := object.val, k.readers[field]
	of := Object(int(k.index), 0).is
	other := func(fr *frame, o Value) Value { // what the type is known of is a table that has been made one of
		v := fr.index(at, o, name)
		if !k.shapes[field].fits(v) {
			fr.fail(at, nil, "%s is %s, not of a %s", name.Text(), fr.m.sort(v), k.Name)
		}
		return v
	}
	failed := func(fr *frame, err error) { fr.fail(at, err, "%s.%s: %v", k.Name, name.Text(), err) }
	if number := k.numbers[field]; number != nil {
		return numberNode(func(fr *frame) float64 {
			o := val(fr)
			if o.is != of {
				return other(fr, o).num
			}
			f, err := number(fr.m, o.ref)
			if err != nil {
				failed(fr, err)
			}
			return f
		})
	}
	out := typed(k.shapes[field], func(fr *frame) Value {
		o := val(fr)
		if o.is != of {
			return other(fr, o)
		}
		v, err := reader(fr.m, o.ref)
		if err != nil {
			failed(fr, err)
		}
		if v.is == valueTable {
			fr.site = at
			return fr.m.adopt(v)
		}
		return v
	})
	if out.list {
		out.peek = func(fr *frame) Value {
			o := val(fr)
			if o.is != of {
				return other(fr, o)
			}
			v, err := reader(fr.m, o.ref)
			if err != nil {
				failed(fr, err)
			}
			if v.is == valueTable {
				fr.site = at
				fr.m.listed(len(v.ext.(*table).items))
			}
			return v
		}
	}
	return out
}

// logical compiles and and or. A chain of one of them is no nesting.
func (c *compiler) logical(n *ast.LogicalOpExpr) *node {
	var rest []*node // from the second operand on, in order
	e := ast.Expr(n)
	for {
		inner, ok := e.(*ast.LogicalOpExpr)
		if !ok || inner.Operator != n.Operator {
			break
		}
		e = inner.Lhs
		rest = append(rest, nil)
	}
	out := c.expr(e)
	e = n
	exprs := make([]ast.Expr, len(rest))
	for i := len(rest) - 1; i >= 0; i-- {
		exprs[i] = e.(*ast.LogicalOpExpr).Rhs
		e = e.(*ast.LogicalOpExpr).Lhs
	}
	c.cost += len(rest) - 1
	for i, e := range exprs {
		rest[i] = c.expr(e)
	}
	if len(rest) <= longChain {
		for _, b := range rest {
			out = both(out, b, n.Operator == "and")
		}
		return out
	}
	and := n.Operator == "and"
	first := out.val
	return &node{shape: unknownShape, val: func(fr *frame) Value {
		v := first(fr)
		for _, b := range rest {
			if v.Bool() != and {
				break
			}
			v = b.val(fr)
		}
		return v
	}}
}

// longChain is the number of operators in a row from which on they are computed in a loop, not one
// within the other.
const longChain = 32

// both returns a and b, or a or b.
func both(a, b *node, and bool) *node {
	aVal, bVal := a.val, b.val
	aIs, bIs := a.truth(), b.truth()
	s := unknownShape
	if a.shape == b.shape || !and && a.base != anything && a.base != isBoolean && a.solid() == b.solid() {
		s = b.shape
	}
	out := &node{shape: s}
	if and {
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
	at := c.site(n.Line(), "", a.spelled, b.spelled)
	if n.Operator == "==" || n.Operator == "~=" {
		return c.equality(at, a, b, n.Operator == "==")
	}
	if x, y := a.num, b.num; x != nil && y != nil {
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
	swapped, orEqual := n.Operator[0] == '>', len(n.Operator) == 2
	return booleanNode(func(fr *frame) bool {
		v := a.val(fr)
		w := b.val(fr)
		return fr.compare(at, v, w, swapped, orEqual)
	})
}

// equality compiles a == b, or a ~= b.
func (c *compiler) equality(at int32, a, b *node, want bool) *node {
	if x, y := a.num, b.num; x != nil && y != nil {
		return booleanNode(func(fr *frame) bool { return (x(fr) == y(fr)) == want })
	}
	if a.constant {
		a, b = b, a // the order does not matter: evaluating a constant has no effect
	}
	x, y := a.val, b.val
	if !b.constant {
		return booleanNode(func(fr *frame) bool {
			v := x(fr)
			w := y(fr)
			if v.is == valueString && v.ref > 64 && v.ref == w.ref {
				fr.site = at
				fr.m.compared(v)
			}
			return v.Equal(w) == want
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

// arithmetic compiles a operator b. A zero that + - * / compute from numbers has no sign, except
// in an expression of constants: that is what adding 0 is for. A chain of operators is no nesting.
func (c *compiler) arithmetic(n *ast.ArithmeticOpExpr) *node {
	if f, ok := fold(n); ok {
		c.cost += operators(n) - 1
		return constant(aNumber.shape, Number(f))
	}
	chain := []*ast.ArithmeticOpExpr{n}
	for {
		inner, ok := chain[len(chain)-1].Lhs.(*ast.ArithmeticOpExpr)
		if !ok {
			break
		}
		chain = append(chain, inner)
	}
	if len(chain) <= longChain {
		a, b := c.operands(n.Lhs, n.Rhs)
		return c.operate(n, a, b)
	}
	type term struct {
		operator byte
		val      func(fr *frame) Value
		at       int32
	}
	last := chain[len(chain)-1]
	a, b := c.operands(last.Lhs, last.Rhs)
	first := c.operate(last, a, b).num
	terms := make([]term, len(chain)-1)
	for i := range terms {
		n := chain[len(chain)-2-i]
		b := c.expr(n.Rhs)
		terms[i] = term{n.Operator[0], b.val, c.site(n.Line(), "", "", b.spelled)}
	}
	c.cost += len(terms)
	return numberNode(func(fr *frame) float64 {
		f := first(fr)
		for i := range terms {
			t := &terms[i]
			f = fr.arithmetic(t.at, t.operator, Number(f), t.val(fr))
		}
		return f
	})
}

// operators returns how many operators of arithmetic an expression of constants has.
func operators(e ast.Expr) int {
	switch n := e.(type) {
	case *ast.ArithmeticOpExpr:
		return operators(n.Lhs) + operators(n.Rhs) + 1
	case *ast.UnaryMinusOpExpr:
		return operators(n.Expr) + 1
	}
	return 0
}

func (c *compiler) operate(n *ast.ArithmeticOpExpr, a, b *node) *node {
	if x, y := a.num, b.num; x != nil && y != nil {
		switch n.Operator {
		case "+":
			if b.constant {
				k := y(nil)
				return numberNode(func(fr *frame) float64 { return x(fr) + k + 0 })
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
	at, operator := c.site(n.Line(), "", a.spelled, b.spelled), n.Operator[0]
	return numberNode(func(fr *frame) float64 {
		x := a.val(fr)
		return fr.arithmetic(at, operator, x, b.val(fr))
	})
}

// fold returns the number that an expression of constants is.
func fold(e ast.Expr) (f float64, ok bool) {
	switch n := e.(type) {
	case *ast.NumberExpr:
		return readNumber(n.Value)
	case *ast.UnaryMinusOpExpr:
		f, ok = fold(n.Expr)
		return -f, ok
	case *ast.ArithmeticOpExpr:
		x, isX := fold(n.Lhs)
		if !isX {
			return 0, false
		}
		y, isY := fold(n.Rhs)
		switch n.Operator {
		case "+":
			return x + y, isY
		case "-":
			return x - y, isY
		case "*":
			return x * y, isY
		case "/":
			return x / y, isY
		}
	}
	return 0, false
}

// concat compiles a .. b. A chain is joined at once.
func (c *compiler) concat(n *ast.StringConcatOpExpr) *node {
	var parts []ast.Expr
	todo := []ast.Expr{n}
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n, ok := e.(*ast.StringConcatOpExpr); ok {
			todo = append(todo, n.Rhs, n.Lhs)
		} else {
			parts = append(parts, e)
		}
	}
	nodes := c.exprs(parts)
	push := pushing(parts, nodes, len(parts))
	at := c.site(n.Line(), "")
	name := func(i int) string { return nodes[i].spelled }
	return typed(aString.shape, func(fr *frame) Value {
		m := fr.m
		from := len(m.args)
		push(fr)
		fr.site = at
		s := m.join(m.args[from:], name)
		m.args = m.args[:from]
		m.measure(len(s))
		return String(s)
	})
}

// table compiles a constructor.
func (c *compiler) table(n *ast.TableExpr) *node {
	type entry struct {
		key, value *node
		late       bool // the key is read after the value
	}
	var entries []entry // those with a key, and items
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
		entries = append(entries, e)
	}
	if len(n.Fields) == 0 {
		return typed(shape{base: isTable}, func(fr *frame) Value { return Value{is: valueTable, ext: fr.m.newTable()} })
	}
	at := c.site(n.Line(), "")
	return typed(shape{base: isTable}, func(fr *frame) Value {
		m := fr.m
		t := m.newTable()
		from := len(m.args)
		for _, e := range entries {
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
			m.checkKey(key)
			if !e.late {
				v = e.value.val(fr)
			}
			t.begin(key, v)
		}
		if many != nil {
			many(fr)
		}
		given := m.args[from:]
		fr.site = at
		if keys > 0 || len(given) > 16 {
			m.constructed(len(given), keys)
		}
		t.fill(given)
		m.args = m.args[:from]
		return Value{is: valueTable, ext: t}
	})
}
