package check

import (
	"houserule/scripting/lua"

	"github.com/yuin/gopher-lua/ast"
)

// A typ is the knowledge about a value before the script runs.
type typ struct {
	lua.Shape
	hook  *lua.Hook     // the event of a hook
	sig   *lua.Function // a function of the binding
	lib   *lua.Entry    // a function of the library
	name  string        // of that function, for messages
	of    *lua.Field    // the field of a word, or of a list of words, if it knows its words
	table *wordTable    // a table that is written out
}

var (
	aNumber  = typ{Shape: lua.Shape{Base: lua.BaseNumber}}
	aBoolean = typ{Shape: lua.Shape{Base: lua.BaseBoolean}}
	aString  = typ{Shape: lua.Shape{Base: lua.BaseString}}
	aNil     = typ{Shape: lua.Shape{Base: lua.BaseNil}}
)

// A checker checks a file.
type checker struct {
	*lua.File
	unit   string
	types  map[*lua.Symbol]typ
	tables []*wordTable
	uses   []Use
	local  map[*lua.Body]*lua.Symbol // the functions of locals of the file
	deeds  map[*lua.Symbol][]deed    // in them
	looks  []deed                    // the calls of them in read-only hooks

	returns map[*lua.Body]declaredReturn // of the functions of declarations

	typeOf   func(fn *lua.Body, e ast.Expr) typ // checks an expression and returns the type of its first value; once for each
	function func(e *ast.FunctionExpr)          // checks the body of a function
}

// know notes the type of a local that is never assigned.
func (f *checker) know(sym *lua.Symbol, t typ) {
	if sym.Assigned == 0 {
		f.types[sym], sym.Known = t, t.Shape
	}
}

// checkExprs checks a list of expressions and returns the types of want values,
// or with -1 of as many as there are expressions.
func (f *checker) checkExprs(fn *lua.Body, exprs []ast.Expr, want int) []typ {
	types := make([]typ, 0, max(want, len(exprs)))
	for _, e := range exprs {
		types = append(types, f.typeOf(fn, e))
	}
	open := len(exprs) > 0 && lua.IsMulti(exprs[len(exprs)-1])
	for len(types) < want {
		if open {
			types = append(types, typ{})
		} else {
			types = append(types, aNil)
		}
	}
	return types
}

// checkFits reports a value that cannot have the expected type.
func (f *checker) checkFits(line int, name string, want lua.Shape, got typ) {
	if !want.May(got.Shape) {
		f.Problem(line, name, "%s is %s, not %s", name, f.World.Say(want), f.World.Say(got.Shape))
	}
}

// checkMember checks object.name and returns the field and its type; nil
// where it is no known field.
func (f *checker) checkMember(object ast.Expr, t typ, name string, line int, write bool) (*lua.Field, lua.Shape) {
	switch {
	case t.List, t.Base == lua.BaseAny, t.Base == lua.BaseTable:
	case t.Base == lua.BaseObject:
		k := f.World.Kinds[t.Kind]
		if i := k.Fields.Find(name); i >= 0 {
			if write && !k.Fields[i].Writable {
				f.Problem(line, name, "%s: field %q is read-only", k.Name, name)
			}
			return &k.Fields[i], k.Fields[i].Shape
		}
		if k.Method(name) != nil {
			if write {
				f.Problem(line, name, "%s: method %q is read-only", k.Name, name)
			} else {
				f.Problem(line, name, "%s: %q is called with a colon: %s:%s(...)", k.Name, name, lua.Spell(object, k.Name), name)
			}
			return nil, lua.Shape{}
		}
		f.UnknownField(k.Name, line, name, k.Names())
	case t.Base == lua.BaseLib:
		lib := &lua.Libraries[t.Kind]
		switch {
		case lib.Find(name) == nil:
			f.unknownFunction(lib, name, line)
		case write:
			f.Problem(line, name, "%q is read-only", lib.Name+"."+name)
		}
	default:
		f.Problem(line, name, "%s has no field %q: it is %s", lua.Spell(object, "this"), name, f.World.Say(t.Shape))
	}
	return nil, lua.Shape{}
}

func (f *checker) unknownFunction(lib *lua.Library, name string, line int) {
	full := lib.Name + "." + name
	if why, ok := LibraryAdvice[full]; ok {
		f.Problem(line, name, "%s is not available: %s", full, why)
		return
	}
	f.Problem(line, name, "unknown function %q%s", full, f.Unknown(name, lib.Names()))
}

// A declaredReturn is what a function of a declaration returns.
type declaredReturn struct {
	name  string // of the function: "option.legal"
	shape lua.Shape
}

// A wordTable is a table that a script writes out.
type wordTable struct {
	table *ast.TableExpr
	uses  int          // that do not look up a word
	words []*lua.Field // the fields whose words are looked up
}

// A Use is a call of a function that is Linked: what its first argument names may be declared by
// another unit, so that it can only be checked when all are loaded.
type Use struct {
	Function, Word string
	ReadOnly       string      // the read-only event in whose function it stands, or ""
	At             lua.Problem // its place
	Args           []lua.Shape // after the first; fewer where the last stands for several
	Open           bool        // it does
}
