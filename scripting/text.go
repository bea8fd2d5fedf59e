package scripting

import (
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// The string library.

func stringByte(L *lua.LState) int {
	in := of(L)
	s := in.stringArg(1, "string.byte")
	from := in.intArg(2, "string.byte", 1)
	from, to := span(from, in.intArg(3, "string.byte", from), len(s))
	if to-from >= maxValues {
		in.fail(ErrMemory, "string.byte: at most %d values", maxValues)
	}
	in.charge(max(0, to-from))
	for i := from; i <= to; i++ {
		L.Push(boxes[smallest+int(s[i-1])])
	}
	return max(0, to-from+1)
}

func stringChar(L *lua.LState) int {
	in := of(L)
	b := make([]byte, L.GetTop())
	for i := range b {
		c := in.intArg(i+1, "string.char", -1)
		if c < 0 || c > 255 {
			in.fail(nil, "string.char: argument %d is 0 to 255", i+1)
		}
		b[i] = byte(c)
	}
	return in.giveString(string(b))
}

func stringLen(L *lua.LState) int {
	in := of(L)
	return in.giveNumber(float64(len(in.stringArg(1, "string.len"))))
}

// mapped makes a function that changes each byte.
func mapped(name string, f func([]byte)) lua.LGFunction {
	return func(L *lua.LState) int {
		in := of(L)
		s := in.stringArg(1, name)
		in.charge(len(s) >> 4)
		b := []byte(s)
		f(b)
		return in.giveString(string(b))
	}
}

// lower and upper know the letters of ASCII only, as Lua does.
var (
	stringLower = mapped("string.lower", func(b []byte) {
		for i, c := range b {
			if 'A' <= c && c <= 'Z' {
				b[i] = c + 32
			}
		}
	})
	stringUpper = mapped("string.upper", func(b []byte) {
		for i, c := range b {
			if 'a' <= c && c <= 'z' {
				b[i] = c - 32
			}
		}
	})
	stringReverse = mapped("string.reverse", func(b []byte) {
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
	})
)

func stringRep(L *lua.LState) int {
	in := of(L)
	s, n := in.stringArg(1, "string.rep"), in.intArg(2, "string.rep", 0)
	if n <= 0 || s == "" {
		return in.give(lua.LString(""))
	}
	if n > maxString/len(s) {
		in.tooLong()
	}
	in.charge(len(s) * n >> 5)
	return in.giveString(strings.Repeat(s, n))
}

func stringSub(L *lua.LState) int {
	in := of(L)
	s := in.stringArg(1, "string.sub")
	from, to := span(in.intArg(2, "string.sub", 1), in.intArg(3, "string.sub", -1), len(s))
	if from > to {
		return in.give(lua.LString(""))
	}
	return in.giveString(strings.Clone(s[from-1 : to])) // which keeps s alive no longer than s is
}

// stringFormat knows %d %i %u %c %x %X %o %e %E %f %g %G %q %s and %%, with
// flags, width and precision of at most two digits.
func stringFormat(L *lua.LState) int {
	in := of(L)
	format := in.stringArg(1, "string.format")
	in.charge(len(format) >> 3)
	var out []byte
	arg := 1
	for i := 0; i < len(format); i++ {
		c := format[i]
		if c != '%' {
			out = append(out, c)
			continue
		}
		i++
		if i < len(format) && format[i] == '%' {
			out = append(out, '%')
			continue
		}
		var d directive
		rest, ok := d.read(format[i:])
		if !ok {
			in.fail(nil, "string.format: %q is not understood", shortenTo("%"+format[i:], 10))
		}
		i = len(format) - len(rest) - 1
		arg++
		if arg > L.GetTop() {
			in.fail(nil, "string.format: there are more directives than arguments")
		}
		in.charge(d.cost(L.Get(arg)))
		out = append(out, in.directed(&d, arg)...)
		if len(out) > maxString {
			in.tooLong()
		}
	}
	return in.giveString(string(out))
}

func shortenTo(s string, n int) string { return s[:min(n, len(s))] }

// A directive is one %... of a format.
type directive struct {
	minus, plus, space, alternate, zero bool
	width, precision                    int // -1 for none
	verb                                byte
}

func (d *directive) read(s string) (rest string, ok bool) {
	d.width, d.precision = -1, -1
	i := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			d.minus = true
		case '+':
			d.plus = true
		case ' ':
			d.space = true
		case '#':
			d.alternate = true
		case '0':
			d.zero = true
		default:
			goto sizes
		}
	}
sizes:
	size := func() int {
		n, from := 0, i
		for ; i < len(s) && i < from+2 && '0' <= s[i] && s[i] <= '9'; i++ {
			n = n*10 + int(s[i]-'0')
		}
		if i == from {
			return -1
		}
		return n
	}
	d.width = size()
	if i < len(s) && s[i] == '.' {
		i++
		d.precision = max(0, size())
	}
	if i >= len(s) || strings.IndexByte("diucxXoeEfgGqs", s[i]) < 0 {
		return "", false
	}
	d.verb = s[i]
	return s[i+1:], true
}

