package lua

import (
	"errors"
	"fmt"
)

// A Binding is everything that scripts can see of the program that hosts them. Documentation,
// editor stubs, completion, checks and the compiler read it. It must not change once it
// has been compiled against.
type Binding struct {
	Events    []Event
	Kinds     []Kind
	Globals   []Global
	Functions []Function
	Registers []Register
}

// A Kind is a kind of objects of the host. A script holds a reference to one;
// the host reads and writes what it refers to.
type Kind struct {
	Name, Doc string
	Fields    Fields
	Methods   []Function // the first argument is the object
	Get       func(field int) Reader
	// Number, if not nil, returns for a field that is always a number a function that reads it
	// without making a Value; nil for any other field.
	Number func(field int) func(m *Machine, ref int32) (float64, error)
	// Kept, if not nil, returns for a field that is a list of what stays the same for a while
	// a function that reports that: see [Stamp]. It returns nil for any other field.
	Kept func(field int) Stamp
	Set  func(m *Machine, ref int32, field int, v Value) error
	Text func(m *Machine, ref int32) string // for tostring; nil: name and number

	index   int16
	readers []Reader
	numbers []func(m *Machine, ref int32) (float64, error) // by field; nil where there is none
}

// A Reader reads a field of an object.
type Reader func(m *Machine, ref int32) (Value, error)

// A Stamp returns a number for a list of an object. While the number is the same, from one
// [Machine.Begin] to the next, so is the list, and the machine need not read it again. Reading
// it must not take steps. If ok is false, the list is read each time.
type Stamp func(m *Machine, ref int32) (stamp uint64, ok bool)

// Method returns a method of the kind, nil for none.
func (k *Kind) Method(name string) *Function {
	for i := range k.Methods {
		if k.Methods[i].Name == name {
			return &k.Methods[i]
		}
	}
	return nil
}

// MethodNames returns the names of the methods.
func (k *Kind) MethodNames() (names []string) {
	for _, f := range k.Methods {
		names = append(names, f.Name)
	}
	return names
}

// Names returns the names of the fields and of the methods.
func (k *Kind) Names() []string { return append(k.Fields.Names(), k.MethodNames()...) }

// A Global is a constant or an object that scripts know by name.
type Global struct {
	Name, Doc string
	Type      Type
	Value     Value

	Shape // its type, in a World
}

// A Function is what scripts may call. Its arguments are checked before Call
// sees them, and args is of the length of Params, or for a method one longer;
// it is only valid during the call.
type Function struct {
	Name, Doc string
	Params    Fields
	Returns   Fields // at most one
	Reads     bool   // it only reads, so that it may be called again for the same result
	Mutates   bool   // it changes what the host has: an Event that is ReadOnly must not call it
	Named     bool   // its arguments are given by name: f{ name = value }
	Linked    bool   // its first argument names what another unit declares: a check lists its calls
	Call      func(m *Machine, args []Value) (Value, error)
	// Bind, if not nil, returns Call with arguments that a script writes out, so that
	// they are read once; nil where they are refused. Object is that of a method.
	Bind func(args []Value) func(m *Machine, object Value) (Value, error)

	least  int // number of arguments
	method bool
	kind   int16 // of a method
}

// Least returns the least number of arguments of a function of a World.
func (f *Function) Least() int { return f.least }

