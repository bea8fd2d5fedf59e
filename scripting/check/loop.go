package check

import (
	"houserule/scripting/lua"

	"github.com/yuin/gopher-lua/ast"
)

// checkLoop gives the names of `for _, x in ipairs(list)` their types.
func (f *checker) checkLoop(fn *lua.Body, n *ast.GenericForStmt) {
	var element typ
	known := false
	for i, e := range n.Exprs {
		call, ok := e.(*ast.FuncCallExpr)
		if i != 0 || !ok || call.Func == nil || len(call.Args) != 1 {
			if t := f.typeOf(fn, e); i == 0 && t.List {
				f.Problem(e.Line(), "", "%s is a list: write `in ipairs(%s)`", lua.Spell(e, "this"), lua.Spell(e, "list"))
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
			case list.List && list.Base != lua.BaseAny:
				element, known = typ{Shape: list.Element(), of: list.of}, true
			case list.Base != lua.BaseAny && list.Base != lua.BaseTable && list.Base != lua.BaseLib && !list.List:
				f.Problem(call.Line(), t.name, "%s takes a list, and %s is %s", t.name, lua.Spell(call.Args[0], "this"), f.World.Say(list.Shape))
			}
		}
	}
	for i, sym := range f.Locals[n] {
		switch {
		case !known:
		case i == 0:
			f.know(sym, aNumber)
		default:
			f.know(sym, element)
		}
	}
}
