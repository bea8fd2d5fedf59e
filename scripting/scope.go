package scripting

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"

	"houserule/engine/library/strict"
)

// A symbol is one local name.
type symbol struct {
	name     string
	line     int
	owner    *function
	assigned int   // how often, beyond its declaration
	shared   bool  // a function in its function assigns it
	captured bool  // a function in its function names it
	typ      typ   // the type of its value, if it is never assigned
	hook     *hook // the hook, if it is its event
	function bool  // it was declared with a function
}

// A function is one function of a file, or the file itself.
type function struct {
	parent   *function
	expr     *ast.FunctionExpr
	params   []*symbol
	hook     *hook            // if it is one
	upvalues map[*symbol]bool // outer locals that it, or a function in it, names; true: and assigns
}

// cell reports whether functions share the local and somebody assigns it.
func (sym *symbol) cell() bool { return sym.captured && sym.assigned > 0 }

// inHook returns the hook that a function is or lies in.
func (f *function) inHook() *hook {
	for ; f != nil; f = f.parent {
		if f.hook != nil {
			return f.hook
		}
	}
	return nil
}

// A hook is a function that the game calls.
type hook struct {
	event   *event
	expr    *ast.FunctionExpr
	line    int
	frame   *symbol // what holds its event in its frame, and in functions in it
	reads   uint64
	writes  uint64
	lines   map[int]int // of the writes: the line, or -1 for several
	escapes bool        // the event is used for more than its fields
	places  []place     // of the fields in its frame
}

// A file is a source while it is checked and compiled.
type file struct {
	*lookup
	source   *Source
	lines    []string
	chunk    []ast.Stmt
	named    []bool // of each local statement that is not resolved yet: it is a local function
	problems strict.Problems
	uses     []Use
	reports  int // calls of problem
	tables   []*wordTable

	main     *function
	idents   map[*ast.IdentExpr]*symbol      // none for a global
	selves   map[*ast.IdentExpr]*hook        // self of an ability's script
	bodies   map[*ast.FunctionExpr]*function //
	locals   map[ast.Stmt][]*symbol          // what local and for declare
	assigned map[string]bool                 // globals, which is a problem of its own
	hooks    []*hook                         // in order
	defined  []*function                     // functions, in order
	hookAt   map[ast.Stmt]*hook              // where they are defined
	visible  map[*ast.IdentExpr]*scope       // what locals an unknown name could have meant
	unsure   map[*ast.AttrGetExpr]bool       // writes of an event's field that are checked when they happen
}

// problem reports; word is what to look for on the line.
func (f *file) problem(line int, word, format string, args ...any) {
	if f.reports++; f.reports > maxReports {
		return
	}
	f.report(line, f.column(line, word), format, args...)
}

func (f *file) report(line, column int, format string, args ...any) {
	p := strict.Problem{File: f.source.File, Line: line, Column: column, Text: fmt.Sprintf(format, args...)}
	if len(f.problems) < maxProblems && !slices.Contains(f.problems, p) {
		f.problems = append(f.problems, p)
	}
}

// column returns where word stands on a line, 0 if it is not there exactly once.
func (f *file) column(line int, word string) int {
	if line < 1 || line > len(f.lines) || word == "" {
		return 0
	}
	text, found := f.lines[line-1], -1
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			break
		}
		i += from
		end := i + len(word)
		if (i == 0 || !isWord(text[i-1]) || !isWord(word[0])) && (end == len(text) || !isWord(text[end]) || !isWord(word[len(word)-1])) {
			if found >= 0 {
				return 0
			}
			found = i
		}
		from = end
	}
	if found < 0 {
		return 0
	}
	return utf8.RuneCountInString(text[:found]) + 1
}

// unknown returns the end of a message about an unknown word, unless there are too many
// problems for the message to be shown.
func (f *file) unknown(word string, known []string) string {
	if f.reports > maxReports {
		return ""
	}
	return unknown(word, known)
}

// unknown ends a message about an unknown word.
func unknown(word string, known []string) string {
	if near := strict.Suggest(word, known); near != "" {
		return fmt.Sprintf(": did you mean %q?", near)
	}
	if 0 < len(known) && len(known) <= 12 {
		return ": known are " + strings.Join(known, ", ")
	}
	return ""
}

