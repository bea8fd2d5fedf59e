package view

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// A Frontend connects a rule system to the program. It is a value without state: any
// number of libraries and battles share it. It can have more methods:
//
//   - [Driver]: battles are simulated faster.
//   - [Drill]: mod check tries a mod in battles that are made up for it. Without it only in scenarios.
//   - [Weigher]: houserule balance rates the units of the game, and demands it.
//
// Its methods get only its own battles, set-ups and libraries.
type Frontend interface {
	// Name returns the name of the game in mod.toml and in journals.
	Name() string
	// Words returns the words of the prompt for this game.
	Words() Words

	// New returns the view of a match's battle.
	New(lib *library.Library, m library.Match, b engine.Story) *View
	// NewTally returns a tally of the battles that b plays at t; seats are the words for
	// the sides.
	NewTally(b engine.Story, t *engine.Table, seats []string) sim.Tally

	// Kinds are the kinds of entries that people can look up, besides scenarios
	// and rules. Describe says a set-up in lines, as the list of scenarios does.
	Kinds() []catalog.Kind
	Describe(s engine.Setup) []string

	// Flags returns the flags that describe a battle on the command line.
	Flags() []Flag
	// Setup changes a scenario's set-up by typed, values by the names of flags; without
	// base, which is then nil, it makes a new one. It leaves base unchanged.
	Setup(lib *library.Library, base engine.Setup, typed map[string]string) (engine.Setup, error)
	// NamesUnit reports whether a word of the command line is the name of a unit,
	// which no scenario may have.
	NamesUnit(word string) bool
	// Quick returns the players that answer fast enough for every state of a battle.
	Quick() []string
}

// First returns the scenario that a game begins with if none is named; "" if it has none.
func First(f Frontend, lib *library.Library) string {
	first := f.Words().First
	if first == "" && len(lib.Scenarios) > 0 {
		first = lib.Scenarios[0].ID
	}
	return first
}

// Words are the words of the prompt for a game.
type Words struct {
	// Unit is the word for a unit, as in "stack", UnitExample the name of one, and
	// UnitFacts further facts that show prints; "": none. Without a Unit there is nothing
	// to show.
	Unit, UnitExample, UnitFacts string
	// Seats are the sides in a sentence, as in "aggressor and defender".
	Seats string
	// Rule is a paragraph of the rulebook, for examples; "": none.
	Rule string
	// Scenario is one of the game's, for examples, Answer is an answer. First is the
	// default scenario; "": the first in the list.
	Scenario, Answer, First string
	// Odds describes the command odds.
	Odds Command
	// Manual explains boards, and words that only this game has.
	Manual string
}

// A Driver is a [Frontend] that plays its battles faster than step by step.
type Driver interface {
	// Play returns a function that plays b at t until it is over, the table has an error,
	// or stopped is set: see [sim.Match].
	Play(b engine.Story, t *engine.Table) func(stopped *atomic.Bool)
}

// A Flag is a flag that describes a part of a battle.
type Flag struct {
	Name, Usage string
	Completion  []string // the words that it takes; nil: any
	// Whole says that no scenario is needed when all flags with Whole are typed.
	Whole bool
}

// A Weigher is a [Frontend] whose units can be rated against each other at equal
// cost, two armies at a time.
type Weigher interface {
	Name() string
	// Unit returns the word for the units: "creature". About returns the beginning of the
	// help of houserule balance: the units, and their armies.
	Unit() string
	About() string
	// Seats returns the names of the two sides of Field.
	Seats() []string
	// Filters returns the filters for the units.
	Filters() []catalog.Filter
	// Units returns the units with the ids, or all units that the filters accept: see
	// [catalog.Chosen].
	Units(lib *library.Library, ids []string, filters catalog.Chosen) ([]Unit, error)
	// Army returns n of a unit, set up as well as possible; ReadArmy reads an army. Its
	// error may be a [*engine.Misplaced].
	Army(lib *library.Library, unit string, n int) (Army, error)
	ReadArmy(lib *library.Library, text string) (Army, error)
	// Field returns a battle between two armies on even terms.
	Field(a, b Army) engine.Setup
	// Price changes the cost of a unit in a library that nothing else uses.
	Price(lib *library.Library, unit string, cost int) error
}

// A Unit is a unit that can be rated, with its cost.
type Unit struct {
	ID   string
	Cost int
}

// A Drill is a [Frontend] that makes up battles, for trials of mods.
type Drill interface {
	// Bearers returns the units that have an entry of the data, such as a spell, or are that
	// entry; without an id, all units. Ok reports whether units have entries of the section.
	Bearers(lib *library.Library, section, id string) (units []string, ok bool)
	// Drill draws a battle with a unit on a side, as values of flags. Both armies cost about
	// the same. Not every battle that it draws is one that the rules allow.
	Drill(lib *library.Library, unit string, side engine.Side, dice *rand.Rand) map[string]string
}

// Muster draws an army that costs about so many points, as text: some of the first unit, then
// of others.
func Muster(units []Unit, first Unit, points int, dice *rand.Rand) string {
	var words []string
	for of := first; points > 0; of = units[dice.IntN(len(units))] {
		cost := max(of.Cost, 1)
		n := max(1, min(1+dice.IntN(3), points/cost))
		words = append(words, fmt.Sprintf("%d %s", n, of.ID))
		points -= n * cost
	}
	return strings.Join(words, ", ")
}

// An Army is one side of a battle, in text as [Weigher.ReadArmy] reads it.
type Army interface {
	String() string
	Cost() int
}

// Weighed returns the units with the ids, or all that the filters take. Cost returns what one
// costs, or why it cannot be weighed: that is an error only for one that is named.
func Weighed[E comparable](lib *library.Library, of catalog.Entries[E], ids []string, chosen catalog.Chosen, cost func(E) (int, error)) (units []Unit, err error) {
	fits, err := of.Fits(lib, chosen)
	if err != nil {
		return nil, err
	}
	all := of.All(lib)
	if len(ids) > 0 {
		if all, err = of.Named(lib, ids); err != nil {
			return nil, err
		}
	}
	for _, e := range all {
		n, err := cost(e)
		switch {
		case err != nil && len(ids) > 0:
			return nil, err
		case err == nil && fits(e):
			units = append(units, Unit{ID: of.ID(e), Cost: n})
		}
	}
	return units, nil
}
