package screen

import (
	"bytes"
	"io"
	"regexp"
	"strings"
)

// A Fold is a writer that breaks lines at blanks where they are wider than the
// screen, so that the terminal does not break them in the middle of a word. The
// broken-off rest of a line is indented further. A word that is wider than the
// screen stays as it is.
type Fold struct {
	To    io.Writer
	Width func() int // in columns

	column int  // the column at which an unfinished line continues
	indent int  // of its next lines
	begun  bool // it has a word
}

// Below returns the writer that the fold writes to.
func (f *Fold) Below() io.Writer { return f.To }

// Write writes b, which may end in the middle of a line.
func (f *Fold) Write(b []byte) (int, error) {
	if bytes.IndexByte(b, '\r') >= 0 { // a line that is drawn anew: progress
		f.column, f.begun = 0, false
		return f.To.Write(b)
	}
	var out strings.Builder
	width := f.Width()
	for line := range strings.Lines(string(b)) {
		text, ended := strings.CutSuffix(line, "\n")
		f.line(&out, text, width)
		if ended {
			out.WriteByte('\n')
			f.column, f.begun = 0, false
		}
	}
	if _, err := io.WriteString(f.To, out.String()); err != nil {
		return 0, err
	}
	return len(b), nil
}

// line writes a line, or a part or the rest of one.
func (f *Fold) line(out *strings.Builder, text string, width int) {
	bare := Bare(text)
	rest := strings.TrimLeft(bare, " ")
	if !f.begun {
		f.indent = f.column + len(bare) - len(rest) + 2
	}
	if f.column+Columns(bare) <= width {
		f.begun = f.begun || rest != ""
		f.column += Columns(bare)
		out.WriteString(text)
		return
	}
	for text != "" {
		word := strings.TrimLeft(text, " ")
		blanks := len(text) - len(word)
		if i := strings.IndexByte(word, ' '); i >= 0 {
			word = word[:i]
		}
		text = text[blanks+len(word):]
		n := Columns(Bare(word))
		if n == 0 && f.column+blanks > width { // nothing but blanks is left, or the end of a color
			out.WriteString(word)
			f.column = width
			continue
		}
		if f.begun && f.column+blanks+n > width {
			out.WriteString("\n" + strings.Repeat(" ", f.indent) + word)
			f.column = f.indent + n
		} else {
			out.WriteString(strings.Repeat(" ", blanks) + word)
			f.column += blanks + n
		}
		f.begun = true
	}
}

// Bare returns a text without the codes that color it or move the cursor.
func Bare(text string) string { return colors.ReplaceAllString(text, "") }

var colors = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")
