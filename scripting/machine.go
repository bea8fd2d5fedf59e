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
	Call   int // steps of one call and of all that it sets off; 100,000
	Look   int // the same of a call that may only look; 20,000
	Battle int // steps of a mod in a battle; 10,000,000
	Answer int // steps of a mod in all looks at one question; 10,000,000
	Load   int // steps of loading one mod; 1,000,000
	Memory int // bytes that a call may take; 16 MiB
	Depth  int // functions of a script that call each other; 100
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

// Bounds that are not for the host to choose.
const (
	maxString   = 64 << 10 // bytes of a string
	maxTable    = 10_000   // keys of a table
	maxHole     = 1_000    // by which a list may be extended at once
	maxValues   = 250      // of an argument or result list that is open
	maxDeclared = 500      // declarations of a mod
	maxNested   = 12       // hooks that set off hooks
	failSteps   = 1_000    // of a call that fails: its place is looked up, and its Lua state is made anew
)

// A Machine runs the scripts of a program, for one battle at a time and on one
// goroutine.
type Machine struct {
	program *Program
	limits  Limits
	host    any
	pools   [][]*instance // of each mod; the last are those of Eval
	objects []objects     // of each kind
	words   [64]word

	lists     []*list // that scripts have got from the game since a call began
	listsUsed int
	items     []Value // of those

	running []*instance // those whose calls run, the innermost last
	guest   string      // the mod in whose place Eval runs
	depth   int         // calls that run
	args    []Value
	took    int64   // steps of the call that ended last
	whole   []int64 // steps that each mod has left of the battle, and Eval, without those of the call that runs
	looks   *looks  // in place of whole, for a look
	own     looks
	allowed []*engine.Allowance // in place of whole and of looks
	budget
}

// looks are the steps that each mod, and Eval, has left of those for the looks at one
// question.
type looks struct {
	question int // 0: none yet
	left     []int64
}

// refill gives each mod its steps for another question. One that has spent them all for
// one answer gets no more in the battle: it would take as long again.
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

// A budget is what calls may still take.
type budget struct {
	left  int64 // steps that the outermost of the calls has left
	start int64 // that it began with
	most  int64 // that it may have
	cost  int64 // of an instruction
	bytes int64 // that this call took
	aside bool  // it is that of a look: Aside
}

// objects are the Lua objects of a kind: one for each number, so that they
// compare equal.
type objects struct {
	dense  []*lua.LUserData
	sparse map[int32]*lua.LUserData
}

// An object is what a Lua object refers to.
type object struct {
	kind int16
	ref  int32
}

// An instance is a mod, loaded. A hook that sets off a hook of its own mod
// runs in a second one.
type instance struct {
	m     *Machine
	mod   int
	L     *lua.LState
	hooks []*lua.LFunction
	decls []Registration
	given [][]*lua.LFunction // the functions of decls, by field
	owner owner              // whose script is loaded
	grown map[*lua.LTable]int
	gaps  map[*lua.LTable]*gaps
	cost  int64 // of an instruction, at least

	task      string // for tracebacks
	began     int64  // steps that were left when the call began
	kept      kept   // by the call that has set off this one
	busy      bool
	broken    bool
	loading   bool
	verifying bool
	cancelled bool
	reason    string
	linked    []Value      // the locals of files that compiled functions read
	frames    []*frame     // of compiled functions
	active    int          // how many of them run
	was       []lua.LValue // of a lowered event: what the written fields were
	event     *event       // of another one
	before    []Value
	now       []Value
	written   uint64
}

// NewMachine returns a machine. It loads a mod when it first calls a function of it: most
// copies of a battle are only kept, and a mod takes 100 KB and up to 1,000,000 steps.
func NewMachine(p *Program, limits Limits) *Machine {
	m := &Machine{program: p, limits: limits.orDefault(), pools: make([][]*instance, len(p.mods)+1), whole: make([]int64, len(p.mods)+1), own: looks{left: make([]int64, len(p.mods)+1)}}
	m.objects = make([]objects, len(p.binding.kind))
	m.Begin(nil)
	return m
}

