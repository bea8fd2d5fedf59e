package check

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"houserule/scripting/lua"
)

func (f *checker) typeOfCall(fn *lua.Body, n *ast.FuncCallExpr) typ {
	if n.Func == nil {
		return f.typeOfMethodCall(fn, n)
	}
	if r := f.isRegister(n.Func); r != nil {
		f.checkDeclaration(fn, r, n)
		return aNil
	}
	f.callsLocal(fn, n)
	t := f.typeOf(fn, n.Func)
	if t.Base != lua.BaseAny && (t.Base != lua.BaseFunction || t.List) {
		f.Problem(n.Line(), "", "%s is %s, which cannot be called", lua.Spell(n.Func, "this"), f.World.Say(t.Shape))
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
		return typ{Shape: t.sig.Returns.Result()}
	case t.lib != nil:
		if least := t.lib.Least; len(args) < least && !(len(n.Args) > 0 && lua.IsMulti(n.Args[len(n.Args)-1])) {
			f.Problem(n.Line(), lastName(t.name), "%s: write %s", t.name, t.lib.Usage)
		}
		return typ{Shape: lua.Shape{Base: t.lib.Returns}}
	}
	return typ{}
}

func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

func (f *checker) typeOfMethodCall(fn *lua.Body, n *ast.FuncCallExpr) typ {
	t := f.typeOf(fn, n.Receiver)
	args := f.checkExprs(fn, n.Args, -1)
	switch {
	case t.hook != nil:
		f.Problem(n.Line(), n.Method, "%s has no method %q", t.hook.Event.Hook, n.Method)
	case t.Base == lua.BaseAny && !t.List:
		f.checkDeed(fn, n)
	case t.List, t.Base == lua.BaseTable:
	case t.Base == lua.BaseObject:
		k := f.World.Kinds[t.Kind]
		sig := k.Method(n.Method)
		if sig == nil {
			if k.Fields.Find(n.Method) >= 0 {
				f.Problem(n.Line(), n.Method, "%s: %q is a field, not a method: %s.%s", k.Name, n.Method, lua.Spell(n.Receiver, k.Name), n.Method)
			} else {
				f.Problem(n.Line(), n.Method, "%s has no method %q%s", k.Name, n.Method, f.Unknown(n.Method, k.MethodNames()))
			}
			return typ{}
		}
		f.checkArguments(n, k.Name+":"+n.Method, sig, args)
		f.checkActs(fn, n.Line(), k.Name+":"+n.Method, sig)
		return typ{Shape: sig.Returns.Result()}
	case t.Base == lua.BaseString:
		e := lua.Strings().Find(n.Method)
		if e == nil {
			f.unknownFunction(lua.Strings(), n.Method, n.Line())
			return typ{}
		}
		return typ{Shape: lua.Shape{Base: e.Returns}}
	case t.Base == lua.BaseLib:
		f.Problem(n.Line(), n.Method, "functions of %s are called with a dot: %s.%s(...)", lua.Libraries[t.Kind].Name, lua.Libraries[t.Kind].Name, n.Method)
	default:
		f.Problem(n.Line(), n.Method, "%s has no method %q: it is %s", lua.Spell(n.Receiver, "this"), n.Method, f.World.Say(t.Shape))
	}
	return typ{}
}

// checkActs reports a call in a hook that may only look of what changes the
// game. What local functions call for it is found by checkDeeds, and what is called in other ways
// is refused when it happens.
func (f *checker) checkActs(fn *lua.Body, line int, name string, sig *lua.Function) {
	if in := f.localOf(fn); in != nil && sig.Mutates {
		f.deeds[in] = append(f.deeds[in], deed{line: line, name: name})
	}
	if h := fn.InHook(); h != nil && h.Event.ReadOnly && sig.Mutates {
		f.Problem(line, sig.Name, "%s is read-only, as it is also called for odds and options: %s is for hooks that are called when something happens", h.Event.Hook, name)
	}
}

