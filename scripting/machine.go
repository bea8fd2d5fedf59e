package scripting

import (
	"fmt"
	"iter"

	"houserule/engine"
)

// Limits bound what scripts may do. A zero is the default.
type Limits struct {
	Call   int // steps of a call and everything that it triggers; 100,000
	Look   int // the same for a read-only call; 20,000
	Battle int // steps of a mod in a battle; 10,000,000
	Answer int // steps of a mod in all looks at one question; 10,000,000
	Memory int // bytes that a call may allocate; 16 MiB
	Depth  int // nested calls of functions of a script; 100
}

func (l Limits) orDefault() Limits {
	set := func(n *int, d int) {
		if *n <= 0 {
			*n = d
		}
	}
	set(&l.Call, 100_000)
	set(&l.Look, 20_000)
	set(&l.Battle, 10_000_000)
	set(&l.Answer, 10_000_000)
	set(&l.Memory, 16<<20)
	set(&l.Depth, 100)
	return l
}

// Bounds that the host cannot change.
const (
	loadSteps   = 1_000_000 // of loading a mod
	maxString   = 64 << 10  // bytes of a string
	maxTable    = 10_000    // keys of a table
	maxValues   = 250       // values of an argument or result list of any length
	maxDeclared = 500       // declarations of a mod
	maxNested   = 12        // depth of hooks that trigger hooks
	failSteps   = 1_000     // steps of a failure: its place is looked up
	catchSteps  = 50        // steps of one that pcall catches
)

// A Machine runs the scripts of a program, for one battle at a time and on one
// goroutine.
type Machine struct {
	program *Program
	limits  Limits
	host    any
	text    []byte      // used again for each text that is put together
	texts   [256]string // short texts that have been put together: see intern

	frames  []*frame // of the running functions, and others that are used again
	active  int      // number of those that run
	deepest int      // number of those that may run
	args    []Value

	tables     []*table // that scripts have got or made since the outermost call began
	tablesUsed int
	items      []Value // of those of the game
	closures   []*closure
	madeUsed   int
	kept       [][]*keptList // by field with a Stamp, and by object
	begun      int           // number of battles that have begun
	matches    *[64]match    // of short texts, by hash; nil: none yet
	outermost  int           // number of outermost calls that have begun

	calls   [maxNested]call // that run, the innermost last
	depth   int             // number of those
	guest   string          // the mod as which Eval runs
	took    int64           // steps of the last call that ended
	wrote   bool            // the last hook that ended has written a field
	whole   []int64         // by mod, then for Eval: steps left in the battle, before the running call
	looks   *looks          // for a look: used instead of whole
	own     looks
	allowed []*engine.Allowance // if any: used instead of whole and looks
	loading *loading            // nil: the mods are loaded
	budget
}

// A call is a call of a hook, of a declared function or of Eval.
type call struct {
	fn    *Func
	hook  *frame // of a hook
	base  int    // number of frames that run below it
	began int64  // steps left when it began
	kept  int64  // steps that it cannot take from the call that triggered it: half of those left there, so that it cannot end that one

	look     bool   // it is the outermost call of a look
	canceled bool   // it has ended with a veto
	reason   string // of that
}

// Looks are the steps that each mod, and Eval, has left for the looks at one question.
type looks struct {
	question int // its number; 0: none yet
	left     []int64
}

// refill gives each mod its steps for another question. A mod that has spent all its steps
// at one question gets no more in the battle, because it would take as long again.
func (l *looks) refill(question int, steps int64) {
	if l.question == question {
		return
	}
	for i := range l.left {
		if l.left[i] > 0 || l.question == 0 {
			l.left[i] = steps
		}
	}
	l.question = question
}

// intern returns a new text as a string. Scripts put the same few together again and again,
// so the machine keeps the last ones, each at an index that depends on its bytes.
func (m *Machine) intern(text []byte) string {
	if len(text) == 1 || len(text) > 64 { // one byte takes no memory
		return string(text)
	}
	hash := uint64(0)
	for _, b := range text {
		hash = hash*31 + uint64(b)
	}
	kept := &m.texts[hash*0x9E3779B97F4A7C15>>56]
	if *kept != string(text) {
		*kept = string(text)
	}
	return *kept
}

// A budget is what the running calls may still take.
type budget struct {
	left  int64 // steps that the outermost call has left
	start int64 // steps with which it began
	most  int64 // limit of its steps
	bytes int64 // bytes that the call has allocated
	aside bool  // it is the budget of a look: Aside
}

