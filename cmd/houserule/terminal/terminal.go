// Package terminal stands between the program and its terminal, or what is there in
// place of one: it filters and folds what is printed, and draws progress bars.
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"

	"houserule/cmd/houserule/screen"
)

// A wrapper is an output on top of another.
type wrapper interface{ Below() io.Writer }

// Is reports whether a stream, under all its wrappers, is a terminal.
func Is(stream any) bool {
	for {
		w, ok := stream.(wrapper)
		if !ok {
			break
		}
		stream = w.Below()
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// NewGate returns an output that filters out everything that is unsafe to show.
func NewGate(to io.Writer) *screen.Gate { return &screen.Gate{To: to, Terminal: Is(to)} }

// Ungated returns the output below the gate, for what draws on a terminal and shows no
// text.
func Ungated(out io.Writer) io.Writer {
	for {
		w, ok := out.(wrapper)
		if !ok {
			return out
		}
		out = w.Below()
		if _, ok := w.(*screen.Gate); ok {
			return out
		}
	}
}

// Folded returns an output with its lines broken at words, where it is a terminal.
func Folded(out io.Writer) io.Writer {
	if !Is(out) {
		return out
	}
	return &screen.Fold{To: out, Width: Width}
}

// Unfolded returns an output that programs read.
func Unfolded(out io.Writer) io.Writer {
	if f, ok := out.(*screen.Fold); ok {
		return f.To
	}
	return out
}

// Width returns the present width of the terminal.
func Width() int {
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return w
	}
	return screen.Usual
}

// Height returns the present height of the terminal.
func Height() int {
	if _, h, err := term.GetSize(int(os.Stdout.Fd())); err == nil && h > 0 {
		return h
	}
	return screen.Lines
}

// ListWidth returns the width of a list: the terminal's, or 0 for any.
func ListWidth(out io.Writer) int {
	if Is(out) {
		return Width()
	}
	return 0
}

// An Output is the standard output. It takes everything and keeps its first error, to
// be reported after the command: no command has to look. On Unix a closed pipe, as in
// houserule creatures | head, ends the program before that, quietly, by SIGPIPE.
type Output struct {
	To  io.Writer
	Err error
}

func (o *Output) Write(b []byte) (int, error) {
	if o.Err == nil {
		_, o.Err = o.To.Write(b)
	}
	return len(b), nil
}

// Below returns the output that o writes to.
func (o *Output) Below() io.Writer { return o.To }
