package scripting

import (
	"fmt"

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
	body   *body  // nil where the function stays on the machine underneath
	why    string // it does
	uses   []use
	calls  []*code // that it calls by name
	fields []int   // of a hook: the slots of the fields of its event
	before int     // of a hook: where the slots begin that hold what the fields were that it writes
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
	slots []Value
	code  *code
	site  *site // that has been reached, as far as errors need it
	from  int   // where the results begin in Machine.args
	tail  *code // what the function that returns calls in its place
	again bool  // it was called so

	event *event // of a hook, with what follows
	of    EventAccess
	whole NumberAccess // of as one; nil where it is none
	have  uint64       // which of the fields have been read, or written
	wrote uint64       // which have been written
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
	m := fr.in.m
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
		in.frames = append(in.frames, &frame{in: in})
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
	fr.code, fr.slots, fr.site = c, fr.slots[:c.slots], nil
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

// callCode calls a compiled hook. Nothing changes while one runs that may only look: what
// it does not ask for is never read.
func (in *instance) callCode(fn *Func, ev EventAccess) error {
	fr := in.push(fn.code)
	fr.event, fr.of, fr.have, fr.wrote = fn.event, ev, 0, 0
	fr.whole, _ = ev.(NumberAccess)
	before := fn.code.before
	if !fn.event.ReadOnly {
		for _, field := range fn.touched {
			fr.read(field)
		}
		for i, field := range fn.Writes {
			fr.slots[before+i] = fr.slots[fn.code.fields[field]]
		}
	}
	fr.code.body.run(fr)
	in.active--
	if fr.wrote == 0 {
		return nil
	}
	if fn.event.ReadOnly {
		for i, field := range fn.Writes {
			if fr.wrote&(1<<field) != 0 {
				fr.slots[before+i] = fr.value(field)
			}
		}
	}
	for i, field := range fn.Writes {
		got := &fr.slots[fn.code.fields[field]]
		if fr.wrote&(1<<field) == 0 || got.Equal(fr.slots[before+i]) {
			continue
		}
		if err := in.handOver(fn, ev, fr.whole, field, *got); err != nil {
			return err
		}
	}
	return nil
}

// value asks the event for a field.
func (fr *frame) value(field int) Value {
	if fr.whole != nil && fr.event.shapes[field].base == isNumber {
		if n, ok := fr.whole.Whole(field); ok {
			return Number(float64(n))
		}
	}
	return fr.of.Get(field)
}

// read puts a field of the event into its slot.
func (fr *frame) read(field int) {
	fr.have |= 1 << field
	v := fr.value(field)
	if v.is == valueList {
		v = fr.in.adopt(v)
	}
	fr.slots[fr.code.fields[field]] = v
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
