package scripting

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"houserule/engine/library/strict"
)

// A typ is what is known of a value before the script runs.
type typ struct {
	shape
	hook *hook      // the event of a hook
	sig  *signature // a function of the binding
	lib  *entry     // a function of the library
	name string     // of that function, for messages
}

var (
	aNumber  = typ{shape: shape{base: isNumber}}
	aBoolean = typ{shape: shape{base: isBoolean}}
	aString  = typ{shape: shape{base: isString}}
	aNil     = typ{shape: shape{base: isNil}}
)

// check reports what is wrong in a resolved file.
func (f *file) check() {
	f.checkBlock(f.main, f.chunk, true)
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
			f.checkAssigned(fn, lhs, types[i], n.Line())
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
			f.checkAssigned(fn, n.Name.Func, typ{shape: shape{base: isFunction}}, n.Line())
		} else {
			t := f.typeOf(fn, n.Name.Receiver)
			f.checkMember(fn, n.Name.Receiver, t, n.Name.Method, n.Line(), true)
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
		f.problem(line, name, "unknown hook %q%s", name, f.unknown(name, hooks))
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
				f.problem(n.Line(), "cancel", "%s cannot be cancelled", fn.hook.event.Hook)
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

// isCancel recognises cancel(...).
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

// isMulti tells whether an expression may stand for several values.
func isMulti(e ast.Expr) bool {
	switch n := e.(type) {
	case *ast.FuncCallExpr:
		return !n.AdjustRet
	case *ast.Comma3Expr:
		return !n.AdjustRet
	}
	return false
}

// checkAssigned checks what is assigned to.
func (f *file) checkAssigned(fn *function, lhs ast.Expr, value typ, line int) {
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
			f.checkEventWrite(h, n, key, value)
			return
		}
		t := f.typeOf(fn, n.Object)
		f.typeOf(fn, n.Key)
		if named {
			i, s := f.checkMember(fn, n.Object, t, key.Value, key.Line(), true)
			if i >= 0 {
				f.checkFits(key.Line(), key.Value, s, value)
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

// eventOf is the hook whose event an expression is.
func (f *file) eventOf(e ast.Expr) *hook {
	if ident, ok := e.(*ast.IdentExpr); ok {
		if sym := f.idents[ident]; sym != nil && sym.hook != nil && sym.assigned == 0 {
			return sym.hook
		}
	}
	return nil
}

func (f *file) checkEventWrite(h *hook, n *ast.AttrGetExpr, key *ast.StringExpr, value typ) {
	i, ok := h.event.fields[key.Value]
	switch {
	case !ok:
		f.unknownField(h.event.Hook, key.Line(), key.Value, fieldNames(h.event.Fields))
		return
	case !h.event.Fields[i].Writable:
		f.problem(key.Line(), key.Value, "%s: field %q is read-only", h.event.Hook, key.Value)
	default:
		f.checkFits(key.Line(), key.Value, h.event.shapes[i], value)
	}
	f.unsure[n] = !surelyFits(h.event.shapes[i], value.shape)
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

// checkFits reports a value that cannot be what is wanted.
func (f *file) checkFits(line int, name string, want shape, got typ) {
	if !mayFit(want, got.shape) {
		f.problem(line, name, "%s is %s, not %s", name, f.say(want), f.say(got.shape))
	}
}

// mayFit tells whether a value of a type can be what is wanted; what may be
// nil may also not be.
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

// surelyFits tells whether a value of a type always is what is wanted.
func surelyFits(want, got shape) bool {
	return got.base != anything && !got.list && !want.list && (!got.nilable || want.nilable) && mayFit(want, got)
}

// checkMember checks object.name and returns the field's index and type; -1
// where it is no known field.
func (f *file) checkMember(fn *function, object ast.Expr, t typ, name string, line int, write bool) (int, shape) {
	switch {
	case t.list, t.base == anything, t.base == isTable:
	case t.base == isObject:
		k := f.kind[t.kind]
		if i, ok := k.fields[name]; ok {
			if write && !k.Fields[i].Writable {
				f.problem(line, name, "%s: field %q is read-only", k.Name, name)
			}
			return i, k.shapes[i]
		}
		if k.methods[name] != nil {
			if write {
				f.problem(line, name, "%s: method %q is read-only", k.Name, name)
			} else {
				f.problem(line, name, "%s: %q is called with a colon: %s:%s(...)", k.Name, name, spell(object, k.Name), name)
			}
			return -1, shape{}
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
	return -1, shape{}
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

// typeOf checks an expression and tells what its first value is. It must be
// called once for each.
func (f *file) typeOf(fn *function, e ast.Expr) typ {
	switch n := e.(type) {
	case *ast.NilExpr:
		return aNil
	case *ast.TrueExpr, *ast.FalseExpr:
		return aBoolean
	case *ast.NumberExpr:
		f.checkNumber(n)
		return aNumber
	case *ast.StringExpr:
		if len(n.Value) > maxString {
			f.problem(n.Line(), "", "the string has %d bytes; at most %d are possible", len(n.Value), maxString)
		}
		return aString
	case *ast.IdentExpr:
		return f.typeOfName(fn, n)
	case *ast.FunctionExpr:
		f.checkFunction(n)
		return typ{shape: shape{base: isFunction}}
	case *ast.TableExpr:
		f.checkTable(fn, n)
		return typ{shape: shape{base: isTable}}
	case *ast.AttrGetExpr:
		return f.typeOfMember(fn, n)
	case *ast.FuncCallExpr:
		return f.typeOfCall(fn, n)
	case *ast.LogicalOpExpr:
		left, right := f.typeOf(fn, n.Lhs), f.typeOf(fn, n.Rhs)
		if n.Operator == "or" && left.solid() == right.solid() || left.shape == right.shape {
			return typ{shape: right.shape}
		}
		return typ{}
	case *ast.RelationalOpExpr:
		f.typeOf(fn, n.Lhs)
		f.typeOf(fn, n.Rhs)
		return aBoolean
	case *ast.StringConcatOpExpr:
		f.typeOf(fn, n.Lhs)
		f.typeOf(fn, n.Rhs)
		return aString
	case *ast.ArithmeticOpExpr:
		f.checkOperand(fn, n.Lhs, n.Operator)
		f.checkOperand(fn, n.Rhs, n.Operator)
		return aNumber
	case *ast.UnaryMinusOpExpr:
		f.checkOperand(fn, n.Expr, "-")
		return aNumber
	case *ast.UnaryNotOpExpr:
		f.typeOf(fn, n.Expr)
		return aBoolean
	case *ast.UnaryLenOpExpr:
		f.typeOf(fn, n.Expr)
		return aNumber
	}
	return typ{}
}

// checkOperand reports arithmetic on what can be no number.
func (f *file) checkOperand(fn *function, e ast.Expr, operator string) {
	t := f.typeOf(fn, e)
	switch {
	case t.list, t.base == isObject, t.base == isBoolean, t.base == isLibrary, t.base == isNil && e != nil, t.base == isTable, t.base == isFunction:
		f.problem(e.Line(), "", "%s is %s, which %q cannot take", spell(e, "this"), f.say(t.shape), operator)
	}
}

// checkNumber reports numbers that the compiler underneath reads wrong.
func (f *file) checkNumber(n *ast.NumberExpr) {
	n.Value = strings.TrimSpace(n.Value) // the lexer takes what is behind an e
	if len(n.Value) > 1 && n.Value[0] == '0' && '0' <= n.Value[1] && n.Value[1] <= '9' {
		f.problem(n.Line(), n.Value, "number %s: leave out the leading 0", n.Value)
		return
	}
	if _, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
		return
	}
	if _, err := strconv.ParseFloat(n.Value, 64); err != nil {
		f.problem(n.Line(), n.Value, "number %s cannot be read", n.Value)
	}
}

func (f *file) typeOfName(fn *function, n *ast.IdentExpr) typ {
	name := n.Value
	if sym := f.idents[n]; sym != nil {
		if sym.hook != nil {
			sym.hook.escapes = true // who reads a field of it never comes here
			return typ{hook: sym.hook}
		}
		return sym.typ
	}
	if name == "self" && f.source.Ability != "" {
		if h := f.selves[n]; h != nil {
			i := h.event.fields[h.event.Self]
			h.reads |= 1 << i
			return typ{shape: h.event.shapes[i]}
		}
		if h := fn.inHook(); h != nil {
			f.problem(n.Line(), name, "%s knows no self", h.event.Hook)
		} else {
			f.problem(n.Line(), name, "self is known in hooks only: hand it over as an argument")
		}
		return typ{}
	}
	if g := f.globals[name]; g != nil {
		s, _ := f.read(g.Type)
		return typ{shape: s}
	}
	if sig := f.functions[name]; sig != nil {
		return typ{shape: shape{base: isFunction}, sig: sig, name: name}
	}
	if f.registers[name] != nil {
		return typ{shape: shape{base: isFunction}, name: name}
	}
	for i := range libraries {
		if libraries[i].name == name {
			return typ{shape: shape{base: isLibrary, kind: int16(i)}}
		}
	}
	for i := range baseLibrary {
		if baseLibrary[i].name == name {
			return typ{shape: shape{base: isFunction}, lib: &baseLibrary[i], name: name}
		}
	}
	why, bad := advice[name]
	switch {
	case f.events[name] != nil:
		f.problem(n.Line(), name, "%q is called by the game, not by scripts", name)
	case name == "cancel":
		f.problem(n.Line(), name, `cancel("why") stands behind the return of a hook and nowhere else`)
	case bad:
		f.problem(n.Line(), name, "%s is not available: %s", name, why)
	case f.assigned[name]:
	default:
		text := ""
		if f.reports <= maxReports {
			text = f.unknown(name, append(f.visible[n].all(), f.names...))
		}
		if name == "self" {
			text = ": only an ability's script has it"
		}
		f.problem(n.Line(), name, "unknown name %q%s", name, text)
	}
	return typ{}
}

func (f *file) typeOfMember(fn *function, n *ast.AttrGetExpr) typ {
	key, named := n.Key.(*ast.StringExpr)
	if h := f.eventOf(n.Object); h != nil && named {
		i, ok := h.event.fields[key.Value]
		if !ok {
			f.unknownField(h.event.Hook, key.Line(), key.Value, fieldNames(h.event.Fields))
			return typ{}
		}
		h.reads |= 1 << i
		return typ{shape: h.event.shapes[i]}
	}
	t := f.typeOf(fn, n.Object)
	index := f.typeOf(fn, n.Key)
	if !named {
		switch {
		case t.list && t.base != anything && index.base == isNumber:
			s := t.element()
			s.nilable = true
			return typ{shape: s}
		case t.base == isObject && !t.list && index.base == isNumber:
			f.problem(n.Line(), "", "%s is %s, not a list", spell(n.Object, "this"), f.say(t.shape))
		}
		return typ{}
	}
	if t.base == isString && !t.list {
		if e := stringLibrary().find(key.Value); e != nil {
			return typ{shape: shape{base: isFunction}, lib: e, name: "string." + key.Value}
		}
	}
	i, s := f.checkMember(fn, n.Object, t, key.Value, key.Line(), false)
	if i >= 0 {
		return typ{shape: s}
	}
	if t.base == isLibrary {
		lib := &libraries[t.kind]
		if e := lib.find(key.Value); e != nil {
			if e.call == nil {
				return aNumber // math.huge, math.pi
			}
			return typ{shape: shape{base: isFunction}, lib: e, name: lib.name + "." + key.Value}
		}
	}
	return typ{}
}

func (f *file) typeOfCall(fn *function, n *ast.FuncCallExpr) typ {
	if n.Func == nil {
		return f.typeOfMethodCall(fn, n)
	}
	if r := f.isRegister(n.Func); r != nil {
		f.checkDeclaration(fn, r, n)
		return aNil
	}
	t := f.typeOf(fn, n.Func)
	if t.base != anything && (t.base != isFunction || t.list) {
		f.problem(n.Line(), "", "%s is %s, which cannot be called", spell(n.Func, "this"), f.say(t.shape))
	}
	args := f.checkExprs(fn, n.Args, -1)
	switch {
	case t.sig != nil:
		f.checkArguments(n, t.name, t.sig, args)
		return typ{shape: t.sig.returns}
	case t.lib != nil:
		if least := t.lib.least; len(args) < least && !(len(n.Args) > 0 && isMulti(n.Args[len(n.Args)-1])) {
			f.problem(n.Line(), lastName(t.name), "%s: write %s", t.name, t.lib.usage)
		}
		return typ{shape: shape{base: t.lib.returns}}
	}
	return typ{}
}

func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

func (f *file) typeOfMethodCall(fn *function, n *ast.FuncCallExpr) typ {
	t := f.typeOf(fn, n.Receiver)
	args := f.checkExprs(fn, n.Args, -1)
	switch {
	case t.hook != nil:
		f.problem(n.Line(), n.Method, "%s has no method %q", t.hook.event.Hook, n.Method)
	case t.list, t.base == anything, t.base == isTable:
	case t.base == isObject:
		k := f.kind[t.kind]
		sig := k.methods[n.Method]
		if sig == nil {
			if _, ok := k.fields[n.Method]; ok {
				f.problem(n.Line(), n.Method, "%s: %q is a field, not a method: %s.%s", k.Name, n.Method, spell(n.Receiver, k.Name), n.Method)
			} else {
				f.problem(n.Line(), n.Method, "%s has no method %q%s", k.Name, n.Method, f.unknown(n.Method, fieldNames(nil, k.Methods...)))
			}
			return typ{}
		}
		f.checkArguments(n, k.Name+":"+n.Method, sig, args)
		return typ{shape: sig.returns}
	case t.base == isString:
		e := stringLibrary().find(n.Method)
		if e == nil {
			f.unknownFunction(stringLibrary(), n.Method, n.Line())
			return typ{}
		}
		return typ{shape: shape{base: e.returns}}
	case t.base == isLibrary:
		f.problem(n.Line(), n.Method, "functions of %s are called with a dot: %s.%s(...)", libraries[t.kind].name, libraries[t.kind].name, n.Method)
	default:
		f.problem(n.Line(), n.Method, "%s has no method %q: it is %s", spell(n.Receiver, "this"), n.Method, f.say(t.shape))
	}
	return typ{}
}

// checkArguments checks how many arguments there are and what they are.
func (f *file) checkArguments(n *ast.FuncCallExpr, name string, sig *signature, args []typ) {
	word := lastName(name)
	word = word[strings.LastIndexByte(word, ':')+1:]
	open := len(n.Args) > 0 && isMulti(n.Args[len(n.Args)-1])
	if len(args) > len(sig.params) || len(args) < sig.least && !open {
		f.problem(n.Line(), word, "%s takes %s, not %d", name, takes(sig), len(args))
		return
	}
	for i, got := range args {
		if !mayFit(sig.params[i], got.shape) {
			f.problem(n.Line(), word, "%s: %s is %s, not %s", name, sig.Params[i].Name, f.say(sig.params[i]), f.say(got.shape))
		}
	}
}

// takes says how many arguments a function takes.
func takes(sig *signature) string {
	n := len(sig.params)
	switch {
	case n == 0:
		return "no arguments"
	case sig.least < n:
		return fmt.Sprintf("%d to %d arguments", sig.least, n)
	case n == 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

func (f *file) isRegister(e ast.Expr) *register {
	if ident, ok := e.(*ast.IdentExpr); ok && f.idents[ident] == nil {
		return f.registers[ident.Value]
	}
	return nil
}

// checkDeclaration checks option{ ... }.
func (f *file) checkDeclaration(fn *function, r *register, n *ast.FuncCallExpr) {
	if fn != f.main {
		f.problem(n.Line(), r.Name, "%s{...} declares while the file is loaded: write it outside of functions", r.Name)
	}
	table, ok := first(n.Args).(*ast.TableExpr)
	if !ok || len(n.Args) != 1 {
		f.checkExprs(fn, n.Args, -1)
		if len(n.Args) != 1 {
			f.problem(n.Line(), r.Name, "%s takes a table: %s{ ... }", r.Name, r.Name)
		}
		return
	}
	given := map[string]bool{}
	for _, field := range table.Fields {
		key, named := field.Key.(*ast.StringExpr)
		if !named {
			f.problem(field.Value.Line(), "", "%s: every field has a name: %s{ name = value }", r.Name, r.Name)
			f.typeOf(fn, field.Value)
			continue
		}
		i, ok := r.fields[key.Value]
		if !ok {
			f.unknownField(r.Name, key.Line(), key.Value, fieldNames(r.Fields))
			f.typeOf(fn, field.Value)
			continue
		}
		if given[key.Value] {
			f.problem(key.Line(), "", "%s: field %q is there twice", r.Name, key.Value)
		}
		given[key.Value] = true
		if body, ok := field.Value.(*ast.FunctionExpr); ok {
			params := f.bodies[body].params
			if len(params) > len(r.params[i]) && r.shapes[i].base == isFunction {
				f.problem(key.Line(), key.Value, "%s: the parameters of %s are at most %d, not %d", r.Name, key.Value, len(r.params[i]), len(params))
			}
			for j, sym := range params {
				if sym.assigned == 0 && j < len(r.params[i]) {
					sym.typ = typ{shape: r.params[i][j]}
				}
			}
		}
		f.checkFits(key.Line(), key.Value, r.shapes[i], f.typeOf(fn, field.Value))
	}
	for i, field := range r.Fields {
		if !field.Optional && !r.shapes[i].nilable && !given[field.Name] {
			f.problem(n.Line(), r.Name, "%s needs the field %q", r.Name, field.Name)
		}
	}
}

// checkTable reports what the compiler underneath gets wrong.
func (f *file) checkTable(fn *function, n *ast.TableExpr) {
	items, named := 0, false
	for _, field := range n.Fields {
		if field.Key != nil {
			f.typeOf(fn, field.Key)
			named = true
		} else {
			items++
		}
		f.typeOf(fn, field.Value)
	}
	switch {
	case len(n.Fields) > maxFields:
		f.problem(n.Line(), "", "the table has more than %d fields", maxFields)
	case items >= 50 && (named || n.Fields[len(n.Fields)-1].Key == nil && isMulti(n.Fields[len(n.Fields)-1].Value)):
		f.problem(n.Line(), "", "a list of 50 or more with named fields, or with a call at its end, must be written in two steps")
	}
}

// checkLoop gives the names of `for _, x in ipairs(list)` their types.
func (f *file) checkLoop(fn *function, n *ast.GenericForStmt) {
	var element shape
	known := false
	for i, e := range n.Exprs {
		call, ok := e.(*ast.FuncCallExpr)
		if i != 0 || !ok || call.Func == nil || len(call.Args) != 1 {
			if t := f.typeOf(fn, e); i == 0 && t.list {
				f.problem(e.Line(), "", "%s is a list: write `in ipairs(%s)`", spell(e, "this"), spell(e, "list"))
			}
			continue
		}
		t := f.typeOf(fn, call.Func)
		list := f.typeOf(fn, call.Args[0])
		switch {
		case t.lib == nil:
			if t.sig != nil {
				f.checkArguments(call, t.name, t.sig, []typ{list})
			}
		case t.name == "ipairs" || t.name == "pairs":
			switch {
			case list.list && list.base != anything:
				element, known = list.element(), true
			case list.base != anything && list.base != isTable && list.base != isLibrary && !list.list:
				f.problem(call.Line(), t.name, "%s takes a list, and %s is %s", t.name, spell(call.Args[0], "this"), f.say(list.shape))
			}
		}
	}
	for i, sym := range f.locals[n] {
		if !known || sym.assigned > 0 {
			continue
		}
		if i == 0 {
			sym.typ = aNumber
		} else {
			sym.typ = typ{shape: element}
		}
	}
}
