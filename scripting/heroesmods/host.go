// Package heroesmods lets Lua scripts take part in battles of heroes. It is
// the binding table between the two: which hooks there are and what their
// events hold, what scripts can read of a stack, a side and the battle, and
// what they can do to them.
//
// [Install] compiles the scripts of a library's mods and hangs them on its
// game. From then on battles of that game call them: each battle has a
// machine of its own, so that battles run in any number of goroutines.
package heroesmods

import (
	"errors"
	"fmt"
	"maps"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/scripting"
)

// A Policy says what happens when a script fails.
type Policy uint8

// The policies.
const (
	Stop    Policy = iota // the battle stops with the script's error
	Disable               // the mod is out for the rest of the battle
)

// Mods are the scripts of a library, installed.
type Mods struct {
	Program *scripting.Program
	lib     *library.Library
	game    *heroes.Game
	policy  Policy
	limits  scripting.Limits
	streams map[string]int // a mod's dice
	infos   map[string]*library.ModInfo
}

// A host is a battle, as its scripts' machine knows it.
type host struct {
	mods     *Mods
	battle   *heroes.Battle
	machine  *scripting.Machine
	events   [maxNested]event // one for each hook that runs, the innermost last
	depth    int
	pure     int // how many of them may only look
	disabled map[string]error
	choice   choice
	ran      map[*scripting.Func]int // how often each hook ran; nil: nobody counts
	counts   *Counts                 // the same, and what came of it
	deeds    int                     // what scripts have done to battles
}

const maxNested = 16

// hostOf returns the battle's host, made when it is first needed.
func (m *Mods) hostOf(b *heroes.Battle) *host {
	if h, ok := b.Host.(*host); ok {
		return h
	}
	machine, err := scripting.NewMachine(m.Program, m.limits)
	if err != nil { // it was loaded before: Install
		b.Fail(err)
		machine = new(scripting.Machine)
	}
	h := &host{mods: m, battle: b, machine: machine, disabled: map[string]error{}}
	h.counts, _ = b.Host.(*Counts)
	b.Host = h
	machine.Begin(h)
	return h
}

// begin is the start of a battle: budgets are full, nobody is out but who was
// out of the battle that it is a copy of, if any.
func (m *Mods) begin(b, of *heroes.Battle) {
	if of != nil && b.Host == nil && len(Disabled(of)) == 0 {
		return // a copy that is only kept needs no machine
	}
	h := m.hostOf(b)
	h.depth, h.pure = 0, 0
	if len(h.disabled) > 0 {
		clear(h.disabled)
	}
	if of != nil {
		maps.Copy(h.disabled, Disabled(of))
	}
	h.machine.Begin(h)
}

// fail is what a script's error comes to.
func (h *host) fail(mod string, err error) {
	b := h.battle
	if h.mods.policy == Stop {
		b.Fail(err)
		return
	}
	if h.disabled[mod] == nil {
		h.disabled[mod] = err
		b.Say(fmt.Sprintf("mod %s is out for the rest of the battle: %v", mod, err))
	}
}

// Disabled are the errors of the mods that are out, in a battle that has just
// been played.
func Disabled(b *heroes.Battle) map[string]error {
	if h, ok := b.Host.(*host); ok {
		return h.disabled
	}
	return nil
}

// errLooks is for functions that change the battle.
var errLooks = errors.New("this hook may only look: it is also called to tell odds and options. Use a hook that is called when something happens, as onHit or onKilled")

// acts tells whether a function may change the battle now.
func (h *host) acts() error {
	if h.pure > 0 {
		return errLooks
	}
	return nil
}

// hostIn is the host of a running function.
func hostIn(m *scripting.Machine) (*host, error) {
	switch h := m.Host().(type) {
	case *host:
		return h, nil
	case *trial:
		return h.begun()
	}
	return nil, errors.New("there is no battle yet: this can be called in hooks only")
}

// The kinds of objects, by their place in the binding.
const (
	kindStack = iota
	kindSide
	kindBattle
)

func stackValue(s *heroes.Stack) scripting.Value {
	if s == nil {
		return scripting.Nil
	}
	return scripting.Object(kindStack, int32(s.ID()))
}

func sideValue(side engine.Side) scripting.Value { return scripting.Object(kindSide, int32(side)) }

func number[T int | int32](n T) scripting.Value { return scripting.Number(float64(n)) }

// stackOf is the stack that a value refers to, nil for nil.
func (h *host) stackOf(v scripting.Value) *heroes.Stack {
	_, ref, ok := v.Object()
	stacks := h.battle.Stacks()
	if !ok || int(ref) >= len(stacks) || ref < 0 {
		return nil
	}
	return &stacks[ref]
}

// whole reads a whole number within bounds. What names it in the error.
func whole(v scripting.Value, what string, least, most int) (int, error) {
	n, ok := v.Int()
	switch {
	case ok && n >= least && n <= most:
		return n, nil
	case what == "": // who asks names it
		return 0, fmt.Errorf("%s: must be a whole number from %d to %d", v, least, most)
	}
	return 0, fmt.Errorf("%s is %s: must be a whole number from %d to %d", what, v, least, most)
}
