package library

import (
	"slices"

	"houserule/engine"
	"houserule/engine/players"
)

// A Format is a rule system as the library reads its data: what its files may
// say, and what is made of that. It does not change, and any number of libraries
// share it. One may be a value of the program, or made when it runs, of a mod that
// brings a game of its own.
//
// Structs of keys have the tags of package strict, and what the library looks
// for besides. A list with the tag ids:"creature" holds ids of that section, so
// that a patch may write an id otherwise than the entry does. A string with the
// key script names a Lua file of the mod, which then belongs to the entry.
type Format interface {
	// Name is the word for the game: mod.toml's game, the first line of a
	// journal, and the id of the base game, which lies in mods/NAME.
	Name() string
	// Files are the base game's files outside its folder.
	Files() []string
	// Sections are the kinds of entries, besides scenario and rule, in the
	// order of the reference.
	Sections() []Section
	// Scenario is a struct of the keys of [scenario.ID]: name, text, seed and
	// lesson, as a [Scenario] has them, and those of the setup.
	Scenario() any
	// Rules returns a pointer to a new struct of the keys of [rules], with
	// the game as published. Where it has no keys files have no [rules].
	Rules() any

	// Build makes the game of the entries, and sets what each is built to, a
	// [Scenario] where it is one, which it tries ([Build.Try]). It reports what
	// is wrong, the flaws of the game among it ([Build.Report]), and goes on: a
	// game with problems is thrown away, but all of them are told.
	Build(b *Build) engine.Game
	// ReadSetup reads what the Fields of a setup said in a journal's header.
	ReadSetup(l *Library, h engine.Header) (engine.Setup, error)
	// Players are the computer players, the weakest first: for most games
	// [players.Common] and some of its own.
	Players() []players.Player
}

// Plain is what a Format is that has neither entries nor rules of its own, and no
// player but those that play any game. A system embeds it, and says what is otherwise.
type Plain struct{}

// Files returns none.
func (Plain) Files() []string { return nil }

// Sections returns none.
func (Plain) Sections() []Section { return nil }

// Rules returns none.
func (Plain) Rules() any { return new(struct{}) }

// Players returns those that play any game.
func (Plain) Players() []players.Player { return players.Common() }

// A Section is a kind of entries.
type Section struct {
	Name string // a word, as in [creature.ID]
	Doc  string // what such an entry is, for the reference
	Keys any    // a struct of an entry's keys
}

// ScenarioSection is the section of scenarios.
const ScenarioSection = "scenario"

// Other sections that every system has, besides its own.
const (
	paragraphSection = "rule"
	rulesSection     = "rules" // which has no entries
	patchSection     = "patch" // nor has this one
)

// paragraphEntry is [rule."H8.3"] of the rulebook.
type paragraphEntry struct {
	Title    string   `toml:"title" required:"true" doc:"a few words"`
	Text     string   `toml:"text" lines:"true" required:"true" doc:"the rule"`
	Ruling   string   `toml:"ruling" lines:"true" doc:"what this project decided where the rule is silent"`
	Switches []string `toml:"switches" doc:"the keys of [rules] that change it"`
}

// sectionsOf returns all sections of a system.
func sectionsOf(system Format) []Section {
	return slices.Concat(system.Sections(), []Section{
		{ScenarioSection, "A battle to play. `[scenario.ID]`", system.Scenario()},
		{paragraphSection, "A paragraph of the rulebook. `[rule.ID]`, the id in quotes if it has a dot: `[rule.\"H8.3\"]`", paragraphEntry{}},
	})
}
