package strict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"houserule/engine"
)

// A Problem is a mistake at one place of a file. Line and Column count from 1, columns in
// characters (runes; a tab is one). A Line of 0 means the file as a whole, a Column of 0
// the whole line.
type Problem struct {
	File         string
	Line, Column int
	Text         string
}

func (p Problem) Error() string {
	file, text := engine.Shown(p.File), engine.Brief(p.Text)
	switch {
	case p.Line == 0:
		return fmt.Sprintf("%s: %s", file, text)
	case p.Column == 0:
		return fmt.Sprintf("%s:%d: %s", file, p.Line, text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", file, p.Line, p.Column, text)
}

// Problems are the mistakes in one or more files.
type Problems []Problem

// Error returns one problem a line.
func (ps Problems) Error() string {
	return strings.Join(engine.Each(ps, Problem.Error), "\n")
}

// Unwrap lets [errors.As] find the first Problem.
func (ps Problems) Unwrap() []error {
	return engine.Each(ps, func(p Problem) error { return p })
}

// Err returns ps as an error: nil if there are no problems.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// Sort sorts by file, line and column. Problems of the same place keep their order.
func (ps Problems) Sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
		)
	})
}

// A place is a position in a text that moves forward and knows its line and column, both
// from 0. So placing many offsets in order takes one pass over the text, however long its
// lines are.
type place struct {
	src                  string
	offset, line, column int
}

func (p *place) advance(offset int) {
	passed := p.src[p.offset:offset]
	if n := strings.Count(passed, "\n"); n > 0 {
		p.line += n
		p.column = 0
		passed = passed[strings.LastIndexByte(passed, '\n')+1:]
	}
	p.column += utf8.RuneCountInString(passed)
	p.offset = offset
}
