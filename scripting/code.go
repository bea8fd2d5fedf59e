package scripting

import (
	"fmt"
	"math/bits"

	lua "github.com/yuin/gopher-lua"
)

// A code is a function of a script as Go closures. What it does is what the machine
// underneath does with the same function; only the steps are counted otherwise.
//
// The measure: a block takes, when it is entered, one step for itself, one for each
// statement in it and one for each operator, index, constructor and call in these, blocks
// within excepted; and the steps of the fields and the functions of the game that it
// names. The body of a loop is entered each time. A block in which a step comes to cost
// more, as long texts make it, costs more as a whole.
type code struct {
	name   string // of the local function; "" for another
	file   string
	line   int // where it begins
	params int
	slots  int    // of a frame: first the parameters, or what the event holds
	nums   int    // places of a frame for what is always a number
	body   *body  // nil where the function stays on the machine underneath
	why    string // it does
	uses   []use
	calls  []*code // that it calls by name
	fields []place // of a hook, by field of its event
	most   int64   // steps that it takes at most, if it is plain
	deep   bool    // it is not plain: Machine.plain
}

// A place is where a frame holds a value: in its slots, or where that is always a
// number, among its numbers.
type place struct {
	at     int
	number bool
}

// A use is a local of the file that a code reads, by its name and its place in
// instance.linked.
type use struct {
	name string
	slot int
}

// A frame is a call of a code.
type frame struct {
	in    *instance
	m     *Machine
	slots []Value
	nums  []float64
	code  *code
	site  *site // that has been reached, as far as errors need it
	from  int   // where the results begin in Machine.args
	tail  *code // what the function that returns calls in its place
	again bool  // it was called so
	plain bool  // it is that of Machine.plain, with what follows
	busy  bool  // its code runs
	stuck bool  // it cannot go on

	of    *Access // of a hook, with what follows
	have  uint64  // which of the fields have been read, or written
	wrote uint64  // which have been written
}

// A site is a place in a script, with the name of what is called there.
type site struct {
	line int
	name string
}

// A signal says how a statement has ended.
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
	site  *site
	steps []statement
}

func (b *body) run(fr *frame) signal {
	m := fr.m
	paid := m.cost
	if m.left -= b.cost * paid; m.left < 0 {
		fr.site = b.site
		fr.in.charge(0)
	}
	for _, step := range b.steps {
		if s := step(fr); s != next {
			return s
		}
		if m.cost != paid {
			fr.site = b.site
			fr.in.charge(int(b.cost * (m.cost - paid)))
			paid = m.cost
		}
	}
	return next
}

// fail stops the script at a place.
func (fr *frame) fail(at *site, err error, format string, args ...any) {
	fr.site = at
	fr.in.fail(err, format, args...)
}

// frame returns the frame of the compiled function that runs, nil for none.
func (in *instance) frame() *frame {
	if in.active == 0 {
		return nil
	}
	return in.frames[in.active-1]
}

// push begins a frame. The caller is at the site of the call.
func (in *instance) push(c *code) *frame {
	if in.active >= in.m.limits.Depth {
		in.tooDeep()
	}
	if in.active == len(in.frames) {
		in.frames = append(in.frames, &frame{in: in, m: in.m})
	}
	fr := in.frames[in.active]
	in.active++
	fr.enter(c)
	fr.again = false
	return fr
}

func (fr *frame) enter(c *code) {
	if cap(fr.slots) < c.slots {
		fr.slots = make([]Value, c.slots+8)
	}
	if cap(fr.nums) < c.nums {
		fr.nums = make([]float64, c.nums+8)
	}
	fr.code, fr.slots, fr.nums, fr.site = c, fr.slots[:c.slots], fr.nums[:c.nums], nil
}

// run calls a code with the values from a place of Machine.args on, and leaves its
// results in their place.
func (in *instance) run(c *code, from int) {
	m := in.m
	fr := in.push(c)
	fr.from = from
	for {
		n := copy(fr.slots[:c.params], m.args[from:])
		clear(fr.slots[n:c.params])
		m.args = m.args[:from]
		c.body.run(fr)
		if fr.tail == nil {
			break
		}
		c, fr.tail = fr.tail, nil
		fr.enter(c)
		fr.again = true
	}
	in.active--
}

// native calls a function that is not compiled, or fails where it is none, with the
// values from a place of Machine.args on, and leaves its results in their place.
func (in *instance) native(fn Value, from int) {
	m, L := in.m, in.L
	L.Push(in.box(fn))
	n := len(m.args) - from
	for _, v := range m.args[from:] {
		L.Push(in.box(v))
	}
	m.args = m.args[:from]
	L.Call(n, lua.MultRet)
	for i := range L.GetTop() {
		m.args = append(m.args, in.raw(L.Get(i+1)))
	}
	L.SetTop(0)
}

// first takes the results from a place on off Machine.args, and returns the first.
func (m *Machine) first(from int) (v Value) {
	if len(m.args) > from {
		v = m.args[from]
	}
	m.args = m.args[:from]
	return v
}

// adopt makes a list of the game one of the script's own.
func (in *instance) adopt(v Value) Value {
	if v.is != valueList {
		return v
	}
	l := v.ext.(*list)
	in.listed(len(l.items))
	if !l.once {
		items := l.items
		l = in.m.newList()
		l.items = items
	}
	l.own, l.once = true, false
	return Value{is: valueList, ext: l}
}

