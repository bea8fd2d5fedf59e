package lua_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// A coder writes random programs that the sandbox and Lua 5.1 understand
// alike: an event's hook, which emits what it computes. Each statement has
// lines of its own, so that lines can be taken out of a program that fails.
type coder struct {
	*rand.Rand
	out   strings.Builder
	depth int
	names int
	vars  map[sort][]string
	open  bool // ... is known here
	loop  bool // break is allowed here
}

// A sort is what a variable of a random program holds.
type sort byte

const (
	aNum    sort = 'n'
	aStr    sort = 's'
	aScalar sort = 'v' // nil, a boolean, a number or a string
	aList   sort = 't' // of numbers, without holes
	aFunc   sort = 'f' // of one scalar, which returns one
	someFns sort = 'g' // a list of functions without parameters
)

// oraclePrelude is what every program has: helpers of its file.
const oraclePrelude = `local function id(...) return ... end
local function lo(x) if x > -1e13 and x < 1e13 then return x + 0 end return 7 end
local function two(a, b) return b, a end
local function count(...) return select("#", ...) end
local box = {x = "bx", y = false, n = 3, list = {1, 2, 3}}
function box:get(k) return self[k] end
`

// program is the random program of a number.
func program(seed, n uint64) string {
	c := &coder{Rand: rand.New(rand.NewPCG(seed, n)), vars: map[sort][]string{}}
	c.out.WriteString(oraclePrelude)
	c.line("function onRun(e)")
	c.line("local g0 = {}")
	c.declare(someFns, "g0")
	for range 3 + c.IntN(6) {
		c.stmt()
	}
	c.final()
	c.line("end")
	return c.out.String()
}

func (c *coder) line(format string, args ...any) {
	fmt.Fprintf(&c.out, strings.Repeat("\t", c.depth)+format+"\n", args...)
}

func (c *coder) pick(of ...string) string { return of[c.IntN(len(of))] }

// one is a variable of a sort, or other where there is none.
func (c *coder) one(s sort, other string) string {
	if of := c.vars[s]; len(of) > 0 {
		return of[c.IntN(len(of))]
	}
	return other
}

func (c *coder) fresh(s sort) string {
	c.names++
	return fmt.Sprintf("%c%d", s, c.names)
}

func (c *coder) declare(s sort, name string) { c.vars[s] = append(c.vars[s], name) }

// inner writes a block of its own scope.
func (c *coder) inner(most int, body func()) {
	before := map[sort][]string{}
	for s, names := range c.vars {
		before[s] = names[:len(names):len(names)]
	}
	c.depth++
	body()
	for range c.IntN(most + 1) {
		c.stmt()
	}
	c.depth--
	c.vars = before
}

// final emits all variables of the outermost block.
func (c *coder) final() {
	for _, s := range []sort{aNum, aStr, aScalar} {
		for _, name := range c.vars[s] {
			c.line("emit(%s)", name)
		}
	}
	for _, name := range c.vars[aList] {
		c.line(`emit(table.concat(%s, ","))`, name)
	}
	for _, name := range c.vars[someFns] {
		c.line("for _, f in ipairs(%s) do emit((f())) end", name)
	}
}

func (c *coder) stmt() {
	if c.depth > 4 {
		c.line("emit(%s)", c.scalar(1))
		return
	}
	switch c.IntN(29) {
	case 27, 28:
		c.failing()
	case 25, 26:
		c.effects()
	case 24:
		c.line("e.b = not %s %s not %s %s e.b", c.scalar(1), c.pick("and", "or"), c.scalar(2), c.pick("and", "or"))
	case 0, 1, 2:
		s := []sort{aNum, aStr, aScalar, aScalar}[c.IntN(4)]
		name := c.fresh(s)
		c.line("local %s = %s", name, c.expr(s))
		c.declare(s, name)
	case 3, 4, 5, 6:
		s := []sort{aNum, aStr, aScalar, aScalar, aScalar}[c.IntN(5)]
		c.line("%s = %s", c.target(s), c.expr(s))
	case 7:
		c.several()
	case 8, 9:
		c.line("if %s then", c.scalar(3))
		c.inner(2, func() {})
		if c.IntN(3) == 0 {
			c.line("elseif %s then", c.scalar(2))
			c.inner(2, func() {})
		}
		if c.IntN(2) == 0 {
			c.line("else")
			c.inner(2, func() {})
		}
		c.line("end")
	case 10, 11, 12:
		c.while()
	case 13, 14:
		c.forLoop()
	case 15:
		c.line("do")
		c.inner(3, func() {})
		c.line("end")
	case 16:
		c.function()
	case 17:
		c.lists()
	case 18:
		c.closures()
	case 19:
		c.patterns()
	case 20:
		if c.loop {
			c.line("if %s then break end", c.scalar(2))
			return
		}
		c.line("if %s then return end", c.pick("false", "nil", "e.n == 12345", "(e.v and nil)"))
	default:
		c.line(c.pick("emit(%s)", "emit(%s);", "emit(%s) -- end", "--[[ x ]] emit(%s)", "emit(--[==[ ]] ]==]\n%s)"), c.scalar(3))
	}
}

