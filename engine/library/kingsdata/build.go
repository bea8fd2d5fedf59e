package kingsdata

import (
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/kings/strategy"
	"houserule/engine/library"
)

// Build makes the game from the entries: abilities and terrains first, because things name
// them, and things before scenarios.
func (system) Build(b *library.Build) engine.Game {
	rules := *b.Rules().(*kings.Rules)
	library.Make(b, abilitySection, buildAbility)
	library.Make(b, terrainSection, func(e library.Entry[terrainEntry]) *Terrain {
		return &Terrain{ID: e.ID, Name: e.Keys.Name, Text: e.Keys.Text, Color: e.Keys.Color}
	})
	things := library.Make(b, thingSection, buildThing)
	for i, e := range library.Entries[thingEntry](b, thingSection) { // a building may name a later one
		things[i].Next = e.FullID(thingSection, e.Keys.NextLevel, "next_level")
	}
	game, err := kings.NewGame(rules, things, strategy.New)
	b.Report(err)
	library.Make(b, library.ScenarioSection, func(e library.Entry[scenarioEntry]) *library.Scenario { return buildScenario(b, e, game) })
	return game
}

func buildAbility(e library.Entry[abilityEntry]) *kings.Ability {
	t := e.Keys
	a := &kings.Ability{ID: e.ID, Name: t.Name, Text: t.Text, Rule: t.Rule, Saves: t.Saves, Sieges: t.HitsForts, Exposed: t.Exposed}
	switch {
	case t.Saves == 0 && t.Save == nil:
	case t.Saves == 0 || t.Save == nil:
		e.Reportf([]any{"save"}, "ability %q has one of saves and save: it needs both, how often and with which faces", e.Short())
	case len(t.Save) > 0:
		a.Save = kings.Faces{First: int32(t.Save[0]), Last: int32(t.Save[1])}
	}
	for _, word := range t.Immune {
		a.Immune = append(a.Immune, stepOf(word))
	}
	if t.Shields != nil {
		a.Shields[stepOf(t.Shields.Step)] = t.Shields.Hits
	}
	return a
}

// stepOf returns the combat step with a word. The word is valid, because decoding has
// checked it.
func stepOf(word string) kings.CombatStep {
	for step := range kings.CombatSteps {
		if step.String() == word {
			return step
		}
	}
	return kings.Melee
}

func buildThing(e library.Entry[thingEntry]) *kings.Thing {
	t := e.Keys
	kind, _ := kings.ParseKind(t.Kind)    // decoding has checked the kind
	marks, _ := kings.ParseMarks(t.Marks) // and the marks
	thing := &kings.Thing{
		ID: e.ID, Name: t.Name, Kind: kind, Value: t.Value, Marks: marks, Count: max(t.Counters, 1),
		Fort: t.Class == "fort", Fights: t.Fights, Terrain: e.FullID(terrainSection, t.Terrain, "terrain"),
		Abilities: library.ReferAll[*kings.Ability](e.Record, abilitySection, t.Abilities, "abilities"),
	}
	only := func(key string, given bool, of kings.Kind) {
		if given && kind != of && t.Kind != "" {
			e.Reportf([]any{key}, "%s is for things of the kind %s: %q is of the kind %s", key, of, e.Short(), kind)
		}
	}
	only("class", t.Class != "", kings.Building)
	only("next_level", t.NextLevel != "", kings.Building)
	only("fights", t.Fights, kings.Item)
	if kind == kings.Building && t.Class == "" {
		e.Reportf(nil, "building %q needs a class: fort, village or city", e.Short())
	}
	return thing
}

func buildScenario(b *library.Build, e library.Entry[scenarioEntry], game *kings.Game) *library.Scenario {
	t := e.Keys
	s := &library.Scenario{ID: e.ID, Name: t.Name, Text: t.Text, Seed: uint64(t.Seed)}
	s.Lessons = engine.Each(t.Lessons, func(l lessonEntry) library.Lesson { return library.Lesson(l) })
	d := draft{Entry: e, seats: map[string]engine.Side{}}
	d.Setup = kings.Setup{Scenario: d.ID, Unexplored: t.Hex.Unexplored, RoundLimit: t.RoundLimit, Terrain: d.FullID(terrainSection, t.Hex.Terrain, "hex", "terrain")}
	d.sides()
	d.neighbors()
	b.Try(e.Record, game, d.Setup)
	s.Setup = d.Setup
	return s
}

// A draft is the setup of a scenario while its entry is read.
type draft struct {
	library.Entry[scenarioEntry]
	kings.Setup
	seats map[string]engine.Side // by name in the file
}

// sides builds the attackers in turn order, followed by the defender.
func (d *draft) sides() {
	t := d.Keys
	if t.Attacker3 != nil && t.Attacker2 == nil {
		d.Reportf([]any{"attacker3"}, "there is an attacker3 and no attacker2: the second attacker is attacker2")
	}
	for _, side := range []struct {
		name string
		keys *sideEntry
	}{{"attacker", &t.Attacker}, {"attacker2", t.Attacker2}, {"attacker3", t.Attacker3}, {"defender", &t.Defender}} {
		if side.keys == nil {
			continue
		}
		d.seats[side.name] = engine.Side(len(d.Sides))
		d.Sides = append(d.Sides, kings.SideSetup{
			Army: d.army(side.keys.Army, side.name, "army"), Items: d.army(side.keys.Items, side.name, "items"),
		})
	}
}

// neighbors builds the adjacent hexes.
func (d *draft) neighbors() {
	for i, in := range d.Keys.Neighbors {
		n := kings.Neighbor{Name: in.Name, Owner: -1, Enemies: in.Enemies, Army: d.army(in.Army, "neighbor", i, "army")}
		if in.Owner != "" {
			seat, ok := d.seats[in.Owner]
			if !ok {
				d.Reportf([]any{"neighbor", i, "owner"}, "owner is %q: nobody of that name is in the battle", in.Owner)
			}
			n.Owner = seat
		}
		d.Neighbors = append(d.Neighbors, n)
	}
}

// army returns the army in a text, the value at these steps.
func (d *draft) army(text string, at ...any) kings.Army {
	return library.Parsed(d.Record, thingSection, text, kings.ParseArmy, at...)
}