// NewMachine returns a machine.
func NewMachine(p *Program, limits Limits) *Machine {
	m := &Machine{program: p, limits: limits.orDefault(), whole: make([]int64, len(p.mods)+1), own: looks{left: make([]int64, len(p.mods)+1)}}
	m.kept = make([][]*keptList, p.binding.kept)
	m.Begin(nil)
	return m
}

// Begin begins a battle. Its budget is full, or its steps are taken from each of the
// allowances, if there are any. Host returns the given host.
func (m *Machine) Begin(host any, allowed ...*engine.Allowance) {
	m.host, m.allowed = host, allowed
	m.begun++
	for i := range m.whole {
		m.whole[i] = int64(m.limits.Battle)
	}
	m.looks, m.own.question = &m.own, 0
	m.aside = false
	m.depth, m.active = 0, 0
}

// Allowed returns the allowances that Begin was given.
func (m *Machine) Allowed() []*engine.Allowance { return m.allowed }

// Share lets the looks of the machine take their steps from those of another machine.
func (m *Machine) Share(of *Machine) { m.looks = of.looks }

// Aside begins a look at a question. Its calls, and everything that they trigger, have a
// budget of their own: they take no steps from the battle or from a running script, but from
// the later looks at the question and from the allowances. Resume, with the result of
// Aside, ends the look.
func (m *Machine) Aside(question int) (before budget) {
	before = m.budget
	if !m.aside { // a look within a look is part of it
		m.looks.refill(question, int64(m.limits.Answer))
		m.budget = budget{aside: true}
		m.open(m.payer(), int64(m.limits.Call))
	}
	return before
}

// payer returns the mod of the outermost running call, or 0 if none runs.
func (m *Machine) payer() int {
	if m.depth == 0 {
		return 0
	}
	return m.calls[0].fn.mod
}

// Resume ends a look: it restores the budget from before Aside.
func (m *Machine) Resume(before budget) {
	if !before.aside {
		if m.depth > 0 { // otherwise the call has paid when it ended
			m.pay(m.payer())
		}
		m.budget = before
	}
}

// open fills the budget for an outermost call of a mod.
func (m *Machine) open(mod int, most int64) {
	left := m.whole[mod]
	switch {
	case len(m.allowed) > 0:
		left = m.least()
	case m.aside:
		left = m.looks.left[mod]
	}
	left = min(left, most)
	m.left, m.start, m.most, m.bytes = left, left, most, 0
}

// least returns the steps left in the smallest of the allowances.
func (m *Machine) least() int64 {
	left := m.allowed[0].Left
	for _, a := range m.allowed[1:] {
		left = min(left, a.Left)
	}
	return left
}

// pay takes the steps of an outermost call from the share of its mod, or from the
// allowances.
func (m *Machine) pay(mod int) {
	spent := m.start - m.left
	if len(m.allowed) > 0 {
		for _, a := range m.allowed {
			a.Left -= spent
		}
	} else if m.aside {
		m.looks.left[mod] -= spent
	} else {
		m.whole[mod] -= spent
	}
}

// Mod returns the mod of the running script, or "" if none runs.
func (m *Machine) Mod() string {
	if m.depth == 0 {
		return ""
	}
	fn := m.calls[m.depth-1].fn
	if fn.mod == len(m.program.mods) {
		return m.guest
	}
	return fn.Mod
}

// Place returns the hook or declaration that runs, such as "onAttack", and the place in its
// file that it has reached. It takes a microsecond or more.
func (m *Machine) Place() (task, file string, line int) {
	if m.depth > 0 {
		file, line, _ = m.where()
		task = m.calls[m.depth-1].fn.Hook
	}
	return task, file, line
}

// Running yields the hooks and functions that run, the outermost first.
func (m *Machine) Running() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range m.depth {
			if !yield(m.calls[i].fn.Hook) {
				return
			}
		}
	}
}

// Host returns the host that Begin was given, for the functions of the binding.
func (m *Machine) Host() any { return m.host }

// Spent returns the number of steps that the battle has taken so far, in all mods.
func (m *Machine) Spent() int {
	n := int64(0)
	for _, left := range m.whole {
		n += int64(m.limits.Battle) - left
	}
	if m.depth > 0 {
		n += m.start - m.left
	}
	return int(n)
}

// Took returns the number of steps of the last call that ended, with everything that it
// triggered.
func (m *Machine) Took() int64 { return m.took }

// Limits returns the limits of the machine.
func (m *Machine) Limits() Limits { return m.limits }

// Charge takes steps from the running script, for the work of a function of the binding. The
// function must return its error.
func (m *Machine) Charge(steps int) error {
	if m.left -= int64(steps); m.left < 0 {
		return ErrBudget
	}
	return nil
}

