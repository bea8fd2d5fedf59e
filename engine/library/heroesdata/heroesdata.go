// Package heroesdata connects the heroes game to package library: it has the keys of its
// TOML files, and makes creatures, abilities, spells and scenarios from them.
//
//	lib, err := library.LoadMods(heroesdata.Format(), base, available, enabled, nil)
//	orc, err := heroesdata.Creature(lib, "orc")
//	army, err := heroesdata.ParseArmy(lib, "3 orc | 2 elf")
//
// All functions take libraries of [Format] only.
package heroesdata

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/players"
)

// The sections of heroes.
const (
	creatureSection = "creature"
	abilitySection  = "ability"
	spellSection    = "spell"
)

type system struct{}

// Format returns the format of heroes.
func Format() library.Format { return system{} }

func (system) Name() string    { return "heroes" }
func (system) Files() []string { return []string{"creatures.toml"} }

func (system) Sections() []library.Section {
	return []library.Section{
		{Name: creatureSection, Doc: "A card. `[creature.ID]`", Keys: creatureEntry{}},
		{Name: abilitySection, Doc: "An ability, which gives a creature more than its numbers. `[ability.ID]`", Keys: abilityEntry{}},
		{Name: spellSection, Doc: "A spell that creatures cast: an attack, which has a `score`, or an effect, which has `target` and `rounds`. `[spell.ID]`", Keys: spellEntry{}},
	}
}

func (system) Scenario() any { return scenarioEntry{} }

func (system) Rules() any {
	rules := heroes.DefaultRules()
	return &rules
}

func (system) ReadSetup(l *library.Library, h engine.Header) (engine.Setup, error) {
	return ReadSetup(h, finder(l))
}

func (system) Players() []players.Player {
	reference := players.Player{Name: "reference", New: func(engine.Side, uint64) engine.Oracle { return new(strategy.Reference) }}
	return slices.Insert(players.Common(), 2, reference)
}

// Game returns the game of a library.
func Game(l *library.Library) *heroes.Game { return l.Game.(*heroes.Game) }

// Creature returns the creature with an id, short or full.
func Creature(l *library.Library, id string) (*heroes.Creature, error) {
	return library.Built[*heroes.Creature](l, creatureSection, id)
}

// Ability returns the ability with an id.
func Ability(l *library.Library, id string) (*ability.Ability, error) {
	return library.Built[*ability.Ability](l, abilitySection, id)
}

// Spell returns the spell with an id.
func Spell(l *library.Library, id string) (*heroes.Spell, error) {
	return library.Built[*heroes.Spell](l, spellSection, id)
}

// Facts returns the keys of a creature whose values the rulebook gives.
func Facts(l *library.Library, c *heroes.Creature) []string {
	return library.Keys[creatureEntry](l, creatureSection, c.ID).Facts
}

// ParseArmy parses an army of the library's creatures: see [ReadArmy].
func ParseArmy(l *library.Library, text string) (heroes.Army, error) {
	return ReadArmy(text, finder(l))
}

func finder(l *library.Library) func(id string) (*heroes.Creature, error) {
	return func(id string) (*heroes.Creature, error) { return Creature(l, id) }
}
