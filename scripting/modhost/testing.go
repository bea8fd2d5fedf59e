package modhost

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
	"houserule/scripting"
)

// Limits of a test.
const (
	testSteps     = 2_000_000 // of the test itself, without those of the mods
	testQuestions = 100_000   // and dice
	testLog       = 10        // lines of the log in a failure
	testLines     = 1_000     // lines of log and traces
)

// RunTests implements [Scripts].
func (m *Mods[B]) RunTests(id, match string) (Report, error) {
	report := Report{Mod: id}
	info := m.infos[id]
	if info == nil {
		return report, &engine.Unknown{What: "mod", Word: id, Known: slices.Sorted(maps.Keys(m.infos))}
	}
	total := newTally()
	if info.Test != nil {
		report.File = info.Test.File
		program, err := scripting.Compile(m.tables.TestBinding(), []scripting.Source{{Mod: id, File: info.Test.File, Text: []byte(info.Test.Text)}})
		if err != nil {
			return report, err
		}
		tests := program.Registered("test")
		if err := checkTests(tests).Err(); err != nil {
			return report, err
		}
		machine := scripting.NewMachine(program, scripting.Limits{Call: testSteps, Battle: testSteps})
		for _, r := range tests {
			name := r.Value("name").Text()
			if strings.Contains(name, match) {
				t := newTestBattle(m, id)
				failure := t.run(machine, r)
				if t.more > 0 {
					t.lines = append(t.lines, fmt.Sprintf("and %d more lines", t.more))
				}
				report.Tests = append(report.Tests, Test{Name: name, File: r.File, Line: r.Line, Failure: failure, Lines: t.lines})
				total.add(t.tally)
			}
		}
	}
	report.Uses = m.uses(id, total)
	return report, nil
}

// checkTests reports tests without a name, or with the same name.
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
func (t *TestBattle[B]) run(machine *scripting.Machine, r scripting.Registration) *Failure {
	defer t.end()
	t.machine = machine
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
		f.Asked = t.Asked()
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
