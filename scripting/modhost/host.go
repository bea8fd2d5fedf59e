package modhost

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// A Host connects a battle with the machine of its scripts. Of the functions of a rule system
// that scripts call, only an [Act] has it: all others have a [Reader].
type Host[B Battle] struct {
	Battle B
	script

	mods     *Mods[B]
	reader   any          // the *Reader of the battle
	events   []any        // by hook
	pure     int          // the number of read-only hooks and functions that run
	read     engine.Seats // whose secrets scripts have read
	failed   standings
	of       *Host[B]          // the host of the original, in a copy for evaluations or for a tried answer
	answer   *engine.Allowance // of the answer that is tried in this copy; nil: none
	choice   choice
	ran      map[*scripting.Func]int    // how often each hook ran; nil: runs are not counted
	meter    Meter                      // receives each run; nil: none
	tracer   Tracer                     // receives each trace; nil: none
	spans    spans                      // of the profile; nil: no profile
	inner    Spending                   // of the hooks that the running call has triggered
	actions  int                        // number of changes that scripts made to battles
	halted   bool                       // a failed script has stopped the battle
	logged   struct{ lines, bytes int } // by scripts
	supposed bool                       // the battle is a copy for evaluations: every call in it is a look
	kept     bool                       // the battle is that before the present step, which the table keeps
}

// A script is the state of the running script that functions depend on.
type script struct {
	machine *scripting.Machine // of the battle; nil where no script can run
	caller  *scripting.Machine // of the last calling script: that of the battle, or of a test
	eyes    engine.Side        // the seat whose view it has, plus one; 0: it sees everything
}

// A Reader reads a battle for functions that scripts call: its position P has no means to change
// it.
type Reader[P any] struct {
	Battle P
	*script
}

// A readable is a Host or a TestBattle of battles of any type.
type readable interface {
	reading() (reader any, err error)
}

func (h *Host[B]) reading() (any, error) { return h.reader, nil }

// positionIn returns the position of the battle in which the script of a machine runs. There is
// one wherever the script has an object or an event.
func positionIn[P any](m *lua.Machine) P {
	reader, _ := m.Host().(readable).reading()
	return reader.(*Reader[P]).Battle
}

// HostOf returns the battle's host, and makes it if needed.
func (m *Mods[B]) HostOf(b B) *Host[B] {
	slot := b.Hosted()
	if h, ok := (*slot).(*Host[B]); ok {
		return h
	}
	return m.newHost(b, slot)
}

// hostAt is HostOf the battle that keeps its host at an address.
func (m *Mods[B]) hostAt(slot *any) *Host[B] {
	if b, ok := (*slot).(B); ok { // a copy: Copied
		return m.newHost(b, slot)
	}
	return (*slot).(*Host[B])
}

func (m *Mods[B]) newHost(b B, slot *any) *Host[B] {
	h := m.bareHost(b)
	h.machine, h.events = scripting.NewMachine(m.program, scripting.Limits{}), make([]any, len(m.tables.Hooks))
	h.failed = standings{}
	h.meter, _ = (*slot).(Meter)
	h.tracer, _ = (*slot).(Tracer)
	if m.profile != nil {
		h.spans = m.profile.part()
	}
	*slot = h
	h.fill(nil)
	return h
}

// bareHost returns a host without a machine, which can only read the battle.
func (m *Mods[B]) bareHost(b B) *Host[B] {
	h := &Host[B]{Battle: b, mods: m}
	h.reader = m.tables.Objects[0].reader(h)
	return h
}

// Begin starts a battle; the game calls it. Budgets are full and
// no mod is disabled.
func (m *Mods[B]) Begin(b B) { m.HostOf(b).begin(nil) }

