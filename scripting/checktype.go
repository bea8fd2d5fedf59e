package scripting

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// typeOf checks an expression and returns the type of its first value. It must be
// called once for each.
func (f *file) typeOf(fn *function, e ast.Expr) typ {
	switch n := e.(type) {
	case *ast.NilExpr:
		return aNil
	case *ast.TrueExpr, *ast.FalseExpr:
		return aBoolean
	case *ast.NumberExpr:
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
		t := &wordTable{table: n}
		f.tables = append(f.tables, t)
		return typ{shape: shape{base: isTable}, table: t}
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
func (f *file) checkOperand(fn *function, e ast.Expr, operator string) {
	t := f.typeOf(fn, e)
	switch {
	case t.list, t.base == isObject, t.base == isBoolean, t.base == isLibrary, t.base == isNil && e != nil, t.base == isTable, t.base == isFunction:
		f.problem(e.Line(), "", "%s is %s, which %q cannot take", spell(e, "this"), f.say(t.shape), operator)
	}
}

func (f *file) typeOfName(fn *function, n *ast.IdentExpr) typ {
	name := n.Value
	if sym := f.idents[n]; sym != nil {
		if sym.hook != nil {
			sym.hook.escapes = true // reads of its fields are handled elsewhere
			return typ{hook: sym.hook}
		}
		if sym.typ.table != nil {
			sym.typ.table.uses++
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
		f.problem(n.Line(), name, `cancel is only for the result of a hook: write return cancel("why") in it`)
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
		return fromField(h.event.shapes[i], &h.event.Fields[i])
	}
	t := f.typeOf(fn, n.Object)
	index := f.typeOf(fn, n.Key)
	if !named {
		switch {
		case t.list && t.base != anything && index.base == isNumber:
			s := t.element()
			s.nilable = true
			return typ{shape: s, of: t.of}
		case t.base == isObject && !t.list && index.base == isNumber:
			f.problem(n.Line(), "", "%s is %s, not a list", spell(n.Object, "this"), f.say(t.shape))
		case t.table != nil && index.of != nil && !index.list:
			t.table.uses-- // this one
			if !slices.Contains(t.table.words, index.of) {
				t.table.words = append(t.table.words, index.of)
			}
		}
		return typ{}
	}
	if t.base == isString && !t.list {
		if e := stringLibrary().find(key.Value); e != nil {
			return typ{shape: shape{base: isFunction}, lib: e, name: "string." + key.Value}
		}
	}
	if field, s := f.checkMember(n.Object, t, key.Value, key.Line(), false); field != nil {
		return fromField(s, field)
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
