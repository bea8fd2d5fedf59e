package scripting

import (
	"fmt"
	"strings"
)

// A Binding is everything that scripts can see of a game. Documentation,
// editor stubs, completion and the checker read it. It must not change once it
// has been compiled against.
type Binding struct {
	Events    []Event
	Kinds     []Kind
	Globals   []Global
	Functions []Function
	Registers []Register
}

// An Event is a hook and what its one argument holds.
type Event struct {
	Hook     string // "onAttack"
	Param    string // what the documentation calls the argument: "attack"
	Doc      string
	Rule     string  // where the rulebook speaks of it
	Self     string  // the field that is `self` in an ability's script; "" for none
	Fields   []Field // at most maxEventFields
	Cancels  bool    // cancel("why") is allowed
	ReadOnly bool    // it may only look: functions that act are refused
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
	// Word, if not nil, returns a word of the data that a script of a mod writes out as
	// values of the field are spelled, or the mistake in it.
	Word func(mod, word string) (spelled string, err error)

	Params, Returns []Field // of a TypeFunction in a Register
}

// A Type is what a value may be: one of the constants or the name of a Kind;
// then "[]" for a list of those; then "?" if it may be nil: "stack[]?".
type Type string

// The types that are no kind.
const (
	TypeAny      Type = "any"
	TypeNumber   Type = "number"
	TypeInteger  Type = "integer" // a number, too, of which the game takes only whole ones
	TypeBoolean  Type = "boolean"
	TypeString   Type = "string"
	TypeFunction Type = "function" // in a Register only
)

// OrNil returns the type of values that may be absent.
func (t Type) OrNil() Type { return t + "?" }

// List returns the type of lists of t.
func (t Type) List() Type { return t + "[]" }

// A Kind is a kind of objects of the game. A script holds a reference to one;
// the game reads and writes what it refers to.
type Kind struct {
	Name, Doc string
	Fields    []Field
	Methods   []Function // the first argument is the object
	Get       func(field int) Reader
	// Number, if not nil, returns for a field that is always a number a function that reads
	// it without making a Value; nil for any other field.
	Number func(field int) func(m *Machine, ref int32) (float64, error)
	// Kept, if not nil, returns for a field that is a list of what stays the same for a while
	// a function that reports that: see [Stamp]. It returns nil for any other field.
	Kept func(field int) Stamp
	Set  func(m *Machine, ref int32, field int, v Value) error
	Text func(m *Machine, ref int32) string // for tostring; nil: name and number
}

// A Reader reads a field of an object.
type Reader func(m *Machine, ref int32) (Value, error)

// A Stamp returns a number for a list of an object. While the number is the same, from one
// [Machine.Begin] to the next, so is the list, and the machine need not read it again. Reading
// it must not take steps. If ok is false, the list is read each time.
type Stamp func(m *Machine, ref int32) (stamp uint64, ok bool)

// A Global is a constant or an object that scripts know by name.
type Global struct {
	Name, Doc string
	Type      Type
	Value     Value
}

// A Function is what scripts may call. Its arguments are checked before Call
// sees them, and args is of the length of Params, or for a method one longer;
// it is only valid during the call.
type Function struct {
	Name, Doc string
	Params    []Field
	Returns   []Field // at most one
	Reads     bool    // it only reads, so that it may be called again for the same result
	Mutates   bool    // it changes the game: an Event that ReadOnly must not call it
	Named     bool    // its arguments are given by name: f{ name = value }
	Linked    bool    // its first argument names what a mod declares: Program.Uses lists its calls
	Call      func(m *Machine, args []Value) (Value, error)
	// Bind, if not nil, returns Call with arguments that a script writes out, so that
	// they are read once; nil where they are refused. Object is that of a method.
	Bind func(args []Value) func(m *Machine, object Value) (Value, error)
}

// A Register is a declaration that a script makes while it is loaded:
// option{ name = "charge", legal = function(stack) ... end }.
type Register struct {
	Name, Doc string
	Fields    []Field
}

// base is what a shape is before list and nil.
type base uint8

const (
	anything base = iota
	isNil
	isBoolean
	isNumber
	isString
	isObject
	isFunction
	isTable
	isLibrary // string, table or math: kind is the index into libraries
)

// A shape is a Type that has been read.
type shape struct {
	base    base
	list    bool
	nilable bool
	kind    int16
}

// solid returns the shape without nil.
func (s shape) solid() shape { s.nilable = false; return s }

// or returns the shape of what has one of two.
func (s shape) or(t shape) shape {
	switch {
	case s.base == isNil && !s.list:
		t.nilable = true
		return t
	case t.base == isNil && !t.list:
		s.nilable = true
		return s
	case s.solid() != t.solid():
		return unknownShape
	}
	s.nilable = s.nilable || t.nilable
	return s
}

