package lua

import "github.com/yuin/gopher-lua/ast"

// collect notes what locals are given, how they are used, and what hooks do with their events.
func (c *compiler) collect(node any) {
	given := func(sym *Symbol, value ast.Expr) { c.values[sym] = append(c.values[sym], value) }
	switch n := node.(type) {
	case *ast.IdentExpr:
		sym := c.Idents[n]
		c.named[sym]++
		c.use(sym).others++
		if h := c.Selves[n]; h != nil {
			h.Reads |= 1 << h.Event.Fields.Find(h.Event.Self)
		}
		if sym != nil && sym.Hook != nil {
			sym.Hook.escapes = true
		}
	case *ast.FuncCallExpr:
		c.called[c.Symbol(n.Func)]++
		if callee := c.static(n.Func); callee != nil {
			for i, arg := range n.Args[:min(len(n.Args), len(callee.Params))] {
				u := c.use(c.Symbol(arg))
				u.given = append(u.given, callee.Params[i])
				u.others--
			}
		}
	case *ast.AttrGetExpr:
		if h, field := c.eventField(n); h != nil {
			h.Reads |= 1 << field
			return
		}
		c.looked[c.Symbol(n.Object)]++
		if key, named := n.Key.(*ast.StringExpr); named {
			u := c.use(c.Symbol(n.Object))
			u.reads = append(u.reads, key.Value)
			u.others--
		}
	case *ast.UnaryLenOpExpr:
		c.looked[c.Symbol(n.Expr)]++
	case *ast.LocalAssignStmt:
		for i, sym := range c.Locals[n] {
			switch {
			case i >= len(n.Exprs):
				given(sym, nil)
			default:
				given(sym, n.Exprs[i])
				if sym.Assigned == 0 {
					c.inits[sym] = n.Exprs[i]
				}
			}
		}
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if sym := c.Symbol(lhs); sym != nil {
				value := ast.Expr(nil)
				if i < len(n.Rhs) {
					value = n.Rhs[i]
				}
				given(sym, value)
			}
			c.collectTarget(lhs)
		}
		for _, rhs := range n.Rhs {
			c.collect(rhs)
		}
		return
	case *ast.FuncDefStmt:
		if sym := c.Symbol(n.Name.Func); sym != nil {
			given(sym, nil)
		}
		if n.Name.Func != nil {
			c.collectTarget(n.Name.Func)
			c.collect(n.Func)
			return
		}
	case *ast.GenericForStmt:
		if call, _ := c.walked(n); call != nil {
			c.looked[c.Symbol(call.Args[0])]++
		}
		for _, sym := range c.Locals[n] {
			given(sym, nil)
		}
	}
	Children(node, func(e ast.Expr) { c.collect(e) }, func(b []ast.Stmt) {
		for _, s := range b {
			c.collect(s)
		}
	})
}

// use returns what the file does with a local.
func (c *compiler) use(sym *Symbol) *use {
	if c.uses[sym] == nil {
		c.uses[sym] = new(use)
	}
	return c.uses[sym]
}

// collectTarget is collect for what is assigned.
func (c *compiler) collectTarget(e ast.Expr) {
	access, ok := e.(*ast.AttrGetExpr)
	if !ok {
		c.collect(e)
		return
	}
	if h, field := c.eventField(access); h != nil {
		h.write(field, access.Key.Line())
		return
	}
	if key, named := access.Key.(*ast.StringExpr); named {
		u := c.use(c.Symbol(access.Object))
		u.writes = append(u.writes, key.Value)
		u.others--
	}
	c.collect(access.Object)
	c.collect(access.Key)
}

// write notes a write of a field.
func (h *Hook) write(field, line int) {
	h.Writes |= 1 << field
	if before, again := h.lines[field]; again && line != before {
		line = -1
	}
	h.lines[field] = line
}

// eventField returns the hook and the field of its event that an expression is; nil for another.
func (c *compiler) eventField(n *ast.AttrGetExpr) (h *Hook, field int) {
	if key, named := n.Key.(*ast.StringExpr); named {
		if h = c.EventOf(n.Object); h != nil {
			if field = h.Event.Fields.Find(key.Value); field >= 0 {
				return h, field
			}
		}
	}
	return nil, 0
}

// numeric reports whether a local that is assigned only ever holds numbers.
func (c *compiler) numeric(sym *Symbol) bool {
	values := c.values[sym]
	if len(values) == 0 || len(values) != sym.Assigned+1 { // a parameter, or what a loop counts
		return false
	}
	for _, value := range values {
		switch value.(type) {
		case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryLenOpExpr:
		default:
			return false
		}
	}
	return true
}

// static returns the function that an expression is, if that is known; nil for none.
func (c *compiler) static(e ast.Expr) *Body {
	if sym := c.Symbol(e); sym != nil {
		if body, ok := c.inits[sym].(*ast.FunctionExpr); ok {
			return c.Bodies[body]
		}
	}
	return nil
}

// touched returns the fields of its event that a hook reads and writes, which hands the event on: to
// functions of the file, of which it is known, or elsewhere, where all may be.
func (c *compiler) touched(h *Hook) (reads, writes uint64) {
	reads, writes = h.Reads, h.Writes
	seen := map[*Symbol]bool{}
	var follow func(sym *Symbol)
	follow = func(sym *Symbol) {
		if seen[sym] {
			return
		}
		seen[sym] = true
		u := c.use(sym)
		all := sym.Assigned > 0 || u.others > 0
		bits := func(names []string) (set uint64) {
			for _, name := range names {
				if i := h.Event.Fields.Find(name); i >= 0 {
					set |= 1 << i
				} else {
					all = true
				}
			}
			return set
		}
		reads |= bits(u.reads)
		writes |= bits(u.writes)
		for i, f := range h.Event.Fields {
			if all {
				reads |= 1 << i
			}
			if all && f.Writable {
				writes |= 1 << i
			}
		}
		for _, param := range u.given {
			follow(param)
		}
	}
	for _, param := range c.Bodies[h.Expr].Params {
		follow(param)
	}
	return reads, writes
}

// late returns the local of a function that an operand in it is, if a function in it assigns that
// local; else nil. As in Lua 5.1, such an operand is read when the operator is applied: a call
// to the right of it may have changed it. All other operands are evaluated from left to right.
func (f *File) late(fn *Body, e ast.Expr) *Symbol {
	switch n := e.(type) {
	case *ast.IdentExpr:
		if sym := f.Idents[n]; sym != nil && sym.Owner == fn && sym.shared {
			return sym
		}
	case *ast.LogicalOpExpr:
		if is, constant := known(n.Lhs); constant && is == (n.Operator == "and") {
			return f.late(fn, n.Rhs)
		}
	}
	return nil
}

// walked returns the call of ipairs or pairs that a loop's head is, and which of them; nil for
// another head.
func (c *compiler) walked(n *ast.GenericForStmt) (call *ast.FuncCallExpr, by string) {
	call, ok := n.Exprs[0].(*ast.FuncCallExpr)
	if !ok || len(n.Exprs) != 1 || call.Func == nil || len(call.Args) != 1 || len(n.Names) > 2 {
		return nil, ""
	}
	ident, ok := call.Func.(*ast.IdentExpr)
	if !ok || c.Idents[ident] != nil || ident.Value != "ipairs" && ident.Value != "pairs" {
		return nil, ""
	}
	return call, ident.Value
}
