package modhost

import (
	"cmp"
	"slices"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/engine/players"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// Tables describe a rule system to scripts: everything that the core cannot
// know. B is its battle.
//
// Tables are made for one library; their functions may look up its
// entries. Tables for documentation have no library: then nothing is
// called.
type Tables[B Battle] struct {
	// Hooks, in the order in which a battle reaches them.
	Hooks []*Hook[B]
	// Objects; the kind of an object, for [lua.Object], is its index here.
	// One must be called "side": its numbers are the seats. Scripts know a kind with a
	// single object by its name.
	Objects []Object[B]
	// Codecs are those of Go types that rows, methods and functions use.
	Codecs []Codec
	// Registers are the declarations of scripts, besides player{...}: the core hands
	// each option{...} to Option, after checking its name, and all others to
	// Declare.
	Registers []lua.Register
	Option    func(m *Mods[B], r scripting.Registration, name string) error
	Declare   func(m *Mods[B]) strict.Problems

	// Words are the commands of the prompt; no option may have such a name or a beginning of one.
	// Reserved, if not nil, reports further words that options cannot have.
	Words    []string
	Reserved func(name string) bool
	// Ability returns the name of an ability, for the terms of scores; nil: its id.
	Ability func(id string) string
	// Seats returns the names of a battle's sides.
	Seats func(b B) []string
	// Format describes the game's data, whose entries scripts see, or is nil; Library is the
	// library that is scripted, nil for documentation. Own are the declarations of its mods for
	// data.
	Format  library.Format
	Library *library.Library
	Own     []library.Own
	// Viewer, if not nil, returns the side of the ability for which a script
	// runs, by its self: it is [Host.Viewer] meanwhile. If it is nil, all
	// scripts except players see everything.
	Viewer func(b B, self lua.Value) engine.Side
	// Rules is the mod whose scripts are the rules themselves, "" for none. The
	// dice that it rolls are the table's, and its errors stop a battle whatever
	// the policy: the battle cannot continue without its rules.
	Rules string
	// Points converts the value of an [engine.Evaluator] to the points that the
	// scripts of players are shown; nil: the same.
	Points func(evaluated int) float64

	Tests TestTables[B]
	Docs  Docs

	sections []*entryKind
}

// TestTables describe a rule system to the tests of its mods. The core
// has all functions that ask, answer, expect and count.
type TestTables[B Battle] struct {
	Setup  []Function // set up the battle: [Before]
	Skip   Function   // takes first options until a turn: [TestBattle.SkipTo]; nil: until a question
	Find   []Function // find objects by name
	Expect []Function // expectations that only this system has
	// Fixture makes the fixture of one test.
	Fixture func() Fixture[B]
	// Player answers for all sides after a test calls finish(); nil: greedy.
	Player engine.Oracle
	// Covers returns the name of a declaration in the coverage, "option charge", or ""
	// for one that is not counted. Nil: none is. [Fixture.Hear] reports the others.
	Covers func(r scripting.Registration) string
}

// A Fixture is the battle of one test before it begins, with the knowledge of its rule
// system.
type Fixture[B Battle] interface {
	// Battle makes the battle, a B, from its set-up; the error says what is missing.
	Battle() (engine.Story, error)
	// Hear receives the events, and calls used with each declaration of the mod that
	// was used, by its name in Covers.
	Hear(b B, e engine.Event, used func(what string))
}

// Docs are words in the documentation of the core's own functions that
// only the rule system can choose.
type Docs struct {
	Acting string // hooks that may act, for example: "onHit or onKilled"
	Points string // the unit of a player's worths: "cost"
	Hook   string // one of the hooks, in quotes
	Asked  string // what asked() returns
	Answer string // what answer() takes
	Finish string // the effect of finish(), if Player is not greedy
	Winner string // what winner() returns
}

const (
	sideType = lua.Type("side")
	num      = lua.TypeNumber
	integer  = lua.TypeInteger
	text     = lua.TypeString
)

// complete sets omitted fields of the tables to their defaults.
func (t *Tables[B]) complete() {
	if t.Points == nil {
		t.Points = func(evaluated int) float64 { return float64(evaluated) }
	}
	if t.Ability == nil {
		t.Ability = func(id string) string { return id }
	}
	if t.Tests.Player == nil {
		t.Tests.Player = players.Greedy{}
	}
	if t.Tests.Covers == nil {
		t.Tests.Covers = func(scripting.Registration) string { return "" }
	}
	if t.Tests.Skip == nil {
		t.Tests.Skip = SkipToQuestion[B]("the rules' own", t.Docs.Asked)
	}
	t.sections = t.entries()
	t.Docs.Finish = cmp.Or(t.Docs.Finish, "Lets greedy computer players play to the end, with seeded dice after the given ones.")
}

// codecs returns the codecs of the tables.
func (t *Tables[B]) codecs() codecs {
	c := newCodecs()
	for _, e := range t.sections {
		c[e.Section] = e
	}
	if t.Library != nil {
		c[loaded{}] = t.Library
	}
	return c.with(append([]Codec{Numbered[engine.Side](t.sides(), string(sideType))}, t.Codecs...))
}

// sides returns the kind of the objects that are sides.
func (t *Tables[B]) sides() int {
	return slices.IndexFunc(t.Objects, func(o Object[B]) bool { return o.name() == string(sideType) })
}

// Binding returns everything that scripts can use.
func (t *Tables[B]) Binding() *lua.Binding {
	t.complete()
	c := t.codecs()
	var known []string
	if t.Format != nil {
		known = players.Names(t.Format.Players())
	}
	b := &lua.Binding{
		Functions: build(c, append(functions(t), linkFunctions[B]()...)),
		Registers: slices.Concat(t.Registers, []lua.Register{playerRegister(t.Docs.Points, known)}, linkRegisters()),
	}
	b.Kinds, b.Globals = t.kinds(c, true)
	for _, e := range t.sections {
		b.Functions = append(b.Functions, e.functions()...)
	}
	for i, hk := range t.Hooks {
		hk.place = i
		hk.bind(c)
		b.Events = append(b.Events, hk.Event)
	}
	return b
}

// TestBinding returns everything that a test.lua can use: the objects of scripts, for
// reading only, and functions that set up a battle, answer its questions and
// check its results.
func (t *Tables[B]) TestBinding() *lua.Binding {
	t.complete()
	c := t.codecs()
	b := &lua.Binding{
		Functions: build(c, slices.Concat(
			t.Tests.Setup, diceFunctions[B](),
			questionFunctions[B](t.Docs), []Function{t.Tests.Skip, finishFunction[B](t.Docs)}, t.Tests.Find, talkFunctions[B](t.Docs),
			expectFunctions[B](), t.Tests.Expect, []Function{ranFunction[B](t.Docs)},
		)),
		Registers: []lua.Register{{Name: "test", Doc: "A test: a battle, and its expected results.", Fields: []lua.Field{
			Param("name", text, "what the test shows, in a sentence"),
			{Name: "run", Type: lua.TypeFunction, Doc: "the function that runs the test"},
		}}},
	}
	b.Kinds, b.Globals = t.kinds(c, false)
	for _, e := range t.sections {
		b.Functions = append(b.Functions, e.functions()...)
	}
	return b
}

// kinds returns the objects with their methods, with or without those that act, and
// the objects that scripts know by name.
func (t *Tables[B]) kinds(c codecs, acting bool) (kinds []lua.Kind, globals []lua.Global) {
	for i, o := range t.Objects {
		kind := o.kind(c, acting)
		kinds = append(kinds, kind)
		if o.only() {
			globals = append(globals, lua.Global{Name: kind.Name, Doc: "The " + kind.Name + ".", Type: lua.Type(kind.Name), Value: lua.Object(i, 0)})
		}
	}
	for _, e := range t.sections {
		kinds = append(kinds, e.scripted())
	}
	return kinds, globals
}

// ReadOnly returns the names of the read-only hooks.
func (t *Tables[B]) ReadOnly() (names []string) {
	for _, hk := range t.Hooks {
		if hk.ReadOnly {
			names = append(names, hk.Hook)
		}
	}
	return names
}

// Mutates returns the names of the functions and methods that such hooks may not call.
func (t *Tables[B]) Mutates() (names []string) {
	b := t.Binding()
	for _, f := range b.Functions {
		if f.Mutates {
			names = append(names, f.Name)
		}
	}
	for _, kind := range b.Kinds {
		for _, f := range kind.Methods {
			if f.Mutates {
				names = append(names, kind.Name+":"+f.Name)
			}
		}
	}
	return names
}

// Param returns a required parameter.
func Param(name string, t lua.Type, doc string) lua.Field {
	return lua.Field{Name: name, Type: t, Doc: doc}
}

// Optional returns an optional parameter.
func Optional(name string, t lua.Type, doc string) lua.Field {
	return lua.Field{Name: name, Type: t, Doc: doc, Optional: true}
}

// Returns returns a function's result.
func Returns(t lua.Type, doc string) []lua.Field {
	return []lua.Field{{Name: "result", Type: t, Doc: doc}}
}
