package modhost

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
)

// An API is how the battles of one rule system are scripted, as a program
// sees it that knows no system: what scripts and their tests can see, and how
// the mods of a library get to work.
type API interface {
	// Own is what mods declare for data.
	Binding(own ...library.Own) *scripting.Binding
	TestBinding(own ...library.Own) *scripting.Binding
	// ReadOnly names the hooks that may only look: they are called to tell odds
	// and options, too. Mutates names the functions and methods that such hooks
	// are refused: "roll", "battle:remember".
	ReadOnly() []string
	Mutates() []string
	// PromptWords are the words that an option of a script cannot have for
	// its name: those of the prompt.
	PromptWords() []string
	// Install compiles the scripts of a library's mods and hangs them on its
	// game. The error is a [strict.Problems] when the scripts are at fault.
	Install(lib *library.Library, policy Policy) (Scripts, error)
}

// NewAPI returns the API of tables, which are those of a library, or for
// documentation those of nil. Where mods have scripts, attach has the library's
// game call [Mods.Start].
func NewAPI[B Battle](tables func(lib *library.Library) *Tables[B], attach func(lib *library.Library, m *Mods[B])) API {
	return system[B]{tables, attach}
}

type system[B Battle] struct {
	tables func(lib *library.Library) *Tables[B]
	attach func(lib *library.Library, m *Mods[B])
}

func (s system[B]) Binding(own ...library.Own) *scripting.Binding {
	return s.owning(own).Binding()
}
func (s system[B]) TestBinding(own ...library.Own) *scripting.Binding {
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

// Scripts are the mods of a library, installed. [Disabled] and [Count] are for
// the battles that they take part in.
type Scripts interface {
	// Program is what they compile to, nil where no mod has a script.
	Program() *scripting.Program
	// Offers returns the functions that mods offer each other and the events that they
	// raise, by "mod.name", and Listeners what mods do at such an event.
	Offers() (functions []scripting.Function, events []scripting.Event)
	Listeners(event string) []scripting.Registration
	// Eval evaluates an expression of Lua in a battle, which it may look at.
	Eval(b engine.Battle, expr string) (string, error)
	// Profile makes a profile of the battles that begin from now on.
	Profile(p *Profile)
	// RunTests runs the tests of a mod's test.lua whose names contain match,
	// each with a battle of its own. The error is an [engine.Unknown] for a
	// mod that is not loaded, and a [strict.Problems] for a test.lua that is
	// at fault. The scripts are not changed, but nothing else may be installed on
	// their game meanwhile.
	RunTests(id, match string) (Report, error)
}

// A Policy says what happens when a script fails.
type Policy uint8

// The policies.
const (
	Stop    Policy = iota // the battle stops with the script's error
	Disable               // the mod is out for the rest of the battle
)

// A Battle is a battle as scripts need it. One that embeds an [engine.Table]
// has the methods from Fail on.
type Battle interface {
	engine.Story
	// Hosted returns the place where the core keeps its [Host] of this battle. It is
	// no part of the battle's state, and is neither copied nor compared.
	Hosted() *any
	// Memory is what mods remember; it is part of the state.
	Memory() *engine.Memory
	// Say shows a text to all sides.
	Say(text string)

	Fail(err error)
	Err() error
	Asking() int
	Looks() int
	Listening() bool
	Allowance() *engine.Allowance
	Choose(side engine.Side, c engine.Choice) int
	Roll(sides, need int) int
	RollStream(n, sides int) int
}

// Disabled returns the errors of the mods that are out, or whose player has failed,
// in a battle that has just been played.
func Disabled(b engine.Battle) map[string]error {
	if b, ok := b.(interface{ Hosted() *any }); ok {
		if h, ok := (*b.Hosted()).(hosting); ok {
			return h.out()
		}
	}
	return nil
}

// Spent returns how many steps the mods of a battle have taken in it so far, all
// together, and how many each may take.
func Spent(b engine.Battle) (steps, most int) {
	if b, ok := b.(interface{ Hosted() *any }); ok {
		if h, ok := (*b.Hosted()).(hosting); ok {
			return h.spent()
		}
	}
	return 0, 0
}

// Count makes a meter hear of the hooks of a battle. Nil stops it.
func Count(b engine.Battle, m Meter) { hear(b, m, hosting.count) }

// hear makes a listener of a kind L hear of a battle: to tells the host of it, which takes
// it from the battle if it is made later.
func hear[L any](b engine.Battle, l L, to func(hosting, L)) {
	hosted, ok := b.(interface{ Hosted() *any })
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

// hosting is a Host of whatever battles.
type hosting interface {
	out() map[string]error
	spent() (steps, most int)
	count(m Meter)
	trace(t Tracer)
}