// element returns what a list holds.
func (s shape) element() shape { return shape{base: s.base, kind: s.kind} }

// lookup is the binding, indexed.
type lookup struct {
	*Binding
	events    map[string]*event
	kinds     map[string]int
	kind      []*kind
	globals   map[string]*Global
	functions map[string]*signature
	registers map[string]*register
	kept      int      // number of fields with a Stamp
	names     []string // all that can be read as a global, the library too
	known     map[string]bool
}

type event struct {
	*Event
	index  int
	fields map[string]int
	shapes []shape
}

type kind struct {
	*Kind
	index   int16
	fields  map[string]int
	shapes  []shape
	readers []Reader
	numbers []func(m *Machine, ref int32) (float64, error) // by field; nil where there is none
	methods map[string]*signature
}

type signature struct {
	*Function
	index   int
	params  []shape
	returns shape // anything without Returns
	least   int   // arguments
	method  bool
	kind    int16 // of a method
}

type register struct {
	*Register
	index  int
	fields map[string]int
	shapes []shape
	params [][]shape // of functions
}

// read reads a type.
func (l *lookup) read(t Type) (shape, error) {
	var s shape
	word := string(t)
	word, s.nilable = strings.CutSuffix(word, "?")
	word, s.list = strings.CutSuffix(word, "[]")
	switch Type(word) {
	case TypeAny:
		s.nilable = true
	case TypeNumber, TypeInteger:
		s.base = isNumber
	case TypeBoolean:
		s.base = isBoolean
	case TypeString:
		s.base = isString
	case TypeFunction:
		s.base = isFunction
	default:
		k, ok := l.kinds[word]
		if !ok {
			return s, fmt.Errorf("unknown type %q", string(t))
		}
		s.base, s.kind = isObject, int16(k)
	}
	return s, nil
}

// say names a shape for people: "a number or nil".
func (l *lookup) say(s shape) string {
	word := "anything"
	switch s.base {
	case anything:
		s.nilable = s.nilable && s.list
	case isNil:
		return "nil"
	case isBoolean:
		word = "boolean"
	case isNumber:
		word = "number"
	case isString:
		word = "string"
	case isObject:
		word = l.kind[s.kind].Name
	case isFunction:
		word = "function"
	case isTable:
		word = "table"
	case isLibrary:
		word = "library"
	}
	switch {
	case s.list:
		word = "list of " + word + "s"
		if s.base == anything {
			word = "list"
		}
		word = "a " + word
	case s.base != anything:
		word = article(word) + word
	}
	if s.nilable {
		word += " or nil"
	}
	return word
}

func article(word string) string {
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) {
		return "an "
	}
	return "a "
}