// Takes returns how many arguments the function takes, for people.
func (f *Function) Takes() string {
	n := len(f.Params)
	switch {
	case n == 0:
		return "no arguments"
	case f.least < n:
		return fmt.Sprintf("%d to %d arguments", f.least, n)
	case n == 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// A Register is a function that declares: it takes one table, while a file is loaded:
// option{ name = "charge", legal = function(stack) ... end }.
type Register struct {
	Name, Doc string
	Fields    Fields
}

// A World is a binding that has been read: the types of its fields are known, and its names
// are found.
type World struct {
	Host
	Events []*Event
	Kinds  []*Kind

	events    map[string]*Event
	kinds     map[string]int16
	globals   map[string]*Global
	functions map[string]*Function
	registers map[string]*Register
	names     []string         // all that can be read as a global, the library too
	values    map[string]Value // of those
	texts     *table           // the functions that are methods of texts
	nextPlace Value            // what ipairs and pairs return: they have no state
	next      Value
	kept      int // number of fields with a Stamp
}

// A Host is what a World has from its host besides the binding.
type Host struct {
	Taken    map[string]string                        // names that the binding must not use
	Suggest  func(word string, known []string) string // returns the known word nearest to an unknown one, or ""
	Remember string                                   // ends errors of scripts that would change what is frozen: ": ask the host to remember it"
	Declare  func(r *Register, c Call)                // takes a declaration
}

// Limits bound what one call from the host may do.
type Limits struct {
	Memory int // bytes that it may allocate
	Depth  int // nested calls of functions of a script
}

// Errors that stop a script, other than its own mistakes and errors that the host's
// functions return. An [Error] wraps them.
var (
	ErrBudget = errors.New("budget spent")   // steps
	ErrMemory = errors.New("memory spent")   // too long a string, too large a table, too much in all
	ErrDepth  = errors.New("calls too deep") // of functions in a script
	ErrFrozen = errors.New("frozen")         // something written that must not change
	ErrReject = errors.New("refused")        // a value that an event or object does not take
)

// A Machine runs scripts in a world, on one goroutine.
type Machine struct {
	Budget
	Overspent func() (text string, err error) // says which budget is spent; nil: that of the call
	Took      int64                           // steps of the last task that ended, with all that it began

	world  *World
	limits Limits
	host   any
	text   []byte      // used again for each text that is put together
	texts  [256]string // short texts that have been put together: see intern

	frames  []*frame // of the running functions, and others that are used again
	active  int      // number of those that run
	deepest int      // number of those that may run
	args    []Value

	tables     []*table // that scripts have got or made since the outermost call began
	tablesUsed int
	items      []Value // of those of the host
	closures   []*closure
	madeUsed   int
	kept       [][]*keptList // by field with a Stamp, and by object
	begun      int           // number of times that Begin was called
	matches    *[64]match    // of short texts, by hash; nil: none yet
	outermost  int           // number of outermost calls that have begun

	calls   []*call  // from the host that run, the innermost last; then those that are used again
	depth   int      // number of those that run
	loading *loading // nil: no file is loaded
}

// A Budget is what the running script may still take.
type Budget struct {
	Left  int64 // steps
	Bytes int64 // that it has allocated
}

// A Task is a function, or something else, that the host runs. Errors and tracebacks name it.
type Task struct {
	Name  string
	Owner string // what it belongs to
	Payer int    // whose steps it takes: that of another payer takes at most half of what the task has that began it
}

// A call is a call from the host.
type call struct {
	task  *Task
	event *frame // of a hook
	base  int    // number of frames that run below it
	began int64  // steps left when it began
	kept  int64  // steps that it cannot take from the call that began it, so that it cannot end that one

	canceled bool   // it has ended with a veto
	reason   string // of that
}

// A loading is a file that runs for the first and only time.
type loading struct {
	file  string
	hooks []Value // what it defines for events
}

// A native is a function of the library, or of the host, as a value.
type native struct {
	name  string
	call  func(c Call)
	moves bool // it is an iterator with a place of its own
}

// A Call is a call of a function in Go. Its arguments are the values of Machine.args from an index
// on, and its results take their place.
type Call struct {
	m    *Machine
	name string // of the function
	from int
}

// A keptList is a list of an object of the host that is read once for many calls. Scripts
// share it: what may change a list gets a table of its own first (Machine.adopt).
type keptList struct {
	stamp uint64
	begun int // of Machine.begun when it was read
	call  int // of Machine.outermost when a script last got it
	list  table
}

// A match is what string.match has found in a short text, with the steps that it took. Scripts
// read the same few texts again and again, as the answers to their questions.
type match struct {
	text, pattern string
	steps         int64
	result        Value
}

// A frame is a call of a code.
type frame struct {
	m     *Machine
	fn    *closure // that is called
	code  *code    // of fn
	slots []Value
	nums  []float64
	rest  []Value  // the values of ...
	site  int32    // the last site reached, for errors
	from  int      // index in Machine.args of the first result
	tail  *closure // of a tail call: the function to call next
	again bool     // the frame was reused by a tail call
	via   bool     // the function that it calls is called by one of the library, which its site names

	// Of a hook:
	of    *Access
	have  uint64 // bits of the fields that have been read or written
	wrote uint64 // bits of the fields that have been written
	// By field, the line that wrote it last, if the hook hands its event on; nil: none yet.
	wroteAt *[64]int
}

// An Access is the event of a call. Fields are named by their index in the Event.
type Access struct {
	Get     []func() Value
	Set     func(field int, v Value) error
	Writing func() // if not nil, it is called before the fields that a call has written are set
	// Number has, for each field that is always a number, a function that reads it without
	// making a Value. SetWhole may have, for a field that is a whole number, one that sets it;
	// given the number that the field has, it changes nothing.
	Number   []func() float64
	SetWhole []func(n int) error
}

// A code is a function of a script as Go closures.
//
// A block takes its steps when it is entered: one for itself, one for each of its
// statements, one for each operator, index, constructor and call in them, and the steps of
// the fields and functions of the host that they name. Inner blocks take their own. The
// body of a loop is entered at each turn.
type code struct {
	file     string
	line     int   // first line
	params   int   // they lie in the first slots
	open     bool  // it takes ...
	slots    int   // number of slots of its frames
	nums     int   // number of places of its frames for values that are always numbers
	cells    []int // parameters that are cells
	body     statement
	captures []capture
	changes  string // the first local outside of it that it, or a function in it, assigns; "" for none
	sites    []site // the first is that of the function itself

	// Of a hook:
	event   *Event
	eventAt int         // the slot of the event itself; below 0: only its fields are used
	fields  []place     // by field of its event
	touched uint64      // bits of the fields that it reads or writes
	lines   map[int]int // by field, the line that writes it, or below 0 for several; nil: the hook hands its event on
}

// A place is the index of a value in a frame: in nums if the value is always a number,
// otherwise in slots.
type place struct {
	at     int
	number bool
}

// A capture is where a closure gets the value, or the cell, of a local outside of it from: from the
// frame that makes it, or as that frame's function got it.
type capture struct {
	place
	up     bool
	itself bool // it is the closure
}

// A site is a place in a script, with the name of what is called there, and with what the script
// calls its operands.
type site struct {
	line int
	name string
	of   [2]string
}

// A closure is a function of a script as a value.
type closure struct {
	code *code
	up   []Value // what it has captured: values, and cells of locals that are assigned
}

// A signal is how a statement has ended.
type signal int

const (
	next signal = iota
	leaveLoop
	leaveFunction
)

type statement func(fr *frame) signal