// overspent returns the error of a call that has no steps left. It names the spent budget.
func (m *Machine) overspent() (text string, err error) {
	switch {
	case m.start == m.most:
		return fmt.Sprintf("spent its %d steps", m.start), ErrBudget
	case len(m.allowed) > 0:
		return "spent the last of them", engine.ErrSpent
	case m.aside:
		return fmt.Sprintf("spent its %d steps of the evaluations for one answer: let it do less there", m.limits.Answer), ErrSlow
	}
	return fmt.Sprintf("spent its %d steps of this battle", m.limits.Battle), ErrBudget
}

// charge takes steps from the budget.
func (m *Machine) charge(steps int) {
	if m.left -= int64(steps); m.left < 0 {
		text, err := m.overspent()
		m.fail(err, "%s", text)
	}
}

// take takes bytes from the budget.
func (m *Machine) take(bytes int) {
	if m.bytes += int64(bytes); m.bytes > int64(m.limits.Memory) {
		m.fail(ErrMemory, "took more than %d KiB of memory", m.limits.Memory>>10)
	}
}

// newText takes the memory of a new string from the budget.
func (m *Machine) newText(s string) Value {
	m.measure(len(s))
	return String(s)
}

// measure takes the memory of a string of n bytes from the budget.
func (m *Machine) measure(n int) {
	if n > 32 {
		if n > maxString {
			m.tooLong()
		}
		m.take(n)
		m.charge(n >> 6)
	}
}

func (m *Machine) tooLong() {
	m.fail(ErrMemory, "a string has at most %d bytes", maxString)
}

// adopt accounts for a list that a script gets from the game, and makes it one of the script.
// It returns other values as they are.
func (m *Machine) adopt(v Value) Value {
	if v.is != valueTable {
		return v
	}
	return m.adoptList(v)
}

func (m *Machine) adoptList(v Value) Value {
	t := v.ext.(*table)
	m.listed(len(t.items))
	if t.seal == readOnly {
		return v
	}
	if !t.once {
		items := t.items
		t = m.newTable()
		t.items = items
	}
	t.once, t.lent = false, true
	return Value{is: valueTable, ext: t}
}

// listed accounts for a list of n items of the game.
func (m *Machine) listed(n int) {
	m.left -= int64(8 + n)
	m.bytes += int64(64 + 16*n)
	if n > maxTable || m.left < 0 || m.bytes > int64(m.limits.Memory) {
		m.unlisted(n)
	}
}

// unlisted fails for a list that is too long.
func (m *Machine) unlisted(n int) {
	if n > maxTable {
		m.fail(ErrMemory, "a list has at most %d items", maxTable)
	}
	m.charge(0)
	m.take(0)
}

// most tables and closures that are kept to be used again when no call runs any more, and items for
// which a table keeps the memory.
const (
	mostKept = 64
	mostRoom = 64
)

// newTable returns an empty table of a script.
func (m *Machine) newTable() *table {
	if m.tablesUsed >= mostKept || m.loading != nil {
		return new(table)
	}
	if m.tablesUsed == len(m.tables) {
		m.tables = append(m.tables, new(table))
	}
	t := m.tables[m.tablesUsed]
	m.tablesUsed++
	if cap(t.room) > mostRoom {
		t.room = nil
	}
	*t = table{keyed: t.keyed[:0], room: t.room[:0], items: t.room[:0]}
	return t
}

// newClosure returns a closure of a code whose captures are still to be set.
func (m *Machine) newClosure(c *code) *closure {
	m.take(64 + 40*len(c.captures))
	if m.madeUsed >= mostKept || m.loading != nil {
		return &closure{c, make([]Value, len(c.captures))}
	}
	if m.madeUsed == len(m.closures) {
		m.closures = append(m.closures, new(closure))
	}
	f := m.closures[m.madeUsed]
	m.madeUsed++
	f.code = c
	if cap(f.up) < len(c.captures) {
		f.up = make([]Value, len(c.captures))
	}
	f.up = f.up[:len(c.captures)]
	return f
}

// List returns a list of n values. A function of the binding sets them with [Value.Items] and
// returns the list. It is valid until the running calls have ended, and takes no memory.
func (m *Machine) List(n int) Value {
	if len(m.items)+n > cap(m.items) || m.loading != nil {
		m.items = make([]Value, 0, 2*cap(m.items)+n) // existing lists keep the old array
	}
	from := len(m.items)
	m.items = m.items[:from+n]
	t := m.newTable()
	t.items, t.once, t.lent = m.items[from:from+n:from+n], true, true
	return Value{is: valueTable, ext: t}
}

