package scripting

import (
	"regexp"
	"strings"

	lua "github.com/yuin/gopher-lua"

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
	proto, problem := p.translate(f)
	if problem != nil {
		return "", strict.Problems{*problem}
	}
	in, err := m.enter(len(p.mods), m.limits.Call)
	if err != nil {
		return "", err
	}
	m.guest = mod
	defer m.leave(in, &err, &Func{})
	in.task = Expression
	in.L.Push(in.L.NewFunctionFromProto(proto))
	in.L.Call(0, lua.MultRet)
	var b strings.Builder
	for i := 1; i <= in.L.GetTop(); i++ {
		if i > 1 {
			b.WriteString(", ")
		}
		if s, ok := in.L.Get(i).(lua.LString); ok {
			b.WriteString(string(s))
		} else {
			in.print(&b, in.L.Get(i), 0)
		}
	}
	in.L.SetTop(0)
	return engine.Blank(b.String()), nil
}

// print writes a value so that a person can read it.
func (in *instance) print(b *strings.Builder, v lua.LValue, depth int) {
	t, ok := v.(*lua.LTable)
	if !ok {
		b.WriteString(in.show(in.raw(v)))
		return
	}
	if depth >= 3 {
		b.WriteString("{...}")
		return
	}
	b.WriteByte('{')
	n, place := 0, 1
	for key, value := t.Next(lua.LNil); key != lua.LNil; key, value = t.Next(key) {
		if n > 0 {
			b.WriteString(", ")
		}
		if n++; n > 50 {
			b.WriteString("...")
			break
		}
		in.charge(4)
		if i, ok := key.(lua.LNumber); ok && float64(i) == float64(place) {
			place++
		} else if s, ok := key.(lua.LString); ok && isName(string(s)) {
			b.WriteString(string(s) + " = ")
		} else {
			b.WriteByte('[')
			in.print(b, key, depth+1)
			b.WriteString("] = ")
		}
		in.print(b, value, depth+1)
	}
	b.WriteByte('}')
}
