package scripting

import (
	"context"
	"fmt"
	"time"

	lua "github.com/yuin/gopher-lua"

	"houserule/engine"
)

// Limits bound what scripts may do. A zero is the default.
type Limits struct {
	Call   int // steps of a call and everything that it triggers; 100,000
	Look   int // the same for a read-only call; 20,000
	Battle int // steps of a mod in a battle; 10,000,000
	Answer int // steps of a mod in all looks at one question; 10,000,000
	Load   int // steps of loading a mod; 1,000,000
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
	set(&l.Load, 1_000_000)
	set(&l.Memory, 16<<20)
	set(&l.Depth, 100)
	return l
}

// Bounds that the host cannot change.
const (
	maxString   = 64 << 10 // bytes of a string
	maxTable    = 10_000   // keys of a table
	maxHole     = 1_000    // items by which a list may grow at once
	maxValues   = 250      // values of an argument or result list of any length
	maxDeclared = 500      // declarations of a mod
	maxNested   = 12       // depth of hooks that trigger hooks
	failSteps   = 1_000    // steps of a failure: its place is looked up, and its Lua state is made anew
)

// A Machine runs the scripts of a program, for one battle at a time and on one
// goroutine.
type Machine struct {
	program *Program
	limits  Limits
	host    any
	pools   [][]*instance // by mod; the last one is for Eval
	quick   []*frame      // by Func.quick: the frames of Quick, once their mod is loaded
	objects []objects     // by kind
	words   [64]word
	text    []byte      // used again for each text that is put together
	texts   [256]string // short texts that have been put together: see intern

	lists     []*list // lists of the game that scripts have got since the outermost call began
	listsUsed int
	items     []Value       // of those
	kept      [][]*keptList // by field with a Stamp, and by object
	begun     int           // number of battles that have begun
	matches   *[64]match    // of short texts, by hash; nil: none yet
	calls     int           // number of outermost calls that have begun and may hold lists

	running []*instance // the instances of the running calls, the innermost last
	guest   string      // the mod as which Eval runs
	depth   int         // number of running calls
	args    []Value
	entered int     // number of calls that have begun
	took    int64   // steps of the last call that ended
	whole   []int64 // by mod, then for Eval: steps left in the battle, before the running call
	looks   *looks  // for a look: used instead of whole
	own     looks
	allowed []*engine.Allowance // if any: used instead of whole and looks
	budget
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
	cost  int64 // steps of an instruction
	bytes int64 // bytes that the call has allocated
	aside bool  // it is the budget of a look: Aside
}

// Objects are the Lua objects of a kind. Each number has only one, so that Lua finds equal
// objects equal.
type objects struct {
	dense  []*lua.LUserData
	sparse map[int32]*lua.LUserData
}

// An object is the game's object to which a Lua object refers.
type object struct {
	kind int16
	ref  int32
}

// An instance is a loaded mod. If a hook triggers another hook of its mod, that one runs in
// a second instance.
type instance struct {
	m     *Machine
	mod   int
	L     *lua.LState
	hooks []*lua.LFunction
	decls []Registration
	given [][]*lua.LFunction // the functions of decls, by field
	owner owner              // the owner of the script that is loaded
	grown map[*lua.LTable]int
	gaps  map[*lua.LTable]*gaps
	cost  int64 // minimum steps of an instruction

	task      string // for tracebacks
	began     int64  // steps left when the call began
	kept      kept   // kept by the call that triggered this one
	busy      bool
	broken    bool
	loading   bool
	verifying bool
	canceled  bool
	reason    string
	linked    []Value      // the locals of files that compiled functions read
	frames    []*frame     // of compiled functions
	active    int          // number of frames that run
	was       []lua.LValue // callLowered: the old values of the written fields
	event     *event       // callWhole: the event, with its values before and now
	before    []Value
	now       []Value
	written   uint64
	wroteAt   [64]int // by field of it: the line that wrote it last
}

// NewMachine returns a machine. It loads a mod when a function of it is first called,
// because most copies of a battle never call one, and a loaded mod takes 100 KB and up to
// 1,000,000 steps.
func NewMachine(p *Program, limits Limits) *Machine {
	m := &Machine{program: p, limits: limits.orDefault(), pools: make([][]*instance, len(p.mods)+1), whole: make([]int64, len(p.mods)+1), own: looks{left: make([]int64, len(p.mods)+1)}}
	m.objects = make([]objects, len(p.binding.kind))
	m.kept = make([][]*keptList, p.binding.kept)
	m.quick = make([]*frame, p.quick+1)
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
	m.running = m.running[:0]
	m.depth = 0
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
		m.open(m.outermost(), m.limits.Call)
	}
	return before
}

// outermost returns the mod of the outermost running call, or 0 if none runs.
func (m *Machine) outermost() int {
	if m.depth == 0 {
		return 0
	}
	return m.running[0].mod
}

