package scripting

import (
	"math"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// An entry is a function of the library, or a number.
type entry struct {
	name     string
	usage    string // how it is called
	returns  base
	least    int // arguments
	call     lua.LGFunction
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
	{"error", "error(message)", isNil, 0, baseError, 0},
	{"ipairs", "ipairs(list)", isFunction, 1, baseIpairs, 0},
	{"next", "next(table, key)", anything, 1, baseNext, 0},
	{"pairs", "pairs(table)", isFunction, 1, basePairs, 0},
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
		{"abs", "math.abs(x)", isNumber, 1, mathAbs, 0},
		{"ceil", "math.ceil(x)", isNumber, 1, mathCeil, 0},
		{"floor", "math.floor(x)", isNumber, 1, mathFloor, 0},
		{"fmod", "math.fmod(x, y)", isNumber, 2, mathFmod, 0},
		{"huge", "", isNumber, 0, nil, math.Inf(1)},
		{"max", "math.max(x, ...)", isNumber, 1, mathMax, 0},
		{"min", "math.min(x, ...)", isNumber, 1, mathMin, 0},
		{"pi", "", isNumber, 0, nil, math.Pi},
		{"sqrt", "math.sqrt(x)", isNumber, 1, mathSqrt, 0},
	}},
}

func stringLibrary() *library { return &libraries[0] }

// Arguments.

// wrong stops a script for an argument.
func (in *instance) wrong(n int, what string, want string, got lua.LValue) {
	in.fail(nil, "%s: argument %d is %s, not %s", what, n, want, in.sort(got))
}

func (in *instance) tableArg(n int, what string) *lua.LTable {
	t, ok := in.L.Get(n).(*lua.LTable)
	if !ok {
		in.wrong(n, what, "a table", in.L.Get(n))
	}
	return t
}

// stringArg takes numbers too, as Lua does.
func (in *instance) stringArg(n int, what string) string {
	switch v := in.L.Get(n).(type) {
	case lua.LString:
		return string(v)
	case lua.LNumber:
		return in.numeral(v)
	}
	in.wrong(n, what, "a string", in.L.Get(n))
	return ""
}

// numeral writes a number.
func (in *instance) numeral(n lua.LNumber) string {
	in.charge(2)
	return formatNumber(float64(n))
}

func (in *instance) numberArg(n int, what string) float64 {
	f, ok := in.L.Get(n).(lua.LNumber)
	if !ok {
		in.wrong(n, what, "a number", in.L.Get(n))
	}
	return float64(f)
}

// intArg returns a number argument without the digits after its point, or other for an
// absent one.
func (in *instance) intArg(n int, what string, other int) int {
	v := in.L.Get(n)
	if v == lua.LNil {
		return other
	}
	f := in.numberArg(n, what)
	if f != f {
		in.fail(nil, "%s: argument %d is nan", what, n)
	}
	return int(math.Trunc(max(-maxExact, min(maxExact, f))))
}

func (in *instance) give(v lua.LValue) int {
	in.L.Push(v)
	return 1
}

func (in *instance) giveString(s string) int { return in.give(in.newString(s)) }

func (in *instance) giveNumber(f float64) int { return in.give(in.box(Number(f))) }

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

func baseAssert(L *lua.LState) int {
	if lua.LVIsFalse(L.Get(1)) {
		in := of(L)
		if L.GetTop() < 2 {
			in.fail(nil, "assertion failed")
		}
		in.fail(nil, "%s", shorten(in.text(L.Get(2))))
	}
	return L.GetTop()
}

func baseError(L *lua.LState) int {
	in := of(L)
	in.fail(nil, "%s", shorten(in.text(L.Get(1))))
	return 0
}

// shorten keeps messages of scripts short.
func shorten(s string) string {
	if len(s) > maxShown {
		return strings.ToValidUTF8(s[:maxShown], "") + "..."
	}
	return s
}

func baseIpairs(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "ipairs")
	L.Push(in.m.program.world.ipairs)
	L.Push(t)
	L.Push(boxes[smallest])
	return 3
}

func nextPlace(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "ipairs")
	i := in.intArg(2, "ipairs", 0) + 1
	v := t.RawGetInt(i)
	if v == lua.LNil {
		return in.give(lua.LNil)
	}
	L.Push(in.box(Number(float64(i))))
	L.Push(v)
	return 2
}

func basePairs(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "pairs")
	L.Push(in.m.program.world.pairs)
	L.Push(t)
	L.Push(lua.LNil)
	return 3
}

func baseNext(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "next")
	key := L.Get(2)
	if n, ok := key.(lua.LNumber); ok && n != n {
		in.fail(nil, "next: the key is nan")
	}
	k, v := t.Next(key)
	in.passed(t, key, k)
	if k == lua.LNil {
		return in.give(lua.LNil)
	}
	if n, ok := k.(lua.LNumber); ok {
		k = in.box(Number(float64(n)))
	}
	L.Push(k)
	L.Push(v)
	return 2
}

