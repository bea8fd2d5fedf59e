package scripting

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"houserule/engine/library/strict"
)

// A Source is one file of a mod. The files of a mod follow each other.
type Source struct {
	Mod  string
	File string // as problems and errors name it
	Text []byte
	// The ability or the spell whose script it is; neither has a mod's own.
	Ability, Spell string
}

// What a file may be. The parser and the compiler underneath are recursive and
// in parts quadratic, and were not made for files that want to hurt.
const (
	maxSource    = 128 << 10 // bytes
	maxDepth     = 100       // of the syntax tree
	maxNodes     = 30_000    // of the syntax tree
	maxFunctions = 1_000
	maxLocals    = 200    // of a function, at once
	maxUpvalues  = 60     // outer locals that a function uses
	maxFields    = 10_000 // of a table constructor
	maxProblems  = 50     // of a file that are reported
	maxReports   = 200    // of a file that are looked at, some being the same
)

// parseSource reads a file, or says where it cannot be read. Named reports, for
// each local statement in turn, whether it is a local function.
func parseSource(file string, text []byte) (chunk []ast.Stmt, named []bool, problem *strict.Problem) {
	wrong := func(line, column int, format string, args ...any) *strict.Problem {
		return &strict.Problem{File: file, Line: line, Column: column, Text: fmt.Sprintf(format, args...)}
	}
	if len(text) > maxSource {
		return nil, nil, wrong(0, 0, "the file has %d bytes; at most %d are read", len(text), maxSource)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	line, start := 1, 0
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		switch {
		case c == '\n':
			line++
			start = i + 1
		case c == utf8.RuneError && size == 1:
			return nil, nil, wrong(line, utf8.RuneCount(text[start:i])+1, "byte 0x%02x is not UTF-8: save the file in that encoding", text[i])
		case c < ' ' && c != '\t' && c != '\r' || c == 0x7f, c == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			return nil, nil, wrong(line, utf8.RuneCount(text[start:i])+1, "this is no text: character 0x%02x", c)
		}
		i += size
	}
	defer func() {
		if r := recover(); r != nil {
			chunk, problem = nil, wrong(0, 0, "the parser gave up: %v", r)
		}
	}()
	named, problem = scan(file, text)
	chunk, err := parse.Parse(bytes.NewReader(text), file)
	if err != nil {
		var syntax *parse.Error
		if !errors.As(err, &syntax) {
			return nil, nil, wrong(0, 0, "the parser gave up: %v", err)
		}
		if refused := syntaxProblem(file, line, text, syntax); problem == nil || refused.Line < problem.Line {
			problem = refused
		}
	}
	if problem != nil {
		return nil, nil, problem
	}
	if chunk == nil {
		return nil, nil, wrong(0, 0, "this is no Lua")
	}
	var m measure
	m.block(chunk, 1)
	switch {
	case m.deep > 0:
		return nil, nil, wrong(m.deep, 0, "nested more than %d deep: split this up", maxDepth)
	case m.functions > maxFunctions:
		return nil, nil, wrong(m.full, 0, "the file has more than %d functions: split it up", maxFunctions)
	case m.nodes > maxNodes:
		return nil, nil, wrong(m.full, 0, "the file has more than %d parts: split it up", maxNodes)
	}
	return chunk, named, nil
}

// cut shortens a quotation in a message.
func cut(token string) string {
	if len(token) > 40 {
		return token[:40] + "..."
	}
	return token
}

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
	if m.full == 0 && (m.nodes > maxNodes || m.functions > maxFunctions) {
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
	children(s, func(e ast.Expr) { m.expr(e, depth+1) }, func(b []ast.Stmt) { m.block(b, depth+1) })
}

func (m *measure) expr(e ast.Expr, depth int) {
	if _, ok := e.(*ast.FunctionExpr); ok {
		m.functions++
	}
	if m.enter(e, depth) {
		children(e, func(inner ast.Expr) {
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

// children yields the children of a node, in the order of the source.
func children(node any, expr func(ast.Expr), block func([]ast.Stmt)) {
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