// placeArguments makes of the one table f{ name = value } the arguments in their places.
func (f *checker) placeArguments(n *ast.FuncCallExpr, sig *lua.Function) {
	table, ok := lua.First(n.Args).(*ast.TableExpr)
	if !ok || len(n.Args) != 1 {
		f.Problem(n.Line(), sig.Name, "%s takes a table that is written out: %s{ ... }", sig.Name, sig.Name)
		return
	}
	known := sig.Params.Names()
	args := make([]ast.Expr, len(known))
	for _, field := range table.Fields {
		key, named := field.Key.(*ast.StringExpr)
		if !named {
			f.Problem(field.Value.Line(), "", "%s: every field has a name: %s{ name = value }", sig.Name, sig.Name)
			continue
		}
		switch i := slices.Index(known, key.Value); {
		case i < 0:
			f.UnknownField(sig.Name, key.Line(), key.Value, known)
		case args[i] != nil:
			f.Problem(key.Line(), "", "%s: field %q is there twice", sig.Name, key.Value)
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
func (f *checker) checkArguments(n *ast.FuncCallExpr, name string, sig *lua.Function, args []typ) {
	word := lastName(name)
	word = word[strings.LastIndexByte(word, ':')+1:]
	open := len(n.Args) > 0 && lua.IsMulti(n.Args[len(n.Args)-1])
	if len(args) > len(sig.Params) || len(args) < sig.Least() && !open {
		f.Problem(n.Line(), word, "%s takes %s, not %d", name, sig.Takes(), len(args))
		return
	}
	for i, got := range args {
		if !sig.Params[i].Shape.May(got.Shape) {
			f.Problem(n.Line(), word, "%s: %s is %s, not %s", name, sig.Params[i].Name, f.World.Say(sig.Params[i].Shape), f.World.Say(got.Shape))
		}
		if of := &sig.Params[i]; of.Plain && !isPlain(got) {
			f.Problem(n.Line(), word, "%s: %s is %s: only true and false, numbers and short texts can be kept", name, of.Name, f.World.Say(got.Shape))
		}
		f.checkWords(&sig.Params[i], n.Args[min(i, len(n.Args)-1)], name+": ")
	}
}

// isPlain reports whether a value may be true or false, a number, a text or nil.
func isPlain(t typ) bool {
	return t.hook == nil && !t.List && t.Base != lua.BaseObject && t.Base != lua.BaseTable && t.Base != lua.BaseFunction && t.Base != lua.BaseLib
}

func (f *checker) isRegister(e ast.Expr) *lua.Register {
	if ident, ok := e.(*ast.IdentExpr); ok && f.Idents[ident] == nil {
		return f.World.Register(ident.Value)
	}
	return nil
}

// checkDeclaration checks option{ ... }.
func (f *checker) checkDeclaration(fn *lua.Body, r *lua.Register, n *ast.FuncCallExpr) {
	if fn != f.Main {
		f.Problem(n.Line(), r.Name, "%s{...} declares while the file is loaded: write it outside of functions", r.Name)
	}
	table, ok := lua.First(n.Args).(*ast.TableExpr)
	if !ok || len(n.Args) != 1 {
		f.checkExprs(fn, n.Args, -1)
		if len(n.Args) != 1 {
			f.Problem(n.Line(), r.Name, "%s takes a table: %s{ ... }", r.Name, r.Name)
		}
		return
	}
	given := map[string]bool{}
	for _, field := range table.Fields {
		key, named := field.Key.(*ast.StringExpr)
		if !named {
			f.Problem(field.Value.Line(), "", "%s: every field has a name: %s{ name = value }", r.Name, r.Name)
			f.typeOf(fn, field.Value)
			continue
		}
		i := r.Fields.Find(key.Value)
		if i < 0 {
			f.UnknownField(r.Name, key.Line(), key.Value, r.Fields.Names())
			f.typeOf(fn, field.Value)
			continue
		}
		if given[key.Value] {
			f.Problem(key.Line(), "", "%s: field %q is there twice", r.Name, key.Value)
		}
		given[key.Value] = true
		if body, ok := field.Value.(*ast.FunctionExpr); ok {
			params := f.Bodies[body].Params
			if of := r.Fields[i]; of.Shape.Base == lua.BaseFunction && len(of.Returns) > 0 {
				f.returns[f.Bodies[body]] = declaredReturn{r.Name + "." + of.Name, of.Returns.Result()}
			}
			if len(params) > len(r.Fields[i].Params) && r.Fields[i].Shape.Base == lua.BaseFunction {
				f.Problem(key.Line(), key.Value, "%s: the parameters of %s are at most %d, not %d", r.Name, key.Value, len(r.Fields[i].Params), len(params))
			}
			for j, sym := range params {
				if j < len(r.Fields[i].Params) {
					f.know(sym, typ{Shape: r.Fields[i].Params[j].Shape})
				}
			}
		}
		f.checkFits(key.Line(), key.Value, r.Fields[i].Shape, f.typeOf(fn, field.Value))
		f.checkWords(&r.Fields[i], field.Value, r.Name+": ")
	}
	for _, field := range r.Fields {
		if !field.Nilable && !given[field.Name] {
			f.Problem(n.Line(), r.Name, "%s needs the field %q", r.Name, field.Name)
		}
	}
}

func (f *checker) checkTable(fn *lua.Body, n *ast.TableExpr) {
	for _, field := range n.Fields {
		if field.Key != nil {
			f.typeOf(fn, field.Key)
		}
		f.typeOf(fn, field.Value)
	}
	if len(n.Fields) > lua.MaxFields {
		f.Problem(n.Line(), "", "the table has more than %d fields", lua.MaxFields)
	}
}
