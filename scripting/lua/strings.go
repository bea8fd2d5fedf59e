package lua

import (
	"slices"
	"strings"
)

// The string library.

func stringByte(c Call) {
	m, s := c.m, c.text(1)
	from := c.whole(2, 1)
	from, to := span(from, c.whole(3, from), len(s))
	if to-from >= MaxValues {
		m.Fail(ErrMemory, "string.byte: at most %d values", MaxValues)
	}
	m.charge(max(0, to-from))
	c.Give()
	for i := from; i <= to; i++ {
		m.args = append(m.args, Number(float64(s[i-1])))
	}
}

func stringChar(c Call) {
	b := make([]byte, c.Count())
	for i := range b {
		n := c.whole(i+1, -1)
		if n < 0 || n > 255 {
			c.m.Fail(nil, "string.char: argument %d is 0 to 255", i+1)
		}
		b[i] = byte(n)
	}
	c.giveText(string(b))
}

func stringLen(c Call) { c.giveNumber(float64(len(c.text(1)))) }

// mapped makes a function that changes each byte.
func mapped(f func([]byte)) func(c Call) {
	return func(c Call) {
		s := c.text(1)
		c.m.charge(len(s) >> 4)
		b := []byte(s)
		f(b)
		c.giveText(string(b))
	}
}

// recase changes the case of the letters of ASCII, as Lua does: of those from 'A', or from 'a', on.
func recase(from byte) func(b []byte) {
	return func(b []byte) {
		for i, c := range b {
			if from <= c && c < from+26 {
				b[i] = c ^ ' '
			}
		}
	}
}

var stringLower, stringUpper, stringReverse = mapped(recase('A')), mapped(recase('a')), mapped(slices.Reverse[[]byte])

func stringRep(c Call) {
	s, n := c.text(1), c.whole(2, 0)
	if n <= 0 || s == "" {
		c.Give(String(""))
		return
	}
	if n > MaxString/len(s) {
		c.m.tooLong()
	}
	c.m.charge(len(s) * n >> 5)
	c.giveText(strings.Repeat(s, n))
}

func stringSub(c Call) {
	s := c.text(1)
	from, to := span(c.whole(2, 1), c.whole(3, -1), len(s))
	if from > to {
		c.Give(String(""))
		return
	}
	c.giveText(strings.Clone(s[from-1 : to])) // which keeps s alive no longer than s is
}