func (c *coder) expr(s sort) string {
	switch s {
	case aNum:
		return "lo(" + c.num(3) + ")"
	case aStr:
		return "(" + c.str(3) + "):sub(1, 40)"
	}
	return c.scalar(4)
}

// target is what a value of a sort may be assigned to.
func (c *coder) target(s sort) string {
	fields := map[sort]string{aNum: "e.n", aStr: "e.s", aScalar: c.pick("e.v", "e.w")}
	if c.IntN(3) == 0 {
		return fields[s]
	}
	return c.one(s, fields[s])
}

// several assigns or declares several at once.
func (c *coder) several() {
	switch c.IntN(5) {
	case 0:
		a, b := c.fresh(aScalar), c.fresh(aScalar)
		c.line("local %s, %s = %s", a, b, c.pick("two("+c.scalar(2)+", "+c.scalar(2)+")", c.scalar(2), c.scalar(2)+", "+c.scalar(2), "id()", c.scalar(2)+", id("+c.scalar(1)+", 2)"))
		c.declare(aScalar, a)
		c.declare(aScalar, b)
	case 1:
		if of := c.vars[aScalar]; len(of) > 1 {
			p := c.Perm(len(of))
			c.line("%s, %s = %s, %s", of[p[0]], of[p[1]], c.scalar(2), c.scalar(2))
			return
		}
		fallthrough
	case 2:
		c.line("e.v, e.w = %s, %s", c.scalar(2), c.scalar(2))
	case 3:
		c.line("e.n, %s = lo(%s), %s", c.one(aScalar, "e.v"), c.num(2), c.scalar(2))
	default:
		if of := c.vars[aNum]; len(of) > 1 {
			p := c.Perm(len(of))
			c.line("%s, %s = %s, %s", of[p[0]], of[p[1]], of[p[1]], of[p[0]])
			return
		}
		c.line("e.w, e.v = e.v, e.w")
	}
}

func (c *coder) while() {
	i := c.fresh('i')
	loop := c.loop
	c.loop = true
	limit := c.pick("2", "3", "4")
	guard := func(first bool) func() {
		return func() {
			if !first {
				for range c.IntN(2) {
					c.stmt()
				}
			}
			c.line("%s = %s + 1", i, i)
			c.line("if %s > %s then break end", i, limit)
		}
	}
	c.line("local %s = 0", i)
	switch c.IntN(6) {
	case 0:
		c.line("while %s do", c.scalar(3))
		c.inner(2, guard(c.IntN(2) == 0))
		c.line("end")
	case 1:
		c.line("while %s do", c.pick("true", "1", "not nil or "+c.scalar(1), "not false", `"x"`, c.scalar(2)+" or true"))
		c.inner(2, guard(c.IntN(2) == 0))
		c.line("end")
	case 2:
		c.line("while %s do", c.scalar(2))
		c.inner(0, func() { c.line("break") })
		c.line("end")
	case 3:
		c.line("repeat")
		c.depth++
		c.line("local last = %s", c.scalar(2))
		c.depth--
		c.inner(2, guard(c.IntN(2) == 0))
		c.line("until %s", c.pick("last", "not last", "last and "+c.scalar(1), c.scalar(2), i+" > 2 or "+c.scalar(1)))
	case 4:
		c.line("while %s do", c.scalar(1))
		c.inner(1, func() {
			c.line("while %s do", c.pick("true", c.scalar(2)))
			c.inner(1, func() { c.line("%s = %s + 1", i, i); c.line("if %s > %s then break end", i, limit) })
			c.line("end")
			c.line("%s = %s + 1", i, i)
			c.line("if %s > 6 then break end", i)
		})
		c.line("end")
	default:
		c.line("repeat")
		c.inner(2, guard(true))
		c.line("until %s", c.scalar(3))
	}
	c.line("emit(%s)", i)
	c.loop = loop
}