// newList returns an empty list, to be used again when no call runs any more.
func (m *Machine) newList() *list {
	if m.listsUsed == len(m.lists) {
		m.lists = append(m.lists, new(list))
	}
	l := m.lists[m.listsUsed]
	m.listsUsed++
	*l = list{keyed: l.keyed[:0]}
	return l
}

// newTable returns an empty table of a script's own. Those of one call that are many are
// not kept.
func (m *Machine) newTable() Value {
	if m.listsUsed >= 64 {
		return Value{is: valueList, ext: &list{own: true}}
	}
	l := m.newList()
	l.own = true
	return Value{is: valueList, ext: l}
}

// List returns a list of n values, for a function of the binding to set with
// [Value.Items] and to return. It lasts until the calls that run have ended, and costs no
// memory.
func (m *Machine) List(n int) Value {
	if len(m.items)+n > cap(m.items) {
		m.items = make([]Value, 0, 2*cap(m.items)+n) // what there is of the other keeps it
	}
	from := len(m.items)
	m.items = m.items[:from+n]
	l := m.newList()
	l.items, l.once = m.items[from:from+n:from+n], true
	return Value{is: valueList, ext: l}
}

// callCode calls a compiled hook.
func (in *instance) callCode(fn *Func, ev *Access) error {
	fr := in.push(fn.code)
	fr.begin(fn, ev)
	fn.code.body.run(fr)
	in.active--
	return fr.handOver(fn)
}

// plain calls a compiled hook that only reads fields and properties, computes and writes
// fields: it can neither fail nor go on for long. It reports whether it has run to its end.
// If not it has changed nothing, and is to be called in the usual way, which says what is
// wrong.
func (m *Machine) plain(fn *Func, most int, ev *Access) (err error, ended bool) {
	in := m.pools[fn.mod][0]
	m.open(fn.mod, most)
	m.cost = max(1, in.cost)
	fr := in.quick[fn.slot]
	if fr == nil {
		fr = &frame{in: in, m: m, plain: true}
		fr.enter(fn.code)
		in.quick[fn.slot] = fr
	}
	if m.left < fn.code.most*m.cost || fr.busy {
		return nil, false
	}
	m.entered++
	entered := m.entered
	fr.busy, fr.stuck = true, false
	fr.begin(fn, ev)
	fn.code.body.run(fr)
	fr.busy = false
	if fr.stuck || m.left < 0 || m.entered != entered { // a property may have set off a hook
		return nil, false
	}
	if err = fr.handOver(fn); err != nil {
		m.left -= failSteps
	}
	m.took = m.start - m.left
	m.pay(fn.mod)
	return err, true
}

// begin begins a hook. Nothing changes while one runs that may only look: what it does not
// ask for is never read.
func (fr *frame) begin(fn *Func, ev *Access) {
	fr.of, fr.have, fr.wrote = ev, 0, 0
	if !fn.event.ReadOnly {
		for _, field := range fn.touched {
			fr.read(field, fn.code.fields[field])
		}
	}
}

// read puts a field of the event into its place.
func (fr *frame) read(field int, to place) {
	if to.number {
		fr.readNumber(field, to.at)
		return
	}
	fr.have |= 1 << field
	v := fr.of.Get(field)
	if v.is == valueList {
		v = fr.in.adopt(v)
	}
	fr.slots[to.at] = v
}

// readNumber is read of a field that is always a number.
func (fr *frame) readNumber(field, to int) float64 {
	fr.have |= 1 << field
	var f float64
	if whole := fr.of.Whole[field]; whole != nil {
		f = float64(whole())
	} else {
		f = fr.of.Get(field).num
	}
	fr.nums[to] = f
	return f
}

// handOver sets the fields of the event to which a hook has given another value.
func (fr *frame) handOver(fn *Func) error {
	for wrote := fr.wrote; wrote != 0; wrote &= wrote - 1 {
		field := bits.TrailingZeros64(wrote)
		at := fr.code.fields[field]
		var got Value
		if at.number {
			n := fr.nums[at.at]
			if whole := fr.of.Whole[field]; whole != nil && float64(whole()) == n {
				continue
			}
			if set := fr.of.SetWhole[field]; set != nil && float64(int32(n)) == n && set(int(n)) == nil { // the usual
				continue
			}
			got = Number(n)
		} else {
			got = fr.slots[at.at]
		}
		if got.Equal(fr.of.Get(field)) {
			continue
		}
		if err := fr.in.handOver(fn, fr.of, field, got); err != nil {
			return err
		}
	}
	return nil
}

// link tells an instance the locals of the file that a loaded function reads, if it is
// compiled, and those that the functions among them read.
func (in *instance) link(fn *lua.LFunction) {
	c := in.m.program.codes[fn.Proto]
	if c == nil {
		return
	}
	for _, use := range c.uses {
		for i, name := range fn.Proto.DbgUpvalues {
			if name != use.name || !in.linked[use.slot].IsNil() {
				continue
			}
			v := in.raw(fn.Upvalues[i].Value())
			in.linked[use.slot] = v
			if inner, ok := v.ext.(*lua.LFunction); ok && !inner.IsG {
				in.link(inner)
			}
		}
	}
}

// place says where a frame is, and in which function: called is what its caller calls
// it.
func (fr *frame) place(called string) (file string, line int, in string) {
	line = fr.code.line
	if fr.site != nil {
		line = fr.site.line
	}
	if fr.again || called == "?" {
		called = fmt.Sprintf("the function of line %d", fr.code.line)
	}
	return fr.code.file, line, called
}
