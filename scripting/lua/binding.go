package lua

// An Event is a hook: a global function that a file may define and that the host calls, with one
// argument whose fields are read when they are needed.
type Event struct {
	Hook     string // "onAttack"
	Param    string // what the argument is called: "attack"
	Doc      string
	Rule     string // where a rulebook speaks of it
	Self     string // the field that is self in a file that knows self; "" for none
	Fields   Fields // at most maxEventFields
	Cancels  bool   // return cancel("why") is allowed
	ReadOnly bool   // it may only look: functions that act are refused

	index int
}

const maxEventFields = 60

// A Field is a field of an event or an object, a parameter, a result, or a
// field of a declaration.
type Field struct {
	Name     string
	Type     Type
	Writable bool // of events and objects
	Optional bool // of parameters and declarations
	Doc      string
	OneOf    []string // the words that a string, or each of a list, may be; nil: any
	// Word, if not nil, returns a word that a script of a unit writes out as values of the field are
	// spelled, or the mistake in it.
	Word func(unit, word string) (spelled string, err error)

	// Plain is of a parameter that takes true or false, a number or a text, and nothing else. Its
	// type is any.
	Plain bool

	Params, Returns Fields // of a TypeFunction in a Register

	Shape // its type, in a World
}

// Fields are fields, or parameters, in order.
type Fields []Field

// Find returns the index of a field, below 0 for none.
func (fs Fields) Find(name string) int {
	for i := range fs {
		if fs[i].Name == name {
			return i
		}
	}
	return -1
}

// Names returns the names of the fields.
func (fs Fields) Names() (names []string) {
	for _, f := range fs {
		names = append(names, f.Name)
	}
	return names
}

// Result returns the shape of what a function returns; nil for nothing.
func (fs Fields) Result() Shape {
	if len(fs) == 0 {
		return aNil
	}
	return fs[0].Shape
}

// A Type is what a value may be: one of the constants or the name of a Kind;
// then "[]" for a list of those; then "?" if it may be nil: "stack[]?".
type Type string

// The types that are no kind.
const (
	TypeAny      Type = "any"
	TypeNumber   Type = "number"
	TypeInteger  Type = "integer" // a number, too, of which the host takes only whole ones
	TypeBoolean  Type = "boolean"
	TypeString   Type = "string"
	TypeFunction Type = "function" // in a Register only
)

// OrNil returns the type of values that may be absent.
func (t Type) OrNil() Type { return t + "?" }

// List returns the type of lists of t.
func (t Type) List() Type { return t + "[]" }
