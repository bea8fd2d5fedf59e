// Package sorcerydata connects the sorcery game to package library: it has the keys of its
// TOML files, and makes races, terrains, units, abilities and scenarios from them.
//
//	lib, err := library.LoadMods(sorcerydata.Format(), base, available, enabled, nil)
//	axe, err := sorcerydata.Unit(lib, "heavy-axe")
//	army, err := sorcerydata.ParseArmy(lib, "4 heavy-axe, 2 orc-archers*")
//
// All functions take libraries of [Format] only.
package sorcerydata

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// The sections of sorcery.
const (
	raceSection    = "race"
	terrainSection = "terrain"
	featureSection = "feature"
	hexsideSection = "hexside"
	unitSection    = "unit"
	abilitySection = "ability"
)

type system struct{ library.Plain }

// Format returns the format of sorcery.
func Format() library.Format { return system{} }

func (system) Name() string { return "sorcery" }

func (system) Sections() []library.Section {
	return []library.Section{
		{Name: unitSection, Doc: "A counter: a unit of an army, a character or a monster. `[unit.ID]`", Keys: unitEntry{}},
		{Name: abilitySection, Doc: "An ability, which gives a unit more than its numbers. `[ability.ID]`", Keys: abilityEntry{}},
		{Name: raceSection, Doc: "A race of units and characters. `[race.ID]`", Keys: raceEntry{}},
		{Name: terrainSection, Doc: "The terrain of a hex. `[terrain.ID]`", Keys: terrainEntry{}},
		{Name: featureSection, Doc: "A feature that may lie in a hex: a town, a bridge, a vortex. `[feature.ID]`", Keys: featureEntry{}},
		{Name: hexsideSection, Doc: "A hexside, which may lie between two hexes: a stream, a wall, a gate. `[hexside.ID]`", Keys: hexsideEntry{}},
	}
}

func (system) Scenario() any { return scenarioEntry{} }

func (system) Rules() any {
	rules := sorcery.DefaultRules()
	return &rules
}

func (system) ReadSetup(l *library.Library, h engine.Header) (engine.Setup, error) {
	if sorcery.IsCampaign(h) {
		return sorcery.ReadCampaign(h, finder(l))
	}
	return fight.ReadSetup(h, finder(l))
}

// Game returns the game of a library. It lists its races, terrains, features, hexsides and
// units, in the order of loading.
func Game(l *library.Library) *sorcery.Game { return l.Game.(*sorcery.Game) }

// Unit returns the unit, character or monster with an id, short or full.
func Unit(l *library.Library, id string) (*fight.Kind, error) {
	return library.Built[*fight.Kind](l, unitSection, id)
}

// Ability returns the ability with an id.
func Ability(l *library.Library, id string) (*fight.Ability, error) {
	return library.Built[*fight.Ability](l, abilitySection, id)
}

// Terrain returns the terrain with an id.
func Terrain(l *library.Library, id string) (*fight.Terrain, error) {
	return library.Built[*fight.Terrain](l, terrainSection, id)
}

// Color returns the word for a terrain's color on the screen, or "".
func Color(l *library.Library, t *fight.Terrain) string {
	return library.Keys[terrainEntry](l, terrainSection, t.ID).Color
}

// ParseArmy parses an army of the library's units: see [fight.ParseArmy].
func ParseArmy(l *library.Library, text string) (fight.Army, error) {
	return fight.ParseArmy(text, finder(l))
}

func finder(l *library.Library) func(id string) (*fight.Kind, error) {
	return func(id string) (*fight.Kind, error) { return Unit(l, id) }
}
