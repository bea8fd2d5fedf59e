package scripting

import (
	"fmt"
	"math/bits"
)

// A code is a function of a script as Go closures.
//
// A block takes its steps when it is entered: one for itself, one for each of its
// statements, one for each operator, index, constructor and call in them, and the steps of
// the fields and functions of the game that they name. Inner blocks take their own. The
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
	event   *event
	eventAt int     // the slot of the event itself; below 0: only its fields are used
	fields  []place // by field of its event
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

// A signal is how a statement has ended.
type signal int

const (
	next signal = iota
	leaveLoop
	leaveFunction
)

type statement func(fr *frame) signal

// A body is a block.
type body struct {
	cost  int64
	site  int32
	steps []statement
}

func (b *body) run(fr *frame) signal {
	m := fr.m
	if m.left -= b.cost; m.left < 0 {
		fr.site = b.site
		m.charge(0)
	}
	for _, step := range b.steps {
		if s := step(fr); s != next {
			return s
		}
	}
	return next
}

// fail stops the script at a site.
func (fr *frame) fail(at int32, err error, format string, args ...any) {
	fr.site = at
	fr.m.fail(err, format, args...)
}

// push begins the frame of a call. The caller's site is already that of the call.
func (m *Machine) push(f *closure) *frame {
	if m.active >= m.deepest {
		m.tooDeep()
	}
	if m.active == len(m.frames) {
		m.frames = append(m.frames, &frame{m: m})
	}
	fr := m.frames[m.active]
	m.active++
	if fr.fn != f || fr.code != f.code { // a closure may be another when it is used again
		fr.enter(f)
	}
	fr.site = 0
	return fr
}

func (fr *frame) enter(f *closure) {
	fr.fn = f
	c := f.code
	if fr.code == c {
		return
	}
	if cap(fr.slots) < c.slots {
		fr.slots = make([]Value, c.slots+8)
	}
	if cap(fr.nums) < c.nums {
		fr.nums = make([]float64, c.nums+8)
	}
	fr.code, fr.slots, fr.nums = c, fr.slots[:c.slots], fr.nums[:c.nums]
}

// run calls a closure with the values of Machine.args from an index on, and replaces them by
// its results.
func (m *Machine) run(f *closure, from int) {
	fr := m.push(f)
	fr.from = from
	fr.take(from)
	f.code.body(fr)
	if fr.tail != nil {
		fr.finish()
	}
	m.active--
}

// take takes the parameters from Machine.args.
func (fr *frame) take(from int) {
	m, c := fr.m, fr.code
	given := m.args[from:]
	n := copy(fr.slots[:c.params], given)
	clear(fr.slots[n:c.params])
	if c.open {
		fr.rest = append(fr.rest[:0], given[n:]...)
		if n := len(fr.rest); n > 8 {
			m.charge(n)
			if n > maxValues {
				m.fail(ErrMemory, "a function takes at most %d values as ...", maxValues)
			}
		}
	}
	m.args = m.args[:from]
	fr.wrap()
}

// wrap makes cells of the parameters that need one.
func (fr *frame) wrap() {
	for _, at := range fr.code.cells {
		fr.slots[at] = fr.m.cell(fr.slots[at])
	}
}

// finish makes the tail calls of a frame.
func (fr *frame) finish() {
	for fr.tail != nil {
		f := fr.tail
		fr.tail = nil
		fr.enter(f)
		fr.site, fr.again = 0, true
		fr.take(fr.from)
		f.code.body(fr)
	}
	fr.again = false
}

// call calls a function with the values of Machine.args from an index on, and replaces them by
// its results. The value is a function.
func (m *Machine) call(fn Value, from int) {
	switch f := fn.ext.(type) {
	case *closure:
		m.run(f, from)
	case *native:
		f.call(libCall{m, f.name, from})
	}
}

// callBack is call for a function of the library, which a script has called.
func (m *Machine) callBack(fn Value, from int) {
	caller := m.frames[m.active-1]
	if fn.is != valueFunction {
		m.fail(nil, "%s cannot be called", m.sort(fn))
	}
	caller.via = true
	m.call(fn, from)
	caller.via = false
}

// first removes the results from an index on from Machine.args, and returns the first.
func (m *Machine) first(from int) (v Value) {
	if len(m.args) > from {
		v = m.args[from]
	}
	m.args = m.args[:from]
	return v
}

