package check

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"houserule/scripting/lua"
)

// expression checks an expression and returns the type of its first value. It must be
// called once for each.
func (f *checker) expression(fn *lua.Body, e ast.Expr) typ {
	switch n := e.(type) {
	case *ast.NilExpr:
		return aNil
	case *ast.TrueExpr, *ast.FalseExpr:
		return aBoolean
	case *ast.NumberExpr:
		return aNumber
	case *ast.StringExpr:
		if len(n.Value) > lua.MaxString {
			f.Problem(n.Line(), "", "the string has %d bytes; at most %d are possible", len(n.Value), lua.MaxString)
		}
		return aString
	case *ast.IdentExpr:
		return f.typeOfName(fn, n)
	case *ast.FunctionExpr:
		f.function(n)
		return typ{Shape: lua.Shape{Base: lua.BaseFunction}}
	case *ast.TableExpr:
		f.checkTable(fn, n)
		t := &wordTable{table: n}
		f.tables = append(f.tables, t)
		return typ{Shape: lua.Shape{Base: lua.BaseTable}, table: t}
	case *ast.AttrGetExpr:
		return f.typeOfMember(fn, n)
	case *ast.FuncCallExpr:
		return f.typeOfCall(fn, n)
	case *ast.LogicalOpExpr:
		left, right := f.typeOf(fn, n.Lhs), f.typeOf(fn, n.Rhs)
		if n.Operator == "or" && left.Solid() == right.Solid() || left.Shape == right.Shape {
			return typ{Shape: right.Shape}
		}
		return typ{}
	case *ast.RelationalOpExpr:
		left, right := f.typeOf(fn, n.Lhs), f.typeOf(fn, n.Rhs)
		if n.Operator == "==" || n.Operator == "~=" {
			f.checkCompared(left, n.Rhs)
			f.checkCompared(right, n.Lhs)
		}
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

// checkOperand reports arithmetic on values that cannot be numbers.
func (f *checker) checkOperand(fn *lua.Body, e ast.Expr, operator string) {
	t := f.typeOf(fn, e)
	switch {
	case t.List, t.Base == lua.BaseObject, t.Base == lua.BaseBoolean, t.Base == lua.BaseLib, t.Base == lua.BaseNil && e != nil, t.Base == lua.BaseTable, t.Base == lua.BaseFunction:
		f.Problem(e.Line(), "", "%s is %s, which %q cannot take", lua.Spell(e, "this"), f.World.Say(t.Shape), operator)
	}
}

func (f *checker) typeOfName(fn *lua.Body, n *ast.IdentExpr) typ {
	name := n.Value
	if sym := f.Idents[n]; sym != nil {
		if sym.Hook != nil {
			return typ{hook: sym.Hook}
		}
		t := f.types[sym]
		if t.table != nil {
			t.table.uses++
		}
		return t
	}
	if name == "self" && f.Self {
		if h := f.Selves[n]; h != nil {
			return typ{Shape: h.Event.Fields[h.Event.Fields.Find(h.Event.Self)].Shape}
		}
		if h := fn.InHook(); h != nil {
			f.Problem(n.Line(), name, "%s knows no self", h.Event.Hook)
		} else {
			f.Problem(n.Line(), name, "self is known in hooks only: hand it over as an argument")
		}
		return typ{}
	}
	if g := f.World.Global(name); g != nil {
		return typ{Shape: g.Shape}
	}
	if sig := f.World.Function(name); sig != nil {
		return typ{Shape: lua.Shape{Base: lua.BaseFunction}, sig: sig, name: name}
	}
	if f.World.Register(name) != nil {
		return typ{Shape: lua.Shape{Base: lua.BaseFunction}, name: name}
	}
	for i := range lua.Libraries {
		if lua.Libraries[i].Name == name {
			return typ{Shape: lua.Shape{Base: lua.BaseLib, Kind: int16(i)}}
		}
	}
	for i := range lua.Basics {
		if lua.Basics[i].Name == name {
			return typ{Shape: lua.Shape{Base: lua.BaseFunction}, lib: &lua.Basics[i], name: name}
		}
	}
	why, bad := Advice[name]
	switch {
	case f.World.Event(name) != nil:
		f.Problem(n.Line(), name, "%q is called by the game, not by scripts", name)
	case name == "cancel":
		f.Problem(n.Line(), name, `cancel is only for the result of a hook: write return cancel("why") in it`)
	case bad:
		f.Problem(n.Line(), name, "%s is not available: %s", name, why)
	case f.Assigned[name]:
	default:
		text := ""
		if !f.Full() {
			text = f.Unknown(name, append(f.Visible(n), f.World.Names()...))
		}
		if name == "self" {
			text = ": only an ability's script has it"
		}
		f.Problem(n.Line(), name, "unknown name %q%s", name, text)
	}
	return typ{}
}

func (f *checker) typeOfMember(fn *lua.Body, n *ast.AttrGetExpr) typ {
	key, named := n.Key.(*ast.StringExpr)
	if h := f.EventOf(n.Object); h != nil && named {
		i := h.Event.Fields.Find(key.Value)
		if i < 0 {
			f.UnknownField(h.Event.Hook, key.Line(), key.Value, h.Event.Fields.Names())
			return typ{}
		}
		return fromField(h.Event.Fields[i].Shape, &h.Event.Fields[i])
	}
	t := f.typeOf(fn, n.Object)
	index := f.typeOf(fn, n.Key)
	if !named {
		switch {
		case t.List && t.Base != lua.BaseAny && index.Base == lua.BaseNumber:
			s := t.Element()
			s.Nilable = true
			return typ{Shape: s, of: t.of}
		case t.Base == lua.BaseObject && !t.List && index.Base == lua.BaseNumber:
			f.Problem(n.Line(), "", "%s is %s, not a list", lua.Spell(n.Object, "this"), f.World.Say(t.Shape))
		case t.table != nil && index.of != nil && !index.List:
			t.table.uses-- // this one
			if !slices.Contains(t.table.words, index.of) {
				t.table.words = append(t.table.words, index.of)
			}
		}
		return typ{}
	}
	if t.Base == lua.BaseString && !t.List {
		if e := lua.Strings().Find(key.Value); e != nil {
			return typ{Shape: lua.Shape{Base: lua.BaseFunction}, lib: e, name: "string." + key.Value}
		}
	}
	if field, s := f.checkMember(n.Object, t, key.Value, key.Line(), false); field != nil {
		return fromField(s, field)
	}
	if t.Base == lua.BaseLib {
		lib := &lua.Libraries[t.Kind]
		if e := lib.Find(key.Value); e != nil {
			if e.Usage == "" {
				return aNumber // math.huge, math.pi
			}
			return typ{Shape: lua.Shape{Base: lua.BaseFunction}, lib: e, name: lib.Name + "." + key.Value}
		}
	}
	return typ{}
}