// Begin begins a battle: the budget is full, or the battle takes its steps from
// allowances, from each of them. Host returns what it is given.
func (m *Machine) Begin(host any, allowed ...*engine.Allowance) {
	m.host, m.allowed = host, allowed
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

// Share has the looks of the machine take their steps from those of another machine.
func (m *Machine) Share(of *Machine) { m.looks = of.looks }

// Aside gives what is called for a look at a question, and all that this sets off, a
// budget of its own, so that neither the battle nor a script that runs has less of
// theirs after it; the later looks at the question and the allowances have less. Resume
// ends the look; it is given what Aside returned.
func (m *Machine) Aside(question int) (before budget) {
	before = m.budget
	if !m.aside { // what a look sets off is part of it
		m.looks.refill(question, int64(m.limits.Answer))
		m.budget = budget{aside: true}
		m.open(m.outermost(), m.limits.Call)
	}
	return before
}

// outermost returns the mod whose call has set off all that runs; 0 where nothing runs.
func (m *Machine) outermost() int {
	if m.depth == 0 {
		return 0
	}
	return m.running[0].mod
}

// Resume makes the budget what it was before Aside.
func (m *Machine) Resume(before budget) {
	if !before.aside {
		if m.depth > 0 { // else the call has done so when it ended
			m.pay(m.outermost())
		}
		m.budget = before
	}
}

// open makes the budget of an outermost call, of a mod, full.
func (m *Machine) open(mod, most int) {
	m.left, m.cost, m.bytes = int64(most), 1, 0
	if len(m.allowed) == 0 {
		m.left = min(m.left, *m.share(mod))
	}
	for _, a := range m.allowed {
		m.left = min(m.left, a.Left)
	}
	m.start, m.most = m.left, int64(most)
}

// share returns what a mod has left of the battle, or of the looks at the question.
func (m *Machine) share(mod int) *int64 {
	if m.aside {
		return &m.looks.left[mod]
	}
	return &m.whole[mod]
}

// pay takes what an outermost call has spent from the share of its mod, or from the
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

// Mod returns the mod whose script runs, "" for none of them.
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

// Place returns which function of the game's the script that runs was called by, as in
// "onAttack", and where in its file it is. It takes a microsecond or more.
func (m *Machine) Place() (task, file string, line int) {
	if n := len(m.running); n > 0 {
		in := m.running[n-1]
		file, line, _ = in.where()
		task = in.task
	}
	return task, file, line
}

// Host returns what Begin was given, for the functions of the binding.
func (m *Machine) Host() any { return m.host }

// Spent returns how many steps the battle has taken so far, of all mods together.
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

// Took returns how many steps the call took that ended last, with all that it set off.
func (m *Machine) Took() int64 { return m.took }

// Limits returns the limits of the machine.
func (m *Machine) Limits() Limits { return m.limits }

// Charge takes steps from the script that runs, for work that a function of the
// binding did. An error is to be returned.
func (m *Machine) Charge(steps int) error {
	if m.left -= int64(steps); m.left < 0 {
		return ErrBudget
	}
	return nil
}

// overspent returns the error of a call that wants more steps than are left, and says
// which budget is spent.
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

// An instance is the context of its Lua state, which asks Done before each
// instruction: that is the meter.

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

// of returns the instance that a Go function is called from.
func of(L *lua.LState) *instance { return L.Context().(*instance) }

// charge takes steps.
func (in *instance) charge(steps int) {
	if in.m.left -= int64(steps); in.m.left < 0 {
		text, err := in.m.overspent()
		in.fail(err, "%s", text)
	}
}

// take takes memory.
func (in *instance) take(bytes int) {
	if in.m.bytes += int64(bytes); in.m.bytes > int64(in.m.limits.Memory) {
		in.fail(ErrMemory, "took more than %d KiB of memory", in.m.limits.Memory>>10)
	}
}

// holds makes instructions cost more once a script has something of a size on
// which one instruction may work long: to compare two strings takes as long as a
// step for each 100 bytes and more.
func (in *instance) holds(size int) {
	if c := 1 + int64(size)>>8; c > in.m.cost {
		in.m.cost = c
	}
}

// newString accounts for a string.
func (in *instance) newString(s string) lua.LString {
	in.measure(len(s))
	return lua.LString(s)
}

// measure accounts for a string of n bytes.
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

// build loads a mod. The last one is no mod but the place of Eval's text.
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

// boot makes the Lua state.
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

// enter gets an instance ready for a call of at most so many steps.
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
		m.items, m.listsUsed = m.items[:0], 0
	} else if m.depth >= maxNested {
		return nil, &Error{Text: fmt.Sprintf("hooks set off each other more than %d deep", maxNested), Err: ErrDepth}
	}
	var in *instance
	for _, candidate := range m.pools[mod] {
		if !candidate.busy {
			in = candidate
			if in.broken { // what it has loaded is frozen, and as good as ever
				in.boot()
				in.broken = false
			}
			break
		}
	}
	if in == nil {
		built, err := m.build(mod, false)
		if err != nil {
			return nil, err
		}
		in = built
		m.pools[mod] = append(m.pools[mod], in)
	}
	in.busy = true
	in.cancelled = false
	in.began, in.kept = m.left, kept{}
	if m.depth > 0 && m.running[m.depth-1].mod != mod {
		in.kept = kept{m.left / 2, m.cost}
		m.left -= in.kept.steps
	}
	m.running = append(m.running, in)
	m.depth++
	m.cost = max(m.cost, in.cost)
	return in, nil
}

