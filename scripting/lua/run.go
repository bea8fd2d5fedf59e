package lua

import "fmt"

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
		fr.begin(f)
	}
	fr.site = 0
	return fr
}

func (fr *frame) begin(f *closure) {
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
			if n > MaxValues {
				m.Fail(ErrMemory, "a function takes at most %d values as ...", MaxValues)
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
		fr.begin(f)
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
		f.call(Call{m, f.name, from})
	}
}

// callBack is call for a function of the library, which a script has called.
func (m *Machine) callBack(fn Value, from int) {
	caller := m.frames[m.active-1]
	if fn.is != valueFunction {
		m.Fail(nil, "%s cannot be called", m.sort(fn))
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

// tooDeep stops a script whose functions call each other too deep.
func (m *Machine) tooDeep() { m.Fail(ErrDepth, "functions call each other too deep") }

// try calls a function with the values of Machine.args from an index on, and replaces them by its
// results. If the script makes a mistake there, failed is true, and why is what it fails with. What
// ends a call goes on: steps, memory and depth that are spent, and errors of the host.
func (m *Machine) try(fn Value, from int) (why Value, failed bool) {
	active := m.active
	defer func() {
		if !failed {
			return
		}
		r := recover()
		f, ok := r.(*fault)
		if !ok || f.err != nil && f.err != ErrReject && f.err != ErrFrozen {
			panic(r)
		}
		if why = f.value; !f.thrown {
			text := f.text
			if at := m.active - f.level; f.level > 0 && at >= m.calls[m.depth-1].base {
				file, line, _ := m.frames[at].position("")
				text = fmt.Sprintf("%s:%d: %s", file, line, text)
			}
			why = String(text)
		}
		for _, fr := range m.frames[active-1 : m.active] {
			fr.again, fr.via = fr.again && fr == m.frames[active-1], false
		}
		m.active, m.args = active, m.args[:from]
		m.charge(catchSteps)
		m.measure(len(why.Text()))
	}()
	failed = true
	m.callBack(fn, from)
	return Nil, false
}

// Line returns the first line of a function of a script, 0 for any other value.
func (v Value) Line() int {
	if f, ok := v.ext.(*closure); ok {
		return f.code.line
	}
	return 0
}
