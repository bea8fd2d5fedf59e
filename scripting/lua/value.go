package lua

import (
	"math"
	"unsafe"
)

// A Value is a value that scripts and their host exchange: nil (the zero Value), a
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

// IsTable reports whether v is a table.
func (v Value) IsTable() bool { return v.is == valueTable }

// IsFunction reports whether v is a function.
func (v Value) IsFunction() bool { return v.is == valueFunction }