func (c *coder) forLoop() {
	loop := c.loop
	c.loop = true
	a, b := c.fresh(aNum), c.fresh(aScalar)
	names := func() {
		c.declare(aNum, a)
		c.declare(aScalar, b)
		if c.IntN(3) == 0 {
			c.line("emit(%s)", b)
		}
	}
	n := c.IntN(8)
	switch n {
	case 0, 1:
		c.line("for %s = %s, %s do", a, c.pick("1", "0", "-1", "("+c.scalar(1)+" and 1 or 2)", "#\"a\""), c.pick("2", "3", "2.5", "#"+c.one(aList, "\"ab\""), "math.min(3, "+c.num(1)+")", "("+c.scalar(2)+") and 2 or 3"))
		c.inner(2, func() { c.declare(aNum, a) })
	case 2:
		c.line("for %s = %s, %s, %s do", a, c.pick("3", "2", "4"), c.pick("1", "0", "-1"), c.pick("-1", "-0.5", "-2", "("+c.scalar(1)+" and -1 or -2)"))
		c.inner(2, func() { c.declare(aNum, a) })
	case 3:
		c.line("for %s, %s in ipairs(%s) do", a, b, c.pick("{"+c.scalar(1)+", "+c.scalar(2)+"}", "{5, \"x\", false}", c.one(aList, "{1}"), "id({1, 2})", "("+c.scalar(1)+") and {1, 2} or {3}"))
		c.inner(2, names)
	case 4:
		key := c.fresh(aStr)
		c.line("for %s in (%s):gmatch(%q) do", key, c.pick(c.str(2), c.logic(2)+" and "+c.str(1)+" or "+c.str(1), "id("+c.scalar(1)+") == "+c.lit()+" and \"two words\" or \"a b c\""), c.pick("%a+", "%w", ".", "[ab]*", "%d+", "(%a)%a?"))
		c.inner(2, func() { c.declare(aStr, key); c.line("emit(%s)", key) })
	case 5:
		at, sum := c.fresh('k'), c.fresh(aNum)
		c.line("local %s = 0", sum)
		c.declare(aNum, sum)
		c.line("for %s, %s in pairs(%s) do", at, b, c.pick("{"+c.num(1)+", 2, x = 3}", "{a = 1, b = 2}", c.one(aList, "{4}")))
		c.inner(0, func() {
			c.line("if type(%s) == \"number\" then %s = %s + lo(%s) end", b, sum, sum, b)
			c.line("%s = %s%s", sum, sum, c.pick("", " + 1"))
		})
		c.line("end")
		c.line("local %s = {%s, 2, %sx = 3, y = 4}", at, c.pick("1", "nil", c.num(1)), c.pick("", "3, ", "nil, 4, "))
		c.line("for k in pairs(%s) do if %s then %s[k] = nil end %s = %s + 1 end emit(%s) emit(next(%s) == nil)", at, c.pick("true", c.scalar(1)), at, sum, sum, sum, at)
		c.line("for _ in pairs({1, 2}) do")
		c.inner(0, func() {
			c.line("%s", c.pick("break", "if "+c.scalar(1)+" then break end", "while "+c.scalar(1)+" do break end"))
		})
	case 6:
		c.line("for %s, %s in (function(n) return function(_, i) if i < n then return i + 1, %s end end, nil, 0 end)(%s) do", a, b, c.closed(1), c.pick("2", "3"))
		c.inner(2, names)
	default:
		c.line("for _, %s in ipairs({%s}) do", b, c.scalar(1)+", 2, 3")
		c.inner(2, func() { c.declare(aScalar, b) })
	}
	c.line("end")
	c.loop = loop
}

