package enginetest

import "os"

// Long is whether tests run that take many seconds: .ci/run sets it.
var Long = os.Getenv("HOUSERULE_LONG") != ""

// Rounds returns how many rounds of a check are played: n where Long is set, and
// otherwise a quarter of them.
func Rounds(n int) int {
	if Long {
		return n
	}
	return max(n/4, 1)
}
