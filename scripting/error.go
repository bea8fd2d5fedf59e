package scripting

import (
	"errors"
	"fmt"
	"strings"

	"houserule/engine"
)

// ErrSlow stops a script that has spent the steps of all looks at one question.
var ErrSlow = errors.New("looks spent")

// An Error is the error that stopped a script, with its place.
type Error struct {
	Mod       string
	Hook      string // or the declaration of the function: "option.legal"
	File      string
	Line      int // 0 where it is not known
	Text      string
	Err       error  // the wrapped error; may be nil
	Traceback string // the Lua functions, the innermost first
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

// Expression is the task of [lua.Machine.Place] in Eval.
const Expression = "the expression"
