package scripting

import (
	"math"
	"strings"
)

// An entry is a function of the library, or a number.
type entry struct {
	name     string
	usage    string // how it is called
	returns  base
	least    int // arguments
	call     func(c libCall)
	constant float64
}

// A library is a table of functions.
type library struct {
	name    string
	entries []entry
}

func (l *library) find(name string) *entry {
	for i := range l.entries {
		if l.entries[i].name == name {
			return &l.entries[i]
		}
	}
	return nil
}

func (l *library) names() (names []string) {
	for _, e := range l.entries {
		names = append(names, e.name)
	}
	return names
}

var baseLibrary = []entry{
	{"assert", "assert(condition, message)", anything, 1, baseAssert, 0},
	{"error", "error(message, level)", isNil, 0, baseError, 0},
	{"ipairs", "ipairs(list)", isFunction, 1, baseIpairs, 0},
	{"next", "next(table, key)", anything, 1, baseNext, 0},
	{"pairs", "pairs(table)", isFunction, 1, basePairs, 0},
	{"pcall", "pcall(f, ...)", isBoolean, 1, basePcall, 0},
	{"select", `select(n, ...) or select("#", ...)`, anything, 1, baseSelect, 0},
	{"tonumber", "tonumber(value, base)", anything, 1, baseToNumber, 0},
	{"tostring", "tostring(value)", isString, 1, baseToString, 0},
	{"type", "type(value)", isString, 1, baseType, 0},
	{"unpack", "unpack(list, from, to)", anything, 1, baseUnpack, 0},
}

var libraries = []library{
	{"string", []entry{
		{"byte", "string.byte(s, from, to)", anything, 1, stringByte, 0},
		{"char", "string.char(...)", isString, 0, stringChar, 0},
		{"find", "string.find(s, pattern, from, plain)", anything, 2, stringFind, 0},
		{"format", "string.format(format, ...)", isString, 1, stringFormat, 0},
		{"gmatch", "string.gmatch(s, pattern)", isFunction, 2, stringGmatch, 0},
		{"gsub", "string.gsub(s, pattern, replacement, most)", isString, 3, stringGsub, 0},
		{"len", "string.len(s)", isNumber, 1, stringLen, 0},
		{"lower", "string.lower(s)", isString, 1, stringLower, 0},
		{"match", "string.match(s, pattern, from)", anything, 2, stringMatch, 0},
		{"rep", "string.rep(s, n)", isString, 2, stringRep, 0},
		{"reverse", "string.reverse(s)", isString, 1, stringReverse, 0},
		{"sub", "string.sub(s, from, to)", isString, 2, stringSub, 0},
		{"upper", "string.upper(s)", isString, 1, stringUpper, 0},
	}},
	{"table", []entry{
		{"concat", "table.concat(list, separator, from, to)", isString, 1, tableConcat, 0},
		{"insert", "table.insert(list, value) or table.insert(list, place, value)", isNil, 2, tableInsert, 0},
		{"remove", "table.remove(list, place)", anything, 1, tableRemove, 0},
		{"sort", "table.sort(list, before)", isNil, 1, tableSort, 0},
	}},
	{"math", []entry{
		{"abs", "math.abs(x)", isNumber, 1, one1(math.Abs), 0},
		{"ceil", "math.ceil(x)", isNumber, 1, one1(math.Ceil), 0},
		{"floor", "math.floor(x)", isNumber, 1, one1(math.Floor), 0},
		{"fmod", "math.fmod(x, y)", isNumber, 2, mathFmod, 0},
		{"huge", "", isNumber, 0, nil, math.Inf(1)},
		{"max", "math.max(x, ...)", isNumber, 1, mathMax, 0},
		{"min", "math.min(x, ...)", isNumber, 1, mathMin, 0},
		{"pi", "", isNumber, 0, nil, math.Pi},
		{"sqrt", "math.sqrt(x)", isNumber, 1, one1(math.Sqrt), 0},
	}},
}

func stringLibrary() *library { return &libraries[0] }

// A native is a function of the library, or of the game, as a value.
type native struct {
	name  string
	call  func(c libCall)
	moves bool // it is an iterator with a place of its own
}

// A libCall is a call of a native. Its arguments are the values of Machine.args from an index on,
// and its results take their place.
type libCall struct {
	m    *Machine
	name string // of the function
	from int
}