// kept is what a call keeps for itself when it sets off a hook of another mod: half
// of the steps that it has left, so that a hook that takes all that it can get does
// not end the call of another mod.
type kept struct{ steps, cost int64 }

// leave ends a call, however it ended. It is deferred.
func (m *Machine) leave(in *instance, err *error, mod, task string) {
	if r := recover(); r != nil {
		*err = m.wrap(r, in, mod, task)
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

// wrap makes an Error of what a call panicked with.
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

// EventAccess is the event of a call. Fields are named by their index in the
// Event.
type EventAccess interface {
	Get(field int) Value
	Set(field int, v Value) error
}

// NumberAccess is an EventAccess that hands whole numbers over without making
// Values of them: the usual fields, much faster.
type NumberAccess interface {
	// Whole is a field that holds a whole number now, or tells that it does
	// not.
	Whole(field int) (n int, ok bool)
	SetWhole(field, n int) error
}

// An Outcome is what a hook returned.
type Outcome struct {
	Cancelled bool
	Reason    string
}

// Call calls a hook. When it has ended well, what it changed is set in ev, in
// the order of the event's fields. The error is an [*Error].
func (m *Machine) Call(fn *Func, ev EventAccess) (out Outcome, err error) {
	most := m.limits.Call
	if fn.event.ReadOnly {
		most = m.limits.Look
	}
	in, err := m.enter(fn.mod, most)
	if err != nil {
		return Outcome{}, fn.at(err)
	}
	defer m.leave(in, &err, fn.Mod, fn.Hook)
	in.task = fn.Hook
	switch {
	case fn.code != nil:
		err = in.callCode(fn, ev)
	case fn.Lowered:
		err = in.callLowered(fn, ev)
	default:
		err = in.callWhole(fn, ev)
	}
	if in.cancelled && err == nil {
		out = Outcome{Cancelled: true, Reason: in.reason}
	}
	return out, err
}

// at completes an error with the function's place.
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

// callLowered hands the fields over as arguments and takes them back as
// results.
func (in *instance) callLowered(fn *Func, ev EventAccess) error {
	L := in.L
	L.Push(in.hooks[fn.slot])
	next := 0
	in.was = in.was[:0]
	numbers, _ := ev.(NumberAccess)
	for i, field := range fn.touched {
		var lv lua.LValue
		if n, ok := wholeOf(numbers, field); ok && uint(n+smallest) < uint(len(boxes)) {
			lv = boxes[n+smallest]
		} else {
			lv = in.box(ev.Get(field))
		}
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
		err := in.handOver(fn, ev, numbers, field, in.raw(got))
		if err != nil {
			L.SetTop(0)
			return err
		}
	}
	L.SetTop(0)
	return nil
}

func wholeOf(a NumberAccess, field int) (int, bool) {
	if a == nil {
		return 0, false
	}
	return a.Whole(field)
}

// handOver sets a field of the event.
func (in *instance) handOver(fn *Func, ev EventAccess, numbers NumberAccess, field int, got Value) (why error) {
	name, want := fn.event.Fields[field].Name, fn.event.shapes[field]
	if numbers != nil && got.is == valueNumber && want.base == isNumber && float64(int32(got.num)) == got.num { // the usual
		why = numbers.SetWhole(field, int(got.num))
	} else if v, ok := in.plain(got, 0); !ok || !want.fits(v) {
		return fn.refused(field, in.refuse(name, want, in.box(got)), ErrReject)
	} else {
		why = ev.Set(field, v)
	}
	if why != nil {
		return fn.refused(field, fmt.Sprintf("%s: %v", name, why), why)
	}
	return nil
}

// refused returns the error of a field that was not taken.
func (fn *Func) refused(field int, text string, why error) error {
	e := &Error{Text: Plain(text, maxErrorText), Err: why, File: fn.File, Line: fn.Line}
	if line := fn.lines[field]; line > 0 {
		e.Line = line
	}
	return fn.at(e)
}

// callWhole hands the event over as an object.
func (in *instance) callWhole(fn *Func, ev EventAccess) error {
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
			if err := in.handOver(fn, ev, nil, i, in.raw(got)); err != nil {
				return err
			}
		}
	}
	return nil
}