// Copied starts a copy of a battle between two steps; the game calls it.
// Budgets are full, but not the allowances of the table and of the original, and
// the mods disabled in the original are disabled. What fails in copies of a battle that
// the table keeps is told in the battle at the table.
func (m *Mods[B]) Copied(b, of B) {
	if of.AtTable().Past().Has(b) {
		h := m.HostOf(b)
		h.begin(m.HostOf(of))
		h.kept, h.of = true, m.HostOf(of)
		return
	}
	from, _ := (*of.Hosted()).(*Host[B])
	tries := tries(b.AtTable().Allowance()) || from != nil && from.answer != nil
	switch (*b.Hosted()).(type) {
	case nil, B:
		if !tries && (from == nil || len(from.failed) == 0) {
			*b.Hosted() = b // no script has run in it: it needs no host yet
			return
		}
	}
	if tries {
		from = m.HostOf(of)
	}
	m.HostOf(b).begin(from)
}

// Aside counts calls in a copy of a battle, in which evaluations look ahead, as
// looks in the battle itself.
func (m *Mods[B]) Aside(b, of B) {
	h, from := m.HostOf(b), m.HostOf(of)
	h.fill(from) // its host may be new
	h.meter, h.ran, h.tracer, h.supposed, h.of = from.meter, from.ran, from.tracer, true, from
	h.machine.Share(from.machine)
}

// Start is Copied, or Begin if of is nil.
func (m *Mods[B]) Start(b, of B) {
	var none B
	if any(of) == any(none) {
		m.Begin(b)
	} else {
		m.Copied(b, of)
	}
}

// begin begins a battle, or if from is not nil a copy of its battle.
func (h *Host[B]) begin(from *Host[B]) {
	h.pure, h.eyes, h.halted = 0, 0, false
	h.logged.lines, h.logged.bytes = 0, 0
	h.fill(from)
	var failed standings
	if from != nil {
		failed = from.failed
	}
	h.failed.begin(failed, h.answer)
}

// fill fills the budget, or lets the scripts take their steps from the allowances of the
// table and of the original.
func (h *Host[B]) fill(from *Host[B]) {
	h.of, h.answer = nil, nil
	var allowed []*engine.Allowance
	if from != nil {
		allowed = from.machine.Allowed()
	}
	if own := h.Battle.AtTable().Allowance(); own != nil && !slices.Contains(allowed, own) {
		allowed = append(slices.Clip(allowed), own)
	}
	if i := slices.IndexFunc(allowed, tries); from != nil && i >= 0 {
		h.answer = allowed[i]
		for h.of = from; (h.of.answer != nil || h.of.kept) && h.of.of != nil; { // a try of a copy of a try
			h.of = h.of.of
		}
	}
	h.machine.Begin(h, allowed...)
}

// tries reports whether an allowance is that of the tries of an answer.
func tries(a *engine.Allowance) bool { return a != nil && a.Tries }

func (h *Host[B]) out() map[string]error {
	return h.failed.errs()
}

func (h *Host[B]) spent() (steps, most int) {
	return h.machine.Spent(), h.machine.Limits().Battle
}

func (h *Host[B]) count(m Meter)  { h.meter = m }
func (h *Host[B]) trace(t Tracer) { h.tracer = t }

// looks reports whether scripts are called for a look: while a question is open,
// or in a copy for evaluations. A look disables no mod and takes
// no steps from the battle's budget: journals do not record looks.
func (h *Host[B]) looks() bool { return h.look() > 0 }

// look returns the number of the question at which a call is a look, 0 where it is none.
func (h *Host[B]) look() int {
	if h.supposed {
		return h.question()
	}
	if t := h.Battle.AtTable(); t.Asking() > 0 {
		return t.Looks()
	}
	return 0
}

// question returns the number of the question of a look.
func (h *Host[B]) question() int {
	for h.supposed {
		h = h.of
	}
	return h.Battle.AtTable().Looks()
}

// stopped reports whether an error of a script has stopped the battle or its original.
// Then no script runs in it any more, whatever is still listed, evaluated or tried.
func (h *Host[B]) stopped() bool {
	for ; h != nil; h = h.of {
		if h.halted {
			return true
		}
	}
	return false
}

