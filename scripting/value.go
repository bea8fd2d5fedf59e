package scripting

import (
	"math"
	"strconv"
	"strings"
	"unsafe"
)

// A Value is a value that scripts and the game exchange: nil (the zero Value), a
// boolean, a number, a string, an object or a list of values. It is four words in four
// fields, which is the most that the compiler keeps in registers; numbers, strings and
// objects allocate nothing.
type Value struct {
	is  int32 // what it is; valueObject and more: an object of the first kind, of the second ...
	ref int32 // an object's number; 1 for true; the length of a string
	num float64
	ext any // a letters, a *table, or within a script what only Lua knows
}

const (
	valueNil = iota
	valueBoolean
	valueNumber
	valueString
	valueTable
	valueFunction // a *closure or a *native; this and the next two are only within a script
	valueEvent    // the *frame of the hook
	valueCell     // a *Value: a local that a function captures and that is assigned
	valueObject
)

// letters are the bytes of a string. A pointer lies in an interface as it is, where a
// string would be allocated.
type letters *byte

// Nil is no value.
var Nil Value

// Number returns a number.
func Number(f float64) Value { return Value{is: valueNumber, num: f} }

// Boolean returns true or false.
func Boolean(b bool) Value {
	v := Value{is: valueBoolean}
	if b {
		v.ref = 1
	}
	return v
}

// String returns a string.
func String(s string) Value {
	return Value{is: valueString, ref: int32(len(s)), ext: letters(unsafe.StringData(s))}
}

// Object returns the object ref of the kind that has this index in Binding.Kinds.
func Object(kind int, ref int32) Value { return Value{is: valueObject + int32(kind), ref: ref} }

// kind returns the kind of an object; below 0 for other values.
func (v Value) kind() int { return int(v.is) - valueObject }

// List returns a list. It keeps items.
func List(items ...Value) Value { return Value{is: valueTable, ext: &table{items: items, lent: true}} }

// IsNil reports whether v is nil.
func (v Value) IsNil() bool { return v.is == valueNil }

// Bool returns v as a condition: nil and false are false.
func (v Value) Bool() bool { return v.is != valueNil && (v.is != valueBoolean || v.ref == 1) }

// Float returns a number, 0 for anything else.
func (v Value) Float() float64 { return v.num }

// Int returns a whole number, and whether v is one that a float64 holds exactly.
func (v Value) Int() (int, bool) {
	if v.is != valueNumber || v.num != math.Trunc(v.num) || math.Abs(v.num) > maxExact {
		return 0, false
	}
	return int(v.num), true
}

// Text returns a string, "" for anything else.
func (v Value) Text() string {
	if v.is != valueString {
		return ""
	}
	return unsafe.String(v.ext.(letters), v.ref)
}

// Items returns the items of a list.
func (v Value) Items() []Value {
	if v.is == valueTable {
		return v.ext.(*table).items
	}
	return nil
}

// Equal reports whether a script finds two values equal.
func (v Value) Equal(w Value) bool {
	if v.is != w.is {
		return false
	}
	switch v.is {
	case valueNumber:
		return v.num == w.num
	case valueString:
		return v.ref == w.ref && (v.ext == w.ext || v.Text() == w.Text())
	}
	return v.ref == w.ref && v.ext == w.ext
}

// Object returns the kind and the number of an object, and whether v is one.
func (v Value) Object() (kind int, ref int32, ok bool) {
	return max(0, v.kind()), v.ref, v.is >= valueObject
}

// IsNumber, IsString and IsBoolean report whether v is of that type.
func (v Value) IsNumber() bool { return v.is == valueNumber }

// IsString reports whether v is a string.
func (v Value) IsString() bool { return v.is == valueString }

// IsBoolean reports whether v is true or false.
func (v Value) IsBoolean() bool { return v.is == valueBoolean }

// maxShown is how many bytes of a list, or of a text, are shown.
const maxShown = 2000

// String shows the value as Lua would write it; an object is its number. Of long
// lists and texts it shows the beginning.
func (v Value) String() string {
	var b strings.Builder
	v.show(&b)
	return b.String()
}

func (v Value) show(b *strings.Builder) {
	switch v.is {
	case valueBoolean:
		b.WriteString(strconv.FormatBool(v.ref == 1))
	case valueNumber:
		b.WriteString(formatNumber(v.num))
	case valueString:
		b.WriteString(strconv.Quote(shorten(v.Text())))
	case valueTable:
		b.WriteByte('{')
		for i, item := range v.Items() {
			if i > 0 {
				b.WriteString(", ")
			}
			if b.Len() > maxShown {
				b.WriteString("...")
				break
			}
			item.show(b)
		}
		b.WriteByte('}')
	case valueNil:
		b.WriteString("nil")
	case valueFunction:
		b.WriteString("function")
	default:
		b.WriteString("object " + strconv.Itoa(int(v.ref)))
	}
}

// maxExact is the largest whole number up to which floats hold all.
const maxExact = 1 << 53

// formatNumber writes a number as Lua does, and the same on every CPU.
func formatNumber(f float64) string {
	var room [32]byte
	return string(appendNumber(room[:0], f))
}

func appendNumber(text []byte, f float64) []byte {
	switch {
	case f != f:
		return append(text, "nan"...)
	case math.IsInf(f, 1):
		return append(text, "inf"...)
	case math.IsInf(f, -1):
		return append(text, "-inf"...)
	case f == math.Trunc(f) && math.Abs(f) <= maxExact:
		return strconv.AppendInt(text, int64(f), 10)
	}
	return strconv.AppendFloat(text, f, 'g', 14, 64)
}
