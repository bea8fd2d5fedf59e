package scripting

import (
	"errors"
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"

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

// A fault unwinds the machine underneath.
type fault struct {
	text string
	err  error
	file string
	line int
	back string
}

// fail stops the script that runs.
func (in *instance) fail(err error, format string, args ...any) {
	f := &fault{text: fmt.Sprintf(format, args...), err: err}
	f.file, f.line, f.back = in.where()
	panic(f)
}

// raised is called by the machine underneath when it stops a script.
func (in *instance) raised(L *lua.LState) {
	message := "error"
	if s, ok := L.Get(-1).(lua.LString); ok {
		message = string(s)
	}
	f := &fault{}
	f.file, f.line, f.back = in.where()
	if f.file != "" {
		message = strings.TrimPrefix(message, f.file+":")
		if digits := strings.TrimLeft(message, "0123456789"); strings.HasPrefix(digits, ": ") {
			message = digits[2:]
		}
	}
	message = strings.TrimSpace(message)
	switch {
	case in.m.left < 0:
		f.text, f.err = in.m.overspent()
	case message == "stack overflow" || message == "registry overflow":
		f.text, f.err = tooDeep, ErrDepth
	default:
		f.text = plainly(message)
	}
	panic(f)
}

// plainly says the machine's errors in words that do not depend on where
// things lie in memory.
func plainly(message string) string {
	message = wipe(message)
	if rest, ok := strings.CutPrefix(message, "attempt to index a non-table object("); ok {
		if what, key, ok := strings.Cut(rest, ") with key "); ok {
			return fmt.Sprintf("cannot read field %s of %s", key, what)
		}
	}
	switch message {
	case "attempt to call a non-function object":
		return "what is called here is no function"
	case "__unm undefined":
		return "- needs a number"
	case "__len undefined":
		return "# needs a string or a list"
	}
	if rest, ok := strings.CutPrefix(message, "cannot perform "); ok {
		if op, operands, ok := strings.Cut(rest, " operation between "); ok {
			return fmt.Sprintf("cannot %s %s", op, operands)
		}
	}
	return strings.TrimPrefix(message, "attempt to ")
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

// where returns the innermost place in a script, and all functions on the way. It
// may be asked in a state that a miscompiled script left.
func (in *instance) where() (file string, line int, back string) {
	defer func() {
		if recover() != nil {
			back = strings.TrimSuffix(back, "\n")
		}
	}()
	var b strings.Builder
	called := in.task // what the outermost function is called
	compiled := in.frame()
	if compiled != nil && compiled.site != nil {
		called = compiled.site.name
	}
	shown := 0
	for level := 0; shown < 20; level++ {
		frame, ok := in.L.GetStack(level)
		if !ok {
			break
		}
		if _, err := in.L.GetInfo("Sln", frame, lua.LNil); err != nil {
			break
		}
		if _, more := in.L.GetStack(level + 1); frame.What == "main" && more && level < 1000 {
			continue // a tail call, for which the machine gives the outermost function
		}
		shown++
		name := frame.Name
		if frame.What == "main" {
			name = called
		}
		switch {
		case frame.CurrentLine < 0: // a Go function
			if name != "" && strings.IndexByte("%(<?", name[0]) < 0 {
				fmt.Fprintf(&b, "\tin %s\n", name)
			}
			continue
		case strings.HasPrefix(name, "<") || name == "" || name == "?":
			name = fmt.Sprintf("the function of line %d", frame.LineDefined)
		}
		fmt.Fprintf(&b, "\t%s:%d: in %s\n", frame.Source, frame.CurrentLine, name)
		if file == "" {
			file, line = frame.Source, frame.CurrentLine
		}
		if frame.What == "main" {
			break
		}
		back = b.String()
	}
	if shown == 0 && compiled != nil && called != "" && called != "?" {
		fmt.Fprintf(&b, "\tin %s\n", called)
	}
	for i := in.active - 1; i >= 0 && shown < 20; i-- {
		called = in.task
		if i > 0 {
			called = in.frames[i-1].site.name
		}
		via := i > 0 && in.frames[i-1].via
		if via {
			called = "?"
		}
		source, at, name := in.frames[i].place(called)
		fmt.Fprintf(&b, "\t%s:%d: in %s\n", source, at, name)
		if via {
			fmt.Fprintf(&b, "\tin %s\n", in.frames[i-1].site.name)
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
func (in *instance) tooDeep() { in.fail(ErrDepth, tooDeep) }

const tooDeep = "functions call each other too deep"