// Resume ends a look: it restores the budget from before Aside.
func (m *Machine) Resume(before budget) {
	if !before.aside {
		if m.depth > 0 { // otherwise the call has paid when it ended
			m.pay(m.outermost())
		}
		m.budget = before
	}
}

// open fills the budget for an outermost call of a mod.
func (m *Machine) open(mod, most int) {
	left := int64(most)
	if len(m.allowed) == 0 {
		left = min(left, *m.share(mod))
	} else {
		left = min(left, m.least())
	}
	m.left, m.start, m.most, m.cost, m.bytes = left, left, int64(most), 1, 0
}

// least returns the steps left in the smallest of the allowances.
func (m *Machine) least() int64 {
	left := m.allowed[0].Left
	for _, a := range m.allowed[1:] {
		left = min(left, a.Left)
	}
	return left
}

// share returns the steps that a mod has left in the battle, or for looks at the question.
func (m *Machine) share(mod int) *int64 {
	if m.aside {
		return &m.looks.left[mod]
	}
	return &m.whole[mod]
}

// pay takes the steps of an outermost call from the share of its mod, or from the
// allowances.
func (m *Machine) pay(mod int) {
	spent := m.start - m.left
	for _, a := range m.allowed {
		a.Left -= spent
	}
	if len(m.allowed) == 0 {
		*m.share(mod) -= spent
	}
}

// Mod returns the mod of the running script, or "" if none runs.
func (m *Machine) Mod() string {
	switch n := len(m.running); {
	case n == 0:
		return ""
	case m.running[n-1].mod == len(m.program.mods):
		return m.guest
	default:
		return m.program.mods[m.running[n-1].mod].name
	}
}

