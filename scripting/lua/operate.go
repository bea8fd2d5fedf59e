package lua

import (
	"math"
	"strings"
)

// Operators on values without a known type.

// arithmetic computes a operator b.
func (fr *frame) arithmetic(at int32, operator byte, a, b Value) float64 {
	zero := 0.0 // added to a result, it takes the sign of zero away
	if a.is != valueNumber || b.is != valueNumber {
		fr.site = at
		a.num, b.num = fr.coerce(at, operator, a, b)
		zero = math.Copysign(0, -1)
	}
	switch operator {
	case '+':
		return a.num + b.num + zero
	case '-':
		return a.num - b.num + zero
	case '*':
		return float64(a.num*b.num) + zero // rounded, not fused: equal on all machines
	case '/':
		return a.num/b.num + zero
	case '%':
		fr.site = at
		return fr.m.modulo(a.num, b.num)
	}
	fr.site = at
	return fr.m.power(a.num, b.num)
}

// operatorNames are the names of operators in messages.
var operatorNames = map[byte]string{'+': "add", '-': "sub", '*': "mul", '/': "div", '%': "mod", '^': "pow"}

// coerce reads operands if at least one is not a number.
func (fr *frame) coerce(at int32, operator byte, a, b Value) (x, y float64) {
	x, ok := fr.m.operand(a)
	y, ok2 := fr.m.operand(b)
	if !ok || !ok2 {
		fr.m.Fail(nil, "cannot %s %s and %s", operatorNames[operator], fr.saying(at, 0, a), fr.saying(at, 1, b))
	}
	return x, y
}

// saying returns what an operand of a site is, with the name that the script has for it.
func (fr *frame) saying(at int32, operand int, v Value) string {
	return fr.m.named(v, fr.code.sites[at].of[operand])
}

// minus computes -a.
func (fr *frame) minus(at int32, a Value) float64 {
	if a.is == valueNumber {
		return -a.num
	}
	fr.site = at
	f, ok := fr.m.operand(a)
	if !ok {
		fr.m.Fail(nil, "- needs a number, not %s", fr.saying(at, 0, a))
	}
	return -f
}

// length computes #a.
func (fr *frame) length(at int32, a Value) float64 {
	switch a.is {
	case valueString:
		return float64(a.ref)
	case valueTable:
		return float64(len(a.ext.(*table).items))
	}
	fr.fail(at, nil, "# needs a string or a list, not %s", fr.saying(at, 0, a))
	return 0
}

// compare computes a < b, or a <= b; swapped: b < a, or b <= a.
func (fr *frame) compare(at int32, a, b Value, swapped, orEqual bool) bool {
	switch {
	case a.is == valueNumber && b.is == valueNumber:
		if swapped {
			a, b = b, a
		}
		return a.num < b.num || orEqual && a.num == b.num
	case a.is == valueString && b.is == valueString:
		if swapped {
			a, b = b, a
		}
		if shorter := min(a.ref, b.ref); shorter > 64 {
			fr.site = at
			fr.m.charge(int(shorter) >> 6)
		}
		c := strings.Compare(a.Text(), b.Text())
		return c < 0 || orEqual && c == 0
	}
	fr.fail(at, nil, "cannot compare %s with %s", fr.saying(at, 0, a), fr.saying(at, 1, b))
	return false
}

// index computes o[key].
func (fr *frame) index(at int32, o, key Value) Value {
	m := fr.m
	if o.is == valueTable {
		if key.is == valueString && key.ref > 64 {
			fr.site = at
			m.compared(key)
		}
		return o.ext.(*table).get(key)
	}
	fr.site = at
	switch {
	case o.is == valueString:
		return m.world.texts.get(key)
	case o.is == valueEvent:
		of := o.ext.(*frame)
		return of.fieldNow(m.eventField(of, key))
	case o.is >= valueObject:
		return m.member(o, key)
	}
	m.Fail(nil, "%s, which has no field %s", fr.is(at, o), m.Show(key))
	return Nil
}

// is says what a value is, by the name that the script has for it: "a.aim is nil".
func (fr *frame) is(at int32, v Value) string {
	name := fr.code.sites[at].of[0]
	if name == "" {
		name = "this"
	}
	return name + " is " + fr.m.sort(v)
}

// operand reads an operand of arithmetic: a number, or a string that reads as one.
func (m *Machine) operand(v Value) (float64, bool) {
	switch v.is {
	case valueNumber:
		return v.num, true
	case valueString:
		m.charge(len(v.Text()) >> 4)
		return readNumber(v.Text())
	}
	return 0, false
}

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
			m.Fail(nil, "cannot join %s with ..: use tostring", m.named(v, name(i)))
		}
		if len(text) > MaxString {
			m.tooLong()
		}
	}
	m.text = text
	return m.intern(text)
}