// count returns the number of arguments.
func (c libCall) count() int { return len(c.m.args) - c.from }

// arg returns the nth argument, from 1, or nil if there are fewer.
func (c libCall) arg(n int) Value {
	if args := c.m.args; c.from+n <= len(args) {
		return args[c.from+n-1]
	}
	return Nil
}

// wrong stops a script for an argument.
func (c libCall) wrong(n int, want string) {
	c.m.fail(nil, "%s: argument %d is %s, not %s", c.name, n, want, c.m.sort(c.arg(n)))
}

func (c libCall) table(n int) *table {
	v := c.arg(n)
	if v.is != valueTable {
		c.wrong(n, "a table")
	}
	return v.ext.(*table)
}

// text takes numbers too, as Lua does.
func (c libCall) text(n int) string {
	switch v := c.arg(n); v.is {
	case valueString:
		return v.Text()
	case valueNumber:
		return c.m.numeral(v.num)
	}
	c.wrong(n, "a string")
	return ""
}

// numeral writes a number.
func (m *Machine) numeral(f float64) string {
	m.charge(2)
	return formatNumber(f)
}

func (c libCall) number(n int) float64 {
	v := c.arg(n)
	if v.is != valueNumber {
		c.wrong(n, "a number")
	}
	return v.num
}

// whole returns a number argument without the digits after its point, or other for an
// absent one.
func (c libCall) whole(n, other int) int {
	if c.arg(n).is == valueNil {
		return other
	}
	f := c.number(n)
	if f != f {
		c.m.fail(nil, "%s: argument %d is nan", c.name, n)
	}
	return int(math.Trunc(max(-maxExact, min(maxExact, f))))
}

// give makes values the results, in place of the arguments.
func (c libCall) give(results ...Value) {
	c.m.args = append(c.m.args[:c.from], results...)
}

func (c libCall) giveNumber(f float64) { c.give(Number(f)) }

// giveText gives a new text.
func (c libCall) giveText(s string) { c.give(c.m.newText(s)) }

// call calls a function of a script with the values of Machine.args from an index on, and
// returns its first result.
func (c libCall) call(fn Value, from int) Value {
	c.m.callBack(fn, from)
	return c.m.first(from)
}

// span reads from and to as string.sub does: negative ones count from the end.
func span(from, to, n int) (int, int) {
	if from < 0 {
		from = max(n+from+1, 1)
	} else if from == 0 {
		from = 1
	}
	if to < 0 {
		to = n + to + 1
	}
	return from, min(to, n)
}

// The base library.

func baseAssert(c libCall) {
	if !c.arg(1).Bool() {
		if c.count() < 2 {
			c.m.fail(nil, "assertion failed")
		}
		c.m.raise(c.arg(2), 1)
	}
}

func baseError(c libCall) { c.m.raise(c.arg(1), c.whole(2, 1)) }

// basePcall calls a function, and returns true and its results; or, where it failed, false and
// what it failed with.
func basePcall(c libCall) {
	m := c.m
	if c.count() == 0 {
		m.fail(nil, "pcall: argument 1 is missing")
	}
	m.charge(functionSteps)
	fn := c.arg(1)
	m.args[c.from] = Boolean(true)
	if why, failed := m.try(fn, c.from+1); failed {
		c.give(Boolean(false), why)
	}
}

// shorten keeps messages of scripts short.
func shorten(s string) string {
	if len(s) > maxShown {
		return strings.ToValidUTF8(s[:maxShown], "") + "..."
	}
	return s
}

func baseIpairs(c libCall) {
	c.table(1)
	c.give(c.m.program.world.nextPlace, c.arg(1), Number(0))
}

func nextPlace(c libCall) {
	t, i := c.table(1), c.whole(2, 0)+1
	if v := t.at(i); v.is != valueNil {
		c.give(Number(float64(i)), v)
		return
	}
	c.give(Nil)
}

func basePairs(c libCall) {
	c.table(1)
	c.give(c.m.program.world.next, c.arg(1), Nil)
}

func baseNext(c libCall) {
	m, t, key := c.m, c.table(1), c.arg(2)
	if key.is == valueNumber && key.num != key.num {
		m.fail(nil, "next: the key is nan")
	}
	m.compared(key)
	w, ok := t.after(key)
	if !ok {
		c.give(Nil)
		return
	}
	k, v, passed := w.step(t)
	m.charge(passed >> 3)
	if k.is == valueNil {
		c.give(Nil)
		return
	}
	c.give(k, v)
}

