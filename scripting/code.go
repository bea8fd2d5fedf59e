package scripting

import (
	"fmt"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// A code is a function of a script as Go closures. It does the same as the function on
// gopher-lua, and only counts steps in another way.
//
// A block takes its steps when it is entered: one for itself, one for each of its
// statements, one for each operator, index, constructor and call in them, and the steps of
// the fields and functions of the game that they name. Inner blocks take their own. The
// body of a loop is entered at each turn. If a step becomes dearer in a block, as after a
// long text, all steps of the block do.
type code struct {
	name   string // of a local function, otherwise ""
	file   string
	line   int // first line
	params int
	slots  int       // number of slots of its frames; the first hold the parameters, or the fields of the event
	nums   int       // number of places of its frames for values that are always numbers
	body   *body     // nil if the function is not compiled
	quick  statement // the body for Machine.Quick; nil if that cannot run it
	why    string    // the reason why it is not compiled
	uses   []use
	calls  []*code // functions that it calls by name
	fields []place // of a hook: by field of its event
	most   int64   // number of steps of all its blocks: the maximum, if it has no loop and no call
	full   bool    // it may do more than Machine.Quick can
	game   bool    // it calls functions of the game, or gets lists from it
	reads  uint64  // of a hook: bits of the fields that it reads, and that functions read for it
	writes uint64  // the same of those that are written
}

// A place is the index of a value in a frame: in nums if the value is always a number,
// otherwise in slots.
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
	site  *site  // the last site reached, for errors
	from  int    // index in Machine.args of the first result
	tail  *code  // of a tail call: the function to call next
	again bool   // the frame was reused by a tail call
	via   bool   // the function that it calls is called by one of the library, which its site names
	outer *frame // of a function in a function: that of the function around it
	hook  *frame // that of the hook whose event the code uses

	// Of Machine.Quick:
	busy    bool  // its code runs
	stuck   bool  // it met something that only Machine.Call can do, or report
	limit   int64 // of the steps of a call
	price   int64 // steps of an instruction
	most    int64 // maximum number of steps of its code
	spent   int64 // steps of the running call, but for price
	result  Value // of a function that a hook calls
	entered int   // that of the machine when the call began

	// Of a hook:
	of    *Access
	have  uint64 // bits of the fields that have been read or written; not in Quick
	wrote uint64 // bits of the fields that have been written
	// By field, the line that wrote it last, if the hook hands its event on; nil: none yet.
	wroteAt *[64]int
}

// A site is a place in a script, with the name of what is called there.
type site struct {
	line int
	name string
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

// quick returns the block for Machine.Quick: no step becomes dearer, and Quick sees later
// whether there were enough.
func (b *body) quick() statement {
	cost, steps := b.cost, b.steps
	if len(steps) == 1 {
		only := steps[0]
		return func(fr *frame) signal {
			fr.spent += cost
			return only(fr)
		}
	}
	return func(fr *frame) signal {
		fr.spent += cost
		for _, step := range steps {
			if s := step(fr); s != next {
				return s
			}
		}
		return next
	}
}

// again returns the block for Machine.Quick where it may run any number of times: a turn of a
// loop, or a called function. It ends the hook when nothing else would.
func (b *body) again() statement {
	cost, steps := b.cost, b.steps
	return func(fr *frame) signal {
		fr.spent += cost
		if fr.stuck || fr.m.left < fr.spent*fr.price {
			fr.stuck = true
			return leaveFunction
		}
		for _, step := range steps {
			if s := step(fr); s != next {
				return s
			}
		}
		return next
	}
}

// fail stops the script at a place.
func (fr *frame) fail(at *site, err error, format string, args ...any) {
	fr.site = at
	fr.in.fail(err, format, args...)
}

// frame returns the frame of the running compiled function, or nil if none runs.
func (in *instance) frame() *frame {
	if in.active == 0 {
		return nil
	}
	return in.frames[in.active-1]
}

// push begins the frame of a call. The caller's site is already that of the call.
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
	fr.again, fr.via = false, false
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

// run calls a code with the values of Machine.args from an index on, and replaces them by
// its results.
func (in *instance) run(c *code, from int) { in.runIn(c, from, nil, nil) }

// runIn is run for a code that uses the frame around it, or that of a hook.
func (in *instance) runIn(c *code, from int, outer, hook *frame) {
	fr := in.push(c)
	fr.from, fr.outer, fr.hook = from, outer, hook
	fr.take(c, from)
	c.body.run(fr)
	if fr.tail != nil {
		in.rest(fr)
	}
	in.active--
}

// take takes the parameters from Machine.args.
func (fr *frame) take(c *code, from int) {
	n := copy(fr.slots[:c.params], fr.m.args[from:])
	clear(fr.slots[n:c.params])
	fr.m.args = fr.m.args[:from]
}

// rest runs the tail calls of a frame.
func (in *instance) rest(fr *frame) {
	for fr.tail != nil {
		c := fr.tail
		fr.tail = nil
		fr.enter(c)
		fr.again = true
		fr.take(c, fr.from)
		c.body.run(fr)
	}
}

// call calls a function with the values of Machine.args from an index on, and replaces them by
// its results. It fails if fn is no function.
func (in *instance) call(fn Value, from int) {
	if f, ok := fn.ext.(*lua.LFunction); ok {
		if lib := in.m.program.world.natives[f]; lib != nil && lib.call != nil {
			lib.call(libCall{in: in, name: lib.name, from: from})
			return
		}
		if c := in.ready(f); c != nil {
			in.run(c, from)
			return
		}
	}
	in.native(fn, from)
}

// ready returns the code of a function, if it is compiled and all that it reads is linked.
func (in *instance) ready(fn *lua.LFunction) *code {
	c := in.m.program.codes[fn.Proto]
	if c == nil || c.body == nil {
		return nil
	}
	for _, use := range c.uses {
		if in.linked[use.slot].IsNil() {
			return nil
		}
	}
	return c
}

// native calls a function on the machine underneath with the values of Machine.args from an index
// on, and replaces them by its results. It fails if fn is no function.
func (in *instance) native(fn Value, from int) {
	m, L := in.m, in.L
	top := L.GetTop()
	L.Push(in.box(fn))
	n := len(m.args) - from
	for _, v := range m.args[from:] {
		L.Push(in.box(v))
	}
	m.args = m.args[:from]
	L.Call(n, lua.MultRet)
	for i := top + 1; i <= L.GetTop(); i++ {
		m.args = append(m.args, in.raw(L.Get(i)))
	}
	L.SetTop(top)
}

// first removes the results from an index on from Machine.args, and returns the first.
func (m *Machine) first(from int) (v Value) {
	if len(m.args) > from {
		v = m.args[from]
	}
	m.args = m.args[:from]
	return v
}

// adopt turns a list of the game into one of the script.
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
	l.own, l.once, l.lent = true, false, true // a write copies the items, which are not its own
	return Value{is: valueList, ext: l}
}

