package scripting

import (
	"math"
	"strconv"
	"strings"
)

// The string library.

func stringByte(c libCall) {
	m, s := c.m, c.text(1)
	from := c.whole(2, 1)
	from, to := span(from, c.whole(3, from), len(s))
	if to-from >= maxValues {
		m.fail(ErrMemory, "string.byte: at most %d values", maxValues)
	}
	m.charge(max(0, to-from))
	c.give()
	for i := from; i <= to; i++ {
		m.args = append(m.args, Number(float64(s[i-1])))
	}
}

func stringChar(c libCall) {
	b := make([]byte, c.count())
	for i := range b {
		n := c.whole(i+1, -1)
		if n < 0 || n > 255 {
			c.m.fail(nil, "string.char: argument %d is 0 to 255", i+1)
		}
		b[i] = byte(n)
	}
	c.giveText(string(b))
}

func stringLen(c libCall) { c.giveNumber(float64(len(c.text(1)))) }

// mapped makes a function that changes each byte.
func mapped(f func([]byte)) func(c libCall) {
	return func(c libCall) {
		s := c.text(1)
		c.m.charge(len(s) >> 4)
		b := []byte(s)
		f(b)
		c.giveText(string(b))
	}
}

// lower and upper know the letters of ASCII only, as Lua does.
var (
	stringLower = mapped(func(b []byte) {
		for i, c := range b {
			if 'A' <= c && c <= 'Z' {
				b[i] = c + 32
			}
		}
	})
	stringUpper = mapped(func(b []byte) {
		for i, c := range b {
			if 'a' <= c && c <= 'z' {
				b[i] = c - 32
			}
		}
	})
	stringReverse = mapped(func(b []byte) {
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
	})
)

func stringRep(c libCall) {
	s, n := c.text(1), c.whole(2, 0)
	if n <= 0 || s == "" {
		c.give(String(""))
		return
	}
	if n > maxString/len(s) {
		c.m.tooLong()
	}
	c.m.charge(len(s) * n >> 5)
	c.giveText(strings.Repeat(s, n))
}

func stringSub(c libCall) {
	s := c.text(1)
	from, to := span(c.whole(2, 1), c.whole(3, -1), len(s))
	if from > to {
		c.give(String(""))
		return
	}
	c.giveText(strings.Clone(s[from-1 : to])) // which keeps s alive no longer than s is
}

