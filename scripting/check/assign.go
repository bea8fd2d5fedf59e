package check

import (
	"houserule/engine/library/strict"
	"houserule/scripting/lua"

	"github.com/yuin/gopher-lua/ast"
)

// checkAssigned checks the target of an assignment. Rhs is nil for a further value of the
// last expression.
func (f *checker) checkAssigned(fn *lua.Body, lhs, rhs ast.Expr, value typ, line int) {
	switch n := lhs.(type) {
	case *ast.IdentExpr:
		sym := f.Idents[n]
		switch {
		case sym == nil:
			f.checkGlobalAssigned(fn, n, line)
		case sym.Owner == f.Main && fn != f.Main:
			f.Problem(line, n.Value, "%q is a local of the file, which is frozen after loading: what must last, the battle, a side or a stack remembers", n.Value)
		}
	case *ast.AttrGetExpr:
		key, named := n.Key.(*ast.StringExpr)
		if h := f.EventOf(n.Object); h != nil && named {
			f.checkEventWrite(h, key, rhs, value)
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

func (f *checker) checkGlobalAssigned(fn *lua.Body, n *ast.IdentExpr, line int) {
	name := n.Value
	why, bad := Advice[name]
	switch {
	case f.World.Event(name) != nil:
		f.Problem(line, name, "hook %q must be a function: function %s(%s)", name, name, f.World.Event(name).Param)
	case bad:
		f.Problem(line, name, "%s is not available: %s", name, why)
	case f.World.Knows(name) || name == "cancel" || f.Selves[n] != nil:
		f.Problem(line, name, "%q is read-only", name)
	case fn != f.Main && !f.Full() && strict.Suggest(name, f.Visible(n)) != "":
		f.Problem(line, name, "assignment to global %q%s", name, f.Unknown(name, f.Visible(n)))
	default:
		f.Problem(line, name, "assignment to global %q: write `local %s`", name, name)
	}
}

func (f *checker) checkEventWrite(h *lua.Hook, key *ast.StringExpr, rhs ast.Expr, value typ) {
	i := h.Event.Fields.Find(key.Value)
	switch {
	case i < 0:
		f.UnknownField(h.Event.Hook, key.Line(), key.Value, h.Event.Fields.Names())
	case !h.Event.Fields[i].Writable:
		f.Problem(key.Line(), key.Value, "%s: field %q is read-only", h.Event.Hook, key.Value)
	default:
		f.checkFits(key.Line(), key.Value, h.Event.Fields[i].Shape, value)
		f.checkWords(&h.Event.Fields[i], rhs, "")
	}
}
