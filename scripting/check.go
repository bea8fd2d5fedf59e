package scripting

import (
	"regexp"

	"github.com/yuin/gopher-lua/ast"

	"houserule/engine/library/strict"
)

// A typ is the knowledge about a value before the script runs.
type typ struct {
	shape
	hook  *hook      // the event of a hook
	sig   *signature // a function of the binding
	lib   *entry     // a function of the library
	name  string     // of that function, for messages
	of    *Field     // the field of a word, or of a list of words, if it knows its words
	table *wordTable // a table that is written out
}

var (
	aNumber  = typ{shape: shape{base: isNumber}}
	aBoolean = typ{shape: shape{base: isBoolean}}
	aString  = typ{shape: shape{base: isString}}
	aNil     = typ{shape: shape{base: isNil}}
)

// check reports the mistakes in a resolved file.
func (f *file) check() {
	f.checkBlock(f.main, f.chunk, true)
	f.checkTables()
}

func (f *file) checkBlock(fn *function, stmts []ast.Stmt, top bool) {
	for _, s := range stmts {
		f.checkStmt(fn, s, top)
	}
}

func (f *file) checkStmt(fn *function, stmt ast.Stmt, top bool) {
	switch n := stmt.(type) {
	case *ast.LocalAssignStmt:
		types := f.checkExprs(fn, n.Exprs, len(n.Names))
		for i, sym := range f.locals[n] {
			if top && f.events[sym.name] != nil && sym.function {
				f.problem(n.Line(), sym.name, "local function %q is never called: leave out `local`", sym.name)
			}
			if sym.assigned == 0 && i < len(types) {
				sym.typ = types[i]
				sym.typ.hook = nil
			}
		}
	case *ast.AssignStmt:
		if h := f.hookAt[n]; h != nil {
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
		if h := f.hookAt[n]; h != nil {
			f.checkHook(fn, h, top)
			return
		}
		if ident, ok := n.Name.Func.(*ast.IdentExpr); ok && f.idents[ident] == nil {
			f.checkGlobalFunction(ident, n.Line())
		} else if n.Name.Func != nil {
			if ident != nil && fn == f.main && f.events[ident.Value] != nil {
				f.problem(n.Line(), ident.Value, "%q is a local here, so that the game never calls it", ident.Value)
			}
			f.checkAssigned(fn, n.Name.Func, n.Func, typ{shape: shape{base: isFunction}}, n.Line())
		} else {
			t := f.typeOf(fn, n.Name.Receiver)
			f.checkMember(n.Name.Receiver, t, n.Name.Method, n.Line(), true)
		}
		f.checkFunction(n.Func)
	case *ast.FuncCallStmt:
		f.typeOf(fn, n.Expr)
	case *ast.ReturnStmt:
		if fn.hook != nil {
			f.checkReturn(fn, n)
			return
		}
		f.checkExprs(fn, n.Exprs, -1)
	case *ast.GenericForStmt:
		f.checkLoop(fn, n)
		f.checkBlock(fn, n.Stmts, false)
	case *ast.NumberForStmt:
		f.typeOf(fn, n.Init)
		f.typeOf(fn, n.Limit)
		if n.Step != nil {
			f.typeOf(fn, n.Step)
		}
		if sym := f.locals[n][0]; sym.assigned == 0 {
			sym.typ = aNumber
		}
		f.checkBlock(fn, n.Stmts, false)
	case *ast.LabelStmt:
		f.problem(n.Line(), n.Name, "labels are not available: use if, break or a function")
	case *ast.GotoStmt:
		f.problem(n.Line(), "goto", "goto is not available: use if, break or a function")
	default:
		children(stmt, func(e ast.Expr) { f.typeOf(fn, e) }, func(b []ast.Stmt) { f.checkBlock(fn, b, false) })
	}
}

var looksLikeHook = regexp.MustCompile(`^on[A-Z]`)

// checkGlobalFunction reports `function name` where name is no hook.
func (f *file) checkGlobalFunction(ident *ast.IdentExpr, line int) {
	name := ident.Value
	hooks := make([]string, 0, len(f.Events))
	for _, e := range f.Events {
		hooks = append(hooks, e.Hook)
	}
	switch why, bad := advice[name]; {
	case bad:
		f.problem(line, name, "%s is not available: %s", name, why)
	case f.known[name] || name == "cancel" || name == "self":
		f.problem(line, name, "%q is read-only", name)
	case f.reports > maxReports:
	case strict.Suggest(name, hooks) != "" || looksLikeHook.MatchString(name):
		text := f.unknown(name, hooks)
		switch {
		case len(hooks) == 0:
			text = ": there are no hooks here"
		case text == "":
			text = ": houserule mod docs lists all of them"
		}
		f.problem(line, name, "unknown hook %q%s", name, text)
	default:
		f.problem(line, name, "global function %q: write `local function %s`", name, name)
	}
}

func (f *file) checkHook(fn *function, h *hook, top bool) {
	name := h.event.Hook
	body := f.bodies[h.expr]
	switch {
	case !top || fn != f.main:
		f.problem(h.line, name, "hook %q must stand in the file itself, not inside of something", name)
	case len(body.params) > 1 || h.expr.ParList.HasVargs:
		f.problem(h.line, name, "hook %q takes one parameter: function %s(%s)", name, name, h.event.Param)
	}
	for _, other := range f.hooks {
		if other.event == h.event {
			f.problem(h.line, name, "hook %q is there twice: first on line %d", name, other.line)
			break
		}
	}
	f.hooks = append(f.hooks, h)
	f.checkFunction(h.expr)
}

// checkFunction checks a function's body.
func (f *file) checkFunction(e *ast.FunctionExpr) {
	f.checkBlock(f.bodies[e], e.Stmts, false)
}

// checkReturn: a hook returns nothing or cancel(...).
func (f *file) checkReturn(fn *function, n *ast.ReturnStmt) {
	if len(n.Exprs) == 0 {
		return
	}
	if len(n.Exprs) == 1 {
		if _, ok := n.Exprs[0].(*ast.NilExpr); ok {
			return
		}
		if call := f.isCancel(n.Exprs[0]); call != nil {
			if !fn.hook.event.Cancels {
				f.problem(n.Line(), "cancel", "%s cannot be canceled", fn.hook.event.Hook)
			}
			types := f.checkExprs(fn, call.Args, -1)
			if len(types) > 1 {
				f.problem(n.Line(), "cancel", `cancel takes one reason: return cancel("why")`)
			}
			if len(types) == 1 && types[0].base != anything && types[0].base != isString {
				f.problem(n.Line(), "cancel", "the reason is a string, not %s", f.say(types[0].shape))
			}
			return
		}
	}
	f.checkExprs(fn, n.Exprs, -1)
	text := "a hook returns nothing"
	if fn.hook.event.Cancels {
		text += ` or cancel("why"); 0 and false are no veto`
	}
	f.problem(n.Line(), "return", "%s", text)
}

// isCancel recognizes cancel(...).
func (f *file) isCancel(e ast.Expr) *ast.FuncCallExpr {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok || call.Func == nil {
		return nil
	}
	if ident, ok := call.Func.(*ast.IdentExpr); ok && ident.Value == "cancel" && f.idents[ident] == nil {
		return call
	}
	return nil
}

// checkExprs checks a list of expressions and returns the types of want values,
// or with -1 of as many as there are expressions.
func (f *file) checkExprs(fn *function, exprs []ast.Expr, want int) []typ {
	types := make([]typ, 0, max(want, len(exprs)))
	for _, e := range exprs {
		types = append(types, f.typeOf(fn, e))
	}
	open := len(exprs) > 0 && isMulti(exprs[len(exprs)-1])
	for len(types) < want {
		if open {
			types = append(types, typ{})
		} else {
			types = append(types, aNil)
		}
	}
	return types
}

// isMulti reports whether an expression may stand for several values.
func isMulti(e ast.Expr) bool {
	switch n := e.(type) {
	case *ast.FuncCallExpr:
		return !n.AdjustRet
	case *ast.Comma3Expr:
		return !n.AdjustRet
	}
	return false
}

// checkAssigned checks the target of an assignment. Rhs is nil for a further value of the
// last expression.
func (f *file) checkAssigned(fn *function, lhs, rhs ast.Expr, value typ, line int) {
	switch n := lhs.(type) {
	case *ast.IdentExpr:
		sym := f.idents[n]
		switch {
		case sym == nil:
			f.checkGlobalAssigned(fn, n, line)
		case sym.owner == f.main && fn != f.main:
			f.problem(line, n.Value, "%q is a local of the file, which is frozen after loading: what must last, the battle, a side or a stack remembers", n.Value)
		case sym.hook != nil:
			sym.hook.escapes = true
		}
	case *ast.AttrGetExpr:
		key, named := n.Key.(*ast.StringExpr)
		if h := f.eventOf(n.Object); h != nil && named {
			f.checkEventWrite(h, n, key, rhs, value)
			return
		}
		t := f.typeOf(fn, n.Object)
		f.typeOf(fn, n.Key)
		if named {
			if field, s := f.checkMember(n.Object, t, key.Value, key.Line(), true); field != nil {
				f.checkFits(key.Line(), key.Value, s, value)
				f.checkWords(field, rhs, "")
			}
		}
	}
}

func (f *file) checkGlobalAssigned(fn *function, n *ast.IdentExpr, line int) {
	name := n.Value
	why, bad := advice[name]
	switch {
	case f.events[name] != nil:
		f.problem(line, name, "hook %q must be a function: function %s(%s)", name, name, f.events[name].Param)
	case bad:
		f.problem(line, name, "%s is not available: %s", name, why)
	case f.known[name] || name == "cancel" || f.selves[n] != nil:
		f.problem(line, name, "%q is read-only", name)
	case fn != f.main && f.reports <= maxReports && strict.Suggest(name, f.visible[n].all()) != "":
		f.problem(line, name, "assignment to global %q%s", name, f.unknown(name, f.visible[n].all()))
	default:
		f.problem(line, name, "assignment to global %q: write `local %s`", name, name)
	}
}

// eventOf returns the hook of an expression that is its event.
func (f *file) eventOf(e ast.Expr) *hook {
	if ident, ok := e.(*ast.IdentExpr); ok {
		if sym := f.idents[ident]; sym != nil && sym.hook != nil && sym.assigned == 0 {
			return sym.hook
		}
	}
	return nil
}

func (f *file) checkEventWrite(h *hook, n *ast.AttrGetExpr, key *ast.StringExpr, rhs ast.Expr, value typ) {
	i, ok := h.event.fields[key.Value]
	switch {
	case !ok:
		f.unknownField(h.event.Hook, key.Line(), key.Value, fieldNames(h.event.Fields))
		return
	case !h.event.Fields[i].Writable:
		f.problem(key.Line(), key.Value, "%s: field %q is read-only", h.event.Hook, key.Value)
	default:
		f.checkFits(key.Line(), key.Value, h.event.shapes[i], value)
		f.checkWords(&h.event.Fields[i], rhs, "")
	}
	f.unsure[n] = h.event.shapes[i].base == isNumber || !surelyFits(h.event.shapes[i], value.shape) // a number may be infinite
	h.writes |= 1 << i
	switch line, again := h.lines[i]; {
	case !again:
		h.lines[i] = key.Line()
	case line != key.Line():
		h.lines[i] = -1
	}
}

func (f *file) unknownField(of string, line int, word string, known []string) {
	f.problem(line, word, "%s has no field %q%s", of, word, f.unknown(word, known))
}

// checkFits reports a value that cannot have the expected type.
func (f *file) checkFits(line int, name string, want shape, got typ) {
	if !mayFit(want, got.shape) {
		f.problem(line, name, "%s is %s, not %s", name, f.say(want), f.say(got.shape))
	}
}

// mayFit reports whether a value of a type can be of the wanted type; a value that
// may be nil may also be another.
func mayFit(want, got shape) bool {
	switch {
	case got.base == anything && !got.list || want.base == anything && !want.list:
		return true
	case got.base == isNil:
		return want.nilable || want.base == isNil
	case want.list:
		return got.base == isTable && !got.list || got.list && (want.base == anything || got.base == anything || want.element() == got.element())
	case got.list:
		return false
	}
	return want.base == got.base && (want.base != isObject || want.kind == got.kind)
}

// surelyFits reports whether a value of a type is always of the wanted type.
func surelyFits(want, got shape) bool {
	return got.base != anything && !got.list && !want.list && (!got.nilable || want.nilable) && mayFit(want, got)
}

// checkMember checks object.name and returns the field and its type; nil
// where it is no known field.
func (f *file) checkMember(object ast.Expr, t typ, name string, line int, write bool) (*Field, shape) {
	switch {
	case t.list, t.base == anything, t.base == isTable:
	case t.base == isObject:
		k := f.kind[t.kind]
		if i, ok := k.fields[name]; ok {
			if write && !k.Fields[i].Writable {
				f.problem(line, name, "%s: field %q is read-only", k.Name, name)
			}
			return &k.Fields[i], k.shapes[i]
		}
		if k.methods[name] != nil {
			if write {
				f.problem(line, name, "%s: method %q is read-only", k.Name, name)
			} else {
				f.problem(line, name, "%s: %q is called with a colon: %s:%s(...)", k.Name, name, spell(object, k.Name), name)
			}
			return nil, shape{}
		}
		f.unknownField(k.Name, line, name, fieldNames(k.Fields, k.Methods...))
	case t.base == isLibrary:
		lib := &libraries[t.kind]
		switch {
		case lib.find(name) == nil:
			f.unknownFunction(lib, name, line)
		case write:
			f.problem(line, name, "%q is read-only", lib.name+"."+name)
		}
	default:
		f.problem(line, name, "%s has no field %q: it is %s", spell(object, "this"), name, f.say(t.shape))
	}
	return nil, shape{}
}

func (f *file) unknownFunction(lib *library, name string, line int) {
	full := lib.name + "." + name
	if why, ok := libraryAdvice[full]; ok {
		f.problem(line, name, "%s is not available: %s", full, why)
		return
	}
	f.problem(line, name, "unknown function %q%s", full, f.unknown(name, lib.names()))
}

// spell writes an expression shortly, or another word for it.
func spell(e ast.Expr, other string) string {
	switch n := e.(type) {
	case *ast.IdentExpr:
		return n.Value
	case *ast.AttrGetExpr:
		if key, ok := n.Key.(*ast.StringExpr); ok {
			if s := spell(n.Object, ""); s != "" && isName(key.Value) {
				return s + "." + key.Value
			}
		}
	}
	return other
}
