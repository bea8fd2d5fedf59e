package lua

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// Parse reads a file and resolves its names; one with self knows self in its hooks. Of a file that
// cannot be read it returns only the problem.
func (w *World) Parse(name string, text []byte, self bool) (*File, *Problem) {
	lines := strings.Split(string(text), "\n")
	chunk, named, problem := parseSource(name, text)
	if problem != nil {
		*problem = problem.wide(lines, 0)
		return nil, problem
	}
	f := &File{
		Name: name, Self: self, World: w, Chunk: chunk, named: named, lines: lines,
		Idents: map[*ast.IdentExpr]*Symbol{}, Selves: map[*ast.IdentExpr]*Hook{},
		Bodies: map[*ast.FunctionExpr]*Body{}, Locals: map[ast.Stmt][]*Symbol{},
		Assigned: map[string]bool{}, HookAt: map[ast.Stmt]*Hook{}, visible: map[*ast.IdentExpr]*scope{},
	}
	f.resolve()
	return f, nil
}

// parseSource reads a file, or says where it cannot be read. Named reports, for
// each local statement in turn, whether it is a local function.
func parseSource(file string, text []byte) (chunk []ast.Stmt, named []bool, problem *Problem) {
	wrong := func(line, column int, format string, args ...any) *Problem {
		return &Problem{File: file, Line: line, Column: column, Text: fmt.Sprintf(format, args...)}
	}
	if len(text) > MaxSource {
		return nil, nil, wrong(0, 0, "the file has %d bytes; at most %d are read", len(text), MaxSource)
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
	case m.functions > MaxFunctions:
		return nil, nil, wrong(m.full, 0, "the file has more than %d functions: split it up", MaxFunctions)
	case m.nodes > maxNodes:
		return nil, nil, wrong(m.full, 0, "the file has more than %d parts: split it up", maxNodes)
	}
	return chunk, named, nil
}
