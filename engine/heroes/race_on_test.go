//go:build race

package heroes_test

// raced says that the race detector watches, which takes ten times as long:
// tests of one goroutine that count need not be repeated under it.
const raced = true
