package view

import (
	"errors"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// PlainFrontend is a Frontend for any rule system: its battles have [Plain] views, and
// come from scenarios only. A rule system with more to say embeds it.
type PlainFrontend struct {
	Game string // its name in mod.toml
}

var _ Frontend = PlainFrontend{}

// Name returns the name of the game in mod.toml and in journals.
func (s PlainFrontend) Name() string { return s.Game }

// Words are words that fit every game.
func (s PlainFrontend) Words() Words {
	return Words{
		Seats: "each side", Scenario: "SCENARIO", Answer: "options",
		Odds:   Command{Usage: "[more]", Text: "the chance to win after each answer, by a longer look than options; more looks longer still", Example: "odds"},
		Manual: "options lists the answers; if all of them begin with the same word, you can omit it.",
	}
}

// New returns the plain view of a match's battle. It keeps the secrets of the sides hidden.
func (s PlainFrontend) New(lib *library.Library, m library.Match, b engine.Story) *View {
	p := NewPlain(NewFrame(lib, m, b, m.Setup.SeatNames(), nil, ""))
	if s, ok := b.(Secretive); ok && s.Veils() {
		return newVeil(p).View()
	}
	return p.View()
}

// NewTally returns a tally that fits battles of any game.
func (s PlainFrontend) NewTally(b engine.Story, _ *engine.Table, seats []string) sim.Tally {
	return NewPlainTally(b, seats)
}

// Kinds returns none.
func (s PlainFrontend) Kinds() []catalog.Kind { return nil }

// Describe says a set-up as journals do.
func (s PlainFrontend) Describe(setup engine.Setup) []string {
	return engine.Each(setup.Fields(), func(f engine.Field) string { return f.Key + ": " + f.Value })
}

// Flags returns none.
func (s PlainFrontend) Flags() []Flag { return nil }

// Setup returns the scenario's.
func (s PlainFrontend) Setup(_ *library.Library, base engine.Setup, _ map[string]string) (engine.Setup, error) {
	if base == nil {
		return nil, errors.New("which scenario? houserule scenarios lists them")
	}
	return base, nil
}

// NamesUnit returns false: no word names a unit.
func (s PlainFrontend) NamesUnit(string) bool { return false }

// Quick returns the players that answer fast enough in every game.
func (s PlainFrontend) Quick() []string { return []string{"random", "greedy"} }
