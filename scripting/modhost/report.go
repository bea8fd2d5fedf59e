package modhost

import "slices"

// A Report is what came of a mod's tests.
type Report struct {
	Mod   string
	File  string // its test.lua; "" where it has none
	Tests []Test // those that were run, in the order of the file
	Uses  []Use  // its hooks, then what its scripts declare
}

// A Test is a test{...} that was run.
type Test struct {
	Name, File string
	Line       int
	Failure    *Failure // nil: it is all right
	Lines      []string // what was told and traced, in order; at most 1,000
}

// A Failure is where and why a test failed, and where its battle stood.
type Failure struct {
	File    string
	Line    int
	Text    string
	Callers []string // the functions on the way to the line, the innermost first: "mods/try/test.lua:7: in strike"
	Asked   string   // the question that was pending, as asked() says it; "" for none
	Log     []string // the last lines of what was told
}

// A Use is a hook, an option or a spell of a mod, and how often the tests
// came to it.
type Use struct {
	What  string // "onAttack", "onAttack of brave", "option charge", "spell fear"
	File  string
	Line  int
	Times int
}

// Failed returns the number of tests that failed.
func (r Report) Failed() int {
	n := 0
	for _, t := range r.Tests {
		if t.Failure != nil {
			n++
		}
	}
	return n
}

// Unused returns the uses that no test reached.
func (r Report) Unused() []Use {
	return slices.DeleteFunc(slices.Clone(r.Uses), func(u Use) bool { return u.Times > 0 })
}
