package modhost

import (
	"slices"

	"houserule/engine"
	"houserule/engine/library/strict"
	"houserule/scripting"
)

// Tables are what a rule system gives to be scripted: everything that the core cannot
// know. B is its battle, E what its events are about: a struct of the things that
// hooks speak of; each hook uses some of them.
//
// Tables are made anew for each library, whose entries their functions may
// look up. Those that are made for documentation have none: then nothing is
// called.
type Tables[B Battle, E comparable] struct {
	// Hooks, in the order in which a battle reaches them.
	Hooks []Hook[B, E]
	// Objects; an object's kind, for [scripting.Object], is its place here.
	// One has to be called "side": its numbers are the seats.
	Objects []Object[B, E]
	Globals []scripting.Global
	// Registers are what scripts declare, besides player{...}: the core hands
	// each option{...}, whose name it has checked, to Option, and the rest is
	// Declare's.
	Registers []scripting.Register
	Option    func(m *Mods[B, E], r scripting.Registration, name string) error
	Declare   func(m *Mods[B, E]) strict.Problems

	// Words are the commands of the prompt, whose names and beginnings no option
	// has; Reserved, if not nil, reports what else it cannot be called.
	Words    []string
	Reserved func(name string) bool
	// Ability is the name of an ability, for the terms of scores.
	Ability func(id string) string
	// Seats are the names of a battle's sides.
	Seats func(b B) []string
	// Eyes, if not nil, is the side whose ability the script of an ability
	// runs for: [Host.Viewer] while it does. Where it is nil all scripts but
	// players see all.
	Eyes func(e *Event[B, E]) engine.Side
	// Rules is the mod whose scripts are the rules themselves, "" for none. The
	// dice that it rolls are the table's, and its errors stop a battle whatever
	// the policy: the battle cannot go on without its rules.
	Rules string
	// Points is what an [engine.Appraiser] says, in the points that the
	// scripts of players are shown.
	Points func(appraised int) float64

	Tests TestTables[B, E]
	Docs  Docs
}

// TestTables are what a rule system gives to the tests of its mods. The core
// has all that asks, answers, expects and counts.
type TestTables[B Battle, E comparable] struct {
	Setup  []scripting.Function // what is fought: [Before]
	Skip   scripting.Function   // takes first options until a turn: [Trial.SkipTo]
	Find   []scripting.Function // objects by name
	Expect []scripting.Function // of what only this system knows
	// Stage makes the stage of one test.
	Stage func() Stage[B]
	// Player answers for all sides once a test calls finish().
	Player engine.Oracle
	// Covers is what the coverage calls a declaration, "option charge", or ""
	// for one that is not counted. [Trial.Used] counts.
	Covers func(r scripting.Registration) string
}

// A Stage is the battle of one test before it begins, and what only its rule
// system can say of it.
type Stage[B Battle] interface {
	// Battle makes the battle from what has been set up; the error says what
	// is missing.
	Battle() (B, error)
	// Hear hears what happens, and tells used what of the mod's declarations
	// came into play, as Covers calls it.
	Hear(b B, e engine.Event, used func(what string))
}

// Docs are the words in the documentation of the core's own functions that
// only the rule system can choose.
type Docs struct {
	Acting string // hooks that may act, for example: "onHit or onKilled"
	Points string // of what points of a player's worths are: "cost"
	Hook   string // one of the hooks, in quotes
	Asked  string // what asked() returns
	Answer string // what answer() takes
	Finish string // what finish() does
	Winner string // what winner() returns
}

const (
	sideType = scripting.Type("side")
	num      = scripting.TypeNumber
	text     = scripting.TypeString
)

// Binding returns all that scripts can see.
func (t *Tables[B, E]) Binding() *scripting.Binding {
	b := &scripting.Binding{
		Kinds: t.kinds(true), Globals: t.Globals, Functions: functions(t),
		Registers: append(slices.Clone(t.Registers), playerRegister(t.Docs.Points)),
	}
	for _, h := range t.Hooks {
		e := h.Event
		e.Looks = h.Looks
		for _, f := range h.Holds {
			e.Fields = append(e.Fields, f.Field)
		}
		b.Events = append(b.Events, e)
	}
	for i := range b.Functions {
		b.Functions[i].Acts = slices.Contains(acting(), b.Functions[i].Name)
	}
	return b
}

// acting returns the functions that are refused in hooks that may only look.
func acting() []string { return []string{"roll", "choose", "log"} }

// TestBinding returns all that a test.lua can see: the objects of scripts, for
// looking only, and functions that set a battle up, answer its questions and
// say what is expected of it.
func (t *Tables[B, E]) TestBinding() *scripting.Binding {
	return &scripting.Binding{
		Kinds: t.kinds(false), Globals: t.Globals,
		Functions: slices.Concat(
			t.Tests.Setup, diceFunctions[B, E](),
			questionFunctions[B, E](t.Docs), []scripting.Function{t.Tests.Skip, finishFunction[B, E](t.Docs)}, t.Tests.Find, talkFunctions[B, E](t.Docs),
			expectFunctions[B, E](), t.Tests.Expect, []scripting.Function{ranFunction[B, E](t.Docs)},
		),
		Registers: []scripting.Register{{Name: "test", Doc: "A test: a battle of its own, and what is expected of it.", Fields: []scripting.Field{
			Param("name", text, "what it shows, in a sentence"),
			{Name: "run", Type: scripting.TypeFunction, Doc: "runs it"},
		}}},
	}
}

// kinds returns the objects with their methods, those that act included or not.
func (t *Tables[B, E]) kinds(acting bool) []scripting.Kind {
	var kinds []scripting.Kind
	for _, o := range t.Objects {
		kinds = append(kinds, o.kind(acting))
	}
	return kinds
}

// Looks names the hooks that may only look.
func (t *Tables[B, E]) Looks() []string {
	var names []string
	for _, h := range t.Hooks {
		if h.Looks {
			names = append(names, h.Hook)
		}
	}
	return names
}

// Acts names the functions and methods that such hooks are refused.
func (t *Tables[B, E]) Acts() []string {
	names := acting()
	for _, o := range t.Objects {
		for _, f := range o.methods() {
			if f.acts {
				names = append(names, o.Name+":"+f.Name)
			}
		}
	}
	return names
}

// Param returns a parameter that has to be given.
func Param(name string, t scripting.Type, doc string) scripting.Field {
	return scripting.Field{Name: name, Type: t, Doc: doc}
}

// Optional returns a parameter that may be left out.
func Optional(name string, t scripting.Type, doc string) scripting.Field {
	return scripting.Field{Name: name, Type: t, Doc: doc, Optional: true}
}

// Returns returns a function's result.
func Returns(t scripting.Type, doc string) []scripting.Field {
	return []scripting.Field{{Name: "result", Type: t, Doc: doc}}
}
