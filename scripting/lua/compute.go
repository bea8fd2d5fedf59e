package lua

import "github.com/yuin/gopher-lua/ast"

// operands compiles two operands, of which the first may be one that is read late.
func (c *compiler) operands(lhs, rhs ast.Expr) (a, b *node) {
	a, b = c.expr(lhs), c.expr(rhs)
	if c.late(c.fn, lhs) == nil || b.constant {
		return a, b
	}
	at := c.place(false)
	slot, val, firstVal, first := at.at, b.val, a.val, *a
	first.num, first.is, first.constant, first.slot = nil, nil, false, 0
	first.Shape = unknownShape
	first.val = func(fr *frame) Value {
		v := val(fr)
		w := firstVal(fr)
		fr.slots[slot] = v
		return w
	}
	return &first, read(b.Shape, at)
}

// both returns a and b, or a or b.
func both(a, b *node, and bool) *node {
	aVal, bVal := a.val, b.val
	aIs, bIs := a.truth(), b.truth()
	s := unknownShape
	if a.Shape == b.Shape || !and && a.Base != BaseAny && a.Base != BaseBoolean && a.Solid() == b.Solid() {
		s = b.Shape
	}
	out := &node{Shape: s}
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
	if s == aNumber {
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
			return (v.is == valueString && v.Text() == text) == want
		})
	}
	return booleanNode(func(fr *frame) bool { return x(fr).Equal(k) == want })
}

// arithmetic compiles a operator b. A zero that + - * / compute from numbers has no sign, except
// in an expression of numbers that are written out: that is what adding 0 is for.
func (c *compiler) arithmetic(n *ast.ArithmeticOpExpr) *node {
	a, b := c.operands(n.Lhs, n.Rhs)
	if x, y := a.num, b.num; x != nil && y != nil {
		written := a.written && b.written
		switch n.Operator {
		case "+":
			switch {
			case written:
				return writtenNumber(x(nil) + y(nil))
			case b.constant:
				k := y(nil)
				return numberNode(func(fr *frame) float64 { return x(fr) + k + 0 })
			}
			return numberNode(func(fr *frame) float64 { return x(fr) + y(fr) + 0 })
		case "-":
			if written {
				return writtenNumber(x(nil) - y(nil))
			}
			return numberNode(func(fr *frame) float64 { return x(fr) - y(fr) + 0 })
		case "*":
			if written {
				return writtenNumber(x(nil) * y(nil))
			}
			return numberNode(func(fr *frame) float64 { return float64(x(fr)*y(fr)) + 0 }) // rounded, not fused
		case "/":
			if written {
				return writtenNumber(x(nil) / y(nil))
			}
			return numberNode(func(fr *frame) float64 { return x(fr)/y(fr) + 0 })
		}
	}
	at, operator := c.site(n.Line(), "", a.spelled, b.spelled), n.Operator[0]
	return numberNode(func(fr *frame) float64 {
		x := a.val(fr)
		return fr.arithmetic(at, operator, x, b.val(fr))
	})
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
	return typed(aString, func(fr *frame) Value {
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
		if f.Key == nil && i == len(n.Fields)-1 && IsMulti(f.Value) && e.value.many != nil {
			many = e.value.many
			continue
		}
		entries = append(entries, e)
	}
	if len(n.Fields) == 0 {
		return typed(Shape{Base: BaseTable}, func(fr *frame) Value { return Value{is: valueTable, ext: fr.m.newTable()} })
	}
	at := c.site(n.Line(), "")
	return typed(Shape{Base: BaseTable}, func(fr *frame) Value {
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
