package heroesmods

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
)

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

// Failed is the number of tests that failed.
func (r Report) Failed() int {
	n := 0
	for _, t := range r.Tests {
		if t.Failure != nil {
			n++
		}
	}
	return n
}

// Unused is what no test came to.
func (r Report) Unused() []Use {
	return slices.DeleteFunc(slices.Clone(r.Uses), func(u Use) bool { return u.Times > 0 })
}

// What a test may take.
const (
	testSteps     = 2_000_000 // of its own, without those of the mods
	testQuestions = 100_000   // and dice
	testLog       = 10        // lines that a failure shows
)

// RunTests runs the tests of a mod's test.lua whose names contain match, each
// with a battle of its own. The error is an [engine.Unknown] for a mod that is
// not loaded, and a [strict.Problems] for a test.lua that is at fault. Mods are
// not changed, but meanwhile nobody else may install on their game.
func RunTests(lib *library.Library, mods *Mods, id string, match string) (Report, error) {
	report := Report{Mod: id}
	info := mods.infos[id]
	if info == nil {
		return report, &engine.Unknown{What: "mod", Word: id, Known: slices.Sorted(maps.Keys(mods.infos))}
	}
	total := newTally()
	if info.Test != nil {
		report.File = info.Test.File
		program, err := scripting.Compile(TestBinding(), []scripting.Source{{Mod: id, File: info.Test.File, Text: []byte(info.Test.Text)}})
		if err != nil {
			return report, err
		}
		tests := program.Registered("test")
		if err := checkTests(tests).Err(); err != nil {
			return report, err
		}
		machine, err := scripting.NewMachine(program, scripting.Limits{Call: testSteps, Battle: testSteps})
		if err != nil {
			return report, err
		}
		for _, r := range tests {
			name := r.Value("name").Text()
			if strings.Contains(name, match) {
				t := newTrial(lib, mods, id)
				report.Tests = append(report.Tests, Test{Name: name, File: r.File, Line: r.Line, Failure: t.run(machine, r)})
				total.add(t.tally)
			}
		}
	}
	report.Uses = mods.uses(id, total)
	return report, nil
}

// checkTests reports tests that cannot be told apart.
func checkTests(tests []scripting.Registration) (problems strict.Problems) {
	lines := map[string]int{}
	for _, r := range tests {
		name := r.Value("name").Text()
		switch before, twice := lines[name]; {
		case strings.TrimSpace(name) == "":
			problems = append(problems, strict.Problem{File: r.File, Line: r.Line, Text: "the test has no name: say what it shows, in a sentence"})
		case twice:
			problems = append(problems, strict.Problem{File: r.File, Line: r.Line, Text: fmt.Sprintf("the test %q is there twice: first on line %d", name, before)})
		}
		lines[name] = r.Line
	}
	return problems
}

// run runs a test. However it ends, its battle is over then.
func (t *trial) run(machine *scripting.Machine, r scripting.Registration) *Failure {
	defer t.end()
	machine.Begin(t)
	_, err := machine.CallRegistered(r, "run")
	if err == nil {
		err = t.left()
	}
	if err == nil {
		return nil
	}
	f := &Failure{File: r.File, Line: r.Line, Text: err.Error()}
	if t.question.Choice != nil {
		f.Asked = t.asked()
	}
	f.Log = slices.Clone(t.log[max(0, len(t.log)-testLog):])
	if e, ok := errors.AsType[*scripting.Error](err); ok {
		f.Text = e.Text
		if e.Line > 0 {
			f.File, f.Line = e.File, e.Line
		}
		for line := range strings.Lines(e.Traceback) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, e.File+":") {
				f.Callers = append(f.Callers, line)
			}
		}
		f.Callers = f.Callers[min(1, len(f.Callers)):]
	}
	return f
}

// A tally is how often a mod's scripts came into play.
type tally struct {
	hooks  map[*scripting.Func]int
	looked map[*scripting.Func]int // hooks again, but to tell the test what is an option
	extras map[string]int          // options by name
	spells map[string]int          // by id
}

func newTally() tally {
	return tally{map[*scripting.Func]int{}, map[*scripting.Func]int{}, map[string]int{}, map[string]int{}}
}

func (t tally) add(other tally) {
	for fn, n := range other.hooks {
		t.hooks[fn] += n
	}
	for fn, n := range other.looked {
		t.hooks[fn] += n
	}
	for name, n := range other.extras {
		t.extras[name] += n
	}
	for id, n := range other.spells {
		t.spells[id] += n
	}
}

// uses are the hooks of a mod, in the order in which a battle comes to them,
// then its options and spells.
func (m *Mods) uses(id string, total tally) []Use {
	if m.Program == nil {
		return nil
	}
	var uses []Use
	for _, hk := range hooks() {
		for _, fn := range m.Program.Funcs(hk.Hook) {
			if fn.Mod != id {
				continue
			}
			what := fn.Hook
			if fn.Ability != "" {
				what += " of " + fn.Ability
			}
			uses = append(uses, Use{what, fn.File, fn.Line, total.hooks[fn]})
		}
	}
	for _, r := range m.Program.Registered("option") {
		if name := r.Value("name").Text(); r.Mod == id {
			uses = append(uses, Use{"option " + name, r.File, r.Line, total.extras[name]})
		}
	}
	for _, r := range m.Program.Registered("spell") {
		if spell := m.spellOf(r); r.Mod == id && spell != nil {
			uses = append(uses, Use{"spell " + spell.ID, r.File, r.Line, total.spells[spell.ID]})
		}
	}
	return uses
}
