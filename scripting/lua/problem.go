package lua

import (
	"fmt"
	"unicode/utf8"
)

// A Problem is a mistake in a file. Lines and columns count from 1, columns in characters. A Line
// of 0 means the file as a whole, a Column of 0 the whole line.
type Problem struct {
	File               string
	Line, Column       int
	EndLine, EndColumn int // of the first character after it
	Text               string
}

// Error puts the place first.
func (p Problem) Error() string {
	switch {
	case p.Line == 0:
		return fmt.Sprintf("%s: %s", p.File, p.Text)
	case p.Column == 0:
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Text)
}

// wide returns the problem with its end: after so many characters, or for 0 with its line.
func (p Problem) wide(lines []string, width int) Problem {
	if 0 < p.Line && p.Line <= len(lines) {
		p.EndLine, p.EndColumn = p.Line, max(p.Column, utf8.RuneCountInString(lines[p.Line-1])+1)
		if p.Column > 0 && width > 0 {
			p.EndColumn = p.Column + width
		}
	}
	return p
}