func baseSelect(c libCall) {
	m, n := c.m, c.count()-1
	c.m.charge(n >> 2)
	if first := c.arg(1); first.is == valueString && first.Text() == "#" {
		c.giveNumber(float64(max(n, 0)))
		return
	}
	i := c.whole(1, 0)
	if c.arg(1).is == valueNil || i == 0 || i < -n {
		c.m.fail(nil, `select: argument 1 is a place or "#"`)
	}
	if i < 0 {
		i = n + i + 1
	}
	c.give(m.args[c.from+min(i, n+1):]...)
}

func baseToNumber(c libCall) {
	m, v := c.m, c.arg(1)
	if c.arg(2).is == valueNil {
		switch v.is {
		case valueNumber:
			c.give(v)
			return
		case valueString:
			m.charge(len(v.Text()) >> 4)
			if f, ok := readNumber(v.Text()); ok {
				c.giveNumber(f)
				return
			}
		}
		c.give(Nil)
		return
	}
	base := c.whole(2, 10)
	if base < 2 || base > 36 {
		m.fail(nil, "tonumber: the base is 2 to 36")
	}
	s := c.text(1)
	m.charge(len(s) >> 4)
	if f, ok := readWhole(s, base); ok {
		c.giveNumber(f)
		return
	}
	c.give(Nil)
}

func baseToString(c libCall) {
	if v := c.arg(1); v.is == valueString {
		c.give(v)
		return
	}
	c.giveText(c.m.tostring(c.arg(1)))
}

func baseType(c libCall) {
	if c.count() == 0 {
		c.m.fail(nil, "type: argument 1 is missing")
	}
	c.give(String(c.m.typeName(c.arg(1))))
}

func baseUnpack(c libCall) {
	t := c.table(1)
	from, to := c.whole(2, 1), c.whole(3, len(t.items))
	if to-from >= maxValues {
		c.m.fail(ErrMemory, "unpack: at most %d values", maxValues)
	}
	c.m.charge(max(0, to-from))
	c.give()
	for i := from; i <= to; i++ {
		c.m.args = append(c.m.args, t.at(i))
	}
}

// Operators.

// join joins strings and numbers. Of what cannot be joined, name returns what the script calls it.
func (m *Machine) join(values []Value, name func(i int) string) string {
	text := m.text[:0]
	for i, v := range values {
		switch v.is {
		case valueString:
			text = append(text, v.Text()...)
		case valueNumber:
			m.charge(2)
			text = appendNumber(text, v.num)
		default:
			m.fail(nil, "cannot join %s with ..: use tostring", m.named(v, name(i)))
		}
		if len(text) > maxString {
			m.tooLong()
		}
	}
	m.text = text
	return m.intern(text)
}

// power computes b^e for a whole exponent: only that is exact, and equal, everywhere.
func (m *Machine) power(b, e float64) float64 {
	if e != math.Trunc(e) || math.Abs(e) > 1024 {
		m.fail(nil, "x^%s: the exponent is a whole number of at most 1024; see math.sqrt", formatNumber(e))
	}
	result, n := 1.0, int(math.Abs(e))
	m.charge(n >> 4)
	for range n {
		result = float64(result * b)
	}
	if e < 0 {
		result = 1 / result
	}
	return result
}

func (m *Machine) modulo(a, b float64) float64 {
	f := m.remainder(a, b)
	if b > 0 && f < 0 || b < 0 && f > 0 {
		f += b
	}
	return f
}

// remainder is math.Mod, which works the longer, the more bits a has before those
// of b.
func (m *Machine) remainder(a, b float64) float64 {
	if math.Abs(a) > 1<<16*math.Abs(b) {
		_, i := math.Frexp(a)
		_, j := math.Frexp(b)
		m.charge(max(0, i-j) >> 2)
	}
	return math.Mod(a, b)
}

// math.

func one1(f func(float64) float64) func(c libCall) {
	return func(c libCall) { c.giveNumber(f(c.number(1))) }
}

func mathFmod(c libCall) { c.giveNumber(c.m.remainder(c.number(1), c.number(2))) }
func mathMax(c libCall)  { c.extreme(larger) }
func mathMin(c libCall)  { c.extreme(smaller) }

