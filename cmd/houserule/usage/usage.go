// Package usage is what all commands have in common: errors of command lines, checks of
// arguments, Ctrl-C, a limit of memory.
package usage

import "fmt"

// An Error is a command line that is at fault, and not a battle or data.
type Error struct{ Err error }

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an Error with the text of [fmt.Errorf].
func Errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }
