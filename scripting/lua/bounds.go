package lua

// Bounds that the host cannot change.
const (
	MaxString  = 64 << 10 // bytes of a string
	MaxTable   = 10_000   // keys of a table
	MaxValues  = 250      // values of an argument or result list of any length
	failSteps  = 1_000    // steps of a failure: its place is looked up
	catchSteps = 50       // steps of one that pcall catches
)

// What a file may be. The parser and the compiler underneath are recursive and
// in parts quadratic, and were not made for files that want to hurt.
const (
	MaxSource    = 128 << 10 // bytes
	maxDepth     = 100       // of the syntax tree
	maxNodes     = 30_000    // of the syntax tree
	MaxFunctions = 1_000
	maxLocals    = 200    // of a function, at once
	MaxUpvalues  = 60     // outer locals that a function uses
	MaxFields    = 10_000 // of a table constructor
	maxProblems  = 50     // of a file that are reported
	maxReports   = 200    // of a file that are looked at, some being the same
)
