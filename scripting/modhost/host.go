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

// A Host is a battle, as its scripts' machine knows it.
type Host[B Battle] struct {
	Battle B

	mods     *Mods[B]
	machine  *scripting.Machine
	caller   *scripting.Machine // of the script that has called last: this, or a test's
	events   []any              // of each hook: what it has run with, by depth
	depth    int
	running  [maxNested]*Hook[B] // by depth
	pure     int                 // how many of them may only look
	eyes     engine.Side         // whose view the running script has, and one more; 0: it sees all
	read     engine.Seats        // whose secrets scripts have read
	disabled map[string]error
	resigned map[string]error  // whose player has failed, or which was too slow in evaluations: greedy answers for it, and its hooks go on
	told     map[string]bool   // mods whose failure in a look was reported
	untried  map[string]error  // mods that failed in a try of the present answer: no further option is tried with them
	answer   *engine.Allowance // of that answer
	of       *Host[B]          // the original's host, in a copy for evaluations that look ahead or for a tried answer
	trying   bool              // an answer is tried in it
	choice   choice
	ran      map[*scripting.Func]int    // how often each hook ran; nil: runs are not counted
	meter    Meter                      // hears of each run; nil: none does
	tracer   Tracer                     // hears of each trace; nil: none does
	spans    spans                      // of the profile; nil: none is made
	inner    Spending                   // of what the running call has set off
	actions  int                        // what scripts have done to battles
	halted   bool                       // a script has failed, and with it the battle
	logged   struct{ lines, bytes int } // by scripts
	supposed bool                       // evaluations look ahead in the battle: whatever runs there is a look
}

const maxNested = 16

// HostOf returns the battle's host, made when it is first needed.
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
	h := &Host[B]{Battle: b, mods: m, machine: scripting.NewMachine(m.program, scripting.Limits{}), disabled: map[string]error{}, resigned: map[string]error{}, told: map[string]bool{}, untried: map[string]error{}, events: make([]any, len(m.tables.Hooks))}
	h.meter, _ = (*slot).(Meter)
	h.tracer, _ = (*slot).(Tracer)
	if m.profile != nil {
		h.spans = m.profile.part()
	}
	*slot = h
	h.fill(nil)
	return h
}

// Begin is the start of a battle, for the game to call: budgets are full and
// no mod is out.
func (m *Mods[B]) Begin(b B) { m.HostOf(b).begin(nil) }

// Copied is the start of a copy of a battle between two steps, for the game to
// call: budgets are full, but not the allowances of the table and of the original, and
// the mods that were out of the original are out.
func (m *Mods[B]) Copied(b, of B) {
	from, _ := (*of.Hosted()).(*Host[B])
	tries := triesAt(b) || from != nil && from.trying
	switch (*b.Hosted()).(type) {
	case nil, B:
		if !tries && (from == nil || len(from.disabled) == 0) {
			*b.Hosted() = b // a copy that is only kept needs no machine
			return
		}
	}
	if tries {
		from = m.HostOf(of)
	}
	m.HostOf(b).begin(from)
}

// Aside counts what runs in a copy of a battle, where evaluations look ahead, as
// if it ran in the battle, for a look.
func (m *Mods[B]) Aside(b, of B) {
	h, from := m.HostOf(b), m.HostOf(of)
	h.fill(from) // its host may be new
	h.meter, h.ran, h.tracer, h.supposed, h.of = from.meter, from.ran, from.tracer, true, from
	h.machine.Share(from.machine)
}

// Start is Copied, or where of is nil Begin.
func (m *Mods[B]) Start(b, of B) {
	var none B
	if any(of) == any(none) {
		m.Begin(b)
	} else {
		m.Copied(b, of)
	}
}