func baseSelect(L *lua.LState) int {
	in := of(L)
	n := L.GetTop() - 1
	in.charge(n >> 2)
	if L.Get(1) == lua.LString("#") {
		return in.giveNumber(float64(max(n, 0)))
	}
	i := int(in.intArg(1, "select", 0))
	if L.Get(1) == lua.LNil || i == 0 || i < -n {
		in.fail(nil, `select: argument 1 is a place or "#"`)
	}
	if i < 0 {
		return -i
	}
	return max(0, n-i+1)
}

func baseToNumber(L *lua.LState) int {
	in := of(L)
	v := L.Get(1)
	if L.Get(2) == lua.LNil {
		switch v := v.(type) {
		case lua.LNumber:
			return in.give(v)
		case lua.LString:
			in.charge(len(v) >> 4)
			if f, ok := readNumber(string(v)); ok {
				return in.giveNumber(f)
			}
		}
		return in.give(lua.LNil)
	}
	base := in.intArg(2, "tonumber", 10)
	if base < 2 || base > 36 {
		in.fail(nil, "tonumber: the base is 2 to 36")
	}
	s := in.stringArg(1, "tonumber")
	in.charge(len(s) >> 4)
	if f, ok := readWhole(s, base); ok {
		return in.giveNumber(f)
	}
	return in.give(lua.LNil)
}

func baseToString(L *lua.LState) int {
	in := of(L)
	if s, ok := L.Get(1).(lua.LString); ok {
		return in.give(s)
	}
	return in.giveString(in.text(L.Get(1)))
}

func baseType(L *lua.LState) int {
	in := of(L)
	if L.GetTop() == 0 {
		in.fail(nil, "type: argument 1 is missing")
	}
	return in.give(lua.LString(in.typeName(L.Get(1))))
}

func baseUnpack(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "unpack")
	from, to := in.intArg(2, "unpack", 1), in.intArg(3, "unpack", t.Len())
	if to-from >= maxValues {
		in.fail(ErrMemory, "unpack: at most %d values", maxValues)
	}
	in.charge(max(0, to-from))
	for i := from; i <= to; i++ {
		L.Push(t.RawGetInt(i))
	}
	return max(0, to-from+1)
}

// Operators.

// concat implements the operator ..
func concat(L *lua.LState) int {
	in := of(L)
	var parts [maxJoined]Value
	n := L.GetTop()
	for i := range n {
		parts[i] = in.raw(L.Get(i + 1))
	}
	return in.giveString(in.join(parts[:n]))
}

// maxJoined is how many operands of .. are joined at once: a call's arguments are
// registers.
const maxJoined = 40

// join joins strings and numbers.
func (in *instance) join(values []Value) string {
	text := in.m.text[:0]
	for _, v := range values {
		switch v.is {
		case valueString:
			text = append(text, v.Text()...)
		case valueNumber:
			in.charge(2)
			text = appendNumber(text, v.num)
		default:
			in.fail(nil, "cannot join %s with ..: use tostring", in.sort(in.box(v)))
		}
		if len(text) > maxString {
			in.tooLong()
		}
	}
	in.m.text = text
	return string(text)
}

// power implements the operator ^, with a whole exponent: only that is exact, and
// equal, everywhere.
func power(L *lua.LState) int {
	in := of(L)
	return in.giveNumber(in.power(in.operands("pow", L.Get(1), L.Get(2))))
}

func (in *instance) power(b, e float64) float64 {
	if e != math.Trunc(e) || math.Abs(e) > 1024 {
		in.fail(nil, "x^%s: the exponent is a whole number of at most 1024; see math.sqrt", formatNumber(e))
	}
	result, n := 1.0, int(math.Abs(e))
	in.charge(n >> 4)
	for range n {
		result = float64(result * b)
	}
	if e < 0 {
		result = 1 / result
	}
	return result
}

// modulo implements the operator %.
func modulo(L *lua.LState) int {
	in := of(L)
	return in.giveNumber(in.modulo(in.operands("mod", L.Get(1), L.Get(2))))
}

func (in *instance) modulo(a, b float64) float64 {
	f := in.remainder(a, b)
	if b > 0 && f < 0 || b < 0 && f > 0 {
		f += b
	}
	return f
}

// remainder is math.Mod, which works the longer, the more bits a has before those
// of b.
func (in *instance) remainder(a, b float64) float64 {
	if math.Abs(a) > 1<<16*math.Abs(b) {
		_, m := math.Frexp(a)
		_, n := math.Frexp(b)
		in.charge(max(0, m-n) >> 2)
	}
	return math.Mod(a, b)
}

// math.

func one1(name string, f func(float64) float64) lua.LGFunction {
	return func(L *lua.LState) int {
		in := of(L)
		return in.giveNumber(f(in.numberArg(1, name)))
	}
}

