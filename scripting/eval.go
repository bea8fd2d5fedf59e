package scripting

import (
	"regexp"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// opensBlock finds what an end closes.
var opensBlock = regexp.MustCompile(`\b(function|then|do)\b`)

// Expression is the task of [Machine.Place] in Eval.
const Expression = "the expression"

// Eval evaluates an expression, or executes statements, in the sandbox of the
// scripts and with the budget of a call, and returns what came out as text. It
// sees what the scripts of a mod see, "" for none, but no script's own names.
func (m *Machine) Eval(mod, source string) (result string, err error) {
	const before = "return "
	p := m.program
	f, problems := p.open(&Source{File: "lua", Text: []byte(before + source)})
	shift := len(before)
	if len(problems) > 0 && strings.HasPrefix(problems[0].Text, "syntax error") {
		if g, others := p.open(&Source{File: "lua", Text: []byte(source)}); len(others) == 0 || !strings.HasPrefix(others[0].Text, "syntax error") {
			f, problems, shift = g, others, 0
		}
	}
	if f != nil && len(f.hooks) > 0 {
		problems = append(problems, strict.Problem{File: "lua", Line: f.hooks[0].line, Text: "hooks belong into the file of a mod"})
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
	code := f.compile(p.world)
	if len(f.problems) > 0 {
		return "", f.problems
	}
	fn := &Func{Hook: Expression, mod: len(p.mods)}
	if err := m.enter(fn, false); err != nil {
		return "", err
	}
	m.guest = mod
	defer m.mend(m.depth, &err)
	from := len(m.args)
	m.run(&closure{code: code}, from)
	var b strings.Builder
	for i, v := range m.args[from:] {
		if i > 0 {
			b.WriteString(", ")
		}
		if v.is == valueString {
			b.WriteString(v.Text())
		} else {
			m.print(&b, v, 0)
		}
	}
	m.leave(nil)
	return engine.Blank(b.String()), nil
}

// print writes a value so that a person can read it.
func (m *Machine) print(b *strings.Builder, v Value, depth int) {
	if v.is != valueTable {
		b.WriteString(m.show(v))
		return
	}
	if depth >= 3 {
		b.WriteString("{...}")
		return
	}
	b.WriteByte('{')
	n, place, t := 0, 1, v.ext.(*table)
	for w := (walk{}); ; {
		key, value, _ := w.step(t)
		if key.is == valueNil {
			break
		}
		if n > 0 {
			b.WriteString(", ")
		}
		if n++; n > 50 {
			b.WriteString("...")
			break
		}
		m.charge(4)
		if key.is == valueNumber && key.num == float64(place) {
			place++
		} else if key.is == valueString && isName(key.Text()) {
			b.WriteString(key.Text() + " = ")
		} else {
			b.WriteByte('[')
			m.print(b, key, depth+1)
			b.WriteString("] = ")
		}
		m.print(b, value, depth+1)
	}
	b.WriteByte('}')
}
