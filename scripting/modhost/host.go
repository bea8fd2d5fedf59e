package modhost

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/scripting"
)

// A Host connects a battle with the machine of its scripts. Of the functions of a rule system
// that scripts call, only an [Act] has it: all others have a [Reader].
type Host[B Battle] struct {
	Battle B
	script

	mods     *Mods[B]
	machine  *scripting.Machine
	reader   any          // the *Reader of the battle
	events   []any        // by hook
	pure     int          // the number of read-only hooks and functions that run
	read     engine.Seats // whose secrets scripts have read
	disabled map[string]error
	resigned map[string]error  // mods with a failed player, or too slow in evaluations: greedy answers for the player, and hooks still run
	told     map[string]bool   // mods with a reported failure in a look
	untried  map[string]error  // mods that failed in a try of the present answer: no further option is tried with them
	answer   *engine.Allowance // of that answer
	of       *Host[B]          // the host of the original, in a copy for evaluations or for a tried answer
	trying   bool              // the battle is a copy in which an answer is tried
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
}

// A script is the state of the running script that functions depend on.
type script struct {
	caller  *scripting.Machine // of the last calling script: the host's machine, or that of a test
	running *event             // of the innermost running hook
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
func positionIn[P any](m *scripting.Machine) P {
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
	h.disabled, h.resigned, h.told, h.untried = map[string]error{}, map[string]error{}, map[string]bool{}, map[string]error{}
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
// the mods disabled in the original are disabled.
func (m *Mods[B]) Copied(b, of B) {
	from, _ := (*of.Hosted()).(*Host[B])
	tries := triesAt(b) || from != nil && from.trying
	switch (*b.Hosted()).(type) {
	case nil, B:
		if !tries && (from == nil || len(from.disabled) == 0) {
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
	h.running, h.pure, h.eyes, h.halted = nil, 0, 0, false
	h.logged.lines, h.logged.bytes = 0, 0
	if len(h.disabled) > 0 {
		clear(h.disabled)
	}
	clear(h.resigned)
	clear(h.told)
	if from != nil {
		maps.Copy(h.disabled, from.disabled)
	}
	if h.fill(from); h.trying {
		maps.Copy(h.disabled, h.untried)
	}
}

// fill fills the budget, or lets the scripts take their steps from the allowances of the
// table and of the original.
func (h *Host[B]) fill(from *Host[B]) {
	h.trying, h.of = from != nil && (from.trying || triesAt(h.Battle)), nil
	var allowed []*engine.Allowance
	if from != nil {
		allowed = from.machine.Allowed()
	}
	if own := h.Battle.Allowance(); own != nil && !slices.Contains(allowed, own) {
		allowed = append(slices.Clip(allowed), own)
	}
	if h.trying {
		for h.of = from; h.of.trying && h.of.of != nil; { // a try of a copy of a try
			h.of = h.of.of
		}
		if now := allowed[slices.IndexFunc(allowed, tries)]; now != h.answer {
			h.answer = now
			clear(h.untried)
		}
	}
	h.machine.Begin(h, allowed...)
}

// triesAt reports whether answers are tried at the table of a battle.
func triesAt(b Battle) bool { return tries(b.Allowance()) }

func tries(a *engine.Allowance) bool { return a != nil && a.Tries }

func (h *Host[B]) out() map[string]error {
	if len(h.resigned) == 0 {
		return h.disabled
	}
	out := maps.Clone(h.resigned)
	maps.Copy(out, h.disabled)
	return out
}

func (h *Host[B]) spent() (steps, most int) {
	return h.machine.Spent(), h.machine.Limits().Battle
}

func (h *Host[B]) count(m Meter)  { h.meter = m }
func (h *Host[B]) trace(t Tracer) { h.tracer = t }

// looks reports whether scripts are called for a look: while a question is open,
// or in a copy for evaluations. A look disables no mod and takes
// no steps from the battle's budget: journals do not record looks.
func (h *Host[B]) looks() bool { return h.supposed || h.Battle.Asking() > 0 }

// question returns the number of the question of a look.
func (h *Host[B]) question() int {
	for h.supposed {
		h = h.of
	}
	return h.Battle.Looks()
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
	if errors.Is(err, h.Battle.Err()) {
		return
	}
	for ; h != nil; h = h.of {
		h.halted = true
	}
}

// fail stops the battle, records the failure of a look, or disables the mod, for an error
// of its script. A used-up allowance is not the fault of one mod.
func (h *Host[B]) fail(mod string, err error) {
	switch {
	case errors.Is(err, engine.ErrSpent):
		h.Battle.Fail(err)
	case h.stops(mod):
		h.halt(err)
		h.Battle.Fail(err)
	case h.trying:
		h.failedTry(mod, err)
	case h.looks():
		h.failedLook(mod, err)
	default:
		h.putOut(mod, err)
	}
}

// stops reports whether an error of a mod stops the battle.
func (h *Host[B]) stops(mod string) bool {
	return h.mods.policy == Stop || mod == h.mods.tables.Rules
}

// putOut disables a mod for the rest of the battle.
func (h *Host[B]) putOut(mod string, err error) {
	if h.disabled[mod] == nil {
		h.disabled[mod] = err
		h.Battle.Say(fmt.Sprintf("mod %s is out for the rest of the battle: %v", mod, err))
	}
}

// failedLook reports, once in a battle, that a mod has failed in a look. Its hooks still
// run, but not in further evaluations of the same question: journals do not record looks.
func (h *Host[B]) failedLook(mod string, err error) {
	if h.supposed {
		h.disabled[mod] = err
	}
	if h.of != nil {
		h.of.failedLook(mod, err)
		return
	}
	if errors.Is(err, scripting.ErrSlow) {
		h.resigned[mod] = err
	}
	if !h.told[mod] {
		h.told[mod] = true
		h.Battle.Say(fmt.Sprintf("mod %s has failed where options were weighed, which was done without it: %v", mod, err))
	}
}

// failedTry leaves a mod out of all further tries of the same answer, in which it would
// take as long again.
func (h *Host[B]) failedTry(mod string, err error) {
	h.failedLook(mod, err)
	for ; h.trying; h = h.of {
		h.disabled[mod], h.untried[mod] = err, err
	}
}

// resign lets greedy answer for the players of a mod. The mod's hooks still run: a replay
// of the battle asks no player, and does not know that one has failed.
func (h *Host[B]) resign(mod string, err error) {
	h.resigned[mod] = err
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
	if len(h.disabled) > 0 && h.disabled[fn.Mod] != nil || h.halted || h.of != nil && h.of.stopped() {
		return false
	}
	if h.ran == nil && h.spans == nil && h.eyes == 0 && (fn.Ability == "" || h.mods.tables.Viewer == nil) {
		question := 0
		if h.looks() {
			question = h.question()
		}
		calls := fn.CallsGame()
		if calls {
			h.enter(e)
		}
		meter, tracer := h.meter, h.tracer
		if meter != nil {
			e.mark()
		}
		h.meter, h.tracer = nil, nil // if it triggers a hook, Quick does not end, and both run again
		ended, err := h.machine.Quick(fn, e.Access, question)
		h.meter, h.tracer = meter, tracer
		if calls {
			h.leave(e)
		}
		if ended && meter != nil {
			meter.Ran(fn, err == nil && e.changed())
		}
		if err != nil {
			h.failed(fn, e, err)
		}
		if ended {
			return err == nil
		}
	}
	h.enter(e)
	ok := h.run(fn, e)
	h.leave(e)
	return ok
}

// enter and leave record that a hook begins and ends to run, for functions that scripts call.
func (h *Host[B]) enter(e *event) {
	e.outer, h.running = h.running, e
	if e.hook.ReadOnly {
		h.pure++
	}
}

func (h *Host[B]) leave(e *event) {
	h.running = e.outer
	if e.hook.ReadOnly {
		h.pure--
	}
}

// run runs a function of a hook of any kind, and reports the run to the meter.
func (h *Host[B]) run(fn *scripting.Func, e *event) bool {
	if h.ran != nil {
		h.ran[fn]++
	}
	if h.meter != nil {
		e.mark()
	}
	actions := h.actions
	err := h.view(fn, e)
	if h.meter != nil {
		h.meter.Ran(fn, err == nil && (e.out.Canceled || e.changed()) || h.actions != actions)
	}
	if err != nil {
		h.failed(fn, e, err)
	}
	return err == nil
}

// view runs a function of a hook. One of an ability's script has the view of
// the side whose ability it is; a mod's own sees all.
func (h *Host[B]) view(fn *scripting.Func, e *event) (err error) {
	if h.looks() {
		defer h.machine.Resume(h.machine.Aside(h.question()))
	}
	before := h.eyes
	h.eyes = 0
	if of := h.mods.tables.Viewer; of != nil && fn.Ability != "" {
		h.eyes = of(h.Battle, e.self()) + 1
	}
	if h.spans == nil {
		e.out, err = h.machine.Call(fn, e.Access)
	} else {
		h.profiled(fn.Mod, fn.Hook, func() { e.out, err = h.machine.Call(fn, e.Access) })
	}
	h.eyes = before
	return err
}

// Viewer returns the seat whose view of the battle the running script has; below 0 it
// sees everything.
func (s *script) Viewer() engine.Side { return s.eyes - 1 }

// failed reports a hook's error, which names what the hook is about unless the scene
// does.
func (h *Host[B]) failed(fn *scripting.Func, e *event, err error) {
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
	var outermost *event
	for e := s.running; e != nil; e = e.outer {
		if slices.Contains(hooks, e.hook.Hook) {
			outermost = e
		}
	}
	if outermost != nil {
		return fmt.Errorf("%s is deciding this number: ask for it in another hook", outermost.hook.Hook)
	}
	return nil
}

// show puts a value into words.
func (h *Host[B]) show(v scripting.Value) string {
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
func hostIn[B Battle](m *scripting.Machine) (*Host[B], error) {
	switch h := m.Host().(type) {
	case *Host[B]:
		h.caller = m
		return h, nil
	case *TestBattle[B]:
		host, err := h.Host()
		if err == nil {
			host.caller = m
		}
		return host, err
	}
	return nil, errors.New("there is no battle yet: this can be called in hooks only")
}