// Place returns the hook or declaration that runs, such as "onAttack", and the place in its
// file that it has reached. It takes a microsecond or more.
func (m *Machine) Place() (task, file string, line int) {
	if n := len(m.running); n > 0 {
		in := m.running[n-1]
		file, line, _ = in.where()
		task = in.task
	}
	return task, file, line
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

// An instance is the context of its Lua state. Lua calls Done before each instruction, which
// counts it.

var closed = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// Done counts an instruction.
func (in *instance) Done() <-chan struct{} {
	m := in.m
	if m.left -= m.cost; m.left < 0 {
		return closed
	}
	return nil
}

// Err, Deadline and Value complete a context.
func (in *instance) Err() error                  { return ErrBudget }
func (in *instance) Deadline() (time.Time, bool) { return time.Time{}, false }
func (in *instance) Value(any) any               { return nil }

var _ context.Context = (*instance)(nil)

// of returns the instance that calls a Go function.
func of(L *lua.LState) *instance { return L.Context().(*instance) }

// charge takes steps from the budget.
func (in *instance) charge(steps int) {
	if in.m.left -= int64(steps); in.m.left < 0 {
		text, err := in.m.overspent()
		in.fail(err, "%s", text)
	}
}

// take takes bytes from the budget.
func (in *instance) take(bytes int) {
	if in.m.bytes += int64(bytes); in.m.bytes > int64(in.m.limits.Memory) {
		in.fail(ErrMemory, "took more than %d KiB of memory", in.m.limits.Memory>>10)
	}
}

// holds makes instructions dearer when a script has a value of a size on which an
// instruction may work long. Comparing two strings takes the time of at least a step for
// each 100 bytes.
func (in *instance) holds(size int) {
	if c := 1 + int64(size)>>8; c > in.m.cost {
		in.m.cost = c
	}
}

// newText takes the memory of a new string from the budget.
func (in *instance) newText(s string) Value {
	in.measure(len(s))
	return String(s)
}

// measure takes the memory of a string of n bytes from the budget.
func (in *instance) measure(n int) {
	if n > 32 {
		if n > maxString {
			in.tooLong()
		}
		in.take(n)
		in.charge(n >> 6)
		in.holds(n)
	}
}

func (in *instance) tooLong() {
	in.fail(ErrMemory, "a string has at most %d bytes", maxString)
}

// build loads a mod into a new instance. The number after the last mod is for Eval.
func (m *Machine) build(mod int, verify bool) (in *instance, err error) {
	p := m.program
	in = &instance{m: m, mod: mod, task: "the file", loading: true, verifying: verify, cost: 1}
	in.boot()
	if mod == len(p.mods) {
		in.loading = false
		return in, nil
	}
	of := p.mods[mod]
	in.hooks = make([]*lua.LFunction, of.slots)

	before := m.budget
	defer func() {
		if r := recover(); r != nil {
			in, err = nil, m.wrap(r, in, of.name, "")
		}
		m.budget = before
	}()
	load := int64(m.limits.Load)
	m.budget = budget{left: load, start: load, most: load, cost: 1}
	for i, proto := range of.files {
		in.owner = of.owners[i]
		in.L.Push(in.L.NewFunctionFromProto(proto))
		in.L.Call(0, 0)
		in.L.SetTop(0)
	}
	in.loading = false
	in.cost = m.cost
	in.freeze()
	in.linked = make([]Value, of.linked)
	for _, functions := range append(in.given, in.hooks) {
		for _, fn := range functions {
			if fn != nil {
				in.link(fn)
			}
		}
	}
	clear(in.grown)
	clear(in.gaps)
	return in, nil
}

// boot makes the Lua state of an instance.
func (in *instance) boot() {
	w := in.m.program.world
	in.L = lua.NewState(lua.Options{
		SkipOpenLibs: true, CallStackSize: in.m.limits.Depth, RegistrySize: 256, RegistryMaxSize: 8192, RegistryGrowStep: 2048,
	})
	in.L.Env = w.globals
	in.L.G.Global = w.globals
	in.L.SetMetatable(lua.LString(""), w.strings)
	in.L.Panic = in.raised
	in.L.SetContext(in)
}

// enter prepares an instance for a call of at most so many steps.
func (m *Machine) enter(mod, most int) (*instance, error) {
	m.took = 0
	if mod >= len(m.pools) {
		return nil, &Error{Text: "it is not loaded"} // the zero Machine
	}
	if m.depth == 0 {
		if m.open(mod, most); m.left <= 0 {
			text, err := m.overspent()
			return nil, &Error{Text: text, Err: err}
		}
		m.args = m.args[:0] // a panic may have left some
		m.dropLists()
	} else if m.depth >= maxNested {
		return nil, &Error{Text: fmt.Sprintf("hooks set off each other more than %d deep", maxNested), Err: ErrDepth}
	}
	var in *instance
	if pool := m.pools[mod]; len(pool) > 0 && !pool[0].busy && !pool[0].broken { // the usual case
		in = pool[0]
	} else {
		var err error
		if in, err = m.free(mod); err != nil {
			return nil, err
		}
	}
	in.busy = true
	in.canceled = false
	in.began, in.kept = m.left, kept{}
	if m.depth > 0 && m.running[m.depth-1].mod != mod {
		in.kept = kept{m.left / 2, m.cost}
		m.left -= in.kept.steps
	}
	m.running = append(m.running, in)
	m.depth++
	m.entered++
	m.cost = max(m.cost, in.cost)
	return in, nil
}

// free returns an instance of a mod in which nothing runs.
func (m *Machine) free(mod int) (*instance, error) {
	for _, in := range m.pools[mod] {
		if !in.busy {
			if in.broken { // what it has loaded is frozen, so the failure has not changed it
				in.boot()
				in.broken = false
			}
			return in, nil
		}
	}
	in, err := m.build(mod, false)
	if err == nil {
		m.pools[mod] = append(m.pools[mod], in)
		if len(m.pools[mod]) == 1 && mod < len(m.program.mods) {
			m.hasten(mod)
		}
	}
	return in, err
}

// A kept is the part of the budget that a hook of another mod cannot take from the call
// that triggers it: half of the steps left, so that the hook cannot end that call.
type kept struct{ steps, cost int64 }

// leave ends a call, also after a panic. It is deferred.
func (m *Machine) leave(in *instance, err *error, fn *Func) {
	if r := recover(); r != nil {
		*err = m.wrap(r, in, fn.Mod, fn.Hook)
	}
	if *err != nil {
		in.broken = true
		m.left -= failSteps
	}
	if len(in.grown) > 0 {
		clear(in.grown)
	}
	if len(in.gaps) > 0 {
		clear(in.gaps)
	}
	in.busy = false
	in.event = nil
	in.active = 0
	if in.kept.cost > 0 {
		m.left, m.cost = max(m.left, 0)+in.kept.steps, in.kept.cost
	}
	m.took = in.began - m.left
	m.running = m.running[:len(m.running)-1]
	if m.depth--; m.depth == 0 {
		m.pay(in.mod)
	}
}

// wrap turns the value of a call's panic into an Error.
func (m *Machine) wrap(r any, in *instance, mod, task string) *Error {
	e := &Error{Mod: mod, Hook: task}
	f, ok := r.(*fault)
	if !ok {
		f = &fault{text: "the machine broke: " + wipe(fmt.Sprint(r))}
		f.file, f.line, f.back = in.where()
	}
	e.Text, e.Err, e.File, e.Line, e.Traceback = Plain(f.text, maxErrorText), f.err, f.file, f.line, f.back
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

// An Outcome is what a hook returned.
type Outcome struct {
	Canceled bool
	Reason   string
}

// stepsOf returns the limit of the steps of a call.
func (m *Machine) stepsOf(fn *Func) int {
	if fn.event.ReadOnly {
		return m.limits.Look
	}
	return m.limits.Call
}

// Call calls a hook. If it does not fail, Call sets the changed fields of ev, in the order of
// the event's fields. The error is an [*Error].
func (m *Machine) Call(fn *Func, ev *Access) (out Outcome, err error) {
	in, err := m.enter(fn.mod, m.stepsOf(fn))
	if err != nil {
		return Outcome{}, fn.at(err)
	}
	defer m.leave(in, &err, fn)
	in.task = fn.Hook
	switch {
	case fn.code != nil:
		err = in.callCode(fn, ev)
	case fn.Lowered:
		err = in.callLowered(fn, ev)
	default:
		err = in.callWhole(fn, ev)
	}
	if in.canceled && err == nil {
		out = Outcome{Canceled: true, Reason: in.reason}
	}
	return out, err
}

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

// callLowered passes the fields to the function as arguments. Its results are their new
// values.
func (in *instance) callLowered(fn *Func, ev *Access) error {
	L := in.L
	L.Push(in.hooks[fn.slot])
	next := 0
	in.was = in.was[:0]
	for i, field := range fn.touched {
		lv := in.box(ev.Get(field))
		if next < len(fn.results) && fn.results[next] == i {
			in.was = append(in.was, lv)
			next++
		}
		L.Push(lv)
	}
	L.Call(len(fn.touched), len(fn.Writes))
	for i, field := range fn.Writes {
		got := L.Get(i + 1)
		if got == in.was[i] {
			continue
		}
		err := in.setField(fn, ev, field, in.raw(got))
		if err != nil {
			L.SetTop(0)
			return err
		}
	}
	L.SetTop(0)
	return nil
}

// setField sets a field of the event.
func (in *instance) setField(fn *Func, ev *Access, field int, got Value) (why error) {
	if set := ev.SetWhole[field]; set != nil && got.is == valueNumber && float64(int32(got.num)) == got.num { // the usual case
		why = set(int(got.num))
	} else if v, ok := in.plain(got, 0); !ok || !fn.event.shapes[field].fits(v) {
		return fn.refused(field, in.refuse(fn.event.Fields[field].Name, fn.event.shapes[field], got), ErrReject)
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

// callWhole passes the event to the function as an object.
func (in *instance) callWhole(fn *Func, ev *Access) error {
	L, e := in.L, fn.event
	in.event, in.written = e, 0
	in.before, in.now = in.before[:0], in.now[:0]
	for i := range e.Fields {
		v := ev.Get(i)
		in.before = append(in.before, v)
		in.now = append(in.now, v)
	}
	w := in.m.program.world
	L.Push(in.hooks[fn.slot])
	L.Push(w.events[e.index])
	L.Push(w.events[e.index])
	L.Call(2, 0)
	L.SetTop(0)
	for i := range e.Fields {
		if in.written&(1<<i) == 0 {
			continue
		}
		if got := in.box(in.now[i]); got != in.box(in.before[i]) {
			err := in.setField(fn, ev, i, in.raw(got))
			if err != nil {
				return fn.lastWrite(err, in.wroteAt[i])
			}
		}
	}
	return nil
}

// CallRegistered calls a function that a script declared.
func (m *Machine) CallRegistered(r Registration, field string, args ...Value) (Value, error) {
	return m.registered(r, field, m.limits.Call, args)
}

// LookRegistered calls a read-only function that a script declared.
func (m *Machine) LookRegistered(r Registration, field string, args ...Value) (Value, error) {
	return m.registered(r, field, m.limits.Look, args)
}

func (m *Machine) registered(r Registration, field string, most int, args []Value) (result Value, err error) {
	i := r.place(field)
	if i < 0 || !r.has[i] || r.register.shapes[i].base != isFunction {
		return Nil, &Error{Mod: r.Mod, Ability: r.Ability, Hook: r.Name + "." + field, File: r.File, Line: r.Line, Text: "there is no such function"}
	}
	fn := r.funcs[i]
	in, err := m.enter(r.mod, most)
	if err != nil {
		return Nil, fn.at(err)
	}
	defer m.leave(in, &err, fn)
	in.task = fn.Hook
	from := len(m.args)
	for _, v := range args {
		m.args = append(m.args, in.adopt(v))
	}
	if fn.code != nil {
		in.run(fn.code, from)
	} else {
		in.native(Value{is: valueFunction, ext: in.given[r.index][i]}, from)
	}
	got := m.first(from)
	if fn.returns.base == isNil {
		return Nil, nil
	}
	result, ok := in.plain(got, 0)
	if !ok || !fn.returns.fits(result) {
		return Nil, fn.at(&Error{Err: ErrReject, Text: in.refuse("the result", fn.returns, got)})
	}
	return result, nil
}
