package scripting

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A writer writes random Lua.
type writer struct {
	t      *rapid.T
	depth  int
	locals []string
	loops  int
}

func (w *writer) pick(of ...string) string { return rapid.SampledFrom(of).Draw(w.t, "pick") }
func (w *writer) n(n int) int              { return rapid.IntRange(0, n-1).Draw(w.t, "n") }

func (w *writer) expr() string {
	if w.depth > 4 {
		return w.pick("1", "2", "0.5", `"a"`, "nil", "true", "a.score", "a.dice")
	}
	w.depth++
	defer func() { w.depth-- }()
	switch w.n(16) {
	case 0, 1:
		return w.pick("0", "1", "2", "-3", "0.25", "7", "130", "1e300")
	case 2:
		return w.pick("a.score", "a.dice", "a.by.level", "a.safe", "a.why", "a.target", "a.aim", "a.by", "#a.helpers")
	case 3:
		if len(w.locals) > 0 {
			return w.pick(w.locals...)
		}
		return "1"
	case 4, 5:
		return "(" + w.number() + " " + w.pick("+", "-", "*", "/", "%") + " " + w.number() + ")"
	case 6:
		return "(" + w.expr() + " " + w.pick("==", "~=", "and", "or") + " " + w.expr() + ")"
	case 7:
		return "(tostring(" + w.expr() + ") .. " + w.number() + ")"
	case 8:
		return w.pick("tostring", "tonumber", "type", "id") + "(" + w.expr() + ")"
	case 9:
		return "(function(...) local p = ... p = tostring(p) return p, " + w.expr() + " end)(" + w.expr() + ")"
	case 10:
		return "#{" + w.expr() + ", " + w.expr() + ", x = " + w.expr() + "}"
	case 11:
		return "({" + w.expr() + ", " + w.expr() + "})[" + w.pick("1", "2", "3") + "]"
	case 12:
		return "(-(" + w.number() + "))"
	case 13:
		return "(not " + w.expr() + ")"
	case 14:
		return `("x"):rep(` + w.pick("1", "2", "3") + ")" + w.pick("", ":upper()", `:gsub("x", "y")`)
	}
	return "(" + w.number() + " < " + w.number() + ")"
}

// number is mostly a number, and nobody knows before it runs.
func (w *writer) number() string {
	switch w.n(8) {
	case 0, 1, 2:
		return w.pick("1", "2", "0.5", "a.score", "a.dice", "a.by.level", "#a.helpers")
	case 3:
		return "id(" + w.expr() + ")"
	case 4:
		return w.pick("math.floor", "math.max", "roll") + "(" + w.number() + ")"
	}
	return "(tonumber(" + w.expr() + ") or " + w.pick("3", "-1", "0") + ")"
}

func (w *writer) block(hook bool) string {
	n, locals := 1+w.n(4), len(w.locals)
	var b strings.Builder
	for range n {
		b.WriteString(w.stmt(hook) + "\n")
	}
	w.locals = w.locals[:locals]
	return b.String()
}

func (w *writer) stmt(hook bool) string {
	if w.depth > 4 {
		return "a.score = a.score + 1"
	}
	w.depth++
	defer func() { w.depth-- }()
	switch w.n(12) {
	case 0, 1:
		switch w.n(6) {
		case 0:
			return "a.why = tostring(" + w.expr() + ")"
		case 1:
			return "a.safe = " + w.expr() + " == " + w.expr()
		case 2:
			return "a.aim = " + w.pick("a.by", "a.target", "nil", "id(a.by)", "a.by.friends[2]")
		case 3:
			return "a." + w.pick("score", "dice", "safe", "why", "aim") + " = id(" + w.expr() + ")"
		}
		return "a." + w.pick("score", "dice") + " = " + w.number()
	case 2:
		return "a.score, a.dice = " + w.number() + ", " + w.number()
	case 3:
		name := fmt.Sprintf("v%d", len(w.locals))
		s := "local " + name + " = " + w.expr()
		w.locals = append(w.locals, name)
		return s
	case 4:
		if len(w.locals) > 1 {
			return w.pick(w.locals...) + ", " + w.pick(w.locals...) + " = " + w.expr() + ", " + w.expr()
		}
		return "a.score = a.score * 2"
	case 5:
		return "if " + w.expr() + " then\n" + w.block(hook) + "else\n" + w.block(hook) + "end"
	case 6:
		name := fmt.Sprintf("i%d", w.loops)
		w.loops++
		return "for " + name + " = 1, " + w.pick("0", "2", "3") + " do\n" + w.block(hook) + w.pick("", "if a.score > 5 then break end\n") + "end"
	case 7:
		return "do local function f(p, q) p = tostring(q) " + strings.ReplaceAll(w.block(false), "return", "do end --") + " return q, p end a.score, a.why = f(" + w.expr() + ") end"
	case 8:
		if hook {
			return "if " + w.expr() + " then return " + w.pick("", "nil", `cancel("no")`) + " end"
		}
		return "log(" + w.expr() + ")"
	case 9:
		return "for k, v in pairs({" + w.expr() + ", b = " + w.expr() + "}) do a.why = tostring(k) .. tostring(v) end"
	case 10:
		return "repeat\n" + w.block(hook) + "until true"
	}
	return "local t = {} t.x = " + w.expr() + " t[1], t[2] = t.x, " + w.expr() + " a.why = tostring(t[1])"
}

// outcome runs a hook and tells all that came of it.
func outcome(t interface{ Fatalf(string, ...any) }, p *Program, limits Limits) string {
	m, err := NewMachine(p, limits)
	if err != nil {
		return "load: " + err.Error()
	}
	d := &duel{}
	m.Begin(d)
	var b strings.Builder
	for range 2 {
		s := newStrike()
		out, err := m.Call(p.Funcs("onAttack")[0], s)
		fmt.Fprintln(&b, out, s.sets, d.rolls, d.log)
		if err != nil {
			e := err.(*Error)
			fmt.Fprintf(&b, "%v\n%s\n", e, e.Traceback)
			if strings.Contains(e.Text, "machine broke") || strings.Contains(e.Text+e.Traceback, "0x") {
				t.Fatalf("%v\n%s", e, e.Traceback)
			}
		}
	}
	return b.String()
}

// TestLoweredIsTheSame runs random hooks lowered and whole.
func TestLoweredIsTheSame(t *testing.T) {
	lowered, errors := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{t: t}
		source := []Source{mod("random", "local function id(x) return x end function onAttack(a)\n"+w.block(true)+"end\n")}
		p, err := compile(duelBinding(), source, true)
		q, err2 := compile(duelBinding(), source, false)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%s\n%v\n%v", source[0].Text, err, err2)
		}
		if err != nil {
			return
		}
		if p.Funcs("onAttack")[0].Lowered {
			lowered++
		}
		got, want := outcome(t, p, Limits{}), outcome(t, q, Limits{})
		if strings.Contains(got, "onAttack of") {
			errors++
		}
		if got != want {
			t.Fatalf("%s\nlowered\n%s\nwhole\n%s", source[0].Text, got, want)
		}
	})
	if lowered < 10 {
		t.Errorf("only %d were lowered", lowered)
	}
	t.Logf("%d lowered, %d with errors", lowered, errors)
}
