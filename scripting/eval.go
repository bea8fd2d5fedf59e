package scripting

import (
	"regexp"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
	"houserule/scripting/lua"
)

// opensBlock finds what an end closes.
var opensBlock = regexp.MustCompile(`\b(function|then|do)\b`)

// Eval evaluates an expression, or executes statements, in the sandbox of the
// scripts and with the budget of a call, and returns what came out as text. It
// sees what the scripts of a mod see, "" for none, but no script's own names.
func (m *Machine) Eval(mod, source string) (result string, err error) {
	const before = "return "
	p := m.program
	f, _, problems := p.open(&Source{File: "lua", Text: []byte(before + source)})
	shift := len(before)
	if len(problems) > 0 && strings.HasPrefix(problems[0].Text, "syntax error") {
		if g, _, others := p.open(&Source{File: "lua", Text: []byte(source)}); len(others) == 0 || !strings.HasPrefix(others[0].Text, "syntax error") {
			f, problems, shift = g, others, 0
		}
	}
	if f != nil && len(f.Hooks) > 0 {
		problems = append(problems, strict.Problem{File: "lua", Line: f.Hooks[0].Line, Text: "hooks belong into the file of a mod"})
	}
	for i := range problems {
		if !opensBlock.MatchString(source) { // an expression needs no end
			problems[i].Text = strings.TrimSuffix(problems[i].Text, "; is an `end` missing?")
		}
		if problems[i].Line == 1 && problems[i].Column > shift {
			problems[i].Column -= shift
		}
	}
	if len(problems) > 0 {
		return "", problems
	}
	code := f.Compile()
	if len(f.Problems) > 0 {
		return "", strictly(f.Problems)
	}
	fn := &Func{Hook: Expression, task: lua.Task{Name: Expression, Owner: mod, Payer: len(p.mods)}}
	var b strings.Builder
	err = m.do(fn, func() *lua.Error {
		return m.Do(&fn.task, func() {
			for i, v := range m.Run(code) {
				if i > 0 {
					b.WriteString(", ")
				}
				m.Print(&b, v)
			}
		})
	})
	if err != nil {
		return "", err
	}
	return engine.Blank(b.String()), nil
}
