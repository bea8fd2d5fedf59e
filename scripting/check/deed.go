package check

import (
	"github.com/yuin/gopher-lua/ast"

	"houserule/scripting/lua"
)

// A deed is a call in a local function of the file, or in a read-only hook: of a function that changes the
// game, or of another local function that may do so.
type deed struct {
	line int
	name string
	of   *lua.Symbol // the local function; nil: a function of the binding
	hook *lua.Hook   // the read-only hook in which it stands, if any
}

// enter notes that a function belongs to a local of the file that is never assigned again. Functions
// in it belong to it, too.
func (f *checker) enter(sym *lua.Symbol, e ast.Expr) {
	if body, ok := e.(*ast.FunctionExpr); ok && sym.Assigned == 0 && f.Bodies[body].InHook() == nil {
		f.local[f.Bodies[body]] = sym
	}
}

// localOf returns the local to which a function belongs, or nil.
func (f *checker) localOf(fn *lua.Body) *lua.Symbol {
	for ; fn != nil; fn = fn.Outer() {
		if sym := f.local[fn]; sym != nil {
			return sym
		}
	}
	return nil
}

// callsLocal notes the call of a local function.
func (f *checker) callsLocal(fn *lua.Body, n *ast.FuncCallExpr) {
	ident, ok := n.Func.(*ast.IdentExpr)
	if !ok {
		return
	}
	sym := f.Idents[ident]
	if sym == nil || sym.Assigned > 0 {
		return
	}
	d := deed{line: n.Line(), name: sym.Name, of: sym}
	if in := f.localOf(fn); in != nil {
		f.deeds[in] = append(f.deeds[in], d)
	} else if h := fn.InHook(); h != nil && h.Event.ReadOnly {
		d.hook = h
		f.looks = append(f.looks, d)
	}
}

// checkDeed notes the call of a method of an object that is not known, such as a parameter of a
// local function, if all methods of that name change the game.
func (f *checker) checkDeed(fn *lua.Body, n *ast.FuncCallExpr) {
	in := f.localOf(fn)
	if in == nil {
		return
	}
	acts := false
	for i := range f.World.Kinds {
		switch sig := f.World.Kinds[i].Method(n.Method); {
		case sig == nil:
		case !sig.Mutates:
			return
		default:
			acts = true
		}
	}
	if acts {
		f.deeds[in] = append(f.deeds[in], deed{line: n.Line(), name: lua.Spell(n.Receiver, "this") + ":" + n.Method})
	}
}

// checkDeeds reports the calls of local functions in read-only hooks that change the game.
func (f *checker) checkDeeds() {
	for _, look := range f.looks {
		if d := f.deedOf(look.of, map[*lua.Symbol]bool{}); d != nil {
			f.Problem(look.line, look.name, "%s is read-only, as it is also called for odds and options: %s calls %s on line %d, which is for hooks that are called when something happens",
				look.hook.Event.Hook, look.name, d.name, d.line)
		}
	}
}

// deedOf returns the first call in a local function, or in those that it calls, that changes the
// game; nil for none.
func (f *checker) deedOf(sym *lua.Symbol, seen map[*lua.Symbol]bool) *deed {
	if seen[sym] {
		return nil
	}
	seen[sym] = true
	for i := range f.deeds[sym] {
		d := &f.deeds[sym][i]
		if d.of == nil {
			return d
		}
		if inner := f.deedOf(d.of, seen); inner != nil {
			return inner
		}
	}
	return nil
}