func (c *coder) function() {
	name, p := c.fresh(aFunc), c.fresh(aScalar)
	loop, open := c.loop, c.open
	c.loop, c.open = false, false
	n := c.IntN(3)
	switch n {
	case 0:
		c.line("local function %s(%s)", name, p)
	case 1:
		c.line("local %s = function(%s, ...)", name, p)
		c.open = true
	default:
		c.line("local function %s(%s, %s)", name, p, c.fresh(aScalar))
	}
	before := c.vars
	c.vars = map[sort][]string{}
	for s, names := range before {
		if s != aFunc {
			c.vars[s] = names[:len(names):len(names)]
		}
	}
	c.inner(2, func() { c.declare(aScalar, p) })
	c.depth++
	c.vars[aScalar] = append(c.vars[aScalar], p)
	c.line("%s = %s", p, c.scalar(3))
	c.line("return %s", c.pick(c.scalar(3), p, "("+p+")", "id("+p+")", p+" and id("+c.scalar(1)+")"))
	c.depth--
	c.vars = before
	c.line("end")
	c.loop, c.open = loop, open
	c.line("emit((%s(%s)))", name, c.scalar(2))
	c.declare(aFunc, name)
}

// failing is a call that may fail. The texts of mistakes differ from those of Lua.
func (c *coder) failing() {
	ok, why := c.fresh(aScalar), c.fresh(aScalar)
	loop, open := c.loop, c.open
	c.loop, c.open = false, false
	c.line("local %s, %s = pcall(function(...)", ok, why)
	c.inner(2, func() {})
	c.depth++
	told := c.IntN(2) == 0
	if told {
		c.line("%s", c.pick("error("+c.scalar(2)+", 0)", "return "+c.scalar(2), "if "+c.scalar(1)+" then error(\"no\", 0) end", "return pcall(error, \"deep\", 0)"))
	} else {
		c.line("%s", c.pick("error(\"no\")", "error({})", "return #id("+c.scalar(2)+")", "return id("+c.scalar(2)+") < id("+c.scalar(1)+")", "return ({}).x.y", "local x = id(nil) .. "+c.str(1), "return id("+c.scalar(1)+") + id("+c.scalar(1)+")", "assert("+c.scalar(2)+", \"none\")", "return assert("+c.scalar(2)+")", "box.none()", "pcall(id(box), 1) box.list.x.y = 1"))
	}
	c.depth--
	c.line("end, %s)", c.scalar(1))
	c.loop, c.open = loop, open
	c.line("emit(%s)", ok)
	if told {
		c.line("emit(type(%s) == 'string' and #%s > 12 and 'long' or %s)", why, why, why)
	} else {
		c.line("emit(type(%s))", why)
	}
}

func (c *coder) lists() {
	t := c.one(aList, "")
	if t == "" || c.IntN(4) == 0 {
		t = c.fresh(aList)
		c.line("local %s = {%s}", t, c.pick("", "1", "3, 1, 2", c.num(2)+", "+c.num(1), "id(1, 2, 3)", "7, 7, id(5, 6)"))
		c.line("for i = 1, #%s do %s[i] = lo(%s[i]) end", t, t, t)
		c.declare(aList, t)
		return
	}
	switch c.IntN(7) {
	case 0:
		c.line("if #%s < 20 then table.insert(%s, lo(%s)) end", t, t, c.num(2))
	case 1:
		c.line("if #%s < 20 then table.insert(%s, 1, lo(%s)) end", t, t, c.num(1))
	case 2:
		c.line("emit(table.remove(%s%s) or \"none\")", t, c.pick("", ", 1"))
	case 3:
		c.line("table.sort(%s%s)", t, c.value(", function(a, b) return a > b end"))
	case 4:
		c.line("emit(table.concat(%s, %q))", t, c.pick("", ",", " "))
	case 5:
		c.line("if #%s < 20 then %s[#%s + 1] = lo(%s) end", t, t, t, c.num(2))
	default:
		c.line("emit(count(unpack(%s)))", t)
	}
}

// value is a function as a value, or another value.
func (c *coder) value(function string, other ...string) string {
	if len(other) == 0 {
		other = []string{""}
	}
	return c.pick(append(other, function)...)
}

