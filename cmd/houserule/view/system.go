package view

import (
	"sync/atomic"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/library"
)

// A System is how a rule system looks at the program. It is a value without a
// state: any number of libraries and battles share it.
//
// Battles, set-ups and libraries that it is given are always its own.
type System interface {
	// Name is the game of mod.toml and of journals.
	Name() string
	// Words are what the prompt calls things in this game.
	Words() Words

	// New returns the view of a match's battle.
	New(lib *library.Library, m library.Match, b engine.Story) View
	// NewTally returns what counts the battles that b plays at t, whose sides
	// are called so.
	NewTally(b engine.Story, t *engine.Table, seats []string) Tally
	// Play returns what plays b at t until it is over, the table has an error,
	// or stopped is set; nil where nobody knows how to do that faster than step
	// by step: see [sim.Match].
	Play(b engine.Story, t *engine.Table) func(stopped *atomic.Bool)

	// Kinds are the kinds of entries that people can look up, besides scenarios
	// and rules. Describe says a set-up in lines, as the list of scenarios does.
	Kinds() []catalog.Kind
	Describe(s engine.Setup) []string

	// Flags are those with which a battle is typed on the command line.
	Flags() []Flag
	// Setup is what typed, values by the names of flags, makes of a scenario's
	// set-up, or of nothing where base is nil. It is not base, which stays as it
	// is.
	Setup(lib *library.Library, base engine.Setup, typed map[string]string) (engine.Setup, error)
	// Faces is how many sides the game's die has; 0: dice differ.
	Faces(lib *library.Library) int
	// NamesUnit reports whether a word of the command line is the name of a unit,
	// which no scenario may have.
	NamesUnit(word string) bool
	// Quick are the players that answer fast enough for every state of a battle.
	Quick() []string
}

// Words are what the prompt calls things in a game.
type Words struct {
	// Unit is what a side has, as in "stack", UnitExample the name of one, and
	// UnitFacts what there is to know of it; "": nothing more. Without a Unit
	// there is nothing to be shown.
	Unit, UnitExample, UnitFacts string
	// Seats are the sides in a sentence, as in "aggressor and defender".
	Seats string
	// Rule is a paragraph of the rulebook, for examples; "": none.
	Rule string
	// Scenario is one of the game's, for examples, Answer is an answer. First is
	// the scenario that is played where nobody names one; "": the first that
	// there is.
	Scenario, Answer, First string
	// Odds is how odds is typed.
	Odds Command
	// Manual says how boards are read, and what else is typed in this game only.
	Manual string
}

// A Flag is a flag with which something of a battle is typed.
type Flag struct {
	Name, Usage string
	Completion  []string // the words that it takes; nil: any
	// Whole tells that no scenario is needed when all flags of which this is so
	// are typed.
	Whole bool
}

// A Weigher is a [System] whose units can be weighed against each other at
// equal cost, two armies at a time.
type Weigher interface {
	System
	// Unit is what is weighed: "creature". About begins the help of houserule
	// balance: who plays, and with which armies.
	Unit() string
	About() string
	// Seats are the two sides of Field.
	Seats() []string
	// Filters are the flags that choose among the units.
	Filters() []catalog.Filter
	// Units are those with the ids, or all that the filters take: see
	// [catalog.Chosen].
	Units(lib *library.Library, ids []string, filters catalog.Chosen) ([]Unit, error)
	// Army is n of a unit, set up as well as may be; ReadArmy reads an army. Its
	// error may be a [*engine.Misplaced].
	Army(lib *library.Library, unit string, n int) (Army, error)
	ReadArmy(lib *library.Library, text string) (Army, error)
	// Field is a battle of two armies on even terms.
	Field(a, b Army) engine.Setup
	// Price makes a unit of a library, which nothing else may use, cost
	// something else.
	Price(lib *library.Library, unit string, cost int) error
}

// A Unit is something with a cost that can be weighed.
type Unit struct {
	ID   string
	Cost int
}

// An Army is one side of a battle, in text as [Weigher.ReadArmy] reads it.
type Army interface {
	String() string
	Cost() int
}