// enter begins a call; one that may only look has fewer steps.
func (m *Machine) enter(fn *Func, look bool) error {
	if m.depth > 0 {
		return m.enterInner(fn)
	}
	if fn.mod >= len(m.whole) {
		return &Error{Text: "it is not loaded"} // the zero Machine
	}
	most := int64(m.limits.Call)
	if look {
		most = int64(m.limits.Look)
	}
	if m.open(fn.mod, most); m.left <= 0 {
		text, err := m.overspent()
		return &Error{Text: text, Err: err}
	}
	m.args, m.items, m.tablesUsed, m.madeUsed = m.args[:0], m.items[:0], 0, 0
	m.outermost++
	c := &m.calls[0]
	c.fn, c.hook, c.canceled, c.look = fn, nil, false, false // base and kept are always 0
	c.began = m.left
	m.depth, m.active, m.deepest = 1, 0, m.limits.Depth
	return nil
}

// enterInner begins a call within another.
func (m *Machine) enterInner(fn *Func) error {
	if m.depth >= maxNested {
		m.took = 0
		return &Error{Text: fmt.Sprintf("hooks set off each other more than %d deep", maxNested), Err: ErrDepth}
	}
	c := &m.calls[m.depth]
	*c = call{fn: fn, base: m.active, began: m.left}
	if m.calls[m.depth-1].fn.mod != fn.mod {
		c.kept = m.left / 2
		m.left -= c.kept
	}
	m.depth++
	m.deepest = m.active + m.limits.Depth
	return nil
}

// leave ends a call.
func (m *Machine) leave(err error) {
	m.depth--
	c := &m.calls[m.depth]
	if err != nil {
		m.left -= failSteps
		for _, fr := range m.frames[c.base:m.active] {
			fr.again, fr.via = false, false
		}
	}
	m.active = c.base
	if m.depth == 0 {
		m.took = c.began - m.left
		m.pay(c.fn.mod)
		if c.look {
			m.aside = false
		}
		return
	}
	if c.kept > 0 {
		m.left = max(m.left, 0) + c.kept
	}
	m.took = c.began - m.left
	m.deepest = m.calls[m.depth-1].base + m.limits.Depth
}

// mend ends the call that is so deep, if its script has panicked, and sets its error. It is
// deferred.
func (m *Machine) mend(depth int, err *error) {
	if m.depth != depth { // it has ended
		return
	}
	fn := m.calls[depth-1].fn
	*err = m.wrap(recover(), fn.Mod, fn.Hook)
	m.leave(*err)
}

// wrap turns the value of a call's panic into an Error.
func (m *Machine) wrap(r any, mod, task string) *Error {
	e := &Error{Mod: mod, Hook: task}
	if task == Expression {
		e.Hook = ""
	}
	f, ok := r.(*fault)
	if !ok {
		f = &fault{text: "the machine broke: " + wipe(fmt.Sprint(r))}
	}
	e.Text, e.Err, e.File, e.Line = Plain(f.text, maxErrorText), f.err, f.file, f.line
	if f.file == "" {
		e.File, e.Line, e.Traceback = m.where()
	}
	return e
}

// An Access is the event of a call. Fields are named by their index in the Event.
type Access struct {
	Get func(field int) Value
	Set func(field int, v Value) error
	// Number has, for each field that is always a number, a function that reads it without
	// making a Value. SetWhole may have, for a field that is a whole number, one that sets it;
	// given the number that the field has, it changes nothing.
	Number   []func() float64
	SetWhole []func(n int) error
}

// NewAccess returns the Access of an event with this number of fields. Number reads them all
// with get, and SetWhole has no functions yet.
func NewAccess(fields int, get func(field int) Value, set func(field int, v Value) error) *Access {
	a := &Access{get, set, make([]func() float64, fields), make([]func(int) error, fields)}
	for i := range a.Number {
		a.Number[i] = func() float64 { return get(i).num }
	}
	return a
}