// CallRegistered calls a function that a script declared.
func (m *Machine) CallRegistered(r Registration, field string, args ...Value) (Value, error) {
	return m.registered(r, field, m.limits.Call, args)
}

// LookRegistered calls one that may only look.
func (m *Machine) LookRegistered(r Registration, field string, args ...Value) (Value, error) {
	return m.registered(r, field, m.limits.Look, args)
}

func (m *Machine) registered(r Registration, field string, most int, args []Value) (result Value, err error) {
	i, ok := r.register.fields[field]
	if !ok || !r.has[i] || r.register.shapes[i].base != isFunction {
		return Nil, &Error{Mod: r.Mod, Ability: r.Ability, Hook: r.Name + "." + field, File: r.File, Line: r.Line, Text: "there is no such function"}
	}
	fn := r.funcs[i]
	in, err := m.enter(r.mod, most)
	if err != nil {
		return Nil, fn.at(err)
	}
	defer m.leave(in, &err, fn.Mod, fn.Hook)
	in.task = fn.Hook
	from := len(m.args)
	for _, v := range args {
		m.args = append(m.args, in.adopt(v))
	}
	function := in.given[r.index][i]
	if c := m.program.codes[function.Proto]; c != nil && c.body != nil {
		in.run(c, from)
	} else {
		in.native(Value{is: valueFunction, ext: function}, from)
	}
	got := m.first(from)
	returns := r.register.Fields[i].Returns
	if len(returns) == 0 {
		return Nil, nil
	}
	want, _ := m.program.binding.read(returns[0].Type)
	if result, ok = in.plain(got, 0); !ok || !want.fits(result) {
		return Nil, fn.at(&Error{Err: ErrReject, Text: in.refuse("the result", want, in.box(got))})
	}
	return result, nil
}
