package usage

import "runtime/debug"

// leastMemory is the least limit that LimitMemory sets.
const leastMemory = 256 << 20

// LimitMemory makes the garbage collector keep the program below a number of bytes, if it
// can, until the returned function is called. A lower limit that is set already stays.
func LimitMemory(bytes int64) (restore func()) {
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, max(bytes, leastMemory)))
	return func() { debug.SetMemoryLimit(before) }
}
