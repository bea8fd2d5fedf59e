package lua

import (
	"fmt"
	"regexp"
	"strings"
)

// An Error is the error that stopped a script, with its place.
type Error struct {
	File      string
	Line      int // 0 where it is not known
	Text      string
	Err       error  // the wrapped error; may be nil
	Traceback string // the Lua functions, the innermost first
}

// Error puts the place first.
func (e *Error) Error() string {
	if e.File == "" {
		return e.Text
	}
	return Problem{File: e.File, Line: e.Line, Text: e.Text}.Error()
}

// Unwrap returns the reason, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

// stopped turns the value of a panic of a script into an Error.
func (m *Machine) stopped(r any) *Error {
	f, ok := r.(*fault)
	if !ok {
		addresses := regexp.MustCompile(`: 0x[0-9a-f]*`)
		f = &fault{text: "the machine broke: " + addresses.ReplaceAllString(fmt.Sprint(r), "")}
	}
	e := &Error{File: f.file, Line: f.line, Text: f.text, Err: f.err}
	if f.file == "" {
		e.File, e.Line, e.Traceback = m.where()
	}
	return e
}

// raise stops the script with a value of its own.
func (m *Machine) raise(v Value, level int) {
	panic(&fault{text: shorten(m.tostring(v)), thrown: v.is != valueString && (v.is != valueNumber || level <= 0), value: v, level: level})
}

// where returns the innermost place of the running call, and all functions on the way.
func (m *Machine) where() (file string, line int, back string) {
	c := m.calls[m.depth-1]
	frames := m.frames[c.base:m.active]
	if len(frames) == 0 {
		return "", 0, ""
	}
	var b strings.Builder
	last := frames[len(frames)-1]
	if name := last.code.sites[last.site].name; name != "" && name != "?" {
		fmt.Fprintf(&b, "\tin %s\n", name)
	}
	shown := 0
	for i := len(frames) - 1; i >= 0 && shown < 20; i-- {
		called, via := c.task.Name, false
		if i > 0 {
			outer := frames[i-1]
			called, via = outer.code.sites[outer.site].name, outer.via
		}
		name := called
		if via {
			name = "?"
		}
		source, at, name := frames[i].position(name)
		fmt.Fprintf(&b, "\t%s:%d: in %s\n", source, at, name)
		if via {
			fmt.Fprintf(&b, "\tin %s\n", called)
			shown++
		}
		if file == "" {
			file, line = source, at
		}
		shown++
	}
	return file, line, strings.TrimSuffix(b.String(), "\n")
}

// position returns the file and line that a frame has reached, and the name of its function.
// Called is the caller's name for it.
func (fr *frame) position(called string) (file string, line int, in string) {
	if fr.again || called == "?" {
		called = fmt.Sprintf("the function of line %d", fr.code.line)
	}
	return fr.code.file, fr.code.sites[fr.site].line, called
}