// cell returns a new cell.
func (m *Machine) cell(v Value) Value {
	m.take(64)
	return Value{is: valueCell, ext: &v}
}

// closure makes a function of the script a value.
func (fr *frame) closure(c *code) Value {
	m := fr.m
	f := m.newClosure(c)
	for i, from := range c.captures {
		switch {
		case from.itself:
			f.up[i] = Value{is: valueFunction, ext: f}
		case from.up:
			f.up[i] = fr.fn.up[from.at]
		case from.number:
			f.up[i] = Number(fr.nums[from.at])
		default:
			f.up[i] = fr.slots[from.at]
		}
	}
	return Value{is: valueFunction, ext: f}
}

// settle reads the fields that the running hook has not read yet: the event shows the battle as it
// was when the hook began.
func (m *Machine) settle() {
	if m.depth == 0 {
		return
	}
	c := &m.calls[m.depth-1]
	if fr := c.hook; fr != nil && fr.have&c.fn.touched != c.fn.touched {
		for missing := c.fn.touched &^ fr.have; missing != 0; missing &= missing - 1 {
			fr.read(bits.TrailingZeros64(missing))
		}
	}
}

// read copies a field of the event to its place in the frame.
func (fr *frame) read(field int) {
	to := fr.code.fields[field]
	if to.number {
		fr.readNumber(field, to.at)
		return
	}
	fr.have |= 1 << field
	fr.slots[to.at] = fr.m.adopt(fr.of.Get(field))
}

// readNumber copies a field that is always a number to an index of nums, and returns it.
func (fr *frame) readNumber(field, to int) float64 {
	f := fr.of.Number[field]()
	fr.have |= 1 << field
	fr.nums[to] = f
	return f
}

// fieldNow returns a field of the event as the hook sees it.
func (fr *frame) fieldNow(field int) Value {
	if fr.have>>field&1 == 0 {
		fr.read(field)
	}
	if at := fr.code.fields[field]; at.number {
		return Number(fr.nums[at.at])
	} else {
		return fr.slots[at.at]
	}
}

// write sets a field of the event at a line. It checks the value.
func (fr *frame) write(field int, v Value, line int) {
	e := fr.code.event
	f := &e.Fields[field]
	if !f.Writable {
		fr.m.fail(ErrFrozen, "%s: field %q is read-only", e.Hook, f.Name)
	}
	fr.set(fr.code.fields[field], fr.m.mustFit(f.Name, e.shapes[field], v))
	fr.have |= 1 << field
	fr.wrote |= 1 << field
	fr.note(field, line)
}

// note notes the line of a write.
func (fr *frame) note(field, line int) {
	if fr.wroteAt == nil {
		fr.wroteAt = new([64]int)
	}
	fr.wroteAt[field] = line
}

// set puts a value into a place.
func (fr *frame) set(at place, v Value) {
	if at.number {
		fr.nums[at.at] = v.num
	} else {
		fr.slots[at.at] = v
	}
}

// writeBack sets the fields of the event that the hook has changed, in their order.
func (fr *frame) writeBack(fn *Func) error {
	fields, whole := fr.code.fields, fr.of.SetWhole
	for wrote := fr.wrote; wrote != 0; wrote &= wrote - 1 {
		field := bits.TrailingZeros64(wrote)
		at := fields[field]
		var got Value
		if at.number {
			n := fr.nums[at.at]
			if i := int32(n); float64(i) == n { // the usual case
				if set := whole[field]; set != nil && set(int(i)) == nil {
					continue
				}
			}
			got = Number(n)
		} else {
			got = fr.slots[at.at]
		}
		if got.Equal(fr.of.Get(field)) {
			continue
		}
		if err := fr.m.setField(fn, fr.of, field, got); err != nil {
			if fr.wroteAt != nil {
				err = fn.lastWrite(err, fr.wroteAt[field])
			}
			return err
		}
	}
	return nil
}

// position returns the file and line that a frame has reached, and the name of its function.
// Called is the caller's name for it.
func (fr *frame) position(called string) (file string, line int, in string) {
	if fr.again || called == "?" {
		called = fmt.Sprintf("the function of line %d", fr.code.line)
	}
	return fr.code.file, fr.code.sites[fr.site].line, called
}
