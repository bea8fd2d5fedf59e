package modhost

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// An API is the scripting of one rule system's battles, as seen by a program
// that knows no system: the names that scripts and tests can use, and the
// installation of a library's mods.
type API interface {
	// Own are the fields, words and sections that mods declare.
	Binding(own ...library.Own) *lua.Binding
	TestBinding(own ...library.Own) *lua.Binding
	// ReadOnly returns the names of the read-only hooks: they are also called for odds
	// and options. Mutates returns the functions and methods that such hooks
	// may not call: "roll", "battle:remember".
	ReadOnly() []string
	Mutates() []string
	// PromptWords returns the words that an option of a script cannot have for
	// its name: those of the prompt.
	PromptWords() []string
	// Install compiles the scripts of a library's mods and attaches them to its
	// game. The error is a [strict.Problems] if the scripts have mistakes.
	Install(lib *library.Library, policy Policy) (Scripts, error)
}

// NewAPI returns the API of tables. Tables returns those of a library, or for
// documentation those of nil. If mods have scripts, attach makes the library's
// game call [Mods.Start].
func NewAPI[B Battle](tables func(lib *library.Library) *Tables[B], attach func(lib *library.Library, m *Mods[B])) API {
	return system[B]{tables, attach}
}

type system[B Battle] struct {
	tables func(lib *library.Library) *Tables[B]
	attach func(lib *library.Library, m *Mods[B])
}

func (s system[B]) Binding(own ...library.Own) *lua.Binding {
	return s.owning(own).Binding()
}
func (s system[B]) TestBinding(own ...library.Own) *lua.Binding {
	return s.owning(own).TestBinding()
}
func (s system[B]) owning(own []library.Own) *Tables[B] {
	t := s.tables(nil)
	t.Own = own
	return t
}
func (s system[B]) ReadOnly() []string    { return s.tables(nil).ReadOnly() }
func (s system[B]) Mutates() []string     { return s.tables(nil).Mutates() }
func (s system[B]) PromptWords() []string { return s.tables(nil).Words }

func (s system[B]) Install(lib *library.Library, policy Policy) (Scripts, error) {
	m, err := Install(lib, s.tables(lib), policy)
	if err != nil {
		return nil, err
	}
	if m.Program() != nil {
		s.attach(lib, m)
	}
	return m, nil
}

// Scripts are the installed mods of a library. [Disabled] and [Count] are for
// their battles.
type Scripts interface {
	// Program returns the compiled scripts, nil if no mod has a script.
	Program() *scripting.Program
	// Offers returns the functions that mods offer each other and the events that they
	// raise, by "mod.name", and Listeners the declarations that listen to an event.
	Offers() (functions []lua.Function, events []lua.Event)
	Listeners(event string) []scripting.Registration
	// Eval evaluates a read-only Lua expression in a battle.
	Eval(b engine.Battle, expr string) (string, error)
	// Profile starts a profile of the battles that begin from now on.
	Profile(p *Profile)
	// RunTests runs the tests of a mod's test.lua whose names contain match,
	// each with a battle of its own. The error is an [engine.Unknown] for a
	// mod that is not loaded, and a [strict.Problems] for a test.lua that is
	// at fault. The scripts are not changed, but nothing else may be installed on
	// their game meanwhile.
	RunTests(id, match string) (Report, error)
}

// A Policy is the reaction to the failure of a script.
type Policy uint8

// The policies.
const (
	Stop    Policy = iota // the battle stops with the script's error
	Disable               // the mod is disabled for the rest of the battle
)

// A Battle is what scripts need of a battle, besides what the tables of its rule system read.
// It embeds an [engine.Table], which gives it AtTable.
type Battle interface {
	AtTable() *engine.Table
	// Scene returns the place in the battle, for errors.
	Scene() string
	Hosted
	engine.Rememberer
	// Say logs a text for all sides.
	Say(text string)
}

// A Hosted is a battle with scripts, or a choice of one, whose options a script can be shown.
type Hosted interface {
	// Hosted returns the place where the core keeps its [Host] of the battle. It is no part
	// of the battle's state, and is neither copied nor compared.
	Hosted() *any
}

// A Readable is a battle with a position of type P, by which it is read but cannot be changed.
type Readable[P any] interface {
	Battle
	Reading() P
}

// Disabled returns the errors of mods that were disabled, or that had a failed player,
// in a battle that has been played.
func Disabled(b engine.Battle) map[string]error {
	if b, ok := b.(Hosted); ok {
		if h, ok := (*b.Hosted()).(hosting); ok {
			return h.out()
		}
	}
	return nil
}

// Spent returns the number of steps that the mods of a battle have taken so far, all
// together, and the limit of each mod.
func Spent(b engine.Battle) (steps, most int) {
	if b, ok := b.(Hosted); ok {
		if h, ok := (*b.Hosted()).(hosting); ok {
			return h.spent()
		}
	}
	return 0, 0
}

// Count reports the hooks of a battle to a meter. Nil stops it.
func Count(b engine.Battle, m Meter) { hear(b, m, hosting.count) }

// hear connects a listener of type L to a battle: to hands it to the host, which takes
// it from the battle if it is made later.
func hear[L any](b engine.Battle, l L, to func(hosting, L)) {
	hosted, ok := b.(Hosted)
	if !ok {
		return
	}
	slot := hosted.Hosted()
	switch h := (*slot).(type) {
	case hosting:
		to(h, l)
	case nil, L:
		*slot = l
	}
}

// hosting is a Host of battles of any type.
type hosting interface {
	out() map[string]error
	spent() (steps, most int)
	count(m Meter)
	trace(t Tracer)
}