// effects writes operands that a call to the right of them changes: a local of any kind, a
// table in one, and a field of the event.
func (c *coder) effects() {
	i, t, k, f := c.fresh('i'), c.fresh('t'), c.fresh('k'), c.fresh('f')
	line := func(template string) {
		c.line("%s", effective.ReplaceAllStringFunc(template, func(word string) string {
			switch word {
			case "A", "B":
				return c.effective(i, t, f, 2)
			}
			return map[string]string{"F": f, "I": i, "K": k, "T": t}[word]
		}))
	}
	call := "" // of the function around
	loop, open := c.loop, c.open
	switch c.IntN(3) {
	case 0:
		c.line("do local %s, %s, %s = 1, {1, 2, x = 3}, 0", i, t, k)
	case 1:
		c.line("for %s = 1, 2 do local %s, %s = {1, 2, x = 3}, 0", i, t, k)
		c.loop = true
	default:
		call = c.fresh('h')
		c.loop, c.open = false, false
		c.line("local function %s(%s) local %s, %s = {1, 2, x = 3}, 0", call, i, t, k)
	}
	c.depth++
	c.line("local old = %s", t)
	c.line("e.n = 2")
	c.line("local function %s(x)", f)
	c.depth++
	for range 1 + c.IntN(2) {
		line(c.pick("I = I % 3 + 1", "I = 3", "T = {4, 5, 6, x = 7}", "T.x = T.x % 5 + 2", "e.n = e.n % 4 + 1", "if x then I = x end", "T[1] = 9", "e.v = I", "T, old = old, T"))
	}
	line("return " + c.pick("I", "1", "2", "e.n", "I % 2 + 1"))
	c.depth--
	c.line("end")
	for range 2 + c.IntN(4) {
		line(c.pick(
			"emit(A + B)", "emit(A * B)", "emit(A .. B)", "emit(A - (B))",
			"emit(A / (B + 0))", // a divisor of zero has a sign in Lua
			"emit((A + B) % 4)", "emit(A % B)", "emit(A ^ (B % 3))",
			"emit(A < B)", "emit(A >= B)", "emit(A == B)", "emit(A ~= B)", "if A <= B then emit(A) end", "emit(not (A > B))", "emit(tostring(A) < tostring(B))",
			"emit(T[F()])", "emit(T[A])", "emit(({5, 6, 7})[I])", "emit((T[B] or 0) + F())", "emit(old[F()])",
			"T[I] = B", "T[I] = F()", "T.x = F()", "T[F()] = A", "T[1], T[2] = A, B", "T[I], I = A, 2", "I, T[I] = F(), B", "T[I], T[I] = F(), A", "T[I], old[F()], I = A, B, 1", "T, T.x = {F(), 8, x = A}, B", "T.x, T = A, {1, x = B}",
			"I = (A + B) % 4", "I, I = F(), 2", "e.n = e.n + F()", "e.n, e.v = A, B", "e.n, e.n = A, F()", "e.v = A + B", "local x, y = A, B emit(x) emit(y)", "K = K + F() * K",
			"T = {[I] = F(), A, x = B}", "T = {A, B, x = A, [F()] = I}", "emit(count(A, B))", "emit(math.max(A, B))", "emit((two(A, B)))", `emit(("abc"):rep(A % 3))`,
			"for j = A % 3, B % 4 do emit(j) if j > 2 then break end end", "K = 0 while I < F() do K = K + 1 if K > 3 then break end end emit(K)", "K = 0 repeat K = K + 1 until K > 3 or I == F()",
			"for j, v in ipairs({A, B}) do emit(v) I = j end", "emit(I and F() or A)", "emit((id(A, B)))"))
	}
	line("emit(I) emit(K) emit(T.x) emit(T[1]) emit(T[2]) emit(T[3]) emit(old.x) emit(old[1])")
	c.depth--
	c.line("end")
	if call != "" {
		c.line("emit((%s(1)))", call)
	}
	c.loop, c.open = loop, open
}

// effective is such an operand, a number, or a call that changes it.
func (c *coder) effective(i, t, f string, d int) string {
	of := []string{i, i, i, "(" + i + ")", "(1 and " + i + ")", "(" + i + " or 2)", "(0 - " + i + ")", t + ".x", "(" + t + "[" + i + "] or 1)", "e.n", "2", f + "()", f + "(2)", "(" + t + "[" + f + "()] or 0)"}
	if d > 0 {
		of = append(of, "("+c.effective(i, t, f, d-1)+c.pick(" + ", " - ", " * ")+c.effective(i, t, f, d-1)+")", "("+c.effective(i, t, f, d-1)+" + "+f+"())")
	}
	return c.pick(of...)
}

var effective = regexp.MustCompile(`\b[ABFIKT]\b`)