// halt stops the battle's scripts for an error of one of them. What is an error of
// the table, which a script passed on, does not: a board may still be drawn.
func (h *Host[B]) halt(err error) {
	if errors.Is(err, h.Battle.AtTable().Err()) {
		return
	}
	for ; h != nil; h = h.of {
		h.halted = true
	}
}

// runs reports whether the scripts of a mod run: it is not out, and the battle goes on.
func (h *Host[B]) runs(mod string) bool {
	return (len(h.failed) == 0 || h.failed[mod].runs()) && !h.halted && (h.of == nil || !h.of.stopped())
}

// fail stops the battle or changes the standing of a mod, for an error of its script. A
// used-up allowance is not the fault of one mod.
func (h *Host[B]) fail(mod string, err error) {
	switch {
	case errors.Is(err, engine.ErrSpent):
		h.Battle.AtTable().Fail(err)
	case h.stops(mod):
		h.halt(err)
		h.Battle.AtTable().Fail(err)
	case h.of != nil || h.looks():
		h.failLook(mod, err)
	default:
		s := h.failed[mod]
		if s.fails(err, 0, nil) {
			h.Battle.Say(fmt.Sprintf("mod %s is out for the rest of the battle: %v", mod, err))
		}
		h.failed[mod] = s
	}
}

// stops reports whether an error of a mod stops the battle.
func (h *Host[B]) stops(mod string) bool {
	return h.mods.policy == Stop || mod == h.mods.tables.Rules
}

// failLook leaves a mod out of the copies in which it has failed, and reports it once in the
// battle itself. There its hooks still run: journals do not record looks.
func (h *Host[B]) failLook(mod string, err error) {
	for ; h.of != nil; h = h.of {
		s := h.failed[mod]
		s.fails(err, h.look(), h.answer)
		h.failed[mod] = s
	}
	s := h.failed[mod]
	if s.looked(err) {
		h.Battle.Say(fmt.Sprintf("mod %s has failed where options were weighed, which was done without it: %v", mod, err))
	}
	h.failed[mod] = s
}

// resign lets greedy answer for the players of a mod. The mod's hooks still run: a replay
// of the battle asks no player, and does not know that one has failed.
func (h *Host[B]) resign(mod string, err error) {
	s := h.failed[mod]
	s.resigns(err)
	h.failed[mod] = s
	h.Battle.Say(fmt.Sprintf("the player of mod %s has failed, and greedy plays on for it: %v", mod, err))
}

// Work takes steps from the calling script, for work that grows with its
// arguments: one step for about 100 ns. Return its error before doing the work;
// if nothing can be returned, the script stops at its next step.
func (s *script) Work(steps int) error {
	if s.caller == nil { // not called by a script
		return nil
	}
	return s.caller.Charge(steps)
}

// Steps of functions with effects outside of a script.
const (
	actionSteps = 100 // of a change of the battle or a line of the log: it is reported and written down
	dieSteps    = 16
)

// act returns an error where a function may not change the battle now, and takes the
// steps that it costs.
func (h *Host[B]) act(steps int) error {
	if h.pure > 0 {
		what := "hook"
		switch task, _, _ := h.caller.Place(); {
		case task == scripting.Expression:
			return errors.New("an expression is read-only: only hooks of mods change the battle or roll dice")
		case h.mods.tables.Rules != "":
			what = "function"
		}
		return fmt.Errorf("this %s is read-only: it is also called for odds and options. Use a %s that is called when something happens, as %s", what, what, h.mods.tables.Docs.Acting)
	}
	return h.Work(steps)
}

