package lua

import "github.com/yuin/gopher-lua/ast"

// count compiles for i = a, b, c.
func (c *compiler) count(n *ast.NumberForStmt) statement {
	line := n.Line()
	from, to := c.expr(n.Init), c.expr(n.Limit)
	by := constant(aNumber, Number(1))
	if n.Step != nil {
		by = c.expr(n.Step)
	}
	used, usedNums := c.used, c.usedNums
	sym := c.Locals[n][0]
	if sym.Assigned == 0 {
		c.shapes[sym] = aNumber
	}
	counter := c.local(sym)
	begin := c.begin(sym)
	turn := c.block(n.Stmts, line).statement()
	c.used, c.usedNums = used, usedNums
	count := func(fr *frame, init, limit, step float64) signal {
		for i := init - step; ; { // it counts as Lua 5.1 does, to the last bit
			i += step
			if !(step > 0 && i <= limit || step <= 0 && i >= limit) {
				return next
			}
			if counter.number {
				fr.nums[counter.at] = i
			} else {
				begin(fr, Number(i))
			}
			if s := turn(fr); s == leaveLoop {
				return next
			} else if s != next {
				return s
			}
		}
	}
	if from.num != nil && to.num != nil && by.num != nil {
		init, limit, step := from.num, to.num, by.num
		return func(fr *frame) signal { return count(fr, init(fr), limit(fr), step(fr)) }
	}
	at := c.site(line, "")
	return func(fr *frame) signal {
		init, limit, step := from.val(fr), to.val(fr), by.val(fr)
		for i, v := range [...]Value{init, step, limit} {
			if v.is != valueNumber {
				fr.fail(at, nil, "for statement %s must be a number", [...]string{"init", "step", "limit"}[i])
			}
		}
		return count(fr, init.num, limit.num, step.num)
	}
}

// each compiles for a, b in f.
func (c *compiler) each(n *ast.GenericForStmt) statement {
	line := n.Line()
	head, element, by := c.iterated(n)
	var push func(fr *frame)
	if head == nil {
		push = c.list(n.Exprs, 3)
	}
	used, usedNums := c.used, c.usedNums
	begins := make([]func(fr *frame, v Value), len(n.Names))
	for i, sym := range c.Locals[n] {
		if i == 0 && by == "ipairs" && sym.Assigned == 0 {
			c.shapes[sym] = aNumber
		}
		if i == 1 && element.Base == BaseObject && sym.Assigned == 0 {
			c.shapes[sym] = element
		}
		c.local(sym)
		begins[i] = c.begin(sym)
	}
	counts := c.named[c.Locals[n][0]] > 0
	b := c.block(n.Stmts, line)
	b.cost += 2
	turn := b.statement()
	c.used, c.usedNums = used, usedNums
	first, second, slot := begins[0], func(*frame, Value) {}, -1
	if len(begins) > 1 {
		second = begins[1]
		if sym := c.Locals[n][1]; !sym.cell() { // the usual
			slot = c.slots[sym].at
		}
	}
	at := c.site(line, "")
	switch by {
	case "ipairs":
		return func(fr *frame) signal {
			t := head(fr).ext.(*table)
			for place := 1; ; place++ {
				var item Value
				if place <= len(t.items) { // the usual
					item = t.items[place-1]
				} else {
					item = t.at(place)
				}
				if item.is == valueNil {
					return next
				}
				if counts {
					first(fr, Number(float64(place)))
				}
				if slot >= 0 {
					fr.slots[slot] = item
				} else {
					second(fr, item)
				}
				if s := turn(fr); s == leaveLoop {
					return next
				} else if s != next {
					return s
				}
			}
		}
	case "pairs":
		return func(fr *frame) signal {
			t := head(fr).ext.(*table)
			for w := (walk{}); ; {
				key, value, passed := w.step(t)
				if passed >= 8 {
					fr.site = at
					fr.m.charge(passed >> 3)
				}
				if key.is == valueNil {
					return next
				}
				first(fr, key)
				second(fr, value)
				if s := turn(fr); s == leaveLoop {
					return next
				} else if s != next {
					return s
				}
			}
		}
	}
	called := c.site(line, "?")
	return func(fr *frame) signal {
		m := fr.m
		from := len(m.args)
		push(fr)
		f, state, last := m.args[from], m.args[from+1], m.args[from+2]
		m.args = m.args[:from]
		for {
			if f.is != valueFunction {
				fr.fail(at, nil, "a loop needs a function, such as pairs(t), not %s", m.sort(f))
			}
			m.args = append(m.args, state, last)
			fr.site = called
			m.call(f, from)
			for len(m.args) < from+len(begins) {
				m.args = append(m.args, Nil)
			}
			if last = m.args[from]; last.is == valueNil {
				m.args = m.args[:from]
				return next
			}
			for i, begin := range begins {
				begin(fr, m.args[from+i])
			}
			m.args = m.args[:from]
			if s := turn(fr); s == leaveLoop {
				return next
			} else if s != next {
				return s
			}
		}
	}
}

// iterated returns what a loop's head gives ipairs or pairs, what items it has, and which
// of them.
func (c *compiler) iterated(n *ast.GenericForStmt) (list func(fr *frame) Value, element Shape, by string) {
	call, by := c.walked(n)
	if call == nil {
		return nil, element, ""
	}
	c.cost += 2
	var arg *node
	if by == "ipairs" {
		arg = c.items(call.Args[0])
	}
	if arg == nil {
		arg = c.expr(call.Args[0])
	}
	if arg.List {
		element = arg.Element()
	}
	at := c.site(call.Line(), by)
	val := arg.seen()
	return func(fr *frame) Value {
		v := val(fr)
		if v.is != valueTable {
			fr.fail(at, nil, "%s: argument 1 is a table, not %s", by, fr.m.named(v, arg.spelled))
		}
		return v
	}, element, by
}

// items compiles a constructor that only a loop sees, so that no table has to be made; nil
// for another expression.
func (c *compiler) items(e ast.Expr) *node {
	made, ok := e.(*ast.TableExpr)
	if !ok || len(made.Fields) == 0 || len(made.Fields) > 16 {
		return nil
	}
	var exprs []ast.Expr
	for _, f := range made.Fields {
		if f.Key != nil || IsMulti(f.Value) {
			return nil
		}
		exprs = append(exprs, f.Value)
	}
	c.cost++
	items := c.exprs(exprs)
	s := items[0].Shape
	for _, item := range items {
		s = s.or(item.Shape)
	}
	if s.List {
		s = unknownShape
	}
	s.List, s.Nilable = true, false
	push := pushing(exprs, items, -1)
	return &node{Shape: s, val: func(fr *frame) Value {
		m := fr.m
		from := len(m.args)
		push(fr)
		m.take(64 + 16*len(items))
		v := m.List(len(items))
		copy(v.Items(), m.args[from:])
		m.args = m.args[:from]
		return v
	}}
}