// closures makes functions that share, or do not share, what they captured.
func (c *coder) closures() {
	f := c.one(someFns, "")
	if f == "" {
		f = c.fresh(someFns)
		c.line("local %s = {}", f)
		c.declare(someFns, f)
	}
	if of := c.vars[aFunc]; len(of) > 0 && c.IntN(3) == 0 {
		c.line("local %s = function(x) return x and %s(not x) end", of[len(of)-1], of[len(of)-1])
		return
	}
	v := c.fresh(aScalar)
	if c.loop && c.IntN(2) == 0 { // captured, and left at once
		c.line("do local %s = %s %s[#%s %% 10 + 1] = function() return %s end if %s then break end end", v, c.scalar(1), f, f, v, c.scalar(1))
		return
	}
	c.line("local %s = %s", v, c.scalar(2))
	c.declare(aScalar, v)
	c.line("if #%s < 10 then %s[#%s + 1] = function() %sreturn %s end end", f, f, f, c.pick("", v+" = "+c.closed(2)+" "), c.pick(v, v+" or "+c.closed(1), c.closed(2)))
}

func (c *coder) patterns() {
	subject, pattern := c.str(2), c.pattern()
	switch c.IntN(6) {
	case 0:
		c.line("for _, v in ipairs({(%s):find(%q%s)}) do emit(v) end", subject, pattern, c.pick("", ", 1", ", -2", ", 1, true"))
	case 1:
		a, b := c.fresh(aScalar), c.fresh(aScalar)
		c.line("local %s, %s = (%s):match(%q)", a, b, subject, pattern)
		c.declare(aScalar, a)
		c.declare(aScalar, b)
	case 2:
		c.line("emit((string.gsub(%s, %q, %s)))", subject, pattern, c.pick(`"<%0>"`, `""`, `"%%"`, "string.upper", "{a = 1, b = false, [\"1\"] = \"one\"}", c.value("function(x) return "+c.closed(2)+" end", `"%0"`)))
	case 3:
		c.line("emit(select(2, (%s):gsub(%q, \"x\"%s)))", subject, pattern, c.pick("", ", 1", ", 0"))
	case 4:
		c.line("for a, b in (%s):gmatch(%q) do emit(a) emit(b) end", subject, pattern)
	default:
		c.line("emit(string.format(%q, %s))", "["+c.pick("%5s", "%-5s", "%.2s", "%s", "%q")+"]", subject)
	}
}

func (c *coder) pattern() string {
	piece := func() string {
		return c.pick("a", "b", "%a", "%d", "%s", "%w", ".", "[ab]", "[^a]", "[%d ]", "[a-c]", "%u", "%l", "%p", "%x", "%S", "%A", "[]]", "[^%s]", "%.", "-", "%%") +
			c.pick("", "", "", "*", "+", "-", "?")
	}
	var b strings.Builder
	if c.IntN(5) == 0 {
		b.WriteString("^")
	}
	for range 1 + c.IntN(3) {
		switch c.IntN(8) {
		case 0:
			b.WriteString("(" + piece() + piece() + ")")
		case 1:
			b.WriteString("(" + piece() + ")")
		case 2:
			b.WriteString(c.pick("()", "%b()", "%f[%a]", "%b  "))
		default:
			b.WriteString(piece())
		}
	}
	if c.IntN(5) == 0 {
		b.WriteString("$")
	}
	return b.String()
}

func (c *coder) lit() string {
	return c.pick("nil", "true", "false", "0", "1", "2", `"2"`, `""`, `"a"`, `"abc"`, "-1", "0.5")
}

