package lua

import "github.com/yuin/gopher-lua/ast"

// Questions about the syntax tree.

// Children yields the children of a node, in the order of the source.
func Children(node any, expr func(ast.Expr), block func([]ast.Stmt)) {
	exprs := func(es []ast.Expr) {
		for _, e := range es {
			expr(e)
		}
	}
	switch n := node.(type) {
	case *ast.AssignStmt:
		exprs(n.Lhs)
		exprs(n.Rhs)
	case *ast.LocalAssignStmt:
		exprs(n.Exprs)
	case *ast.FuncCallStmt:
		expr(n.Expr)
	case *ast.DoBlockStmt:
		block(n.Stmts)
	case *ast.WhileStmt:
		expr(n.Condition)
		block(n.Stmts)
	case *ast.RepeatStmt:
		block(n.Stmts)
		expr(n.Condition)
	case *ast.IfStmt:
		expr(n.Condition)
		block(n.Then)
		block(n.Else)
	case *ast.NumberForStmt:
		expr(n.Init)
		expr(n.Limit)
		if n.Step != nil {
			expr(n.Step)
		}
		block(n.Stmts)
	case *ast.GenericForStmt:
		exprs(n.Exprs)
		block(n.Stmts)
	case *ast.FuncDefStmt:
		if n.Name.Func != nil {
			expr(n.Name.Func)
		} else {
			expr(n.Name.Receiver)
		}
		expr(n.Func)
	case *ast.ReturnStmt:
		exprs(n.Exprs)
	case *ast.AttrGetExpr:
		expr(n.Object)
		expr(n.Key)
	case *ast.TableExpr:
		for _, f := range n.Fields {
			if f.Key != nil {
				expr(f.Key)
			}
			expr(f.Value)
		}
	case *ast.FuncCallExpr:
		if n.Func != nil {
			expr(n.Func)
		} else {
			expr(n.Receiver)
		}
		exprs(n.Args)
	case *ast.LogicalOpExpr:
		expr(n.Lhs)
		expr(n.Rhs)
	case *ast.RelationalOpExpr:
		expr(n.Lhs)
		expr(n.Rhs)
	case *ast.StringConcatOpExpr:
		expr(n.Lhs)
		expr(n.Rhs)
	case *ast.ArithmeticOpExpr:
		expr(n.Lhs)
		expr(n.Rhs)
	case *ast.UnaryMinusOpExpr:
		expr(n.Expr)
	case *ast.UnaryNotOpExpr:
		expr(n.Expr)
	case *ast.UnaryLenOpExpr:
		expr(n.Expr)
	case *ast.FunctionExpr:
		block(n.Stmts)
	}
}

// IsMulti reports whether an expression may stand for several values.
func IsMulti(e ast.Expr) bool {
	switch n := e.(type) {
	case *ast.FuncCallExpr:
		return !n.AdjustRet
	case *ast.Comma3Expr:
		return !n.AdjustRet
	}
	return false
}

// Spell writes an expression shortly, or another word for it.
func Spell(e ast.Expr, other string) string {
	switch n := e.(type) {
	case *ast.IdentExpr:
		return n.Value
	case *ast.AttrGetExpr:
		if key, ok := n.Key.(*ast.StringExpr); ok {
			if s := Spell(n.Object, ""); s != "" && IsName(key.Value) {
				return s + "." + key.Value
			}
		}
	}
	return other
}

// callName returns the name of a function in tracebacks.
func callName(e ast.Expr) string {
	switch n := e.(type) {
	case *ast.IdentExpr:
		return n.Value
	case *ast.AttrGetExpr:
		if key, ok := n.Key.(*ast.StringExpr); ok {
			return key.Value
		}
	}
	return "?"
}

// First returns the first of expressions, nil for none.
func First(exprs []ast.Expr) ast.Expr {
	if len(exprs) == 0 {
		return nil
	}
	return exprs[0]
}

// elseIf returns the elseif of an if; nil for none.
func elseIf(n *ast.IfStmt) *ast.IfStmt {
	if len(n.Else) != 1 {
		return nil
	}
	inner, _ := n.Else[0].(*ast.IfStmt)
	return inner
}

// hookAssigned recognizes `name = function`.
func hookAssigned(n *ast.AssignStmt) (string, *ast.FunctionExpr) {
	if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
		if ident, ok := n.Lhs[0].(*ast.IdentExpr); ok {
			if body, ok := n.Rhs[0].(*ast.FunctionExpr); ok {
				return ident.Value, body
			}
		}
	}
	return "", nil
}

// known reports whether a condition is a constant, and which.
func known(e ast.Expr) (is, constant bool) {
	switch n := e.(type) {
	case *ast.TrueExpr, *ast.NumberExpr, *ast.StringExpr:
		return true, true
	case *ast.FalseExpr, *ast.NilExpr:
		return false, true
	case *ast.UnaryNotOpExpr:
		is, constant = known(n.Expr)
		return !is, constant
	case *ast.LogicalOpExpr:
		if is, constant = known(n.Lhs); constant && is == (n.Operator == "and") {
			return known(n.Rhs)
		}
		return is, constant
	}
	return false, false
}
