package enginetest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Tests keep little and throw away much: a fifth of their time went into collections.
func init() { debug.SetGCPercent(400) }

// Long reports whether to run tests that take many seconds, as .ci/run does.
var Long = os.Getenv("HOUSERULE_LONG") != ""

// OnlyLong skips a test, because of what it does, unless Long is set.
func OnlyLong(t testing.TB, does string) {
	t.Helper()
	if !Long {
		t.Skip(does + ": only with HOUSERULE_LONG=1")
	}
}

// Rounds returns the number of rounds to play in a check: n if Long is set, otherwise a
// sixteenth of n.
func Rounds(n int) int {
	if Long {
		return n
	}
	return max(n/16, 1)
}