// index reads a binding, and returns an error for a mistake in it.
func index(b *Binding) (*lookup, error) {
	l := &lookup{
		Binding:   b,
		events:    map[string]*event{},
		kinds:     map[string]int{},
		globals:   map[string]*Global{},
		functions: map[string]*signature{},
		registers: map[string]*register{},
	}
	var err error
	fail := func(format string, args ...any) {
		if err == nil {
			err = fmt.Errorf("scripting: binding: "+format, args...)
		}
	}
	shapeOf := func(where string, t Type) shape {
		s, wrong := l.read(t)
		if wrong != nil {
			fail("%s: %w", where, wrong)
		}
		return s
	}
	fieldsOf := func(where string, fields []Field) (map[string]int, []shape) {
		names, shapes := make(map[string]int, len(fields)), make([]shape, len(fields))
		for i, f := range fields {
			if _, twice := names[f.Name]; twice || !isName(f.Name) {
				fail("%s: field %q is no name or there twice", where, f.Name)
			}
			names[f.Name] = i
			shapes[i] = shapeOf(where+"."+f.Name, f.Type)
			if f.Writable && (shapes[i].list || shapes[i].base == isFunction) {
				fail("%s.%s: a list cannot be writable", where, f.Name)
			}
		}
		return names, shapes
	}
	signatureOf := func(where string, f *Function, index int, method bool) *signature {
		_, params := fieldsOf(where, f.Params)
		s := &signature{Function: f, index: index, params: params, method: method, returns: shape{base: isNil}}
		for i, p := range f.Params {
			if p.Optional {
				s.params[i].nilable = true
			} else {
				s.least = i + 1
			}
		}
		switch len(f.Returns) {
		case 0:
		case 1:
			s.returns = shapeOf(where, f.Returns[0].Type)
		default:
			fail("%s: more than one result", where)
		}
		if f.Call == nil {
			fail("%s: no Call", where)
		}
		return s
	}

	if len(b.Kinds) > 1000 {
		fail("more than 1000 kinds")
	}
	for i := range b.Kinds {
		name := b.Kinds[i].Name
		if _, twice := l.kinds[name]; twice || !isName(name) {
			fail("kind %q is no name or there twice", name)
		}
		l.kinds[name] = i
	}
	taken := map[string]bool{"self": true, "cancel": true}
	for name := range advice {
		taken[name] = true
	}
	for _, f := range baseLibrary {
		taken[f.name] = true
		l.names = append(l.names, f.name)
	}
	for _, lib := range libraries {
		taken[lib.name] = true
		l.names = append(l.names, lib.name)
	}
	take := func(name string) {
		if taken[name] || !isName(name) {
			fail("%q is no name or taken", name)
		}
		taken[name] = true
	}
	for i := range b.Kinds {
		k := &kind{Kind: &b.Kinds[i], index: int16(i), methods: map[string]*signature{}}
		k.fields, k.shapes = fieldsOf(k.Name, k.Fields)
		for j := range k.Methods {
			f := &k.Methods[j]
			if _, twice := k.fields[f.Name]; twice || k.methods[f.Name] != nil || !isName(f.Name) {
				fail("%s: method %q is no name or there twice", k.Name, f.Name)
			}
			k.methods[f.Name] = signatureOf(k.Name+":"+f.Name, f, j, true)
			k.methods[f.Name].kind = k.index
		}
		if k.Get == nil && len(k.Fields) > 0 {
			fail("%s: no Get", k.Name)
		} else {
			for i := range k.Fields {
				read := k.Get(i)
				if k.Kept != nil {
					if stamp := k.Kept(i); stamp != nil {
						read = keeping(l.kept, stamp, read)
						l.kept++
					}
				}
				k.readers = append(k.readers, read)
				k.numbers = append(k.numbers, nil)
				if k.Number != nil {
					k.numbers[i] = k.Number(i)
				}
			}
		}
		l.kind = append(l.kind, k)
	}
	for i := range b.Events {
		e := &event{Event: &b.Events[i], index: i}
		take(e.Hook)
		e.fields, e.shapes = fieldsOf(e.Hook, e.Fields)
		if _, ok := e.fields[e.Self]; e.Self != "" && !ok {
			fail("%s: self is %q, which is no field", e.Hook, e.Self)
		}
		if len(e.Fields) > maxEventFields {
			fail("%s: more than %d fields", e.Hook, maxEventFields)
		}
		l.events[e.Hook] = e
	}
	for i := range b.Globals {
		g := &b.Globals[i]
		take(g.Name)
		shapeOf(g.Name, g.Type)
		l.globals[g.Name] = g
		l.names = append(l.names, g.Name)
	}
	for i := range b.Functions {
		f := &b.Functions[i]
		take(f.Name)
		l.functions[f.Name] = signatureOf(f.Name, f, i, false)
		l.names = append(l.names, f.Name)
	}
	for i := range b.Registers {
		r := &register{Register: &b.Registers[i], index: i}
		take(r.Name)
		r.fields, r.shapes = fieldsOf(r.Name, r.Fields)
		r.params = make([][]shape, len(r.Fields))
		for j, f := range r.Fields {
			if f.Optional {
				r.shapes[j].nilable = true
			}
			_, r.params[j] = fieldsOf(r.Name+"."+f.Name, f.Params)
			for k, p := range f.Params {
				if p.Optional {
					r.params[j][k].nilable = true
				}
			}
			if len(f.Returns) > 1 {
				fail("%s.%s: more than one result", r.Name, f.Name)
			}
			if len(f.Returns) == 1 {
				shapeOf(r.Name+"."+f.Name, f.Returns[0].Type)
			}
		}
		l.registers[r.Name] = r
		l.names = append(l.names, r.Name)
	}
	l.known = make(map[string]bool, len(l.names))
	for _, name := range l.names {
		l.known[name] = true
	}
	return l, err
}

// isName reports whether a script can spell the name.
func isName(s string) bool {
	for i, c := range []byte(s) {
		if !isWord(c) || i == 0 && '0' <= c && c <= '9' {
			return false
		}
	}
	return s != "" && !reserved[s]
}

// isWord reports whether c may stand in a name.
func isWord(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

var reserved = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true, "false": true, "for": true,
	"function": true, "goto": true, "if": true, "in": true, "local": true, "nil": true, "not": true, "or": true,
	"repeat": true, "return": true, "then": true, "true": true, "until": true, "while": true,
}

// fieldNames returns the names of fields, and of methods.
func fieldNames(fields []Field, methods ...Function) []string {
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	for _, f := range methods {
		names = append(names, f.Name)
	}
	return names
}
