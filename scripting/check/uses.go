package check

import (
	"github.com/yuin/gopher-lua/ast"

	"houserule/scripting/lua"
)

// use notes a call of a linked function.
func (f *checker) use(fn *lua.Body, n *ast.FuncCallExpr, sig *lua.Function, args []typ) {
	word, ok := lua.First(n.Args).(*ast.StringExpr)
	if !ok {
		f.Problem(n.Line(), sig.Name, "%s: write the name out, as in %s(\"mod.name\"), so that it can be checked", sig.Name, sig.Name)
		return
	}
	u := Use{Function: sig.Name, Word: word.Value, Open: lua.IsMulti(n.Args[len(n.Args)-1])}
	if h := fn.InHook(); h != nil && h.Event.ReadOnly {
		u.ReadOnly = h.Event.Hook
	}
	u.At = lua.Problem{File: f.Name, Line: n.Line(), Column: f.Column(n.Line(), word.Value)}
	for _, arg := range args[1:] {
		u.Args = append(u.Args, arg.Shape)
	}
	f.uses = append(f.uses, u)
}