// cost returns the steps of a directive: digits of a large number are computed one by
// one.
func (d *directive) cost(arg lua.LValue) int {
	steps := 8 + max(d.width, 0)>>4
	if n, ok := arg.(lua.LNumber); ok && strings.IndexByte("eEfgG", d.verb) >= 0 {
		steps += max(d.precision, 6)
		if _, exponent := math.Frexp(float64(n)); float64(n)-float64(n) == 0 {
			steps += max(exponent, -exponent) >> 2
		}
	}
	return steps
}

// directed formats one argument.
func (in *instance) directed(d *directive, arg int) string {
	L := in.L
	const name = "string.format"
	sign, body := "", ""
	numeric, signed := true, strings.IndexByte("xXou", d.verb) < 0
	switch d.verb {
	case 's':
		body, numeric = in.text(L.Get(arg)), false
		if d.precision >= 0 {
			body = shortenTo(body, d.precision)
		}
	case 'q':
		return quoteLua(in.stringArg(arg, name))
	case 'c':
		c := in.intArg(arg, name, 0)
		if c < 0 || c > 255 {
			in.fail(nil, "string.format: argument %d is 0 to 255", arg)
		}
		body, numeric = string([]byte{byte(c)}), false
	case 'e', 'E', 'f', 'g', 'G':
		f := in.numberArg(arg, name)
		if math.Signbit(f) && f == f {
			sign, f = "-", -f
		}
		precision := d.precision
		if precision < 0 {
			precision = 6
		}
		switch {
		case f-f != 0:
			body = formatNumber(f)
			d.zero = false
		case d.verb == 'g' || d.verb == 'G':
			body = formatG(f, max(1, precision), d.alternate)
		default:
			body = strconv.FormatFloat(f, d.verb|0x20, precision, 64)
			if d.alternate && precision == 0 {
				mantissa, exponent, small := strings.Cut(body, "e")
				if body = mantissa + "."; small {
					body += "e" + exponent
				}
			}
		}
		if d.verb < 'a' {
			body = strings.ToUpper(body)
		}
	default:
		f := in.numberArg(arg, name)
		if f != math.Trunc(f) || math.Abs(f) > maxExact {
			in.fail(nil, "string.format: %%%c needs a whole number, not %s", d.verb, formatNumber(f))
		}
		if f < 0 {
			if d.verb != 'd' && d.verb != 'i' {
				in.fail(nil, "string.format: %%%c needs a number that is not negative", d.verb)
			}
			sign, f = "-", -f
		}
		switch d.verb {
		case 'x', 'X':
			body = strconv.FormatInt(int64(f), 16)
			if d.alternate && f != 0 {
				sign = "0x"
			}
		case 'o':
			body = strconv.FormatInt(int64(f), 8)
		default:
			body = strconv.FormatInt(int64(f), 10)
		}
		if d.verb == 'X' {
			sign, body = strings.ToUpper(sign), strings.ToUpper(body)
		}
		if d.precision >= 0 {
			if f == 0 && d.precision == 0 {
				body = ""
			}
			body = strings.Repeat("0", max(0, d.precision-len(body))) + body
			d.zero = false
		}
		if d.verb == 'o' && d.alternate && !strings.HasPrefix(body, "0") {
			body = "0" + body
		}
	}
	if numeric && signed && sign == "" {
		if d.plus {
			sign = "+"
		} else if d.space {
			sign = " "
		}
	}
	pad := max(0, d.width-len(sign)-len(body))
	switch {
	case d.minus:
		return sign + body + strings.Repeat(" ", pad)
	case d.zero && numeric:
		return sign + strings.Repeat("0", pad) + body
	}
	return strings.Repeat(" ", pad) + sign + body
}

// formatG is C's %g: no trailing zeros but where they are asked for, and an
// exponent of at least two digits.
func formatG(f float64, precision int, zeros bool) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', precision-1, 64), "e")
	x, _ := strconv.Atoi(exponent)
	small := x >= -4 && x < precision
	if small {
		mantissa = strconv.FormatFloat(f, 'f', precision-1-x, 64)
	}
	switch point := strings.Contains(mantissa, "."); {
	case point && !zeros:
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	case !point && zeros:
		mantissa += "."
	}
	if small {
		return mantissa
	}
	return mantissa + "e" + exponent
}

