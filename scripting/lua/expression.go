package lua

import (
	"github.com/yuin/gopher-lua/ast"
)

// expression compiles an expression.
func (c *compiler) expression(e ast.Expr) *node {
	line := e.Line()
	switch n := e.(type) {
	case *ast.NilExpr:
		return constant(aNil, Nil)
	case *ast.TrueExpr:
		return constant(aBoolean, Boolean(true))
	case *ast.FalseExpr:
		return constant(aBoolean, Boolean(false))
	case *ast.NumberExpr:
		f, _ := readNumber(n.Value)
		return writtenNumber(f)
	case *ast.StringExpr:
		return constant(aString, String(n.Value))
	case *ast.IdentExpr:
		return c.name(n)
	case *ast.Comma3Expr:
		return &node{Shape: unknownShape, val: func(fr *frame) Value {
			if len(fr.rest) == 0 {
				return Nil
			}
			return fr.rest[0]
		}, many: func(fr *frame) { fr.m.args = append(fr.m.args, fr.rest...) }}
	}
	c.cost++
	switch n := e.(type) {
	case *ast.AttrGetExpr:
		out := c.access(n)
		out.spelled = Spell(n, "")
		return out
	case *ast.FuncCallExpr:
		return c.call(n)
	case *ast.TableExpr:
		return c.table(n)
	case *ast.LogicalOpExpr:
		return both(c.expr(n.Lhs), c.expr(n.Rhs), n.Operator == "and")
	case *ast.RelationalOpExpr:
		return c.relation(n)
	case *ast.ArithmeticOpExpr:
		return c.arithmetic(n)
	case *ast.StringConcatOpExpr:
		return c.concat(n)
	case *ast.UnaryMinusOpExpr:
		a := c.expr(n.Expr)
		if num := a.num; a.written {
			return writtenNumber(-num(nil))
		} else if num != nil {
			return numberNode(func(fr *frame) float64 { return -num(fr) })
		}
		at := c.site(line, "", a.spelled)
		return numberNode(func(fr *frame) float64 { return fr.minus(at, a.val(fr)) })
	case *ast.UnaryNotOpExpr:
		is := c.expr(n.Expr).truth()
		return booleanNode(func(fr *frame) bool { return !is(fr) })
	case *ast.UnaryLenOpExpr:
		a := c.expr(n.Expr)
		at := c.site(line, "", a.spelled)
		val := a.seen()
		return numberNode(func(fr *frame) float64 { return fr.length(at, val(fr)) })
	case *ast.FunctionExpr:
		return typed(Shape{Base: BaseFunction}, c.closure(n))
	}
	panic("an expression that the check has refused")
}