// num is a number.
func (c *coder) num(d int) string {
	if d <= 0 || c.IntN(6) == 0 {
		return c.pick("0", "1", "2", "3", "-1", "0.5", "7", "100", "0x10", "1e2", ".25", "e.n", "box.n", c.one(aNum, "4"), c.one(aNum, "5"))
	}
	d--
	switch c.IntN(17) {
	case 15:
		return c.pick("", "", "lo") + "(" + c.num(d) + " / " + c.pick("2", "-4", "3", "0.5", "7", "(math.abs("+c.num(d)+") + 1)") + ")"
	case 14:
		return "lo(" + c.num(d) + " / 0)"
	case 0, 1, 2:
		return "(" + c.num(d) + c.pick(" + ", " - ", " * ") + c.num(d) + ")"
	case 3:
		return "(lo(" + c.num(d) + ") % " + c.pick("2", "3", "-3", "10") + ")"
	case 4:
		return c.pick("2", "3", "0.5", "(-2)") + "^" + c.pick("0", "1", "2", "3", "-1")
	case 5:
		return "#" + c.pick("\"abc\"", "("+c.str(d)+")", c.one(aList, "\"x\""), "{"+c.num(d)+", "+c.num(d)+"}")
	case 6:
		return "(tonumber(" + c.scalar(d) + ") or " + c.num(d) + ")"
	case 7:
		return c.pick("math.floor", "math.ceil", "math.abs", "lo") + "(" + c.num(d) + ")"
	case 8:
		return c.pick("math.max", "math.min") + "(" + c.num(d) + ", " + c.num(d) + ")"
	case 9:
		return "(" + c.scalar(d) + " and " + c.num(d) + " or " + c.num(d) + ")"
	case 10:
		return "-" + c.pick("(", "id(", "math.abs(") + c.num(d) + ")"
	case 11:
		return "(" + c.numeral() + c.pick(" + ", " - ", " * ") + c.num(d) + ")"
	case 12:
		return "count(" + c.pick("", c.scalar(d), c.scalar(d)+", "+c.scalar(d), "id()", "two(1)", "(two(1))") + ")"
	case 13:
		return "({" + c.num(d) + ", " + c.num(d) + "})[" + c.pick("1", "2") + "]"
	}
	return "((" + c.str(d) + "):find(\"a\") or " + c.num(d) + ")"
}

// numeral is a string that may read as a number, and mostly does.
func (c *coder) numeral() string {
	if c.IntN(20) == 0 {
		return c.pick(`""`, `"x"`, `"0b11"`, `"1_0"`, `"1e"`, `"0x"`, `"- 1"`, `"+-1"`, `"1 2"`, `"."`, `"0o7"`, `"0x1g"`, `"1e+"`, `"--1"`, `"5\v5"`)
	}
	return c.pick(`"10"`, `"010"`, `" 5 "`, `"0x1f"`, `"-0x10"`, `"1e2"`, `"1E-2"`, `".5"`, `"5."`, `"-3"`, `"+4"`, `"08"`, `"\t7\n"`, `"0.1"`, `"\v6\f"`, `"1e+1"`, `"007.50"`, `"0XfF"`, "\" 3\\r\"")
}

// str is a string.
func (c *coder) str(d int) string {
	if d <= 0 || c.IntN(6) == 0 {
		return c.pick(`"a"`, `"b"`, `"abc"`, `"10"`, `""`, `"Hello World"`, `"a1b22"`, `"x\065\n"`, `"(a) b-%"`, "[[long]]", c.one(aStr, `"none"`), c.one(aStr, `"aab"`), `"010"`, `" 5 "`, `"1e2"`, `"-3."`)
	}
	d--
	switch c.IntN(14) {
	case 0, 1:
		return "(" + c.str(d) + " .. " + c.pick(c.str(d), "lo("+c.num(d)+")") + ")"
	case 2:
		return "tostring(" + c.pick("lo("+c.num(d)+")", c.logic(d)+" == "+c.lit(), c.str(d)) + ")"
	case 3:
		return "(" + c.str(d) + "):sub(" + c.pick("1", "2", "-2", "0", "-10") + c.pick("", ", 1", ", -1", ", 0", ", 3", ", -2") + ")"
	case 4:
		return "(" + c.str(d) + "):" + c.pick("upper", "lower", "reverse") + "()"
	case 5:
		return "(" + c.str(d) + "):sub(1, 9):rep(" + c.pick("0", "1", "2", "3", "-1") + ")"
	case 6:
		return "string.format(" + c.format(d) + ")"
	case 7:
		return "((" + c.str(d) + "):gsub(" + c.pick(`"a"`, `"%w"`, `"."`, `"b*"`, `"^."`) + ", " + c.pick(`"z"`, `"%0%0"`, `""`) + "))"
	case 8:
		return "(" + c.scalar(d) + " and " + c.str(d) + " or " + c.str(d) + ")"
	case 9:
		return "type(" + c.scalar(d) + ")"
	case 10:
		return "string.char(" + c.pick("65", "97, 98", "48, 49, 50") + ")"
	case 11:
		return "((" + c.str(d) + "):match(" + c.pick(`"%a+"`, `"%d+"`, `"^(.)"`, `"..."`) + ") or " + c.str(d) + ")"
	case 12:
		if c.IntN(2) == 0 {
			return c.pick("id\"q\"", "id[[l\"]]", "id'\\'\\n\\65\\\"'", "[==[\n]]x]==]", "id{"+c.str(d)+"}[1]", "table.concat{"+c.str(d)+"}")
		}
		return "({" + c.str(d) + ", x = " + c.str(d) + "})" + c.pick("[1]", ".x")
	}
	return "box:get(\"x\")"
}

