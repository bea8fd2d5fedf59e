package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// step compiles a statement.
func (c *compiler) step(stmt ast.Stmt) statement {
	line := stmt.Line()
	switch n := stmt.(type) {
	case *ast.LocalAssignStmt:
		return c.declare(n)
	case *ast.AssignStmt:
		if h := c.HookAt[n]; h != nil {
			return c.hook(h)
		}
		return c.assignment(n)
	case *ast.FuncDefStmt:
		return c.define(n)
	case *ast.FuncCallStmt:
		call := c.call(n.Expr.(*ast.FuncCallExpr))
		return func(fr *frame) signal {
			call.val(fr)
			return next
		}
	case *ast.DoBlockStmt:
		return c.inner(n.Stmts, line)
	case *ast.IfStmt:
		return c.branch(n)
	case *ast.WhileStmt:
		cost := c.cost
		is := c.expr(n.Condition).truth()
		extra := c.cost - cost
		b := c.block(n.Stmts, line)
		b.cost += int64(extra)
		turn := b.statement()
		return func(fr *frame) signal {
			for is(fr) {
				if s := turn(fr); s == leaveLoop {
					break
				} else if s != next {
					return s
				}
			}
			return next
		}
	case *ast.RepeatStmt:
		used, usedNums := c.used, c.usedNums
		b := c.open(n.Stmts, line)
		cost := c.cost
		is := c.expr(n.Condition).truth() // which sees the locals of the block
		c.used, c.usedNums = used, usedNums
		b.cost += int64(c.cost - cost)
		turn := b.statement()
		return func(fr *frame) signal {
			for {
				if s := turn(fr); s == leaveLoop {
					break
				} else if s != next {
					return s
				}
				if is(fr) {
					break
				}
			}
			return next
		}
	case *ast.NumberForStmt:
		return c.count(n)
	case *ast.GenericForStmt:
		return c.each(n)
	case *ast.BreakStmt:
		return func(*frame) signal { return leaveLoop }
	case *ast.ReturnStmt:
		return c.results(n)
	}
	panic("a statement that the check has refused")
}

// branch compiles if. A chain of elseif is no nesting: its branches lie side by side.
func (c *compiler) branch(n *ast.IfStmt) statement {
	is := c.expr(n.Condition).truth()
	then := c.inner(n.Then, n.Line())
	if len(n.Else) == 0 {
		return func(fr *frame) signal {
			if is(fr) {
				return then(fr)
			}
			return next
		}
	}
	type branch struct {
		cost int64 // of the block that an elseif is
		site int32
		is   func(fr *frame) bool
		then statement
	}
	var branches []branch
	other := func(*frame) signal { return next }
	for n := n; ; {
		inner, line := elseIf(n), n.Line()
		if inner == nil {
			if len(n.Else) > 0 {
				other = c.inner(n.Else, line)
			}
			break
		}
		outer := c.cost
		c.cost = 2
		b := branch{site: c.site(line, ""), is: c.expr(inner.Condition).truth()}
		b.cost, c.cost = int64(c.cost), outer
		b.then = c.inner(inner.Then, inner.Line())
		branches = append(branches, b)
		n = inner
	}
	return func(fr *frame) signal {
		if is(fr) {
			return then(fr)
		}
		m := fr.m
		for i := range branches {
			b := &branches[i]
			if m.Left -= b.cost; m.Left < 0 {
				fr.site = b.site
				m.charge(0)
			}
			if b.is(fr) {
				return b.then(fr)
			}
		}
		return other(fr)
	}
}

// hook compiles the definition of a hook.
func (c *compiler) hook(h *Hook) statement {
	at := slices.Index(c.Hooks, h)
	fn := c.closure(h.Expr)
	return func(fr *frame) signal {
		fr.m.loading.hooks[at] = fn(fr)
		return next
	}
}

// define compiles function a.b() and function a.b:c().
func (c *compiler) define(n *ast.FuncDefStmt) statement {
	if h := c.HookAt[n]; h != nil {
		return c.hook(h)
	}
	value := typed(Shape{Base: BaseFunction}, c.closure(n.Func))
	if n.Name.Func != nil {
		return c.store(c.target(n.Name.Func), value)
	}
	c.cost++
	t := &target{object: c.expr(n.Name.Receiver), key: constant(aString, String(n.Name.Method)), site: c.site(n.Line(), "")}
	return c.store(t, value)
}