// Call calls a hook. If it does not fail, Call sets the changed fields of ev, in the order of
// the event's fields. Vetoed reports whether the hook has canceled what it is about: [Machine.Reason].
// If question is not 0, the call is a look at it, as after [Machine.Aside]. The error is an [*Error].
func (m *Machine) Call(fn *Func, ev *Access, question int) (vetoed bool, err error) {
	look := question > 0 && !m.aside
	if look {
		if m.depth > 0 {
			return m.callAside(fn, ev, question)
		}
		m.looks.refill(question, int64(m.limits.Answer))
		m.aside = true
	}
	if err = m.enter(fn, fn.event.ReadOnly); err != nil {
		m.aside = m.aside && !look
		return false, fn.at(err)
	}
	defer m.mend(m.depth, &err)
	c := &m.calls[m.depth-1]
	c.look = look
	fr := m.push(fn.closure)
	c.hook = fr
	fr.of, fr.have, fr.wrote = ev, 0, 0
	if at := fr.code.eventAt; at >= 0 {
		fr.slots[at] = Value{is: valueEvent, ext: fr}
	}
	fr.code.body(fr)
	if m.wrote = fr.wrote != 0; m.wrote {
		err = fr.writeBack(fn)
	}
	vetoed = c.canceled && err == nil
	m.leave(err)
	return vetoed, err
}

// Wrote reports whether the last hook that ended has written a field of its event.
func (m *Machine) Wrote() bool { return m.wrote }

// callAside is Call for a look while a script runs.
func (m *Machine) callAside(fn *Func, ev *Access, question int) (vetoed bool, err error) {
	before := m.Aside(question)
	vetoed, err = m.Call(fn, ev, 0)
	m.Resume(before)
	return vetoed, err
}

// Reason returns why the last call that ended has canceled what it was about.
func (m *Machine) Reason() string { return m.calls[m.depth].reason }

// at adds the function's place to an error.
func (fn *Func) at(err error) error {
	e, ok := err.(*Error)
	if !ok {
		e = &Error{Text: Plain(err.Error(), maxErrorText), Err: err}
	}
	e.Mod, e.Hook, e.Ability = fn.Mod, fn.Hook, fn.Ability
	if e.File == "" {
		e.File, e.Line = fn.File, fn.Line
	}
	return e
}

// setField sets a field of the event.
func (m *Machine) setField(fn *Func, ev *Access, field int, got Value) (why error) {
	if set := ev.SetWhole[field]; set != nil && got.is == valueNumber && float64(int32(got.num)) == got.num { // the usual case
		why = set(int(got.num))
	} else if v, ok := m.plain(got, 0); !ok || !fn.event.shapes[field].fits(v) {
		return fn.refused(field, m.refuse(fn.event.Fields[field].Name, fn.event.shapes[field], got), ErrReject)
	} else {
		why = ev.Set(field, v)
	}
	if why != nil {
		return fn.refused(field, fmt.Sprintf("%s: %v", fn.event.Fields[field].Name, why), why)
	}
	return nil
}

// refused returns the error of a field that cannot have a value.
func (fn *Func) refused(field int, text string, why error) error {
	e := &Error{Text: Plain(text, maxErrorText), Err: why, File: fn.File, Line: fn.Line}
	if line := fn.lines[field]; line > 0 {
		e.Line = line
	}
	return fn.at(e)
}

// lastWrite sets the line of an error of a field to that of its last write, where no line is
// known in advance because the hook hands its event on.
func (fn *Func) lastWrite(err error, line int) error {
	if e, ok := err.(*Error); ok && fn.lines == nil && line > 0 {
		e.Line = line
	}
	return err
}

// CallRegistered calls a function that a script declared.
func (m *Machine) CallRegistered(r Registration, field string, args ...Value) (Value, error) {
	return m.registered(r, field, false, args)
}

// LookRegistered calls a read-only function that a script declared.
func (m *Machine) LookRegistered(r Registration, field string, args ...Value) (Value, error) {
	return m.registered(r, field, true, args)
}

func (m *Machine) registered(r Registration, field string, look bool, args []Value) (result Value, err error) {
	i := r.place(field)
	if i < 0 || !r.has[i] || r.register.shapes[i].base != isFunction {
		return Nil, &Error{Mod: r.Mod, Ability: r.Ability, Hook: r.Name + "." + field, File: r.File, Line: r.Line, Text: "there is no such function"}
	}
	fn := r.funcs[i]
	if err := m.enter(fn, look); err != nil {
		return Nil, fn.at(err)
	}
	defer m.mend(m.depth, &err)
	from := len(m.args)
	for _, v := range args {
		m.args = append(m.args, m.adopt(v))
	}
	m.call(fn.value, from)
	got := m.first(from)
	if fn.returns.base != isNil {
		var ok bool
		if result, ok = m.plain(got, 0); !ok || !fn.returns.fits(result) {
			result, err = Nil, fn.at(&Error{Err: ErrReject, Text: m.refuse("the result", fn.returns, got)})
		}
	}
	m.leave(err)
	return result, err
}
