// Package kingsdata connects the kings game to package library: it has the keys of its TOML
// files, and makes things, abilities, terrains and scenarios from them.
//
//	lib, err := library.LoadMods(kingsdata.Format(), base, available, enabled, nil)
//	troll, err := kingsdata.Thing(lib, "troll")
//	army, err := kingsdata.ParseArmy(lib, "troll, 2 goblins, city")
//
// All functions take libraries of [Format] only.
package kingsdata

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
)

// The sections of kings.
const (
	thingSection   = "thing"
	abilitySection = "ability"
	terrainSection = "terrain"
)

type system struct{ library.Plain }

// Format returns the format of kings.
func Format() library.Format { return system{} }

func (system) Name() string { return "kings" }

func (system) Sections() []library.Section {
	return []library.Section{
		{Name: thingSection, Doc: "A counter: a creature, a special character, a building, a special income counter or a magic item. `[thing.ID]`", Keys: thingEntry{}},
		{Name: abilitySection, Doc: "An ability, which gives a thing more than its value and its marks. `[ability.ID]`", Keys: abilityEntry{}},
		{Name: terrainSection, Doc: "A terrain, of a hex and of the creatures that come from it. `[terrain.ID]`", Keys: terrainEntry{}},
	}
}

func (system) Scenario() any { return scenarioEntry{} }

func (system) Rules() any {
	rules := kings.DefaultRules()
	return &rules
}

func (system) ReadSetup(l *library.Library, h engine.Header) (engine.Setup, error) {
	return kings.ReadSetup(h, finder(l))
}

// Game returns the game of a library.
func Game(l *library.Library) *kings.Game { return l.Game.(*kings.Game) }

// Thing returns the thing with an id, short or full.
func Thing(l *library.Library, id string) (*kings.Thing, error) {
	return library.Built[*kings.Thing](l, thingSection, id)
}

// Ability returns the ability with an id. If the id is a mark, the error says which rule
// explains the mark.
func Ability(l *library.Library, id string) (*kings.Ability, error) {
	a, err := library.Built[*kings.Ability](l, abilitySection, id)
	if mark, wrong := kings.ParseMarks([]string{id}); err != nil && wrong == nil {
		rule := "K1.3"
		if mark == kings.Charge {
			rule = "K2.1"
		}
		return nil, fmt.Errorf("%s is a mark, no ability: rule %s says what it does", id, rule)
	}
	return a, err
}

// A Terrain is the terrain of a hex.
type Terrain struct{ ID, Name, Text, Color string }

// TerrainNamed returns the terrain with an id.
func TerrainNamed(l *library.Library, id string) (*Terrain, error) {
	return library.Built[*Terrain](l, terrainSection, id)
}

// ParseArmy parses an army of the library's things: see [kings.ParseArmy].
func ParseArmy(l *library.Library, text string) (kings.Army, error) {
	return kings.ParseArmy(text, finder(l))
}

func finder(l *library.Library) func(id string) (*kings.Thing, error) {
	return func(id string) (*kings.Thing, error) { return Thing(l, id) }
}