// quoteLua writes a string as Lua reads it.
func quoteLua(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\\', '\n':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\r':
			b.WriteString(`\r`)
		case 0:
			b.WriteString(`\000`)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func stringFind(L *lua.LState) int  { return search(L, "string.find", true) }
func stringMatch(L *lua.LState) int { return search(L, "string.match", false) }

func search(L *lua.LState, name string, find bool) int {
	in := of(L)
	s, pattern := in.stringArg(1, name), in.stringArg(2, name)
	from := in.intArg(3, name, 1)
	if from < 0 {
		from = max(1, len(s)+from+1)
	}
	from = max(1, from)
	if from > len(s)+1 {
		return in.give(lua.LNil)
	}
	if find && (lua.LVAsBool(L.Get(4)) || !strings.ContainsAny(pattern, "^$*+?.([%-")) {
		in.charge(1 + len(s)>>4 + len(pattern)>>4)
		i := strings.Index(s[from-1:], pattern)
		if i < 0 {
			return in.give(lua.LNil)
		}
		in.giveNumber(float64(from + i))
		in.giveNumber(float64(from + i + len(pattern) - 1))
		return 2
	}
	m := matcher{in: in, s: s, p: pattern}
	anchored := strings.HasPrefix(pattern, "^")
	p := 0
	if anchored {
		p = 1
	}
	for at := from - 1; at <= len(s); at++ {
		m.level = 0
		if end := m.match(at, p); end >= 0 {
			if find {
				in.giveNumber(float64(at + 1))
				in.giveNumber(float64(end))
				return 2 + m.push(at, end, false)
			}
			return m.push(at, end, true)
		}
		if anchored {
			break
		}
	}
	return in.give(lua.LNil)
}

// stringGmatch returns an iterator that moves; see freeze.
func stringGmatch(L *lua.LState) int {
	in := of(L)
	s, pattern := in.stringArg(1, "string.gmatch"), in.stringArg(2, "string.gmatch")
	in.take(256)
	in.charge(8)
	at := 0
	return in.give(&lua.LFunction{IsG: true, Env: in.m.program.world.globals, GFunction: func(L *lua.LState) int {
		in := of(L)
		m := matcher{in: in, s: s, p: pattern}
		for ; at <= len(s); at++ {
			m.level = 0
			if end := m.match(at, 0); end >= 0 {
				from := at
				at = end
				if end == from {
					at++
				}
				return m.push(from, end, true)
			}
		}
		return in.give(lua.LNil)
	}})
}

func stringGsub(L *lua.LState) int {
	in := of(L)
	s, pattern := in.stringArg(1, "string.gsub"), in.stringArg(2, "string.gsub")
	replacement := L.Get(3)
	switch replacement.(type) {
	case lua.LString, lua.LNumber, *lua.LTable, *lua.LFunction:
	default:
		in.wrong(3, "string.gsub", "a string, a table or a function", replacement)
	}
	most := in.intArg(4, "string.gsub", len(s)+1)
	m := matcher{in: in, s: s, p: pattern}
	p := 0
	anchored := strings.HasPrefix(pattern, "^")
	if anchored {
		p = 1
	}
	var out []byte
	at, count := 0, 0
	for count < most {
		m.level = 0
		end := m.match(at, p)
		if end >= 0 {
			count++
			out = m.replace(out, at, end, replacement)
		}
		if end > at {
			at = end
		} else if at < len(s) {
			out = append(out, s[at])
			at++
		} else {
			break
		}
		if len(out) > maxString {
			in.tooLong()
		}
		if anchored {
			break
		}
	}
	if at < len(s) {
		out = append(out, s[at:]...)
	}
	if len(out) > maxString {
		in.tooLong()
	}
	in.giveString(string(out))
	in.giveNumber(float64(count))
	return 2
}

// replace appends the replacement of a match.
func (m *matcher) replace(out []byte, from, end int, replacement lua.LValue) []byte {
	in, L := m.in, m.in.L
	var v lua.LValue
	switch r := replacement.(type) {
	case *lua.LTable:
		v = r.RawGet(m.capture(0, from, end))
	case *lua.LFunction:
		in.charge(4)
		L.Push(r)
		n := m.push(from, end, true)
		L.Call(n, 1)
		v = L.Get(-1)
		L.Pop(1)
	default:
		template := in.stringArg(3, "string.gsub")
		in.charge(1 + len(template)>>4)
		for i := 0; i < len(template); i++ {
			c := template[i]
			if c != '%' {
				out = append(out, c)
				continue
			}
			i++
			switch {
			case i == len(template) || !('0' <= template[i] && template[i] <= '9' || template[i] == '%'):
				in.fail(nil, "string.gsub: %% in a replacement stands before a digit or %%")
			case template[i] == '%':
				out = append(out, '%')
			case template[i] == '0':
				out = append(out, m.s[from:end]...)
			default:
				out = append(out, in.text(m.capture(int(template[i]-'1'), from, end))...)
			}
			if len(out) > maxString {
				in.tooLong()
			}
		}
		return out
	}
	switch v := v.(type) {
	case lua.LString, lua.LNumber:
		return append(out, in.text(v)...)
	default:
		if lua.LVAsBool(v) {
			in.fail(nil, "string.gsub: a replacement is a string, not %s", in.sort(v))
		}
		return append(out, m.s[from:end]...)
	}
}
