package library

import (
	"slices"

	"houserule/engine"
	"houserule/engine/players"
)

// A Format describes a rule system to the library: what its data files may contain, and how
// to make the game from them. It does not change, and any number of libraries share it. It
// may be built into the program, or made at run time for a mod that brings a game of its
// own.
//
// Structs of keys have the tags of package strict, and two more conventions. A list with
// the tag ids:"creature" holds ids of that section, so that a patch may write an id in
// another form than the entry. A string with the key script names a Lua file of the mod,
// which then belongs to the entry.
type Format interface {
	// Name returns the word for the game: mod.toml's game, the first line of a journal, and
	// the id of the base game, which lies in mods/NAME.
	Name() string
	// Files returns the base game's files outside its folder.
	Files() []string
	// Sections returns the kinds of entries, besides scenario and rule, in the order of the
	// reference.
	Sections() []Section
	// Scenario returns a struct of the keys of [scenario.ID]: name, text, seed and lesson,
	// as in [Scenario], and the keys of the setup.
	Scenario() any
	// Rules returns a pointer to a new struct of the keys of [rules], with the values of
	// the game as published. If it has no keys, files have no [rules].
	Rules() any

	// Build makes the game from the entries, and sets the value built from each; for
	// scenarios that is a [Scenario], which Build tries ([Build.Try]). It reports mistakes,
	// the flaws of the game among them ([Build.Report]), and continues: a game with
	// problems is dropped, but all problems are reported.
	Build(b *Build) engine.Game
	// ReadSetup reads the setup's Fields from a journal's header.
	ReadSetup(l *Library, h engine.Header) (engine.Setup, error)
	// Players returns the computer players, the weakest first: for most games
	// [players.Common] and some of its own.
	Players() []players.Player
}

// A Plain implements the part of a Format that a system need not have: no entries, no
// rules, and only the players that play any game. A system embeds it, and overrides the
// rest.
type Plain struct{}

// Files returns no files.
func (Plain) Files() []string { return nil }

// Sections returns no sections.
func (Plain) Sections() []Section { return nil }

// Rules returns a struct without keys.
func (Plain) Rules() any { return new(struct{}) }

// Players returns the players that play any game.
func (Plain) Players() []players.Player { return players.Common() }

// A Section is a kind of entries.
type Section struct {
	Name string // a word: "creature" in [creature.ID]
	Doc  string // describes such an entry, for the reference
	Keys any    // a struct of an entry's keys
}

// ScenarioSection is the section of scenarios.
const ScenarioSection = "scenario"

// Further sections of every system.
const (
	paragraphSection = "rule"
	rulesSection     = "rules" // has no entries
	patchSection     = "patch" // has no entries, either
)

// A paragraphEntry is [rule."H8.3"] of the rulebook.
type paragraphEntry struct {
	Title    string   `toml:"title" required:"true" doc:"a few words"`
	Text     string   `toml:"text" lines:"true" required:"true" doc:"the rule"`
	Ruling   string   `toml:"ruling" lines:"true" doc:"this project's ruling where the rule is silent"`
	Switches []string `toml:"switches" doc:"the keys of [rules] that change the ruling"`
}

// sectionsOf returns all sections of a system.
func sectionsOf(system Format) []Section {
	return slices.Concat(system.Sections(), []Section{
		{ScenarioSection, "A battle to play. `[scenario.ID]`", system.Scenario()},
		{paragraphSection, "A paragraph of the rulebook. `[rule.ID]`, the id in quotes if it has a dot: `[rule.\"H8.3\"]`", paragraphEntry{}},
	})
}
