package scripting

import (
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine/enginetest"
)

// A writer writes random Lua.
type writer struct {
	t      *rapid.T
	depth  int
	locals []string
	loops  int
	flat   bool // without functions in it, so that it is compiled
	bumps  bool // it has a function that changes operands
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
		if w.flat {
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
		if w.flat {
			return w.pick("a.score, a.why = pair(", "for i, x in ipairs(", "for i, x in pairs(") + w.pick("a.helpers", "{"+w.expr()+"}", "a.by.friends", w.expr()) + ")" + " do a.why = tostring(i) .. tostring(x) break end"
		}
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
func outcome(t interface{ Fatalf(string, ...any) }, p *Program, limits Limits, strikes func() iter.Seq[*strike]) (came string, steps int) {
	m, d := NewMachine(p, limits), &duel{}
	m.Begin(d)
	var b strings.Builder
	for s := range strikes() {
		out, err := runHook(m, p.Funcs("onAttack")[0], access(s))
		fmt.Fprintln(&b, "call:", out, s.sets, d.rolls, d.log, d.wounds)
		d.log = d.log[:0]
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
func strikes(seed uint64, n int) func() iter.Seq[*strike] {
	return func() iter.Seq[*strike] {
		r := rand.New(rand.NewPCG(seed, 0))
		pick := func(of ...Value) Value { return of[r.IntN(len(of))] }
		number := func() Value { return pick(Number(float64(r.IntN(9)-2)), Number(0.5), Number(1e300), Number(3)) }
		return func(yield func(*strike) bool) {
			for range n {
				s := newStrike()
				s.fields = [8]Value{
					Object(0, int32(r.IntN(5))), pick(Nil, Object(0, 2)), number(), number(), Boolean(r.IntN(2) == 0),
					pick(Nil, String("x"), String("7")), pick(Nil, s.fields[0]), List([]Value{Object(0, 5), Object(0, 6), Object(0, 1)}[:r.IntN(4)]...),
				}
				if !yield(s) {
					return
				}
			}
		}
	}
}

var sameCalls = flag.Int("calls", 0, "how many calls of random hooks are compared, 500 of each hook; 10,000,000 take three minutes")

// sameInAllModes runs random hooks compiled and whole, each with many events, and lowered where
// not all are compiled. A call takes 15 microseconds, and a program 3 milliseconds more.
func sameInAllModes(t *testing.T, flat bool) {
	calls, programs := 20, 0
	switch {
	case *sameCalls > 0:
		calls, programs = 500, *sameCalls/500
	case enginetest.Long:
		calls, programs = 200, 8_000
	}
	modes := []mode{whole, lowered, closures}
	if flat {
		modes = []mode{whole, closures}
	}
	if programs > 0 {
		draw(t, programs)
	}
	compiled, plain, hooks, errors := 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{t: t, flat: flat}
		source := []Source{mod("random", prelude+"function onAttack(a)\n"+w.block(true)+"end\n")}
		events := strikes(rapid.Uint64().Draw(t, "events"), calls)
		var first string
		for _, how := range modes {
			p, err := compile(duelBinding(), source, how)
			got := fmt.Sprint(err)
			if err == nil {
				got, _ = outcome(t, p, Limits{Battle: 1e9}, events) // else the battle ends sooner where steps are counted otherwise
				got = untilSpent(got)
			}
			switch {
			case how == whole:
				first = got
			case got != first:
				t.Fatalf("%s\nmode %d\n%s", source[0].Text, how, difference(got, first))
			case how == closures && err == nil:
				hooks++
				if c := p.Funcs("onAttack")[0].code; c != nil {
					compiled++
					if c.quick != nil {
						plain++
					}
				}
				errors += strings.Count(got, "onAttack of")
			}
		}
	})
	if flat && compiled < hooks || !flat && (compiled == 0 || compiled == hooks) {
		t.Errorf("of %d hooks %d were compiled", hooks, compiled)
	}
	t.Logf("%d of %d compiled, %d plain, %d errors", compiled, hooks, plain, errors)
}

// draw sets the number of random programs of a test.
func draw(t *testing.T, programs int) {
	was := flag.Lookup("rapid.checks").Value.String()
	t.Cleanup(func() { flag.Set("rapid.checks", was) })
	if err := flag.Set("rapid.checks", fmt.Sprint(programs)); err != nil {
		t.Fatal(err)
	}
}

// untilSpent cuts an outcome off at the call that spends its steps: compiled, it gets to another
// place before it does.
func untilSpent(came string) string {
	before, _, spent := strings.Cut(came, ": spent its ")
	if !spent {
		return came
	}
	return before[:strings.LastIndex(before, "call:")] + "spent"
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

// What is compiled does the same as on the machine underneath: results, errors with
// their lines, and tracebacks.
func TestCompiledIsTheSame(t *testing.T) { sameInAllModes(t, true) }

// So do hooks of which some are compiled and some are not.
func TestLoweredIsTheSame(t *testing.T) { sameInAllModes(t, false) }

// amount is always a number, of what a quick hook may compute.
func (w *writer) amount() string {
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > 4 {
		return "2"
	}
	switch w.n(10) {
	case 9:
		if w.bumps {
			return "(" + w.pick("n", "a.score", "a.dice", "(true and n)") + w.pick(" + ", " - ", " * ", " / ") + "bump(" + w.amount() + "))"
		}
		return "n"
	case 0, 1:
		return "(" + w.pick("n", "a.score", "a.dice") + w.pick(" + ", " - ", " * ") + w.amount() + ")"
	case 8:
		return "(" + w.amount() + " / " + w.amount() + ")" // divided by zero, its sign tells
	case 2:
		return w.pick("math.floor(", "math.abs(", "-(") + w.amount() + ")"
	case 3:
		return w.pick("math.max(", "math.min(") + w.amount() + ", " + w.amount() + ")"
	case 4:
		return w.pick("a.target.level", "a.aim.wounds", "limit") // some are of nothing
	case 5:
		return w.pick("1e300", "limit", "0.5", "-7")
	}
	return w.pick("a.score", "a.dice", "a.by.level", "a.by.wounds", "1", "3", "n")
}

func (w *writer) condition() string {
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > 4 {
		return "a.safe"
	}
	switch w.n(5) {
	case 0:
		return w.amount() + w.pick(" < ", " <= ", " > ", " == ", " ~= ") + w.amount()
	case 1:
		return "(" + w.condition() + w.pick(" and ", " or ") + w.condition() + ")"
	case 2:
		return "not (" + w.condition() + ")"
	}
	return w.pick("a.safe", "a.target", `a.why == "x"`, "a.aim == a.by", `a.by.name == "s3"`, "a.by.leader", `a.by:has("brave")`, `a.target:has("shy")`, "a.by.friends[1] == a.aim", "#a.by.friends > n", "a.target.friends[n] ~= a.aim", "a.why ~= nil", "n > 1")
}

// plain is a block that can be in a quick hook.
func (w *writer) plain() string {
	w.depth++
	defer func() { w.depth-- }()
	var b strings.Builder
	for range 1 + w.n(3) {
		s := "a." + w.pick("score", "dice") + " = " + w.amount()
		switch kind := w.n(11); {
		case kind == 0:
			s = "n = 0 + " + w.amount()
		case kind == 8:
			s = "local m, t = " + w.amount() + w.pick("", ", 7") + " if t then a.dice = t + m end n = 0 + near(" + w.pick("a.by, n", "a.by", "a.target, m", "a.aim, 2, m") + ")"
		case kind > 8 && w.depth < 4:
			s = w.loop()
		case kind == 1:
			s = "a." + w.pick(`why = "x"`, "why = nil", "aim = a.by", "aim = nil", "aim = a.by.friends[2]", "safe = not a.safe", "safe = true")
		case kind == 2:
			s = "local m = " + w.condition() + " if m then a.dice = a.dice + 1 end"
		case kind < 5 && w.depth < 4:
			s = "if " + w.condition() + " then\n" + w.plain() + "elseif " + w.condition() + " then\n" + w.plain() + w.pick("return ", "") + "\nelse do\n" + w.plain() + "end end"
		}
		b.WriteString(s + "\n")
	}
	return b.String()
}

// loop is a loop that can be in a quick hook.
func (w *writer) loop() string {
	item := fmt.Sprintf("s%d", w.depth)
	body := w.plain() + w.pick("", "if "+w.condition()+" then "+w.pick("break", "return")+" end\n", "if "+item+" == a.aim then a.dice = down(a.dice) end\n")
	switch w.n(4) {
	case 0:
		return "for " + w.pick("_", "n") + ", " + item + " in ipairs(" + w.pick("battle.stacks", "names", "a.target.friends", "{a.by, a.aim, a.target}") + ") do\n" + body + "end"
	case 1:
		return "local " + item + " for i = " + w.pick("1", "math.min(3, math.max(n, -2))", "3") + ", " + w.pick("3", "#a.by.friends", "-1, -1", "a.target.level") + " do\n" + body + "end"
	case 2:
		return "local " + item + " = 0 while " + item + " < 3 and " + w.condition() + " do " + item + " = " + item + " + 1\n" + body + "end"
	}
	return "local " + item + " = 0 repeat " + item + " = " + item + " + 1\n" + body + "until " + item + " > 2 or " + w.condition()
}

// quickPrelude is what quick hooks call.
const quickPrelude = `
local limit, names = 3, {"x", "y", 7}
local function near(stack, n, more)
	for i, friend in ipairs(stack.friends) do
		if friend.level == n then return i end
	end
	if more then return near(stack) end
end
local function down(n) if n > 0 then return down(n - 1) end return limit end
`

// Quick hooks run without bookkeeping, and do and cost the same, whatever
// limit ends them.
func TestQuickIsTheSame(t *testing.T) {
	if enginetest.Long {
		draw(t, 10_000)
	}
	ran, failed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{t: t, bumps: rapid.Bool().Draw(t, "bumps")}
		begin := "function onAttack(a)\nlocal n = 0 + a.score\n"
		if w.bumps {
			begin += "local function bump(by) a.dice = a.dice + 1 n = n + by return n end\n"
		}
		source := []Source{mod("random", quickPrelude+begin+w.plain()+"end\n")}
		events := strikes(rapid.Uint64().Draw(t, "events"), 10)
		scale := 1 + 20*w.n(2)
		limits := Limits{Call: scale*w.n(200) + 1, Battle: scale*w.n(1500) + 1}
		compiled := func(limits Limits, full bool) (came string, steps int) {
			p, err := Compile(duelBinding(), source)
			if err != nil {
				return err.Error(), 0
			}
			fn := p.Funcs("onAttack")[0]
			if fn.quick == 0 {
				t.Fatalf("%s\nis not quick", source[0].Text)
			}
			if full {
				fn.quick = 0
			}
			ran++
			came, steps = outcome(t, p, limits, events)
			failed += strings.Count(came, "onAttack of")
			return came, steps
		}
		got, steps := compiled(limits, false)
		if want, of := compiled(limits, true); got != want || steps != of {
			t.Fatalf("%s\n%+v: %d steps, want %d\n%s", source[0].Text, limits, steps, of, difference(got, want))
		}
		p, err := compile(duelBinding(), source, whole)
		if err != nil {
			return
		}
		got, _ = compiled(Limits{}, false)
		if want, _ := outcome(t, p, Limits{}, events); got != want {
			t.Fatalf("%s\n%s", source[0].Text, difference(got, want))
		}
	})
	if ran == 0 || failed == 0 {
		t.Errorf("%d ran, and %d calls failed", ran, failed)
	}
	t.Logf("%d ran, and %d calls failed", ran, failed)
}