// A scope is a block's names.
type scope struct {
	parent *scope
	owner  *function
	names  []*symbol
	loop   bool // it is, or is in, a loop of its function
}

func (s *scope) declare(name string, line int) *symbol {
	sym := &symbol{name: name, line: line, owner: s.owner}
	s.names = append(s.names, sym)
	return sym
}

func (s *scope) find(name string) *symbol {
	for ; s != nil; s = s.parent {
		for i := len(s.names) - 1; i >= 0; i-- {
			if s.names[i].name == name {
				return s.names[i]
			}
		}
	}
	return nil
}

// assign notes an assignment in a scope.
func (sym *symbol) assign(s *scope) {
	sym.assigned++
	for fn := s.owner; fn != sym.owner; fn = fn.parent {
		fn.upvalues[sym], sym.shared = true, true
	}
}

// late returns the local of a function that an operand in it is, if a function in it assigns that
// local; else nil. As in Lua 5.1, such an operand is read when the operator is applied: a call
// to the right of it may have changed it. All other operands are evaluated from left to right.
func (f *file) late(fn *function, e ast.Expr) *symbol {
	switch n := e.(type) {
	case *ast.IdentExpr:
		if sym := f.idents[n]; sym != nil && sym.owner == fn && sym.shared {
			return sym
		}
	case *ast.LogicalOpExpr:
		if is, constant := known(n.Lhs); constant && is == (n.Operator == "and") {
			return f.late(fn, n.Rhs)
		}
	}
	return nil
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

func (s *scope) inner() *scope { return &scope{parent: s, owner: s.owner, loop: s.loop} }

// turn returns the scope of the body of a loop.
func (s *scope) turn() *scope { return &scope{parent: s, owner: s.owner, loop: true} }

// all returns the names in sight.
func (s *scope) all() (names []string) {
	for ; s != nil; s = s.parent {
		for _, sym := range s.names {
			names = append(names, sym.name)
		}
	}
	return names
}

// resolve finds the meaning of every name in the file.
func (f *file) resolve() {
	f.main = &function{expr: &ast.FunctionExpr{ParList: &ast.ParList{}, Stmts: f.chunk}, upvalues: map[*symbol]bool{}}
	f.main.expr.SetLine(1)
	f.resolveBlock(&scope{owner: f.main}, f.chunk)
}

func (f *file) resolveBlock(s *scope, stmts []ast.Stmt) {
	for _, stmt := range stmts {
		f.resolveStmt(s, stmt)
	}
}

func (f *file) resolveStmt(s *scope, stmt ast.Stmt) {
	expr := func(e ast.Expr) { f.resolveExpr(s, e) }
	switch n := stmt.(type) {
	case *ast.LocalAssignStmt:
		_, recursive := first(n.Exprs).(*ast.FunctionExpr)
		recursive = recursive && len(n.Names) == 1 && len(n.Exprs) == 1
		if named := f.named[0]; recursive && !named && s.find(n.Names[0]) != nil { // local f = function uses the f before it
			recursive = false
		}
		f.named = f.named[1:]
		if !recursive {
			for _, e := range n.Exprs {
				expr(e)
			}
		}
		for _, name := range n.Names {
			sym := s.declare(name, n.Line())
			sym.function = recursive
			f.locals[n] = append(f.locals[n], sym)
		}
		if recursive {
			expr(n.Exprs[0])
		}
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			expr(e)
			if ident, ok := e.(*ast.IdentExpr); ok {
				if sym := f.idents[ident]; sym != nil {
					sym.assign(s)
				} else {
					f.assigned[ident.Value] = true
				}
			}
		}
		if name, body := hookAssigned(n); body != nil && f.events[name] != nil && s.find(name) == nil {
			f.resolveHook(s, n, name, body)
			return
		}
		for _, e := range n.Rhs {
			expr(e)
		}
	case *ast.FuncDefStmt:
		if ident, ok := n.Name.Func.(*ast.IdentExpr); ok {
			expr(ident)
			if sym := f.idents[ident]; sym != nil {
				sym.assign(s)
			} else if f.events[ident.Value] != nil {
				f.resolveHook(s, n, ident.Value, n.Func)
				return
			}
		} else if n.Name.Func != nil {
			expr(n.Name.Func)
		} else {
			expr(n.Name.Receiver)
			f.resolveFunction(s, n.Func, "self")
			return
		}
		expr(n.Func)
	case *ast.NumberForStmt:
		expr(n.Init)
		expr(n.Limit)
		if n.Step != nil {
			expr(n.Step)
		}
		in := s.turn()
		f.locals[n] = []*symbol{in.declare(n.Name, n.Line())}
		f.resolveBlock(in, n.Stmts)
	case *ast.GenericForStmt:
		for _, e := range n.Exprs {
			expr(e)
		}
		in := s.turn()
		for _, name := range n.Names {
			f.locals[n] = append(f.locals[n], in.declare(name, n.Line()))
		}
		f.resolveBlock(in, n.Stmts)
	case *ast.WhileStmt:
		expr(n.Condition)
		f.resolveBlock(s.turn(), n.Stmts)
	case *ast.RepeatStmt:
		in := s.turn()
		f.resolveBlock(in, n.Stmts)
		f.resolveExpr(in, n.Condition)
	case *ast.BreakStmt:
		if !s.loop {
			f.problem(n.Line(), "break", "break is outside of a loop")
		}
	default:
		children(stmt, expr, func(b []ast.Stmt) { f.resolveBlock(s.inner(), b) })
	}
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

func first(exprs []ast.Expr) ast.Expr {
	if len(exprs) == 0 {
		return nil
	}
	return exprs[0]
}

func (f *file) resolveHook(s *scope, stmt ast.Stmt, name string, body *ast.FunctionExpr) {
	h := &hook{event: f.events[name], expr: body, line: stmt.Line(), lines: map[int]int{}}
	f.hookAt[stmt] = h
	f.resolveFunctionAs(s, body, h, "")
}

// capture notes that a function names a local.
func (f *file) capture(fn *function, sym *symbol) {
	for ; fn != sym.owner; fn = fn.parent {
		if _, known := fn.upvalues[sym]; !known {
			fn.upvalues[sym] = false
		}
		sym.captured = true
	}
}

func (f *file) resolveFunction(s *scope, e *ast.FunctionExpr, extra string) *function {
	return f.resolveFunctionAs(s, e, nil, extra)
}

func (f *file) resolveFunctionAs(s *scope, e *ast.FunctionExpr, h *hook, extra string) *function {
	fn := &function{parent: s.owner, expr: e, hook: h, upvalues: map[*symbol]bool{}}
	f.bodies[e] = fn
	f.defined = append(f.defined, fn)
	in := &scope{parent: s, owner: fn}
	if extra != "" {
		fn.params = append(fn.params, in.declare(extra, e.Line()))
	}
	for _, name := range e.ParList.Names {
		fn.params = append(fn.params, in.declare(name, e.Line()))
	}
	if h != nil {
		h.frame = &symbol{owner: fn}
		if len(fn.params) == 1 {
			fn.params[0].hook = h
		}
	}
	f.resolveBlock(in, e.Stmts)
	if len(fn.upvalues) > maxUpvalues {
		f.problem(e.Line(), "", "the function uses more than %d locals from outside of it", maxUpvalues)
	}
	return fn
}

func (f *file) resolveExpr(s *scope, e ast.Expr) {
	switch n := e.(type) {
	case *ast.IdentExpr:
		sym := s.find(n.Value)
		if sym == nil {
			h := s.owner.inHook()
			if n.Value == "self" && h != nil && f.source.Ability != "" && h.event.Self != "" {
				f.selves[n] = h
			}
			if f.events[n.Value] == nil && !f.known[n.Value] {
				f.visible[n] = s
			}
			return
		}
		f.idents[n] = sym
		f.capture(s.owner, sym)
	case *ast.FunctionExpr:
		f.resolveFunction(s, n, "")
	default:
		children(e, func(e ast.Expr) { f.resolveExpr(s, e) }, nil)
	}
}
