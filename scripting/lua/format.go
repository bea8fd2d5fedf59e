package lua

import (
	"math"
	"strconv"
	"strings"
)

// stringFormat knows %d %i %u %c %x %X %o %e %E %f %g %G %q %s and %%, with
// flags, width and precision of at most two digits.
func stringFormat(c Call) {
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
			m.Fail(nil, "string.format: %q is not understood", shortenTo("%"+format[i:], 10))
		}
		i = len(format) - len(rest) - 1
		arg++
		if arg > c.Count() {
			m.Fail(nil, "string.format: there are more directives than arguments")
		}
		m.charge(d.cost(c.Arg(arg)))
		out = append(out, c.directed(&d, arg)...)
		if len(out) > MaxString {
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
func (c Call) directed(d *directive, arg int) string {
	m := c.m
	sign, body := "", ""
	numeric, signed := true, strings.IndexByte("xXou", d.verb) < 0
	switch d.verb {
	case 's':
		body, numeric = m.tostring(c.Arg(arg)), false
		if d.precision >= 0 {
			body = shortenTo(body, d.precision)
		}
	case 'q':
		return quoteLua(c.text(arg))
	case 'c':
		n := c.whole(arg, 0)
		if n < 0 || n > 255 {
			m.Fail(nil, "string.format: argument %d is 0 to 255", arg)
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
			m.Fail(nil, "string.format: %%%c needs a whole number, not %s", d.verb, formatNumber(f))
		}
		if f < 0 {
			if d.verb != 'd' && d.verb != 'i' {
				m.Fail(nil, "string.format: %%%c needs a number that is not negative", d.verb)
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

// quoted writes the bytes that a string in quotes cannot have as Lua reads them.
var quoted = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", "\\\n", "\r", `\r`, "\x00", `\000`)

// quoteLua writes a string as Lua reads it.
func quoteLua(s string) string { return `"` + quoted.Replace(s) + `"` }