// dropLists begins an outermost call: no script holds a list any more.
func (m *Machine) dropLists() {
	m.items, m.listsUsed = m.items[:0], 0
	m.calls++
}

// newList returns an empty list. It is used again when no call runs any more.
func (m *Machine) newList() *list {
	if m.listsUsed == len(m.lists) {
		m.lists = append(m.lists, new(list))
	}
	l := m.lists[m.listsUsed]
	m.listsUsed++
	if cap(l.room) > mostRoom {
		l.room = nil
	}
	*l = list{keyed: l.keyed[:0], room: l.room[:0]}
	return l
}

// mostRoom is the number of items for which a list keeps the memory.
const mostRoom = 64

// newTable returns an empty table of a script. If a call makes many, not all are kept to be
// used again.
func (m *Machine) newTable() Value {
	if m.listsUsed >= 64 {
		return Value{is: valueList, ext: &list{own: true}}
	}
	l := m.newList()
	l.items, l.own = l.room, true
	return Value{is: valueList, ext: l}
}

// List returns a list of n values. A function of the binding sets them with [Value.Items] and
// returns the list. It is valid until the running calls have ended, and takes no memory.
func (m *Machine) List(n int) Value {
	if len(m.items)+n > cap(m.items) {
		m.items = make([]Value, 0, 2*cap(m.items)+n) // existing lists keep the old array
	}
	from := len(m.items)
	m.items = m.items[:from+n]
	l := m.newList()
	l.items, l.once = m.items[from:from+n:from+n], true
	return Value{is: valueList, ext: l}
}

// callCode calls a compiled hook and sets the fields that it has changed.
func (in *instance) callCode(fn *Func, ev *Access) error {
	fr := in.push(fn.code)
	fr.hook = fr
	fr.begin(fn, ev)
	fn.code.body.run(fr)
	in.active--
	return fr.writeBack(fn)
}

