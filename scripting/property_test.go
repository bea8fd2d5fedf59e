package scripting

import (
	"errors"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine/enginetest"

	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
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
	switch w.n(17) {
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
		if w.n(2) == 0 {
			return w.pick("id(", "pair(", "math.floor(", "down(") + w.expr() + ")"
		}
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
	case 15: // functions whose parameters are always of a type, or hardly ever another
		return w.pick("lead(a.by)", "lead(a.target)", "lead(a.by.leader)", "kin(a.by)", "kin(a.by.friends[1])", "kin(a.aim)", "twice(a.score)", "twice(a.by.level)",
			`twice("7")`, "lead(id(a.by))", "lead({level = 1, friends = {}})", `a.by:has("brave")`, `a.target:has("shy")`, `a.by:has()`, "roll(6)", "roll(6, nil)", "math.max(1, math.min(a.dice, 3))")
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

// nested is a function in the hook, with its calls. It reads and writes locals around it.
func (w *writer) nested() string {
	name, in := fmt.Sprintf("f%d", w.depth), fmt.Sprintf("v%d", len(w.locals))
	before := w.locals
	w.locals = append(w.locals, in, "p", "q")
	s := "do local " + in + " = " + w.pick("1", w.expr()) + "\nlocal " + w.pick("function "+name+"(p, q)\n", name+" = function(p, q)\n") + w.block(false) +
		w.pick("", "p = "+in+" ", in+" = tonumber(q) ", "a.dice = tonumber(p) or a.dice ", "if tonumber(p) and p > 1 and p < 9 then return "+name+"(p - 1, q) end ", "for _, s in ipairs(a.by.friends) do "+in+" = s end ") +
		w.pick("", "return q", "return "+in+", p", "return id(p)", "return better(a, q)") + "\nend\n"
	w.locals = append(before, in)
	for range 1 + w.n(2) {
		s += w.pick("", "a.why = tostring(", "worsen(a, ", "a.safe = "+in+" == (", "a.safe = "+in+" < (", "a.score = "+in+" - (", in+" = (1 and "+in+") / (", "local t = {1, 2, 3} t["+in+"] = (",
			"local t, u = {1, 2}, {} "+in+", t["+in+"], u["+in+"], "+in+" = 1, 2, 3, (", "a.score = a.dice % ("+in+" + ") + name + "(" + w.pick("", w.expr()+", ", "a.by.level, ") + w.expr() + ")"
		if strings.Count(s, "(") > strings.Count(s, ")") {
			s += ")"
		}
		s += "\n"
	}
	w.locals = before
	return s + "end"
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
	switch w.n(17) {
	case 15:
		return w.pick("worsen(a, ", "worsen(a, 1, ", "a.score = better(a, ", "a.safe = id(better(a, better(a)), ") + w.number() + ")"
	case 16:
		return w.nested()
	case 12, 13: // a list, for as long as it is one
		s := "do local t = " + w.pick("{}", "{"+w.expr()+"}", "a.by.friends", "{3, 1, 2}", "{pair(1, 2)}", "{x = 1, "+w.expr()+"}") + "\n"
		for range 1 + w.n(5) {
			s += w.pick("t[#t + 1] = "+w.expr(), "t[1] = "+w.expr(), "t[#t] = nil", "t[2] = nil", "t[4] = "+w.expr(), "t[0] = 1", "t[1.5] = 2", "t.x = "+w.expr(), "t[1] = t",
				"table.insert(t, "+w.expr()+")", "table.insert(t, 1, "+w.expr()+")", "table.insert(t, id("+w.expr()+"), 1)", "table.remove(t)", "a.why = tostring(table.remove(t, 1))",
				"table.sort(t)", "table.sort(t, higher)", "table.sort(t, odd)", "table.sort(t, "+w.expr()+")", `a.why = table.concat(t, ",")`, "a.score, a.dice = unpack(t)", "a.score = select(\"#\", unpack(t, 1, 3))",
				`a.why = ("xyx"):gsub("x", t)`, `a.why = ("x7"):gsub("%a", id)`, `a.why = ("x7"):gsub("%w", twice)`, `a.why = string.format("%d %s", t[1], t[2])`, `a.why = type(t) .. tostring(next(t))`,
				"for i, x in ipairs(t) do a.why = tostring(x) end", "a.score = #t", "log(t)", "a.safe = id(t) == t", "a.score = assert(t[1], t[2])", "error(t[1])", "id(t).y = #t", `a.why = ("abc"):sub(t[1], t[2]):upper()`) + "\n"
		}
		return s + "a.dice = #t end"
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
		if w.n(2) == 0 {
			return w.pick("a.score, a.why = pair(", "for i, x in ipairs(", "for i, x in pairs(") + w.pick("a.helpers", "{"+w.expr()+"}", "a.by.friends", w.expr()) + ")" + " do a.why = tostring(i) .. tostring(x) break end"
		}
		return "do local function f(p, q) p = tostring(q) " + strings.ReplaceAll(w.block(false), "return", "do end --") + " return q, p end a.score, a.why = f(" + w.expr() + ") end"
	case 8:
		if hook {
			return "if " + w.expr() + " then return " + w.pick("", "nil", `cancel("no")`) + " end"
		}
		return w.pick("log(", "a.safe, a.why = pcall(error, ", "a.safe = pcall(twice, ") + w.expr() + ")"
	case 9:
		return "for k, v in pairs({" + w.expr() + ", b = " + w.expr() + "}) do a.why = tostring(k) .. tostring(v) end"
	case 10:
		return "repeat\n" + w.block(hook) + "until true"
	case 11: // a table of words, for as long as it is one
		s := "do local t, u = {}, {} t.x = " + w.expr() + " t.x, t.y = t.y or " + w.expr() + ", t.x\n"
		for range w.n(4) {
			s += w.pick("u[t] = t.x", "t["+w.expr()+"] = "+w.expr(), "t.z = nil", "t.y = nil", "t[1] = 1", "u.t = t", "t.x = u", "a.why = t.x", "for i = 1, 9 do t[tostring(i)] = i end", "id(t)", "a.score = #t", "a.safe = u.t == t", "log(t)") + "\n"
		}
		return s + "for k, v in pairs(t) do a.why = tostring(a.why) .. tostring(k) .. tostring(v) end end"
	}
	return "local t = {} t.x = " + w.expr() + " t[1], t[2] = t.x, " + w.expr() + " a.why = tostring(t[1])"
}

// prelude is what the random hooks call. Down does not spend all steps: after a call in return
// the machine underneath omits a caller from the traceback.
const prelude = `
local limit, names = 3, {"x", "y"}
local function id(x) return x end
local function pair(a, b) if a == nil then return b, a end return tostring(a), a end
local function twice(n) return n * 2 end
local function lead(s) return s and s.level + #s.friends or 0 end
local function kin(s) local n = 0 for _, f in ipairs({s, s.leader, lead(s)}) do n = n .. (f.level or f) end return n end
local function higher(x, y) return x > y end
local function odd(x, y) return tostring(x) < tostring(y) end
local function down(n) if n <= 0 or n > 40 then return limit end return down(n - 1) end
local function worsen(e, n, m) e.score = n e.why = m and tostring(e.score) if m then return worsen(e, m) end end
local function better(attack, by)
	local function step(n) attack.dice = attack.dice + n return limit end
	if by then step(1) worsen(attack, limit) end
	return attack.score
end
`

// outcome calls a hook with strikes, and tells all that came of it, and its steps.
func outcome(t interface{ Fatalf(string, ...any) }, p *Program, limits Limits, strikes func() iter.Seq[*luatest.Strike]) (came string, steps int) {
	return outcomeOn(t, NewMachine(p, limits), p, strikes)
}

// outcomeOn is outcome on a machine.
func outcomeOn(t interface{ Fatalf(string, ...any) }, m *Machine, p *Program, strikes func() iter.Seq[*luatest.Strike]) (came string, steps int) {
	d := &luatest.State{}
	m.Begin(d)
	var b strings.Builder
	for s := range strikes() {
		out, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(s), 0)
		fmt.Fprintln(&b, "call:", out, s.Sets, d.Rolls, d.Log, d.Wounds)
		d.Log = d.Log[:0]
		if err != nil {
			e := err.(*Error)
			fmt.Fprintf(&b, "%v\n%s\n", e, e.Traceback)
			if strings.Contains(e.Text, "machine broke") || strings.Contains(e.Text+e.Traceback, "0x") {
				t.Fatalf("%v\n%s", e, e.Traceback)
			}
		}
	}
	return b.String(), m.Spent()
}

// strikes yields n different events, the same ones each time.
func strikes(seed uint64, n int) func() iter.Seq[*luatest.Strike] {
	return func() iter.Seq[*luatest.Strike] {
		r := rand.New(rand.NewPCG(seed, 0))
		pick := func(of ...lua.Value) lua.Value { return of[r.IntN(len(of))] }
		number := func() lua.Value {
			return pick(lua.Number(float64(r.IntN(9)-2)), lua.Number(0.5), lua.Number(1e300), lua.Number(3))
		}
		return func(yield func(*luatest.Strike) bool) {
			for range n {
				s := luatest.NewStrike()
				s.Fields = [8]lua.Value{
					lua.Object(0, int32(r.IntN(5))), pick(lua.Nil, lua.Object(0, 2)), number(), number(), lua.Boolean(r.IntN(2) == 0),
					pick(lua.Nil, lua.String("x"), lua.String("7")), pick(lua.Nil, s.Fields[0]), lua.List([]lua.Value{lua.Object(0, 5), lua.Object(0, 6), lua.Object(0, 1)}[:r.IntN(4)]...),
				}
				if !yield(s) {
					return
				}
			}
		}
	}
}

var randomCalls = flag.Int("calls", 0, "how many calls of random hooks are made, 500 of each hook; 10,000,000 take three minutes")

// TestRandomHooks calls random hooks, each with many events: twice on one machine, and once on
// another, where all comes out the same, errors with their tracebacks and steps too. With just
// its steps a call ends as it did, and with one less it does not.
func TestRandomHooks(t *testing.T) {
	calls, programs := 20, 0
	switch {
	case *randomCalls > 0:
		calls, programs = 500, *randomCalls/500
	case enginetest.Long:
		calls, programs = 200, 8_000
	}
	if programs > 0 {
		draw(t, programs)
	}
	hooks, failed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{t: t}
		source := []Source{mod("random", prelude+"function onAttack(a)\n"+w.block(true)+"end\n")}
		p, err := Compile(luatest.Duel(), source)
		if err != nil {
			return
		}
		hooks++
		events := strikes(rapid.Uint64().Draw(t, "events"), calls)
		limits := Limits{Battle: 1e9}
		m := NewMachine(p, limits)
		first, steps := outcomeOn(t, m, p, events)
		failed += strings.Count(first, "onAttack of")
		if again, of := outcomeOn(t, m, p, events); again != first || of != steps {
			t.Fatalf("%s\nagain: %d steps, want %d\n%s", source[0].Text, of, steps, difference(again, first))
		}
		q, err := Compile(luatest.Duel(), source)
		if err != nil {
			t.Fatal(err)
		}
		if other, of := outcome(t, q, limits, events); other != first || of != steps {
			t.Fatalf("%s\non another machine: %d steps, want %d\n%s", source[0].Text, of, steps, difference(other, first))
		}
		for s := range events() {
			kept := *s
			m.Begin(&luatest.State{})
			out, err := m.Call(p.Funcs("onAttack")[0], luatest.Access(s), 0)
			if err != nil {
				continue
			}
			took := int(m.Took)
			for _, most := range []int{took, took - 1} {
				again := kept
				n := NewMachine(p, Limits{Call: most})
				n.Begin(&luatest.State{})
				other, err := n.Call(p.Funcs("onAttack")[0], luatest.Access(&again), 0)
				if most == took && (err != nil || other != out || fmt.Sprint(again.Sets) != fmt.Sprint(s.Sets)) || most < took && !errors.Is(err, lua.ErrBudget) {
					t.Fatalf("%s\nwith %d of %d steps: %v, %v, %v, want %v, %v", source[0].Text, most, took, other, again.Sets, err, out, s.Sets)
				}
			}
			break
		}
	})
	if hooks == 0 || failed == 0 {
		t.Errorf("%d hooks, %d errors", hooks, failed)
	}
	t.Logf("%d hooks, %d errors", hooks, failed)
}

// draw sets the number of random programs of a test.
func draw(t *testing.T, programs int) {
	was := flag.Lookup("rapid.checks").Value.String()
	t.Cleanup(func() { flag.Set("rapid.checks", was) })
	if err := flag.Set("rapid.checks", fmt.Sprint(programs)); err != nil {
		t.Fatal(err)
	}
}

// difference returns the first of the lines in which two texts differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("got  %s\nwant %s", a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}
