package enginetest

import (
	"os"
	"runtime/debug"
)

// Tests keep little and throw away much: a fifth of their time went into collections.
func init() { debug.SetGCPercent(400) }

// Long reports whether to run tests that take many seconds, as .ci/run does.
var Long = os.Getenv("HOUSERULE_LONG") != ""

// Rounds returns the number of rounds to play in a check: n if Long is set, otherwise an
// eighth of n.
func Rounds(n int) int {
	if Long {
		return n
	}
	return max(n/8, 1)
}