func (c *coder) format(d int) string {
	number := "lo(" + c.num(d) + ")"
	switch c.IntN(4) {
	case 0:
		return c.pick(`"%d"`, `"%5d"`, `"%-5d|"`, `"%05d"`, `"%+d"`, `"% d"`, `"%.3d"`, `"%i"`) + ", math.floor(" + number + ")"
	case 1:
		return c.pick(`"%x"`, `"%X"`, `"%o"`, `"%#x"`, `"%u"`, `"%c"`, `"%08x"`, `"%#o"`) + ", math.abs(math.floor(" + number + ")) % 128 + 1"
	case 2:
		return c.pick(`"%g"`, `"%.3f"`, `"%e"`, `"%10.2f"`, `"%-8g|"`, `"%.0f"`, `"%+.1e"`, `"%G"`, `"%5.1f"`, `"%.10g"`, `"%#.3g"`, `"%08.3f"`) + ", " + number
	}
	return c.pick(`"%s"`, `"%q"`, `"%10s"`, `"%-10s|"`, `"%.3s"`, `"%s%%"`) + ", " + c.str(d)
}

// scalar is nil, a boolean, a number or a string.
func (c *coder) scalar(d int) string {
	if d <= 0 || c.IntN(8) == 0 {
		return c.pick(c.lit(), c.lit(), "e.v", "e.w", "e.n", "e.s", "box.x", "box.y", "box.none", c.one(aScalar, "e.w"), c.one(aScalar, "e.v"), c.one(aNum, "e.n"), c.one(aStr, "e.s"))
	}
	d--
	switch c.IntN(16) {
	case 0, 1, 2, 3, 4:
		return c.logic(d)
	case 5:
		return "(not " + c.scalar(d) + ")"
	case 6:
		return "(" + c.num(d) + c.pick(" < ", " > ", " <= ", " >= ", " == ", " ~= ") + c.num(d) + ")"
	case 7:
		return "(" + c.str(d) + c.pick(" < ", " > ", " <= ", " >= ", " == ", " ~= ") + c.str(d) + ")"
	case 8, 9:
		return "(" + c.scalar(d) + c.pick(" == ", " ~= ") + c.scalar(d) + ")"
	case 10:
		return c.one(aFunc, "id") + "(" + c.scalar(d) + ")" + c.pick("", " == "+c.lit())
	case 11:
		return "(" + c.pick("id", "two", c.one(aFunc, "id")) + "(" + c.scalar(d) + ", " + c.scalar(d) + "))"
	case 12:
		return c.num(d)
	case 13:
		return c.str(d)
	case 14:
		if c.open {
			return c.pick("(...)", "select(\"#\", ...)", "(select(1, ..., 1))")
		}
		return "({" + c.scalar(d) + ", " + c.scalar(d) + ", x = " + c.scalar(d) + "})" + c.pick("[1]", "[2]", ".x", "[3]", "[ "+c.scalar(d)+" or 1]")
	}
	return "box:get(" + c.pick(`"x"`, `"y"`, `"none"`, c.str(d)) + ")"
}

// closed is a scalar in a function that takes nothing open.
func (c *coder) closed(d int) string {
	open := c.open
	c.open = false
	defer func() { c.open = open }()
	return c.scalar(d)
}

// logic is made of and, or and not, with constants here and there.
func (c *coder) logic(d int) string {
	operand := func() string {
		switch c.IntN(5) {
		case 0:
			return c.lit()
		case 1:
			return "not " + c.pick(c.lit(), c.scalar(d-1))
		case 2:
			if d > 0 {
				return c.logic(d - 1)
			}
		}
		return c.scalar(d)
	}
	s := operand()
	for range 1 + c.IntN(2) {
		s += c.pick(" and ", " or ") + operand()
	}
	return "(" + s + ")"
}
