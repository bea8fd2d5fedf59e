package lua

import "github.com/yuin/gopher-lua/ast"

func (s *scope) declare(name string, line int) *Symbol {
	sym := &Symbol{Name: name, line: line, Owner: s.owner}
	s.names = append(s.names, sym)
	return sym
}

func (s *scope) find(name string) *Symbol {
	for ; s != nil; s = s.parent {
		for i := len(s.names) - 1; i >= 0; i-- {
			if s.names[i].Name == name {
				return s.names[i]
			}
		}
	}
	return nil
}

// assign notes an assignment in a scope.
func (sym *Symbol) assign(s *scope) {
	sym.Assigned++
	for fn := s.owner; fn != sym.Owner; fn = fn.parent {
		fn.upvalues[sym], sym.shared = true, true
	}
}

func (s *scope) inner() *scope { return &scope{parent: s, owner: s.owner, loop: s.loop} }

// turn returns the scope of the body of a loop.
func (s *scope) turn() *scope { return &scope{parent: s, owner: s.owner, loop: true} }

// resolve finds the meaning of every name in the file.
func (f *File) resolve() {
	f.Main = &Body{expr: &ast.FunctionExpr{ParList: &ast.ParList{}, Stmts: f.Chunk}, upvalues: map[*Symbol]bool{}}
	f.Main.expr.SetLine(1)
	f.resolveBlock(&scope{owner: f.Main}, f.Chunk)
}

func (f *File) resolveBlock(s *scope, stmts []ast.Stmt) {
	for _, stmt := range stmts {
		f.resolveStmt(s, stmt)
	}
}

func (f *File) resolveStmt(s *scope, stmt ast.Stmt) {
	expr := func(e ast.Expr) { f.resolveExpr(s, e) }
	switch n := stmt.(type) {
	case *ast.LocalAssignStmt:
		_, recursive := First(n.Exprs).(*ast.FunctionExpr)
		recursive = recursive && len(n.Names) == 1 && len(n.Exprs) == 1
		if named := f.named[0]; recursive && !named && s.find(n.Names[0]) != nil { // local f = function uses the f before it
			recursive = false
		}
		f.named = f.named[1:]
		if !recursive {
			for _, e := range n.Exprs {
				expr(e)
			}
		}
		for _, name := range n.Names {
			sym := s.declare(name, n.Line())
			sym.Function = recursive
			f.Locals[n] = append(f.Locals[n], sym)
		}
		if recursive {
			expr(n.Exprs[0])
		}
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			expr(e)
			if ident, ok := e.(*ast.IdentExpr); ok {
				if sym := f.Idents[ident]; sym != nil {
					sym.assign(s)
				} else {
					f.Assigned[ident.Value] = true
				}
			}
		}
		if name, body := hookAssigned(n); body != nil && f.World.events[name] != nil && s.find(name) == nil {
			f.resolveHook(s, n, name, body)
			return
		}
		for _, e := range n.Rhs {
			expr(e)
		}
	case *ast.FuncDefStmt:
		if ident, ok := n.Name.Func.(*ast.IdentExpr); ok {
			expr(ident)
			if sym := f.Idents[ident]; sym != nil {
				sym.assign(s)
			} else if f.World.events[ident.Value] != nil {
				f.resolveHook(s, n, ident.Value, n.Func)
				return
			}
		} else if n.Name.Func != nil {
			expr(n.Name.Func)
		} else {
			expr(n.Name.Receiver)
			f.resolveFunction(s, n.Func, nil, "self")
			return
		}
		expr(n.Func)
	case *ast.NumberForStmt:
		expr(n.Init)
		expr(n.Limit)
		if n.Step != nil {
			expr(n.Step)
		}
		in := s.turn()
		f.Locals[n] = []*Symbol{in.declare(n.Name, n.Line())}
		f.resolveBlock(in, n.Stmts)
	case *ast.GenericForStmt:
		for _, e := range n.Exprs {
			expr(e)
		}
		in := s.turn()
		for _, name := range n.Names {
			f.Locals[n] = append(f.Locals[n], in.declare(name, n.Line()))
		}
		f.resolveBlock(in, n.Stmts)
	case *ast.WhileStmt:
		expr(n.Condition)
		f.resolveBlock(s.turn(), n.Stmts)
	case *ast.RepeatStmt:
		in := s.turn()
		f.resolveBlock(in, n.Stmts)
		f.resolveExpr(in, n.Condition)
	case *ast.BreakStmt:
		if !s.loop {
			f.Problem(n.Line(), "break", "break is outside of a loop")
		}
	case *ast.LabelStmt:
		f.Problem(n.Line(), n.Name, "labels are not available: use if, break or a function")
	case *ast.GotoStmt:
		f.Problem(n.Line(), "goto", "goto is not available: use if, break or a function")
	default:
		Children(stmt, expr, func(b []ast.Stmt) { f.resolveBlock(s.inner(), b) })
	}
}

func (f *File) resolveHook(s *scope, stmt ast.Stmt, name string, body *ast.FunctionExpr) {
	h := &Hook{Event: f.World.events[name], Expr: body, Line: stmt.Line(), lines: map[int]int{}}
	f.HookAt[stmt] = h
	f.Hooks = append(f.Hooks, h)
	f.resolveFunction(s, body, h)
}

// capture notes that a function names a local.
func (f *File) capture(fn *Body, sym *Symbol) {
	for ; fn != sym.Owner; fn = fn.parent {
		if _, known := fn.upvalues[sym]; !known {
			fn.upvalues[sym] = false
		}
		sym.captured = true
	}
}

// resolveFunction resolves the names in a function: a hook, or nil. Extra are parameters before those
// that are written out.
func (f *File) resolveFunction(s *scope, e *ast.FunctionExpr, h *Hook, extra ...string) {
	fn := &Body{parent: s.owner, expr: e, Hook: h, upvalues: map[*Symbol]bool{}}
	f.Bodies[e] = fn
	f.defined = append(f.defined, fn)
	in := &scope{parent: s, owner: fn}
	for _, name := range append(extra, e.ParList.Names...) {
		fn.Params = append(fn.Params, in.declare(name, e.Line()))
	}
	if h != nil {
		h.frame = &Symbol{Owner: fn}
		if len(fn.Params) == 1 {
			fn.Params[0].Hook = h
		}
	}
	f.resolveBlock(in, e.Stmts)
	if len(fn.upvalues) > MaxUpvalues {
		f.Problem(e.Line(), "", "the function uses more than %d locals from outside of it", MaxUpvalues)
	}
}

func (f *File) resolveExpr(s *scope, e ast.Expr) {
	switch n := e.(type) {
	case *ast.IdentExpr:
		sym := s.find(n.Value)
		if sym == nil {
			h := s.owner.InHook()
			if n.Value == "self" && h != nil && f.Self && h.Event.Self != "" {
				f.Selves[n] = h
			}
			if f.World.events[n.Value] == nil && !f.World.Knows(n.Value) {
				f.visible[n] = s
			}
			return
		}
		f.Idents[n] = sym
		f.capture(s.owner, sym)
	case *ast.FunctionExpr:
		f.resolveFunction(s, n, nil)
	default:
		Children(e, func(e ast.Expr) { f.resolveExpr(s, e) }, nil)
	}
}
