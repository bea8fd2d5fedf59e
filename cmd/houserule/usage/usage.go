// Package usage is what all commands have in common: errors of command lines, checks of
// arguments, Ctrl-C, a limit of memory.
package usage

import (
	"fmt"

	"houserule/engine"
)

// Exit codes.
const (
	ExitOK          = 0
	ExitError       = 1   // a mistake in a battle, a journal or data, or a failed output
	ExitUsage       = 2   // a mistake on the command line
	ExitInterrupted = 130 // Ctrl-C
)

// An Error is a command line that is at fault, and not a battle or data.
type Error struct{ Err error }

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an Error with the text of [fmt.Errorf].
func Errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// CheckArgs refuses arguments with characters that are unsafe to show, because
// messages repeat arguments and the names of files.
func CheckArgs(args []string) error {
	for _, arg := range args {
		if at, what := engine.Unsafe(arg, ""); at >= 0 {
			return Errorf("the argument %s: take out the %s", engine.Quote(arg), what)
		}
	}
	return nil
}
