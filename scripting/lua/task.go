package lua

import "iter"

// Calls from the host.

// NewMachine returns a machine. The world has been indexed.
func NewMachine(w *World, limits Limits) *Machine {
	return &Machine{world: w, limits: limits, deepest: limits.Depth, kept: make([][]*keptList, w.kept), calls: []*call{{}}}
}

// Begin forgets what the machine knows of the host's objects, and the calls that run. Host returns
// the given host.
func (m *Machine) Begin(host any) {
	m.host = host
	m.begun++
	m.depth, m.active, m.deepest = 0, 0, m.limits.Depth
}

// Depth returns the number of tasks that run.
func (m *Machine) Depth() int { return m.depth }

// Payer returns the payer of the outermost task that runs, or 0 if none runs.
func (m *Machine) Payer() int {
	if m.depth == 0 {
		return 0
	}
	return m.calls[0].task.Payer
}

// Host returns the host that Begin was given, for the functions of the world.
func (m *Machine) Host() any { return m.host }

// Owner returns the owner of the running task, or "" if none runs.
func (m *Machine) Owner() string {
	if m.depth == 0 {
		return ""
	}
	return m.calls[m.depth-1].task.Owner
}

// Place returns the name of the task that runs, such as "onAttack", and the place in its
// file that it has reached. It takes a microsecond or more.
func (m *Machine) Place() (task, file string, line int) {
	if m.depth > 0 {
		file, line, _ = m.where()
		task = m.calls[m.depth-1].task.Name
	}
	return task, file, line
}

// Running yields the names of the tasks that run, the outermost first.
func (m *Machine) Running() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range m.depth {
			if !yield(m.calls[i].task.Name) {
				return
			}
		}
	}
}

// enter begins a task.
func (m *Machine) enter(t *Task) *call {
	if m.depth > 0 {
		return m.enterInner(t)
	}
	m.args, m.items, m.tablesUsed, m.madeUsed = m.args[:0], m.items[:0], 0, 0
	m.outermost++
	m.depth = 1
	c := m.calls[0] // whose base and kept are always 0
	c.task, c.event, c.began, c.canceled = t, nil, m.Left, false
	return c
}

// enterInner begins a task within another.
func (m *Machine) enterInner(t *Task) *call {
	if m.depth == len(m.calls) {
		m.calls = append(m.calls, new(call))
	}
	c := m.calls[m.depth]
	c.task, c.event, c.began, c.canceled, c.base, c.kept = t, nil, m.Left, false, m.active, 0
	if m.calls[m.depth-1].task.Payer != t.Payer {
		c.kept = m.Left / 2
		m.Left -= c.kept
	}
	m.depth++
	m.deepest = m.active + m.limits.Depth
	return c
}

// leave ends a task.
func (m *Machine) leave(c *call) {
	m.depth--
	m.active = c.base
	if m.depth > 0 {
		m.leaveInner(c)
	}
	m.Took = c.began - m.Left
}

// leaveInner gives the task around one that ends what it has kept.
func (m *Machine) leaveInner(c *call) {
	if c.kept > 0 {
		m.Left = max(m.Left, 0) + c.kept
	}
	m.deepest = m.calls[m.depth-1].base + m.limits.Depth
}

// failed ends a task that has failed.
func (m *Machine) failed() {
	m.Left -= failSteps
	c := m.calls[m.depth-1]
	for _, fr := range m.frames[c.base:m.active] {
		fr.again, fr.via = false, false
	}
	m.leave(c)
}

// mend ends the task that is so deep, if its script has panicked, and sets its error. It is
// deferred.
func (m *Machine) mend(depth int, err **Error) {
	if m.depth == depth { // otherwise it has ended
		*err = m.stopped(recover())
		m.failed()
	}
}

// Do runs f, which calls functions of the machine, as a task.
func (m *Machine) Do(t *Task, f func()) (err *Error) {
	c := m.enter(t)
	defer m.mend(m.depth, &err)
	f()
	m.leave(c)
	return nil
}

// Handle calls a function of an event. If it does not fail, Handle sets the changed fields of ev,
// in the order of the event's fields. Vetoed reports whether the function has canceled what it is
// about: [Machine.Reason].
func (m *Machine) Handle(t *Task, fn Value, ev *Access) (vetoed bool, err *Error) {
	c := m.enter(t)
	defer m.mend(m.depth, &err)
	fr := m.push(fn.ext.(*closure))
	c.event = fr
	fr.of, fr.have, fr.wrote = ev, 0, 0
	if at := fr.code.eventAt; at >= 0 {
		fr.slots[at] = Value{is: valueEvent, ext: fr}
	}
	fr.code.body(fr)
	if fr.wrote != 0 {
		if err = fr.writeBack(); err != nil {
			m.failed()
			return false, err
		}
	}
	m.leave(c)
	return c.canceled, nil
}

// Reason returns why the last task that ended has canceled what it was about.
func (m *Machine) Reason() string { return m.calls[m.depth].reason }

// Call calls a function with arguments, and returns its first result, which must be of the wanted
// shape; if that is nil, any result is dropped.
func (m *Machine) Call(t *Task, fn Value, want Shape, args []Value) (result Value, err *Error) {
	c := m.enter(t)
	defer m.mend(m.depth, &err)
	from := len(m.args)
	for _, v := range args {
		m.args = append(m.args, m.adopt(v))
	}
	m.call(fn, from)
	got := m.first(from)
	if want.Base != BaseNil {
		var ok bool
		if result, ok = m.Plain(got); !ok || !want.Fits(result) {
			err = &Error{Err: ErrReject, Text: m.Refuse("the result", want, got)}
			m.failed()
			return Nil, err
		}
	}
	m.leave(c)
	return result, nil
}

// Run runs a file within a task, and returns its results.
func (m *Machine) Run(c *Code) []Value {
	from := len(m.args)
	m.run(&closure{code: c.code}, from)
	return m.args[from:]
}

// Load loads files as a task, for the first and only time: run calls [Machine.File] for each, and
// returns the functions that last. All that they reach is frozen.
func (m *Machine) Load(t *Task, run func() (last []Value)) *Error {
	m.loading = new(loading)
	defer func() { m.loading = nil }()
	return m.Do(t, func() {
		for _, v := range run() {
			m.freeze(v)
		}
	})
}

// File runs a file within Load, and returns the functions that it defines for events: those of
// Code.Hooks.
func (m *Machine) File(c *Code) []Value {
	m.loading.file, m.loading.hooks = c.code.file, make([]Value, len(c.Hooks))
	m.Run(c)
	return m.loading.hooks
}
