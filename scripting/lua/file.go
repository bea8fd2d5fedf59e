package lua

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"
)

// A File is a source that has been read and whose names are resolved: for checks, and to be
// compiled.
type File struct {
	Name     string
	Self     bool // it knows self
	World    *World
	Chunk    []ast.Stmt
	Problems []Problem
	lines    []string
	named    []bool // of each local statement that is not resolved yet: it is a local function
	reports  int    // calls of Problem

	Methods  []string // the names of methods that it calls, known when it is compiled
	Main     *Body
	Idents   map[*ast.IdentExpr]*Symbol  // none for a global
	Selves   map[*ast.IdentExpr]*Hook    // self
	Bodies   map[*ast.FunctionExpr]*Body // its functions
	Locals   map[ast.Stmt][]*Symbol      // what local and for declare
	Assigned map[string]bool             // globals, which is a problem of its own
	Hooks    []*Hook                     // in order
	HookAt   map[ast.Stmt]*Hook          // where they are defined
	defined  []*Body                     // functions, in order
	visible  map[*ast.IdentExpr]*scope   // what locals an unknown name could have meant
}

// A Symbol is one local name.
type Symbol struct {
	Name     string
	Owner    *Body
	Assigned int   // how often, beyond its declaration
	Hook     *Hook // the hook, if it is its event
	Function bool  // it was declared with a function
	Known    Shape // what a check knows of its value, if it is never assigned
	line     int
	shared   bool // a function in its function assigns it
	captured bool // a function in its function names it
}

// A Body is one function of a file, or the file itself.
type Body struct {
	Params   []*Symbol
	Hook     *Hook // if it is one
	parent   *Body
	expr     *ast.FunctionExpr
	upvalues map[*Symbol]bool // outer locals that it, or a function in it, names; true: and assigns
}

// A Hook is a function that the host calls for an event.
type Hook struct {
	Event *Event
	Expr  *ast.FunctionExpr
	Line  int
	// Bits of the fields of its event that it touches, or may touch where that cannot be known. They
	// are known when the file is compiled.
	Reads, Writes uint64

	frame   *Symbol     // what holds its event in its frame, and in functions in it
	lines   map[int]int // of the writes: the line, or -1 for several
	escapes bool        // the event is used for more than its fields
	places  []place     // of the fields in its frame
}

// LineOf returns the line that writes a field, 0 where that is not one line.
func (h *Hook) LineOf(field int) int {
	if h.escapes {
		return 0
	}
	return max(0, h.lines[field])
}

// Outer returns the function in which it stands, nil for the file.
func (b *Body) Outer() *Body { return b.parent }

// InHook returns the hook that a function is or lies in, nil for none.
func (b *Body) InHook() *Hook {
	for ; b != nil; b = b.parent {
		if b.Hook != nil {
			return b.Hook
		}
	}
	return nil
}

// cell reports whether functions share the local and somebody assigns it.
func (sym *Symbol) cell() bool { return sym.captured && sym.Assigned > 0 }

// A scope is a block's names.
type scope struct {
	parent *scope
	owner  *Body
	names  []*Symbol
	loop   bool // it is, or is in, a loop of its function
}

// Symbol returns the local that an expression is, nil for none.
func (f *File) Symbol(e ast.Expr) *Symbol {
	if ident, ok := e.(*ast.IdentExpr); ok {
		return f.Idents[ident]
	}
	return nil
}

// EventOf returns the hook of an expression that is its event, nil for none.
func (f *File) EventOf(e ast.Expr) *Hook {
	if sym := f.Symbol(e); sym != nil && sym.Hook != nil && sym.Assigned == 0 {
		return sym.Hook
	}
	return nil
}

// IsCancel recognizes cancel(...).
func (f *File) IsCancel(e ast.Expr) *ast.FuncCallExpr {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok || call.Func == nil {
		return nil
	}
	if ident, ok := call.Func.(*ast.IdentExpr); ok && ident.Value == "cancel" && f.Idents[ident] == nil {
		return call
	}
	return nil
}

// Visible returns the locals that an unknown name could have meant.
func (f *File) Visible(n *ast.IdentExpr) (names []string) {
	for s := f.visible[n]; s != nil; s = s.parent {
		for _, sym := range s.names {
			names = append(names, sym.Name)
		}
	}
	return names
}

// Problem reports a mistake on a line; word is what to look for there.
func (f *File) Problem(line int, word, format string, args ...any) {
	if f.reports++; f.reports > maxReports {
		return
	}
	f.Report(line, f.Column(line, word), utf8.RuneCountInString(word), format, args...)
}

// Report reports a mistake that is so many characters long.
func (f *File) Report(line, column, width int, format string, args ...any) {
	p := Problem{File: f.Name, Line: line, Column: column, Text: fmt.Sprintf(format, args...)}.wide(f.lines, width)
	if len(f.Problems) < maxProblems && !slices.Contains(f.Problems, p) {
		f.Problems = append(f.Problems, p)
	}
}

// Full reports whether the file has so many problems that no more are looked at.
func (f *File) Full() bool { return f.reports > maxReports }

// Text returns a line.
func (f *File) Text(line int) string { return f.lines[min(max(line, 1), len(f.lines))-1] }

// Column returns where word stands on a line, 0 if it is not there exactly once.
func (f *File) Column(line int, word string) int {
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

// Unknown returns the end of a message about an unknown word, unless there are too many
// problems for the message to be shown.
func (f *File) Unknown(word string, known []string) string {
	if f.Full() {
		return ""
	}
	return f.World.unknown(word, known)
}

// UnknownField reports a field that something does not have.
func (f *File) UnknownField(of string, line int, word string, known []string) {
	f.Problem(line, word, "%s has no field %q%s", of, word, f.Unknown(word, known))
}