func (c libCall) extreme(better func(best, f float64) float64) {
	best := c.number(1)
	c.m.charge(c.count() >> 2)
	for i := 2; i <= c.count(); i++ {
		best = better(best, c.number(i))
	}
	c.giveNumber(best)
}

// table.

func tableConcat(c libCall) {
	m, t := c.m, c.table(1)
	sep := ""
	if c.arg(2).is != valueNil {
		sep = c.text(2)
	}
	from, to := c.whole(3, 1), c.whole(4, len(t.items))
	if to-from >= maxTable {
		m.fail(ErrMemory, "table.concat: at most %d items", maxTable)
	}
	m.charge(max(0, to-from))
	text := m.text[:0]
	for i := from; i <= to; i++ {
		switch v := t.at(i); v.is {
		case valueString:
			text = append(text, v.Text()...)
		case valueNumber:
			m.charge(2)
			text = appendNumber(text, v.num)
		default:
			m.fail(nil, "table.concat: item %d is %s", i, m.sort(v))
		}
		if i < to {
			text = append(text, sep...)
		}
		if len(text) > maxString {
			m.tooLong()
		}
	}
	m.text = text
	c.giveText(m.intern(text))
}

func tableInsert(c libCall) {
	m, t := c.m, c.table(1)
	m.writable(t)
	n := len(t.items)
	place, value := n+1, c.arg(2)
	if c.count() > 2 {
		place, value = c.whole(2, 0), c.arg(3)
		if place < 1 || place > n+1 {
			m.fail(nil, "table.insert: the place is 1 to %d, not %d", n+1, place)
		}
	}
	m.charge(1 + (n-place+1)>>2)
	if place <= n {
		m.putAt(t, n+1, t.items[n-1])
		copy(t.items[place:n], t.items[place-1:n-1])
	}
	m.putAt(t, place, value)
	c.give()
}

func tableRemove(c libCall) {
	m, t := c.m, c.table(1)
	m.writable(t)
	n := len(t.items)
	place := c.whole(2, n)
	if n == 0 || place < 1 || place > n {
		if c.arg(2).is != valueNil && (place < 1 || place > n+1) {
			m.fail(nil, "table.remove: the place is 1 to %d, not %d", n, place)
		}
		c.give(Nil)
		return
	}
	gone := t.items[place-1]
	m.charge(1 + (n-place)>>2)
	t.own()
	copy(t.items[place-1:], t.items[place:])
	m.putAt(t, n, Nil)
	c.give(gone)
}

// tableSort sorts stably, and ends whatever the comparison says.
func tableSort(c libCall) {
	m, t := c.m, c.table(1)
	m.writable(t)
	before := func(a, b Value) bool {
		m.charge(4)
		switch {
		case a.is == valueNumber && b.is == valueNumber:
			return a.num < b.num
		case a.is == valueString && b.is == valueString:
			m.charge(min(len(a.Text()), len(b.Text())) >> 5)
			return a.Text() < b.Text()
		}
		m.fail(nil, "table.sort: cannot compare %s with %s", m.sort(a), m.sort(b))
		return false
	}
	if fn := c.arg(2); fn.is != valueNil {
		if fn.is != valueFunction {
			c.wrong(2, "a function")
		}
		before = func(a, b Value) bool {
			m.charge(4)
			from := len(m.args)
			m.args = append(m.args, a, b)
			return c.call(fn, from).Bool()
		}
	}
	n := len(t.items)
	m.charge(n)
	m.take(32 * n)
	var room [16]Value
	items, other := room[:0], room[8:8]
	if n > 8 {
		items, other = make([]Value, 0, n), make([]Value, 0, n)
	}
	items = append(items, t.items...)
	other = other[:n]
	for width := 1; width < n; width *= 2 {
		for from := 0; from < n; from += 2 * width {
			mid, end := min(from+width, n), min(from+2*width, n)
			a, b := from, mid
			for i := from; i < end; i++ {
				if a < mid && (b >= end || !before(items[b], items[a])) {
					other[i] = items[a]
					a++
				} else {
					other[i] = items[b]
					b++
				}
			}
		}
		items, other = other, items
	}
	for i, v := range items { // what the comparison did to the table does not count
		if i < len(t.items) {
			t.own()
			t.items[i] = v
		} else {
			m.putAt(t, i+1, v)
		}
	}
	t.trim()
	c.give()
}