// Quick is Call for a hook that only reads, computes, and writes fields. Such a hook makes
// nothing and calls only functions that read, so most bookkeeping is left out. Ended reports
// whether Quick has run the hook to its end. If not, nothing has changed, and Call has to
// call the hook: it is of another kind, a script is running, or it would fail. A hook that
// sets off another one is not called by Quick again. If question is not 0, the call is a look
// at it, as after Aside.
func (m *Machine) Quick(fn *Func, ev *Access, question int) (ended bool, err error) {
	if m.depth > 0 || fn.quick >= len(m.quick) {
		return false, nil
	}
	fr := m.quick[fn.quick]
	if fr == nil || fr.busy {
		return false, nil
	}
	share := &m.whole[fn.mod]
	if m.aside || question > 0 {
		if !m.aside {
			m.looks.refill(question, int64(m.limits.Answer))
		}
		share = &m.looks.left[fn.mod]
	}
	left := *share
	if len(m.allowed) > 0 {
		left = m.least()
	}
	if left = min(left, fr.limit); left < fr.most {
		return false, nil
	}
	m.entered++
	fr.entered = m.entered
	m.left = left // readers and functions may take some
	if fn.game {  // they may ask whose script runs, and trigger hooks
		m.start, m.most, m.cost, m.bytes, m.depth = left, fr.limit, fr.price, 0, 1
		m.dropLists()
		m.running = append(m.running, fr.in)
		fr.in.busy = true
	}
	fr.of, fr.wrote, fr.spent, fr.stuck, fr.busy = ev, 0, 0, false, true
	fr.code.quick(fr)
	fr.busy = false
	if fn.game {
		m.depth, m.running = 0, m.running[:0]
		fr.in.busy = false
	}
	rest := m.left - fr.spent*fr.price
	if m.entered != fr.entered { // a property or a method has set off a hook, and Call does so again
		m.quick[fn.quick] = nil
		return false, nil
	}
	if fr.stuck || rest < 0 {
		return false, nil
	}
	if fr.wrote != 0 {
		if err = fr.writeBack(fn); err != nil {
			rest -= failSteps
		}
	}
	m.took = left - rest
	if len(m.allowed) == 0 {
		*share -= m.took
	} else {
		for _, a := range m.allowed {
			a.Left -= m.took
		}
	}
	return true, err
}

// setWhole sets a field to a whole number where nothing can undo the call any more. It
// reports whether it has.
func (fr *frame) setWhole(field int, f float64) bool {
	m, set := fr.m, fr.of.SetWhole[field]
	return set != nil && !fr.stuck && fr.wrote == 0 && m.left >= fr.spent*fr.price && m.entered == fr.entered && float64(int32(f)) == f && set(int(f)) == nil
}

// hasten makes the frames of the hooks of a loaded mod for Quick.
func (m *Machine) hasten(mod int) {
	in := m.pools[mod][0]
	for _, fn := range m.program.mods[mod].quick {
		fr := &frame{in: in, m: m, limit: int64(m.stepsOf(fn)), price: max(1, in.cost)}
		fr.most = fn.code.most * fr.price
		fr.enter(fn.code)
		fr.hook = fr
		m.quick[fn.quick] = fr
	}
}

// begin sets the event of a hook. A read-only hook reads each field when it first needs it,
// because nothing changes while it runs. Any other hook reads all its fields now.
func (fr *frame) begin(fn *Func, ev *Access) {
	fr.of, fr.have, fr.wrote = ev, 0, 0
	if !fn.event.ReadOnly {
		for _, field := range fn.touched {
			fr.read(field, fn.code.fields[field])
		}
	}
}

// read copies a field of the event to its place in the frame.
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

// readNumber copies a field that is always a number to an index of nums, and returns it.
func (fr *frame) readNumber(field, to int) float64 {
	f := fr.of.Number[field]()
	fr.have |= 1 << field
	fr.nums[to] = f
	return f
}

// writeBack sets the fields of the event that the hook has changed.
func (fr *frame) writeBack(fn *Func) error {
	ev := fr.of
	for _, field := range fn.Writes {
		if fr.wrote>>field&1 == 0 {
			continue
		}
		at := fr.code.fields[field]
		var got Value
		if at.number {
			n := fr.nums[at.at]
			if set := ev.SetWhole[field]; set != nil && float64(int32(n)) == n && set(int(n)) == nil { // the usual case
				continue
			}
			got = Number(n)
		} else {
			got = fr.slots[at.at]
		}
		if got.Equal(ev.Get(field)) {
			continue
		}
		if err := fr.in.setField(fn, ev, field, got); err != nil {
			if fr.wroteAt != nil {
				err = fn.lastWrite(err, fr.wroteAt[field])
			}
			return err
		}
	}
	return nil
}

// link copies the locals of the file that a loaded function reads into the instance, if the
// function is compiled, and also those that local functions among them read.
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

// plain reports whether Machine.Quick can run a code, with all functions that it calls.
func (c *code) plain(seen map[*code]bool) bool {
	if c.body == nil || c.full {
		return false
	}
	seen[c] = true
	for _, callee := range c.calls {
		if !seen[callee] && !callee.plain(seen) {
			return false
		}
	}
	return true
}

// reachesGame reports whether a code, or a function that it calls, calls functions of the game.
func (c *code) reachesGame(seen map[*code]bool) bool {
	seen[c] = true
	return c.game || slices.ContainsFunc(c.calls, func(callee *code) bool { return !seen[callee] && callee.reachesGame(seen) })
}

// place returns the file and line that a frame has reached, and the name of its function.
// Called is the caller's name for it.
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
