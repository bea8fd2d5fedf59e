package view

import (
	"errors"
	"sync/atomic"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/library"
)

// PlainSystem is a System for any rule system: its battles have [Plain] views, and
// come from scenarios only. A rule system with more to say embeds it.
type PlainSystem struct {
	Game string // its name in mod.toml
}

var _ System = PlainSystem{}

// Name is the game of mod.toml and of journals.
func (s PlainSystem) Name() string { return s.Game }

// Words are words that fit every game.
func (s PlainSystem) Words() Words {
	return Words{
		Seats: "each side", Scenario: "SCENARIO", Answer: "options",
		Odds:   Command{Text: "exact odds of the whole battle, for each answer", Example: "odds"},
		Manual: "The answers are those that options lists; the word with which all of them begin may be left out.",
	}
}

// New returns the plain view of a match's battle.
func (s PlainSystem) New(lib *library.Library, m library.Match, b engine.Story) View {
	return NewPlain(NewFrame(lib, m, b, m.Setup.SeatNames(), nil, ""))
}

// NewTally returns a tally that fits battles of any game.
func (s PlainSystem) NewTally(b engine.Story, _ *engine.Table, seats []string) Tally {
	return NewPlainTally(b, seats)
}

// Play returns nil: battles are played step by step.
func (s PlainSystem) Play(engine.Story, *engine.Table) func(*atomic.Bool) { return nil }

// Kinds returns none.
func (s PlainSystem) Kinds() []catalog.Kind { return nil }

// Describe says a set-up as journals do.
func (s PlainSystem) Describe(setup engine.Setup) (lines []string) {
	for _, f := range setup.Fields() {
		lines = append(lines, f.Key+": "+f.Value)
	}
	return lines
}

// Flags returns none.
func (s PlainSystem) Flags() []Flag { return nil }

// Setup returns the scenario's.
func (s PlainSystem) Setup(_ *library.Library, base engine.Setup, _ map[string]string) (engine.Setup, error) {
	if base == nil {
		return nil, errors.New("which scenario? houserule scenarios lists them")
	}
	return base, nil
}

// Faces returns 0: dice differ.
func (s PlainSystem) Faces(*library.Library) int { return 0 }

// NamesUnit returns false: no word names a unit.
func (s PlainSystem) NamesUnit(string) bool { return false }

// Quick are the players that answer fast enough in every game.
func (s PlainSystem) Quick() []string { return []string{"random", "greedy"} }
