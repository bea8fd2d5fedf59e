package sorcerydata

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

func buildScenario(b *library.Build, e library.Entry[scenarioEntry], game *sorcery.Game) *library.Scenario {
	t := e.Keys
	s := &library.Scenario{ID: e.ID, Name: t.Name, Text: t.Text, Seed: uint64(t.Seed)}
	s.Lessons = engine.Each(t.Lessons, func(l lessonEntry) library.Lesson { return library.Lesson(l) })
	d := draft{Entry: e, game: game}
	if t.Campaign != nil {
		d.onlyBattle()
		s.Setup = d.campaign(t.Campaign)
	} else {
		s.Setup = d.battle()
	}
	b.Try(e.Record, game, s.Setup)
	return s
}

// A draft is the setup of a scenario while its entry is read.
type draft struct {
	library.Entry[scenarioEntry]
	game *sorcery.Game
}

// onlyBattle reports keys of a battle in the entry of a campaign.
func (d *draft) onlyBattle() {
	t := d.Keys
	for _, row := range []struct {
		key   string
		given bool
	}{
		{"hex", t.Hex != nil}, {"attacker", t.Attacker != nil}, {"defender", t.Defender != nil},
		{"neighbor", t.Neighbors != nil}, {"round_limit", t.RoundLimit != 0},
	} {
		if row.given {
			d.Reportf([]any{row.key}, "%s is for a battle: scenario %q is a campaign", row.key, d.Short())
		}
	}
}

// battle reads the keys of a battle for one hex.
func (d *draft) battle() fight.Setup {
	t := d.Keys
	s := fight.Setup{Scenario: d.ID, RoundLimit: t.RoundLimit}
	if t.Hex != nil {
		s.Terrain, s.Narrow, s.Inside = d.FullID(terrainSection, t.Hex.Terrain, "hex", "terrain"), t.Hex.Narrow, t.Hex.Inside
	}
	for side, keys := range [...]*sideEntry{t.Attacker, t.Defender} {
		name := fight.SideName(engine.Side(side))
		if keys == nil {
			d.Reportf(nil, "scenario %q has no %s: give it both sides of a battle, or a campaign", d.Short(), name)
			continue
		}
		s.Armies[side] = d.army(keys.Army, name, "army")
	}
	for i, n := range t.Neighbors {
		s.Neighbors = append(s.Neighbors, fight.Neighbor{
			Name: n.Name, Terrain: d.FullID(terrainSection, n.Terrain, "neighbor", i, "terrain"), Owner: sideOf(n.Owner),
			Water: n.Water, Closed: n.Closed, Watched: n.Watched, Army: d.army(n.Army, "neighbor", i, "army"),
		})
	}
	return s
}

// sideOf returns the side with a checked word, or -1 for "".
func sideOf(word string) engine.Side {
	for side := range fight.Seats {
		if fight.SideName(side) == word {
			return side
		}
	}
	return -1
}

// army returns the army in a text, the value at these steps.
func (d *draft) army(text string, at ...any) fight.Army {
	return library.Parsed(d.Record, unitSection, text, fight.ParseArmy, at...)
}