// begin begins a battle, or where from is not nil a copy of its battle.
func (h *Host[B]) begin(from *Host[B]) {
	h.depth, h.pure, h.eyes, h.halted = 0, 0, 0, false
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

// fill fills the budget, or has the scripts take their steps from the allowances of the
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
// or in a copy where evaluations look ahead. A look puts no mod out and takes
// nothing of the battle's budget: journals do not record looks.
func (h *Host[B]) looks() bool { return h.supposed || h.Battle.Asking() > 0 }

// question returns the number of the question that a look is at.
func (h *Host[B]) question() int {
	for h.supposed {
		h = h.of
	}
	return h.Battle.Looks()
}

// stopped reports whether an error of a script has stopped the battle or its original.
// Then no script runs in it any more, whatever is still listed, evaluated or tried.
func (h *Host[B]) stopped() bool { return h.halted || h.of != nil && h.of.stopped() }

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

// fail stops the battle, notes the failure of a look, or puts the mod out, for an error
// of its script. An allowance that is spent is no fault of one mod.
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

// putOut puts a mod out for the rest of the battle.
func (h *Host[B]) putOut(mod string, err error) {
	if h.disabled[mod] == nil {
		h.disabled[mod] = err
		h.Battle.Say(fmt.Sprintf("mod %s is out for the rest of the battle: %v", mod, err))
	}
}

// failedLook reports, once in a battle, that a mod has failed in a look. Its hooks go
// on, but not in further evaluations of the same question: journals do not record looks.
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

// failedTry leaves a mod out of all further tries of the same answer, where it would
// take as long again.
func (h *Host[B]) failedTry(mod string, err error) {
	h.failedLook(mod, err)
	for ; h.trying; h = h.of {
		h.disabled[mod], h.untried[mod] = err, err
	}
}

// resign has greedy play on for the players of a mod. The mod's hooks go on: a replay
// of the battle asks no player, and does not know that one has failed.
func (h *Host[B]) resign(mod string, err error) {
	h.resigned[mod] = err
	h.Battle.Say(fmt.Sprintf("the player of mod %s has failed, and greedy plays on for it: %v", mod, err))
}

// Work takes steps from the script that has called, for work that grows with what
// it asks for: one for 100 ns or so. Its error is to be returned before the work is
// done; where nothing can be returned the script stops at its next step.
func (h *Host[B]) Work(steps int) error {
	if h.caller == nil { // no script has called
		return nil
	}
	return h.caller.Charge(steps)
}

// Steps of what reaches beyond a script.
const (
	actionSteps = 100 // of what changes the battle or is told: it is reported, and a line written
	dieSteps    = 16
)

// act returns an error where a function may not change the battle now, and takes the
// steps that it costs.
func (h *Host[B]) act(steps int) error {
	if h.pure > 0 {
		what := "hook"
		if h.mods.tables.Rules != "" {
			what = "function"
		}
		return fmt.Errorf("this %s is read-only: it is also called for odds and options. Use a %s that is called when something happens, as %s", what, what, h.mods.tables.Docs.Acting)
	}
	return h.Work(steps)
}

// call calls one function of a hook. It tells what it returned and whether it
// ran at all.
func (h *Host[B]) call(fn *scripting.Func, e event) (scripting.Outcome, bool) {
	if len(h.disabled) > 0 && h.disabled[fn.Mod] != nil || h.stopped() {
		return scripting.Outcome{}, false
	}
	if h.ran != nil {
		h.ran[fn]++
	}
	if h.meter != nil {
		return h.counted(fn, e)
	}
	out, err := h.run(fn, e)
	if err != nil {
		return h.failed(fn, e, err)
	}
	return out, true
}

// run runs a function of a hook. One of an ability's script has the view of
// the side whose ability it is; a mod's own sees all.
func (h *Host[B]) run(fn *scripting.Func, e event) (out scripting.Outcome, err error) {
	if h.looks() {
		defer h.machine.Resume(h.machine.Aside(h.question()))
	}
	before := h.eyes
	h.eyes = 0
	if of := h.mods.tables.Viewer; of != nil && fn.Ability != "" {
		h.eyes = of(h.Battle, e.self()) + 1
	}
	h.profiled(fn.Mod, fn.Hook, func() { out, err = h.machine.Call(fn, e) })
	h.eyes = before
	return out, err
}

// Viewer returns the seat whose view of the battle the running script has; below 0 it
// sees all.
func (h *Host[B]) Viewer() engine.Side { return h.eyes - 1 }

// failed returns a hook's error, which names what the hook is about unless the scene
// does.
func (h *Host[B]) failed(fn *scripting.Func, e event, err error) (scripting.Outcome, bool) {
	var stopped *scripting.Error
	if self := e.self(); !self.IsNil() && errors.As(err, &stopped) {
		if who := h.show(self); !strings.Contains(h.Battle.Scene(), who) {
			named := *stopped
			named.Text = who + ": " + stopped.Text
			err = &named
		}
	}
	h.fail(fn.Mod, err)
	return scripting.Outcome{}, false
}

// enter and leave say that a hook begins to run, or has run.
func (h *Host[B]) enter(hk *Hook[B]) {
	h.running[min(h.depth, maxNested-1)] = hk
	h.depth++
	if hk.ReadOnly {
		h.pure++
	}
}

func (h *Host[B]) leave(hk *Hook[B]) {
	h.depth--
	if hk.ReadOnly {
		h.pure--
	}
}

// Outside returns an error if one of these hooks is running: what a script asks for
// is what that hook decides.
func (h *Host[B]) Outside(hooks ...string) error {
	for _, hk := range h.running[:min(h.depth, maxNested)] {
		if slices.Contains(hooks, hk.Hook) {
			return fmt.Errorf("%s is deciding this number: ask for it in another hook", hk.Hook)
		}
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

// hostIn is the host of a running function.
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
