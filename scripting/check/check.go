package check

import (
	"regexp"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"houserule/engine/library/strict"
	"houserule/scripting/lua"
)

// File reports the mistakes in a file of a unit as problems of it, tells the compiler the types of
// its locals, and returns its calls of linked functions.
func File(file *lua.File, unit string) []Use {
	f := &checker{File: file, unit: unit, types: map[*lua.Symbol]typ{}, local: map[*lua.Body]*lua.Symbol{}, deeds: map[*lua.Symbol][]deed{}, returns: map[*lua.Body]declaredReturn{}}
	f.typeOf, f.function = f.expression, f.checkFunction
	f.checkBlock(f.Main, f.Chunk, true)
	f.checkTables()
	f.checkDeeds()
	return f.uses
}

func (f *checker) checkBlock(fn *lua.Body, stmts []ast.Stmt, top bool) {
	for _, s := range stmts {
		f.checkStmt(fn, s, top)
	}
}

func (f *checker) checkStmt(fn *lua.Body, stmt ast.Stmt, top bool) {
	switch n := stmt.(type) {
	case *ast.LocalAssignStmt:
		for i, sym := range f.Locals[n] {
			if i < len(n.Exprs) {
				f.enter(sym, n.Exprs[i])
			}
		}
		types := f.checkExprs(fn, n.Exprs, len(n.Names))
		for i, sym := range f.Locals[n] {
			if top && f.World.Event(sym.Name) != nil && sym.Function {
				f.Problem(n.Line(), sym.Name, "local function %q is never called: leave out `local`", sym.Name)
			}
			if i < len(types) {
				t := types[i]
				t.hook = nil
				f.know(sym, t)
			}
		}
	case *ast.AssignStmt:
		if h := f.HookAt[n]; h != nil {
			f.checkHook(fn, h, top)
			return
		}
		types := f.checkExprs(fn, n.Rhs, len(n.Lhs))
		for i, lhs := range n.Lhs {
			var value ast.Expr
			if i < len(n.Rhs) {
				value = n.Rhs[i]
			}
			f.checkAssigned(fn, lhs, value, types[i], n.Line())
		}
	case *ast.FuncDefStmt:
		if h := f.HookAt[n]; h != nil {
			f.checkHook(fn, h, top)
			return
		}
		if ident, ok := n.Name.Func.(*ast.IdentExpr); ok && f.Idents[ident] == nil {
			f.checkGlobalFunction(ident, n.Line())
		} else if n.Name.Func != nil {
			if ident != nil && fn == f.Main && f.World.Event(ident.Value) != nil {
				f.Problem(n.Line(), ident.Value, "%q is a local here, so that the game never calls it", ident.Value)
			}
			f.checkAssigned(fn, n.Name.Func, n.Func, typ{Shape: lua.Shape{Base: lua.BaseFunction}}, n.Line())
		} else {
			t := f.typeOf(fn, n.Name.Receiver)
			f.checkMember(n.Name.Receiver, t, n.Name.Method, n.Line(), true)
		}
		f.checkFunction(n.Func)
	case *ast.FuncCallStmt:
		f.typeOf(fn, n.Expr)
	case *ast.ReturnStmt:
		if fn.Hook != nil {
			f.checkReturn(fn, n)
			return
		}
		types := f.checkExprs(fn, n.Exprs, -1)
		if want, ok := f.returns[fn]; ok && len(types) > 0 && !want.shape.May(types[0].Shape) {
			f.Problem(n.Line(), "return", "%s: the result is %s, not %s", want.name, f.World.Say(want.shape), f.World.Say(types[0].Shape))
		}
	case *ast.GenericForStmt:
		f.checkLoop(fn, n)
		f.checkBlock(fn, n.Stmts, false)
	case *ast.NumberForStmt:
		f.typeOf(fn, n.Init)
		f.typeOf(fn, n.Limit)
		if n.Step != nil {
			f.typeOf(fn, n.Step)
		}
		f.know(f.Locals[n][0], aNumber)
		f.checkBlock(fn, n.Stmts, false)
	default:
		lua.Children(stmt, func(e ast.Expr) { f.typeOf(fn, e) }, func(b []ast.Stmt) { f.checkBlock(fn, b, false) })
	}
}

var looksLikeHook = regexp.MustCompile(`^on[A-Z]`)

// checkGlobalFunction reports `function name` where name is no hook.
func (f *checker) checkGlobalFunction(ident *ast.IdentExpr, line int) {
	name := ident.Value
	hooks := make([]string, 0, len(f.World.Events))
	for _, e := range f.World.Events {
		hooks = append(hooks, e.Hook)
	}
	switch why, bad := Advice[name]; {
	case bad:
		f.Problem(line, name, "%s is not available: %s", name, why)
	case f.World.Knows(name) || name == "cancel" || name == "self":
		f.Problem(line, name, "%q is read-only", name)
	case f.Full():
	case strict.Suggest(name, hooks) != "" || looksLikeHook.MatchString(name):
		text := f.Unknown(name, hooks)
		switch {
		case len(hooks) == 0:
			text = ": there are no hooks here"
		case text == "":
			text = ": houserule mod docs lists all of them"
		}
		f.Problem(line, name, "unknown hook %q%s", name, text)
	default:
		f.Problem(line, name, "global function %q: write `local function %s`", name, name)
	}
}

func (f *checker) checkHook(fn *lua.Body, h *lua.Hook, top bool) {
	name := h.Event.Hook
	body := f.Bodies[h.Expr]
	switch {
	case !top || fn != f.Main:
		f.Problem(h.Line, name, "hook %q must stand in the file itself, not inside of something", name)
	case len(body.Params) > 1 || h.Expr.ParList.HasVargs:
		f.Problem(h.Line, name, "hook %q takes one parameter: function %s(%s)", name, name, h.Event.Param)
	}
	if i := slices.IndexFunc(f.Hooks, func(other *lua.Hook) bool { return other.Event == h.Event }); f.Hooks[i] != h {
		f.Problem(h.Line, name, "hook %q is there twice: first on line %d", name, f.Hooks[i].Line)
	}
	f.checkFunction(h.Expr)
}

// checkFunction checks a function's body.
func (f *checker) checkFunction(e *ast.FunctionExpr) {
	f.checkBlock(f.Bodies[e], e.Stmts, false)
}

// checkReturn: a hook returns nothing or cancel(...).
func (f *checker) checkReturn(fn *lua.Body, n *ast.ReturnStmt) {
	if len(n.Exprs) == 0 {
		return
	}
	if len(n.Exprs) == 1 {
		if _, ok := n.Exprs[0].(*ast.NilExpr); ok {
			return
		}
		if call := f.IsCancel(n.Exprs[0]); call != nil {
			if !fn.Hook.Event.Cancels {
				f.Problem(n.Line(), "cancel", "%s cannot be canceled", fn.Hook.Event.Hook)
			}
			types := f.checkExprs(fn, call.Args, -1)
			if len(types) > 1 {
				f.Problem(n.Line(), "cancel", `cancel takes one reason: return cancel("why")`)
			}
			if len(types) == 1 && types[0].Base != lua.BaseAny && types[0].Base != lua.BaseString {
				f.Problem(n.Line(), "cancel", "the reason is a string, not %s", f.World.Say(types[0].Shape))
			}
			return
		}
	}
	f.checkExprs(fn, n.Exprs, -1)
	text := "a hook returns nothing"
	if fn.Hook.Event.Cancels {
		text += ` or cancel("why"); 0 and false are no veto`
	}
	f.Problem(n.Line(), "return", "%s", text)
}
