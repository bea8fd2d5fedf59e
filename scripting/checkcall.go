package scripting

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

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
	if t.sig != nil && t.sig.Named {
		f.placeArguments(n, t.sig)
	}
	args := f.checkExprs(fn, n.Args, -1)
	switch {
	case t.sig != nil:
		f.checkArguments(n, t.name, t.sig, args)
		f.checkActs(fn, n.Line(), t.name, t.sig)
		if t.sig.Linked && len(args) > 0 {
			f.use(fn, n, t.sig, args)
		}
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
		f.checkActs(fn, n.Line(), k.Name+":"+n.Method, sig)
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

// checkActs reports a call in a hook that may only look of what changes the
// game. What other functions call for the hook is refused when they do.
func (f *file) checkActs(fn *function, line int, name string, sig *signature) {
	if h := fn.inHook(); h != nil && h.event.ReadOnly && sig.Mutates {
		f.problem(line, sig.Name, "%s is read-only, as it is also called for odds and options: %s is for hooks that are called when something happens", h.event.Hook, name)
	}
}

// placeArguments makes of the one table f{ name = value } the arguments in their places.
func (f *file) placeArguments(n *ast.FuncCallExpr, sig *signature) {
	table, ok := first(n.Args).(*ast.TableExpr)
	if !ok || len(n.Args) != 1 {
		f.problem(n.Line(), sig.Name, "%s takes a table that is written out: %s{ ... }", sig.Name, sig.Name)
		return
	}
	known := fieldNames(sig.Params)
	args := make([]ast.Expr, len(known))
	for _, field := range table.Fields {
		key, named := field.Key.(*ast.StringExpr)
		if !named {
			f.problem(field.Value.Line(), "", "%s: every field has a name: %s{ name = value }", sig.Name, sig.Name)
			continue
		}
		switch i := slices.Index(known, key.Value); {
		case i < 0:
			f.unknownField(sig.Name, key.Line(), key.Value, known)
		case args[i] != nil:
			f.problem(key.Line(), "", "%s: field %q is there twice", sig.Name, key.Value)
		default:
			args[i] = field.Value
		}
	}
	for i := range args {
		if args[i] == nil {
			args[i] = new(ast.NilExpr)
			args[i].SetLine(n.Line())
		}
	}
	n.Args = args
}

// checkArguments checks the number and the types of arguments.
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
		f.checkWords(&sig.Params[i], n.Args[min(i, len(n.Args)-1)], name+": ")
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
		f.checkWords(&r.Fields[i], field.Value, r.Name+": ")
	}
	for i, field := range r.Fields {
		if !field.Optional && !r.shapes[i].nilable && !given[field.Name] {
			f.problem(n.Line(), r.Name, "%s needs the field %q", r.Name, field.Name)
		}
	}
}

func (f *file) checkTable(fn *function, n *ast.TableExpr) {
	for _, field := range n.Fields {
		if field.Key != nil {
			f.typeOf(fn, field.Key)
		}
		f.typeOf(fn, field.Value)
	}
	if len(n.Fields) > maxFields {
		f.problem(n.Line(), "", "the table has more than %d fields", maxFields)
	}
}

// checkLoop gives the names of `for _, x in ipairs(list)` their types.
func (f *file) checkLoop(fn *function, n *ast.GenericForStmt) {
	var element typ
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
				element, known = typ{shape: list.element(), of: list.of}, true
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
			sym.typ = element
		}
	}
}
