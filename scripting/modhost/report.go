package modhost

import "slices"

// A Report is the result of a mod's tests.
type Report struct {
	Mod   string
	File  string // its test.lua; "" if it has none
	Tests []Test // those that were run, in the order of the file
	Uses  []Use  // its hooks, then the declarations of its scripts
}

// A Test is a test{...} that was run.
type Test struct {
	Name, File string
	Line       int
	Failure    *Failure // nil: the test passed
	Lines      []string // log and traces, in order; at most 1,000 lines
}

// A Failure says where and why a test failed, and describes its battle.
type Failure struct {
	File    string
	Line    int
	Text    string
	Callers []string // the functions on the way to the line, the innermost first: "mods/try/test.lua:7: in strike"
	Asked   string   // the question that was pending, as asked() says it; "" for none
	Log     []string // the last lines of the log
}

// A Use is a hook, an option or a spell of a mod, with the number of times that the tests
// reached it.
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
