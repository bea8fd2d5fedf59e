package lua

// A Base is what a Shape is before list and nil.
type Base uint8

// The bases.
const (
	BaseAny Base = iota
	BaseNil
	BaseBoolean
	BaseNumber
	BaseString
	BaseObject
	BaseFunction
	BaseTable
	BaseLib // string, table or math: Kind is the index into Libraries
)

// A Shape is what is known of a value's type.
type Shape struct {
	Base    Base
	List    bool
	Nilable bool
	Kind    int16 // of an object: its index in World.Kinds
}

// Shapes of values whose type is known, and of all others.
var (
	aNumber      = Shape{Base: BaseNumber}
	aBoolean     = Shape{Base: BaseBoolean}
	aString      = Shape{Base: BaseString}
	aNil         = Shape{Base: BaseNil}
	unknownShape = Shape{Nilable: true}
)

// Solid returns the shape without nil.
func (s Shape) Solid() Shape { s.Nilable = false; return s }

// Element returns what a list holds.
func (s Shape) Element() Shape { return Shape{Base: s.Base, Kind: s.Kind} }

// or returns the shape of what has one of two.
func (s Shape) or(t Shape) Shape {
	switch {
	case s.Base == BaseNil && !s.List:
		t.Nilable = true
		return t
	case t.Base == BaseNil && !t.List:
		s.Nilable = true
		return s
	case s.Solid() != t.Solid():
		return unknownShape
	}
	s.Nilable = s.Nilable || t.Nilable
	return s
}

// May reports whether a value of the shape got can be of this one; a value that may be nil may
// also be another.
func (s Shape) May(got Shape) bool {
	switch {
	case got.Base == BaseAny && !got.List || s.Base == BaseAny && !s.List:
		return true
	case got.Base == BaseNil:
		return s.Nilable || s.Base == BaseNil
	case s.List:
		return got.Base == BaseTable && !got.List || got.List && (s.Base == BaseAny || got.Base == BaseAny || s.Element() == got.Element())
	case got.List:
		return false
	}
	return s.Base == got.Base && (s.Base != BaseObject || s.Kind == got.Kind)
}

// surely reports whether a value of the shape got is always of this one.
func (s Shape) surely(got Shape) bool {
	return got.Base != BaseAny && !got.List && !s.List && (!got.Nilable || s.Nilable) && s.May(got)
}

// Fits reports whether a value is of the shape.
func (s Shape) Fits(v Value) bool {
	if v.is == valueNil {
		return s.Nilable || s.Base == BaseNil
	}
	if s.List {
		if v.is != valueTable {
			return false
		}
		for _, item := range v.Items() {
			if s.Base != BaseAny && !s.Element().Fits(item) {
				return false
			}
		}
		return true
	}
	switch s.Base {
	case BaseAny:
		return true
	case BaseBoolean:
		return v.is == valueBoolean
	case BaseNumber:
		return v.is == valueNumber && v.num-v.num == 0 // else it is infinite, or nan
	case BaseString:
		return v.is == valueString
	case BaseObject:
		return v.kind() == int(s.Kind)
	}
	return false
}