// stringFormat knows %d %i %u %c %x %X %o %e %E %f %g %G %q %s and %%, with
// flags, width and precision of at most two digits.
func stringFormat(c libCall) {
	m, format := c.m, c.text(1)
	m.charge(len(format) >> 3)
	out := m.text[:0]
	arg := 1
	for i := 0; i < len(format); i++ {
		b := format[i]
		if b != '%' {
			out = append(out, b)
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
			m.fail(nil, "string.format: %q is not understood", shortenTo("%"+format[i:], 10))
		}
		i = len(format) - len(rest) - 1
		arg++
		if arg > c.count() {
			m.fail(nil, "string.format: there are more directives than arguments")
		}
		m.charge(d.cost(c.arg(arg)))
		out = append(out, c.directed(&d, arg)...)
		if len(out) > maxString {
			m.tooLong()
		}
	}
	m.text = out
	c.giveText(m.intern(out))
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
func (d *directive) cost(arg Value) int {
	steps := 8 + max(d.width, 0)>>4
	if n := arg.num; arg.is == valueNumber && strings.IndexByte("eEfgG", d.verb) >= 0 {
		steps += max(d.precision, 6)
		if _, exponent := math.Frexp(n); n-n == 0 {
			steps += max(exponent, -exponent) >> 2
		}
	}
	return steps
}

// directed formats one argument.
func (c libCall) directed(d *directive, arg int) string {
	m := c.m
	sign, body := "", ""
	numeric, signed := true, strings.IndexByte("xXou", d.verb) < 0
	switch d.verb {
	case 's':
		body, numeric = m.tostring(c.arg(arg)), false
		if d.precision >= 0 {
			body = shortenTo(body, d.precision)
		}
	case 'q':
		return quoteLua(c.text(arg))
	case 'c':
		n := c.whole(arg, 0)
		if n < 0 || n > 255 {
			m.fail(nil, "string.format: argument %d is 0 to 255", arg)
		}
		body, numeric = string([]byte{byte(n)}), false
	case 'e', 'E', 'f', 'g', 'G':
		f := c.number(arg)
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
		f := c.number(arg)
		if f != math.Trunc(f) || math.Abs(f) > maxExact {
			m.fail(nil, "string.format: %%%c needs a whole number, not %s", d.verb, formatNumber(f))
		}
		if f < 0 {
			if d.verb != 'd' && d.verb != 'i' {
				m.fail(nil, "string.format: %%%c needs a number that is not negative", d.verb)
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

func stringFind(c libCall) { c.search(true) }

// A match is what string.match has found in a short text, with the steps that it took. Scripts
// read the same few texts again and again, as the answers to their questions.
type match struct {
	text, pattern string
	steps         int64
	result        Value
}

// shortText is the length in bytes of the longest text, and of the longest pattern, whose match
// is kept.
const shortText = 32

func stringMatch(c libCall) {
	m := c.m
	s, pattern := c.arg(1).Text(), c.arg(2).Text()
	if c.count() != 2 || s == "" || len(s) > shortText || pattern == "" || len(pattern) > shortText {
		c.search(false)
		return
	}
	hash := uint(0) // few texts have the same: two in turn only take longer
	for i := range len(s) {
		hash = hash*31 + uint(s[i])
	}
	if m.matches == nil { // most machines never need it
		m.matches = new([64]match)
	}
	kept := &m.matches[hash%uint(len(m.matches))]
	if kept.text == s && kept.pattern == pattern && kept.steps <= m.left {
		m.left -= kept.steps
		c.give(kept.result)
		return
	}
	left := m.left
	if c.search(false); len(m.args) == c.from+1 {
		*kept = match{s, pattern, left - m.left, m.args[c.from]}
	}
}

func (c libCall) search(find bool) {
	m, s, pattern := c.m, c.text(1), c.text(2)
	from := c.whole(3, 1)
	if from < 0 {
		from = max(1, len(s)+from+1)
	}
	from = max(1, from)
	if from > len(s)+1 {
		c.give(Nil)
		return
	}
	if find && (c.arg(4).Bool() || !strings.ContainsAny(pattern, "^$*+?.([%-")) {
		m.charge(1 + len(s)>>4 + len(pattern)>>4)
		i := strings.Index(s[from-1:], pattern)
		if i < 0 {
			c.give(Nil)
			return
		}
		c.give(Number(float64(from+i)), Number(float64(from+i+len(pattern)-1)))
		return
	}
	x := matcher{machine: c.m, s: s, p: pattern}
	anchored := strings.HasPrefix(pattern, "^")
	p := 0
	if anchored {
		p = 1
	}
	for at := from - 1; at <= len(s); at++ {
		x.level = 0
		if end := x.match(at, p); end >= 0 {
			if c.give(); find {
				c.give(Number(float64(at+1)), Number(float64(end)))
			}
			x.push(at, end, !find)
			return
		}
		if anchored {
			break
		}
	}
	c.give(Nil)
}

// stringGmatch returns an iterator that moves; see freeze.
func stringGmatch(c libCall) {
	s, pattern := c.text(1), c.text(2)
	c.m.take(256)
	c.m.charge(8)
	at := 0
	c.give(Value{is: valueFunction, ext: &native{name: "gmatch", moves: true, call: func(c libCall) {
		x := matcher{machine: c.m, s: s, p: pattern}
		for ; at <= len(s); at++ {
			x.level = 0
			if end := x.match(at, 0); end >= 0 {
				from := at
				at = end
				if end == from {
					at++
				}
				c.give()
				x.push(from, end, true)
				return
			}
		}
		c.give(Nil)
	}}})
}

func stringGsub(c libCall) {
	m, s, pattern := c.m, c.text(1), c.text(2)
	replacement := c.arg(3)
	switch replacement.is {
	case valueString, valueNumber, valueTable, valueFunction:
	default:
		c.wrong(3, "a string, a table or a function")
	}
	most := c.whole(4, len(s)+1)
	x := matcher{machine: c.m, s: s, p: pattern}
	p := 0
	anchored := strings.HasPrefix(pattern, "^")
	if anchored {
		p = 1
	}
	var out []byte
	at, count := 0, 0
	for count < most {
		x.level = 0
		end := x.match(at, p)
		if end >= 0 {
			count++
			out = c.replace(&x, out, at, end)
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
			m.tooLong()
		}
		if anchored {
			break
		}
	}
	if at < len(s) {
		out = append(out, s[at:]...)
	}
	if len(out) > maxString {
		m.tooLong()
	}
	c.give(m.newText(string(out)), Number(float64(count)))
}

// replace appends the replacement of a match.
func (c libCall) replace(x *matcher, out []byte, from, end int) []byte {
	m := c.m
	var v Value
	switch replacement := c.arg(3); replacement.is {
	case valueTable:
		v = replacement.ext.(*table).get(x.capture(0, from, end))
	case valueFunction:
		m.charge(4)
		args := len(m.args)
		x.push(from, end, true)
		v = c.call(replacement, args)
	default:
		template := c.text(3)
		m.charge(1 + len(template)>>4)
		for i := 0; i < len(template); i++ {
			b := template[i]
			if b != '%' {
				out = append(out, b)
				continue
			}
			i++
			switch {
			case i == len(template) || !('0' <= template[i] && template[i] <= '9' || template[i] == '%'):
				m.fail(nil, "string.gsub: %% in a replacement stands before a digit or %%")
			case template[i] == '%':
				out = append(out, '%')
			case template[i] == '0':
				out = append(out, x.s[from:end]...)
			default:
				out = append(out, m.tostring(x.capture(int(template[i]-'1'), from, end))...)
			}
			if len(out) > maxString {
				m.tooLong()
			}
		}
		return out
	}
	switch {
	case v.is == valueString || v.is == valueNumber:
		return append(out, m.tostring(v)...)
	case v.Bool():
		m.fail(nil, "string.gsub: a replacement is a string, not %s", m.sort(v))
	}
	return append(out, x.s[from:end]...)
}