var (
	mathAbs   = one1("math.abs", math.Abs)
	mathCeil  = one1("math.ceil", math.Ceil)
	mathFloor = one1("math.floor", math.Floor)
	mathSqrt  = one1("math.sqrt", math.Sqrt)
)

func mathFmod(L *lua.LState) int {
	in := of(L)
	return in.giveNumber(in.remainder(in.numberArg(1, "math.fmod"), in.numberArg(2, "math.fmod")))
}

func mathMax(L *lua.LState) int {
	return extreme(L, "math.max", func(a, b float64) bool { return a > b })
}
func mathMin(L *lua.LState) int {
	return extreme(L, "math.min", func(a, b float64) bool { return a < b })
}

func extreme(L *lua.LState, name string, better func(a, b float64) bool) int {
	in := of(L)
	best := in.numberArg(1, name)
	in.charge(L.GetTop() >> 2)
	for i := 2; i <= L.GetTop(); i++ {
		if f := in.numberArg(i, name); better(f, best) {
			best = f
		}
	}
	return in.giveNumber(best)
}

// table.

func tableConcat(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "table.concat")
	sep := ""
	if L.Get(2) != lua.LNil {
		sep = in.stringArg(2, "table.concat")
	}
	from, to := in.intArg(3, "table.concat", 1), in.intArg(4, "table.concat", t.Len())
	if to-from >= maxTable {
		in.fail(ErrMemory, "table.concat: at most %d items", maxTable)
	}
	in.charge(max(0, to-from))
	var b strings.Builder
	for i := from; i <= to; i++ {
		switch v := t.RawGetInt(i).(type) {
		case lua.LString:
			b.WriteString(string(v))
		case lua.LNumber:
			b.WriteString(in.numeral(v))
		default:
			in.fail(nil, "table.concat: item %d is %s", i, in.sort(v))
		}
		if i < to {
			b.WriteString(sep)
		}
		if b.Len() > maxString {
			in.tooLong()
		}
	}
	return in.giveString(b.String())
}

func tableInsert(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "table.insert")
	in.writable(t)
	n := t.Len()
	place, value := n+1, L.Get(2)
	if L.GetTop() > 2 {
		place, value = in.intArg(2, "table.insert", 0), L.Get(3)
		if place < 1 || place > n+1 {
			in.fail(nil, "table.insert: the place is 1 to %d, not %d", n+1, place)
		}
	}
	if n >= maxTable {
		in.fail(ErrMemory, "a list has at most %d items", maxTable)
	}
	in.charge(1 + (n-place+1)>>2)
	for i := n; i >= place; i-- {
		in.putAt(t, i+1, t.RawGetInt(i))
	}
	in.putAt(t, place, value)
	return 0
}

func tableRemove(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "table.remove")
	in.writable(t)
	n := t.Len()
	place := in.intArg(2, "table.remove", n)
	if n == 0 || place < 1 || place > n {
		if L.Get(2) != lua.LNil && (place < 1 || place > n+1) {
			in.fail(nil, "table.remove: the place is 1 to %d, not %d", n, place)
		}
		return in.give(lua.LNil)
	}
	gone := t.RawGetInt(place)
	in.charge(1 + (n-place)>>2)
	for i := place; i < n; i++ {
		t.RawSetInt(i, t.RawGetInt(i+1))
	}
	t.RawSetInt(n, lua.LNil)
	in.shrink(t, n)
	return in.give(gone)
}

// tableSort sorts stably, and ends whatever the comparison says.
func tableSort(L *lua.LState) int {
	in := of(L)
	t := in.tableArg(1, "table.sort")
	in.writable(t)
	before := func(a, b lua.LValue) bool {
		in.charge(4)
		switch a := a.(type) {
		case lua.LNumber:
			if b, ok := b.(lua.LNumber); ok {
				return a < b
			}
		case lua.LString:
			if b, ok := b.(lua.LString); ok {
				in.charge(min(len(a), len(b)) >> 5)
				return a < b
			}
		}
		in.fail(nil, "table.sort: cannot compare %s with %s", in.sort(a), in.sort(b))
		return false
	}
	if fn := L.Get(2); fn != lua.LNil {
		if _, ok := fn.(*lua.LFunction); !ok {
			in.wrong(2, "table.sort", "a function", fn)
		}
		before = func(a, b lua.LValue) bool {
			in.charge(4)
			L.Push(fn)
			L.Push(a)
			L.Push(b)
			L.Call(2, 1)
			yes := lua.LVAsBool(L.Get(-1))
			L.Pop(1)
			return yes
		}
	}
	n := t.Len()
	in.charge(n)
	in.take(32 * n)
	items, other := make([]lua.LValue, n), make([]lua.LValue, n)
	for i := range items {
		items[i] = t.RawGetInt(i + 1)
	}
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
	in.writable(t) // the comparison cannot freeze it, but who knows
	for i, v := range items {
		t.RawSetInt(i+1, v)
	}
	in.shrink(t, n)
	return 0
}
