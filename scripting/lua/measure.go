package lua

import "github.com/yuin/gopher-lua/ast"

// A measure measures a syntax tree, and goes no deeper than is allowed.
type measure struct {
	nodes     int
	functions int
	deep      int // the line where it is too deep, 0 if it is not
	full      int // the line where there are too many of something
}

func (m *measure) enter(node ast.PositionHolder, depth int) bool {
	m.nodes++
	if depth > maxDepth && m.deep == 0 {
		m.deep = max(1, node.Line())
	}
	if m.full == 0 && (m.nodes > maxNodes || m.functions > MaxFunctions) {
		m.full = max(1, node.Line())
	}
	return m.deep == 0 && m.nodes <= maxNodes
}

func (m *measure) block(stmts []ast.Stmt, depth int) {
	for _, s := range stmts {
		m.stmt(s, depth)
	}
}

func (m *measure) stmt(s ast.Stmt, depth int) {
	if !m.enter(s, depth) {
		return
	}
	if n, ok := s.(*ast.IfStmt); ok {
		m.expr(n.Condition, depth+1)
		m.block(n.Then, depth+1)
		if inner := elseIf(n); inner != nil {
			m.stmt(inner, depth)
		} else {
			m.block(n.Else, depth+1)
		}
		return
	}
	Children(s, func(e ast.Expr) { m.expr(e, depth+1) }, func(b []ast.Stmt) { m.block(b, depth+1) })
}

func (m *measure) expr(e ast.Expr, depth int) {
	if _, ok := e.(*ast.FunctionExpr); ok {
		m.functions++
	}
	if m.enter(e, depth) {
		Children(e, func(inner ast.Expr) {
			if chained(e, inner) {
				m.expr(inner, depth)
			} else {
				m.expr(inner, depth+1)
			}
		}, func(b []ast.Stmt) { m.block(b, depth+1) })
	}
}

// chained reports whether an operand continues a chain of operators, which is no nesting: a + b - c,
// a or b or c, a .. b .. c.
func chained(e, inner ast.Expr) bool {
	switch n := e.(type) {
	case *ast.ArithmeticOpExpr:
		_, ok := inner.(*ast.ArithmeticOpExpr)
		return ok && inner == n.Lhs
	case *ast.LogicalOpExpr:
		same, ok := inner.(*ast.LogicalOpExpr)
		return ok && inner == n.Lhs && same.Operator == n.Operator
	case *ast.StringConcatOpExpr:
		_, ok := inner.(*ast.StringConcatOpExpr)
		return ok
	}
	return false
}