// call calls one function of a hook. It reports whether the function ran to its end.
func (h *Host[B]) call(fn *scripting.Func, e *event) bool {
	if !h.runs(fn.Mod) {
		return false
	}
	if h.ran != nil {
		h.ran[fn]++
	}
	e.wrote = false
	if e.hook.ReadOnly {
		h.pure++
	}
	actions := h.actions
	var err error
	if h.eyes != 0 || h.spans != nil || fn.Ability != "" && h.mods.tables.Viewer != nil {
		err = h.view(fn, e)
	} else {
		err = h.invoke(fn, e)
	}
	if e.hook.ReadOnly {
		h.pure--
	}
	if h.meter != nil {
		h.meter.Ran(fn, err == nil && (e.vetoed || e.wrote && e.changed()) || h.actions != actions)
	}
	if err != nil {
		h.hookFailed(fn, e, err)
	}
	return err == nil
}

// view runs a function of a hook. One of an ability's script has the view of
// the side whose ability it is; a mod's own sees all.
func (h *Host[B]) view(fn *scripting.Func, e *event) (err error) {
	before := h.eyes
	h.eyes = 0
	if of := h.mods.tables.Viewer; of != nil && fn.Ability != "" {
		h.eyes = of(h.Battle, e.self()) + 1
	}
	if h.spans == nil {
		err = h.invoke(fn, e)
	} else {
		err = h.profiled(fn.Mod, fn.Hook, func() error { return h.invoke(fn, e) })
	}
	h.eyes = before
	return err
}

// invoke calls a function of a hook, which is a look where the battle is only looked at.
func (h *Host[B]) invoke(fn *scripting.Func, e *event) (err error) {
	e.vetoed, err = h.machine.Call(fn, e.Access, h.look())
	return err
}

// Viewer returns the seat whose view of the battle the running script has; below 0 it
// sees everything.
func (s *script) Viewer() engine.Side { return s.eyes - 1 }

// hookFailed reports a hook's error, which names what the hook is about unless the scene
// does.
func (h *Host[B]) hookFailed(fn *scripting.Func, e *event, err error) {
	var stopped *scripting.Error
	if self := e.self(); !self.IsNil() && errors.As(err, &stopped) {
		if who := h.show(self); !strings.Contains(h.Battle.Scene(), who) {
			named := *stopped
			named.Text = who + ": " + stopped.Text
			err = &named
		}
	}
	h.fail(fn.Mod, err)
}

// Outside returns an error if one of these hooks is running: the number that a script asks for
// is the one that this hook decides.
func (s *script) Outside(hooks ...string) error {
	if s.machine == nil {
		return nil
	}
	for hook := range s.machine.Running() {
		if slices.Contains(hooks, hook) {
			return fmt.Errorf("%s is deciding this number: ask for it in another hook", hook)
		}
	}
	return nil
}

// InHook reports whether a hook is running.
func (s *script) InHook() bool {
	if s.machine != nil {
		for range s.machine.Running() {
			return true
		}
	}
	return false
}

// show puts a value into words.
func (h *Host[B]) show(v lua.Value) string {
	if kind, ref, ok := v.Object(); ok {
		return h.mods.tables.Objects[kind].show(h, ref)
	}
	return shown(v, h.show)
}

// seat returns the name of a side.
func (h *Host[B]) seat(side engine.Side) string {
	return h.mods.tables.Seats(h.Battle)[side]
}

// hostIn returns the host of a running function.
func hostIn[B Battle](m *lua.Machine) (*Host[B], error) {
	if h, ok := m.Host().(*Host[B]); ok {
		h.caller = h.machine
		return h, nil
	}
	return hostOfTest[B](m)
}

// hostOfTest is hostIn for the script of a test.
func hostOfTest[B Battle](m *lua.Machine) (*Host[B], error) {
	if t, ok := m.Host().(*TestBattle[B]); ok {
		host, err := t.Host()
		if err == nil {
			host.caller = t.machine
		}
		return host, err
	}
	return nil, errors.New("there is no battle yet: this can be called in hooks only")
}
