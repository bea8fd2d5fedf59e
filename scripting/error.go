package scripting

import (
	"errors"
	"fmt"
	"strings"

	"houserule/engine"
)

// Errors that stop a script, other than its own mistakes and errors of the game's
// functions return. An [Error] wraps them.
var (
	ErrBudget = errors.New("budget spent")   // of the call or of the battle
	ErrSlow   = errors.New("looks spent")    // all steps of the looks at one question
	ErrMemory = errors.New("memory spent")   // too long a string, too large a table, too much in all
	ErrDepth  = errors.New("calls too deep") // of functions in a script, or of hooks in hooks
	ErrFrozen = errors.New("frozen")         // something written that must not change
	ErrReject = errors.New("refused")        // a value that an event or object does not take
)

// An Error is the error that stopped a script, with its place.
type Error struct {
	Mod, Ability string
	Hook         string // or the declaration of the function: "option.legal"
	File         string
	Line         int // 0 where it is not known
	Text         string
	Err          error  // the wrapped error; may be nil
	Traceback    string // the Lua functions, the innermost first
}

// Error puts the place first.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		if e.Line > 0 {
			fmt.Fprintf(&b, ":%d", e.Line)
		}
		b.WriteString(": ")
	}
	if e.Hook != "" {
		b.WriteString(e.Hook)
		if e.Mod != "" {
			b.WriteString(" of mod " + e.Mod)
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Text)
	return b.String()
}

// Plain returns what may be shown of a script's text: at most so many characters,
// on one line, and none that is unsafe ([engine.IsUnsafe]).
func Plain(text string, most int) string {
	return strings.ReplaceAll(engine.Blank(engine.Cut(text, most)), "\uFFFD", " ") // what is cut off may be long
}

// maxErrorText is how many characters of an error of a script are shown.
const maxErrorText = 1000

// Unwrap returns the reason, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

// A fault unwinds a script.
type fault struct {
	text   string
	err    error
	thrown bool   // by error or assert, with a value that is no text
	value  Value  // that value
	level  int    // the function that the text blames, for pcall: 1 is the one that failed, 0 none
	file   string // where it is not the place that the script has reached
	line   int
}

// fail stops the script that runs.
func (m *Machine) fail(err error, format string, args ...any) {
	panic(&fault{text: fmt.Sprintf(format, args...), err: err, level: 1})
}

// raise stops the script with a value of its own.
func (m *Machine) raise(v Value, level int) {
	panic(&fault{text: shorten(m.tostring(v)), thrown: v.is != valueString && (v.is != valueNumber || level <= 0), value: v, level: level})
}

// try calls a function with the values of Machine.args from an index on, and replaces them by its
// results. If the script makes a mistake there, failed is true, and why is what it fails with. What
// ends a call goes on: steps, memory and depth that are spent, and errors of the game.
func (m *Machine) try(fn Value, from int) (why Value, failed bool) {
	active := m.active
	defer func() {
		if !failed {
			return
		}
		r := recover()
		f, ok := r.(*fault)
		if !ok || f.err != nil && f.err != ErrReject && f.err != ErrFrozen {
			panic(r)
		}
		if why = f.value; !f.thrown {
			text := f.text
			if at := m.active - f.level; f.level > 0 && at >= m.calls[m.depth-1].base {
				file, line, _ := m.frames[at].position("")
				text = fmt.Sprintf("%s:%d: %s", file, line, text)
			}
			why = String(text)
		}
		for _, fr := range m.frames[active-1 : m.active] {
			fr.again, fr.via = fr.again && fr == m.frames[active-1], false
		}
		m.active, m.args = active, m.args[:from]
		m.charge(catchSteps)
		m.measure(len(why.Text()))
	}()
	failed = true
	m.callBack(fn, from)
	return Nil, false
}

// wipe takes addresses out.
func wipe(s string) string {
	for {
		i := strings.Index(s, ": 0x")
		if i < 0 {
			return s
		}
		end := i + len(": 0x")
		for end < len(s) && strings.IndexByte("0123456789abcdef", s[end]) >= 0 {
			end++
		}
		s = s[:i] + s[end:]
	}
}

// where returns the innermost place of the running call, and all functions on the way.
func (m *Machine) where() (file string, line int, back string) {
	c := &m.calls[m.depth-1]
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
		called, via := c.fn.Hook, false
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

// tooDeep stops a script whose functions call each other too deep.
func (m *Machine) tooDeep() { m.fail(ErrDepth, "functions call each other too deep") }