// declare compiles local a, b = x, y.
func (c *compiler) declare(n *ast.LocalAssignStmt) statement {
	symbols := c.Locals[n]
	if symbols[0].Function {
		return c.localFunction(symbols[0], n)
	}
	values := c.exprs(n.Exprs)
	if last := len(values) - 1; last >= len(symbols) || 0 <= last && last < len(symbols)-1 && values[last].many != nil {
		return c.declareAll(n, values)
	}
	for len(values) < len(symbols) {
		values = append(values, constant(aNil, Nil))
	}
	puts := make([]statement, len(symbols))
	for i, sym := range symbols {
		if sym.Assigned == 0 {
			c.shapes[sym] = values[i].Shape
		} else if c.numeric(sym) {
			c.shapes[sym] = aNumber
		}
		c.local(sym)
		if sym.Assigned == 0 && c.looked[sym] == c.named[sym] && values[i].peek != nil {
			values[i].val = values[i].peek
		}
		puts[i] = c.put(sym, values[i], true)
	}
	if len(puts) == 1 {
		return puts[0]
	}
	return func(fr *frame) signal { // no value reads one of the new locals
		for _, put := range puts {
			put(fr)
		}
		return next
	}
}

// localFunction compiles local function f. The function knows the local.
func (c *compiler) localFunction(sym *Symbol, n *ast.LocalAssignStmt) statement {
	c.local(sym)
	put := c.put(sym, typed(Shape{Base: BaseFunction}, c.closure(n.Exprs[0].(*ast.FunctionExpr))), false)
	if !sym.cell() {
		return put
	}
	begin := c.put(sym, constant(aNil, Nil), true)
	return func(fr *frame) signal {
		begin(fr)
		return put(fr)
	}
}

// declareAll is declare where the last value is a call that has several, or there are more
// values than locals.
func (c *compiler) declareAll(n *ast.LocalAssignStmt, values []*node) statement {
	push := pushing(n.Exprs, values, len(n.Names))
	begins := make([]func(fr *frame, v Value), len(n.Names))
	for i, sym := range c.Locals[n] {
		if c.numeric(sym) {
			c.shapes[sym] = aNumber
		}
		c.local(sym)
		begins[i] = c.begin(sym)
	}
	return func(fr *frame) signal {
		m := fr.m
		from := len(m.args)
		push(fr)
		for i, begin := range begins {
			begin(fr, m.args[from+i])
		}
		m.args = m.args[:from]
		return next
	}
}

// results compiles return.
func (c *compiler) results(n *ast.ReturnStmt) statement {
	if c.fn.Hook != nil {
		if len(n.Exprs) == 1 {
			if cancel := c.IsCancel(n.Exprs[0]); cancel != nil {
				why := c.list(cancel.Args, 1)
				at := c.site(n.Line(), "")
				return func(fr *frame) signal {
					m := fr.m
					from := len(m.args)
					why(fr)
					fr.site = at
					m.cancel(m.first(from))
					return leaveFunction
				}
			}
		}
		return func(*frame) signal { return leaveFunction }
	}
	if len(n.Exprs) == 1 && IsMulti(n.Exprs[0]) {
		if call, ok := n.Exprs[0].(*ast.FuncCallExpr); ok && call.Func != nil {
			if tail := c.tail(call); tail != nil {
				return tail
			}
		}
	}
	push := c.list(n.Exprs, -1)
	return func(fr *frame) signal {
		push(fr)
		return leaveFunction
	}
}

// tail compiles return f(x), where f is a function of the script; nil for another.
func (c *compiler) tail(n *ast.FuncCallExpr) statement {
	if sym := c.Symbol(n.Func); sym == nil || c.fn == c.Main {
		return nil
	}
	c.cost++
	at := c.site(n.Line(), callName(n.Func))
	fn, args := c.callee(n)
	push := pushing(n.Args, args, -1)
	return func(fr *frame) signal {
		f := fn(fr)
		from := len(fr.m.args)
		push(fr)
		fr.site = at
		if script, ok := f.ext.(*closure); ok {
			fr.tail = script
			return leaveFunction
		}
		fr.m.call(f, from)
		return leaveFunction
	}
}
