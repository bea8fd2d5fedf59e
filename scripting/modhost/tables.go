package modhost

import (
	"cmp"
	"slices"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/engine/players"
	"houserule/scripting"
)

// Tables are what a rule system gives to be scripted: everything that the core cannot
// know. B is its battle.
//
// Tables are made anew for each library, whose entries their functions may
// look up. Those that are made for documentation have none: then nothing is
// called.
type Tables[B Battle] struct {
	// Hooks, in the order in which a battle reaches them.
	Hooks []*Hook[B]
	// Objects; an object's kind, for [scripting.Object], is its place here.
	// One has to be called "side": its numbers are the seats. Scripts know one that
	// there is only one of by its name.
	Objects []Object[B]
	// Codecs are those of Go types that rows, methods and functions use.
	Codecs []Codec
	// Registers are what scripts declare, besides player{...}: the core hands
	// each option{...}, whose name it has checked, to Option, and the rest is
	// Declare's.
	Registers []scripting.Register
	Option    func(m *Mods[B], r scripting.Registration, name string) error
	Declare   func(m *Mods[B]) strict.Problems

	// Words are the commands of the prompt, whose names and beginnings no option
	// has; Reserved, if not nil, reports what else it cannot be called.
	Words    []string
	Reserved func(name string) bool
	// Ability is the name of an ability, for the terms of scores; nil: its id.
	Ability func(id string) string
	// Seats are the names of a battle's sides.
	Seats func(b B) []string
	// Format is the game's data, whose entries scripts see, or nil; Library is that which is
	// scripted, nil for documentation. Own is what its mods declare for it.
	Format  library.Format
	Library *library.Library
	Own     []library.Own
	// Viewer, if not nil, is the side whose ability the script of an ability
	// runs for, by its self: [Host.Viewer] while it does. Where it is nil all
	// scripts but players see all.
	Viewer func(b B, self scripting.Value) engine.Side
	// Rules is the mod whose scripts are the rules themselves, "" for none. The
	// dice that it rolls are the table's, and its errors stop a battle whatever
	// the policy: the battle cannot go on without its rules.
	Rules string
	// Points is what an [engine.Evaluator] says, in the points that the
	// scripts of players are shown; nil: the same.
	Points func(evaluated int) float64

	Tests TestTables[B]
	Docs  Docs

	sections []*entryKind
}

// TestTables are what a rule system gives to the tests of its mods. The core
// has all that asks, answers, expects and counts.
type TestTables[B Battle] struct {
	Setup  []Function // what is fought: [Before]
	Skip   Function   // takes first options until a turn: [Trial.SkipTo]; nil: until a question
	Find   []Function // objects by name
	Expect []Function // of what only this system knows
	// Fixture makes what one test starts from.
	Fixture func() Fixture[B]
	// Player answers for all sides once a test calls finish(); nil: greedy.
	Player engine.Oracle
	// Covers is what the coverage calls a declaration, "option charge", or ""
	// for one that is not counted. Nil: none is. [Fixture.Hear] tells of the others.
	Covers func(r scripting.Registration) string
}

// A Fixture is the battle of one test before it begins, and what only its rule
// system can say of it.
type Fixture[B Battle] interface {
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
	Finish string // what finish() does, where Player is not greedy
	Winner string // what winner() returns
}

const (
	sideType = scripting.Type("side")
	num      = scripting.TypeNumber
	integer  = scripting.TypeInteger
	text     = scripting.TypeString
)

// complete sets what the tables leave out to its default.
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

// codecs returns those of the tables.
func (t *Tables[B]) codecs() codecs {
	c := newCodecs()
	for _, e := range t.sections {
		c[e.Section] = e
	}
	if t.Library != nil {
		c[loaded{}] = true
	}
	return c.with(append([]Codec{Numbered[engine.Side](t.sides(), string(sideType))}, t.Codecs...))
}

// sides returns the kind of the objects that are sides.
func (t *Tables[B]) sides() int {
	return slices.IndexFunc(t.Objects, func(o Object[B]) bool { return o.name() == string(sideType) })
}

// Binding returns all that scripts can see.
func (t *Tables[B]) Binding() *scripting.Binding {
	t.complete()
	c := t.codecs()
	b := &scripting.Binding{
		Functions: build(c, append(functions(t), linkFunctions[B]()...)),
		Registers: slices.Concat(t.Registers, []scripting.Register{playerRegister(t.Docs.Points)}, linkRegisters()),
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
	for i := range b.Functions {
		b.Functions[i].Mutates = slices.Contains(acting(), b.Functions[i].Name)
	}
	return b
}

// acting returns the functions that are refused in hooks that may only look.
func acting() []string { return []string{"roll", "choose", "log"} }

// TestBinding returns all that a test.lua can see: the objects of scripts, for
// looking only, and functions that set a battle up, answer its questions and
// say what is expected of it.
func (t *Tables[B]) TestBinding() *scripting.Binding {
	t.complete()
	c := t.codecs()
	b := &scripting.Binding{
		Functions: build(c, slices.Concat(
			t.Tests.Setup, diceFunctions[B](),
			questionFunctions[B](t.Docs), []Function{t.Tests.Skip, finishFunction[B](t.Docs)}, t.Tests.Find, talkFunctions[B](t.Docs),
			expectFunctions[B](), t.Tests.Expect, []Function{ranFunction[B](t.Docs)},
		)),
		Registers: []scripting.Register{{Name: "test", Doc: "A test: a battle of its own, and what is expected of it.", Fields: []scripting.Field{
			Param("name", text, "what it shows, in a sentence"),
			{Name: "run", Type: scripting.TypeFunction, Doc: "runs it"},
		}}},
	}
	b.Kinds, b.Globals = t.kinds(c, false)
	for _, e := range t.sections {
		b.Functions = append(b.Functions, e.functions()...)
	}
	return b
}

// kinds returns the objects with their methods, those that act included or not, and
// those that scripts know by name.
func (t *Tables[B]) kinds(c codecs, acting bool) (kinds []scripting.Kind, globals []scripting.Global) {
	for i, o := range t.Objects {
		kind := o.kind(c, acting)
		kinds = append(kinds, kind)
		if o.only() {
			globals = append(globals, scripting.Global{Name: kind.Name, Doc: "The " + kind.Name + ".", Type: scripting.Type(kind.Name), Value: scripting.Object(i, 0)})
		}
	}
	for _, e := range t.sections {
		kinds = append(kinds, e.scripted())
	}
	return kinds, globals
}

// ReadOnly names the hooks that may only look.
func (t *Tables[B]) ReadOnly() (names []string) {
	for _, hk := range t.Hooks {
		if hk.ReadOnly {
			names = append(names, hk.Hook)
		}
	}
	return names
}

// Mutates names the functions and methods that such hooks are refused.
func (t *Tables[B]) Mutates() []string {
	names := acting()
	for _, o := range t.Objects {
		names = append(names, o.acts()...)
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
