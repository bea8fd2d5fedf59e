package scripting

import (
	"fmt"

	"houserule/engine"
	"houserule/scripting/lua"
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
	maxDeclared = 500       // declarations of a mod
	maxNested   = 12        // depth of hooks that trigger hooks
)

// A Machine runs the scripts of a program, for one battle at a time and on one
// goroutine.
type Machine struct {
	*lua.Machine
	program *Program
	limits  Limits

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

// A budget is what the outermost call may take, beside what lua.Budget counts.
type budget struct {
	start int64 // steps with which it began
	most  int64 // limit of its steps
	aside bool  // it is the budget of a look: Aside
}

// NewMachine returns a machine.
func NewMachine(p *Program, limits Limits) *Machine {
	limits = limits.orDefault()
	m := &Machine{
		Machine: lua.NewMachine(p.world, lua.Limits{Memory: limits.Memory, Depth: limits.Depth}),
		program: p, limits: limits, whole: make([]int64, len(p.mods)+1), own: looks{left: make([]int64, len(p.mods)+1)},
	}
	m.Overspent = m.overspent
	m.Begin(nil)
	return m
}

// Begin begins a battle. Its budget is full, or its steps are taken from each of the
// allowances, if there are any. Host returns the given host.
func (m *Machine) Begin(host any, allowed ...*engine.Allowance) {
	m.Machine.Begin(host)
	m.allowed = allowed
	for i := range m.whole {
		m.whole[i] = int64(m.limits.Battle)
	}
	m.looks, m.own.question = &m.own, 0
	m.aside = false
}

// Allowed returns the allowances that Begin was given.
func (m *Machine) Allowed() []*engine.Allowance { return m.allowed }

// Share lets the looks of the machine take their steps from those of another machine.
func (m *Machine) Share(of *Machine) { m.looks = of.looks }

// A held is what Aside sets aside for Resume.
type held struct {
	lua.Budget
	budget
}

// Aside begins a look at a question. Its calls, and everything that they trigger, have a
// budget of their own: they take no steps from the battle or from a running script, but from
// the later looks at the question and from the allowances. Resume, with the result of
// Aside, ends the look.
func (m *Machine) Aside(question int) (before held) {
	before = held{m.Budget, m.budget}
	if !m.aside { // a look within a look is part of it
		m.looks.refill(question, int64(m.limits.Answer))
		m.budget = budget{aside: true}
		m.open(m.Payer(), int64(m.limits.Call))
	}
	return before
}

// Resume ends a look: it restores the budget from before Aside.
func (m *Machine) Resume(before held) {
	if !before.aside {
		if m.Depth() > 0 { // otherwise the call has paid when it ended
			m.pay(m.Payer())
		}
		m.Budget, m.budget = before.Budget, before.budget
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
	m.Left, m.start, m.most, m.Bytes = left, left, most, 0
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
	spent := m.start - m.Left
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

// Spent returns the number of steps that the battle has taken so far, in all mods.
func (m *Machine) Spent() int {
	n := int64(0)
	for _, left := range m.whole {
		n += int64(m.limits.Battle) - left
	}
	if m.Depth() > 0 {
		n += m.start - m.Left
	}
	return int(n)
}

// Limits returns the limits of the machine.
func (m *Machine) Limits() Limits { return m.limits }

// overspent returns the error of a call that has no steps left. It names the spent budget.
func (m *Machine) overspent() (text string, err error) {
	switch {
	case m.start == m.most:
		return fmt.Sprintf("spent its %d steps", m.start), lua.ErrBudget
	case len(m.allowed) > 0:
		return "spent the last of them", engine.ErrSpent
	case m.aside:
		return fmt.Sprintf("spent its %d steps of the evaluations for one answer: let it do less there", m.limits.Answer), ErrSlow
	}
	return fmt.Sprintf("spent its %d steps of this battle", m.limits.Battle), lua.ErrBudget
}

// enter opens the budget of a call if it is an outermost one; one that may only look has fewer
// steps.
func (m *Machine) enter(fn *Func, look bool) error {
	if m.Depth() > 0 {
		return m.enterInner()
	}
	most := int64(m.limits.Call)
	if look {
		most = int64(m.limits.Look)
	}
	if m.open(fn.task.Payer, most); m.Left <= 0 {
		text, err := m.overspent()
		return &Error{Text: text, Err: err}
	}
	return nil
}

// enterInner returns an error if a call within others is too deep.
func (m *Machine) enterInner() error {
	if m.Depth() >= maxNested {
		m.Took = 0
		return &Error{Text: fmt.Sprintf("hooks set off each other more than %d deep", maxNested), Err: lua.ErrDepth}
	}
	return nil
}

// leave pays for a call that has ended if it is an outermost one.
func (m *Machine) leave(fn *Func) {
	if m.Depth() == 0 {
		m.pay(fn.task.Payer)
	}
}

// Call calls a hook. If it does not fail, Call sets the changed fields of ev, in the order of
// the event's fields. Vetoed reports whether the hook has canceled what it is about: [lua.Machine.Reason].
// If question is not 0, the call is a look at it, as after [Machine.Aside]. The error is an [*Error].
func (m *Machine) Call(fn *Func, ev *lua.Access, question int) (vetoed bool, err error) {
	look := question > 0 && !m.aside
	if look {
		if m.Depth() > 0 {
			return m.callAside(fn, ev, question)
		}
		m.looks.refill(question, int64(m.limits.Answer))
		m.aside = true
	}
	if err = m.enter(fn, fn.readOnly); err != nil {
		m.aside = m.aside && !look
		return false, fn.at(err)
	}
	vetoed, why := m.Handle(&fn.task, fn.value, ev)
	m.leave(fn)
	if look {
		m.aside = false
	}
	if why != nil {
		return false, fn.stopped(why)
	}
	return vetoed, nil
}

// callAside is Call for a look while a script runs.
func (m *Machine) callAside(fn *Func, ev *lua.Access, question int) (vetoed bool, err error) {
	before := m.Aside(question)
	vetoed, err = m.Call(fn, ev, 0)
	m.Resume(before)
	return vetoed, err
}

// CallRegistered calls a function that a script declared.
func (m *Machine) CallRegistered(r Registration, field string, args ...lua.Value) (lua.Value, error) {
	return m.registered(r, field, false, args)
}

// LookRegistered calls a read-only function that a script declared.
func (m *Machine) LookRegistered(r Registration, field string, args ...lua.Value) (lua.Value, error) {
	return m.registered(r, field, true, args)
}

func (m *Machine) registered(r Registration, field string, look bool, args []lua.Value) (lua.Value, error) {
	i := r.place(field)
	if i < 0 || r.funcs[i] == nil {
		return lua.Nil, &Error{Mod: r.Mod, Hook: r.Name + "." + field, File: r.File, Line: r.Line, Text: "there is no such function"}
	}
	fn := r.funcs[i]
	if err := m.enter(fn, look); err != nil {
		return lua.Nil, fn.at(err)
	}
	result, why := m.Machine.Call(&fn.task, fn.value, fn.returns, args)
	m.leave(fn)
	if why != nil {
		return lua.Nil, fn.stopped(why)
	}
	return result, nil
}

// do runs a task with the budget of a call.
func (m *Machine) do(fn *Func, run func() *lua.Error) error {
	if err := m.enter(fn, false); err != nil {
		return err
	}
	why := run()
	m.leave(fn)
	if why != nil {
		return fn.stopped(why)
	}
	return nil
}

// at adds the function's place to an error.
func (fn *Func) at(err error) error {
	e, ok := err.(*Error)
	if !ok {
		e = &Error{Text: Plain(err.Error(), maxErrorText), Err: err}
	}
	e.Mod, e.Hook = fn.Mod, fn.Hook
	if e.File == "" {
		e.File, e.Line = fn.File, fn.Line
	}
	return e
}

// stopped returns the error that has stopped the function.
func (fn *Func) stopped(why *lua.Error) error {
	e := &Error{Text: Plain(why.Text, maxErrorText), Err: why.Err, File: why.File, Line: why.Line, Traceback: why.Traceback}
	fn.at(e)
	if fn.Hook == Expression {
		e.Hook = ""
	}
	return e
}
