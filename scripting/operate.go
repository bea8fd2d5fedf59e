package scripting

import (
	"math"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// Operators on values without a known type.

// arithmetic computes a operator b.
func (fr *frame) arithmetic(at *site, operator byte, a, b Value) float64 {
	zero := 0.0 // added to a result, it takes the sign of zero away
	if a.is != valueNumber || b.is != valueNumber {
		fr.site = at
		a.num, b.num = fr.in.coerce(operator, a, b)
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
		return fr.in.modulo(a.num, b.num)
	}
	fr.site = at
	return fr.in.power(a.num, b.num)
}

// operatorNames are the names of operators in messages.
var operatorNames = map[byte]string{'+': "add", '-': "sub", '*': "mul", '/': "div", '%': "mod", '^': "pow"}

// coerce reads operands if at least one is not a number.
func (in *instance) coerce(operator byte, a, b Value) (x, y float64) {
	name := operatorNames[operator]
	if a.is != valueString && b.is != valueString && strings.IndexByte("+-*/", operator) >= 0 {
		in.fail(nil, "cannot %s %s and %s", name, in.box(a).Type(), in.box(b).Type())
	}
	return in.operands(name, a, b)
}

// minus computes -a.
func (fr *frame) minus(at *site, a Value) float64 {
	if a.is == valueNumber {
		return -a.num
	}
	fr.site = at
	f, ok := 0.0, false
	if a.is == valueString {
		f, ok = fr.in.operand(a)
	}
	if !ok {
		fr.in.fail(nil, "- needs a number")
	}
	return -f
}

// length computes #a.
func (fr *frame) length(at *site, a Value) float64 {
	switch a.is {
	case valueString:
		return float64(a.ref)
	case valueList:
		if l := a.ext.(*list); l.table == nil {
			return float64(len(l.items))
		}
		return float64(a.ext.(*list).table.Len())
	case valueTable:
		return float64(a.ext.(*lua.LTable).Len())
	}
	fr.fail(at, nil, "# needs a string or a list")
	return 0
}

// compare computes a < b, or a <= b.
func (fr *frame) compare(at *site, a, b Value, orEqual bool) bool {
	switch {
	case a.is == valueNumber && b.is == valueNumber:
		return a.num < b.num || orEqual && a.num == b.num
	case a.is == valueString && b.is == valueString:
		c := strings.Compare(a.Text(), b.Text())
		return c < 0 || orEqual && c == 0
	}
	fr.fail(at, nil, "compare %s with %s", fr.in.box(a).Type(), fr.in.box(b).Type())
	return false
}

// index computes o[key].
func (fr *frame) index(at *site, o, key Value) Value {
	var t *lua.LTable
	switch o.is {
	case valueTable:
		t = o.ext.(*lua.LTable)
	case valueList:
		l := o.ext.(*list)
		if t = l.table; t == nil {
			return l.at(key)
		}
	}
	if t != nil {
		switch key.is {
		case valueString:
			return fr.in.raw(t.RawGetString(key.Text()))
		case valueNumber:
			return fr.in.raw(t.RawGet(fr.in.box(key)))
		}
	}
	fr.site = at
	return fr.in.raw(fr.in.L.GetTable(fr.in.box(o), fr.in.box(key)))
}

// at returns an item of a list, or the value of a key.
func (l *list) at(key Value) Value {
	if e := l.entry(key); e != nil {
		return e.value
	}
	if i := int(key.num); key.is == valueNumber && float64(i) == key.num && 1 <= i && i <= len(l.items) {
		return l.items[i-1]
	}
	return Nil
}

// entry returns the entry of a key, nil for none.
func (l *list) entry(key Value) *keyed {
	for i := range l.keyed {
		if l.keyed[i].key.Equal(key) {
			return &l.keyed[i]
		}
	}
	return nil
}

// isList reports whether ipairs and pairs take a value.
func (v Value) isList() bool { return v.is == valueTable || v.is == valueList }
