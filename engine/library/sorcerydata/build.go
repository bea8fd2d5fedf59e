package sorcerydata

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/strategy"
)

// Build makes the game from the entries: abilities, races and terrains first, because units
// name them, and units before scenarios.
func (system) Build(b *library.Build) engine.Game {
	rules := *b.Rules().(*sorcery.Rules)
	library.Make(b, abilitySection, func(e library.Entry[abilityEntry]) *sorcery.Ability {
		return &sorcery.Ability{ID: e.ID, Name: e.Keys.Name, Text: e.Keys.Text, Rule: e.Keys.Rule}
	})
	var data sorcery.Data
	data.Races = library.Make(b, raceSection, func(e library.Entry[raceEntry]) *sorcery.Race {
		return &sorcery.Race{ID: e.ID, Name: e.Keys.Name, Morale: e.Keys.Morale}
	})
	signs := legend{}
	data.Terrains = buildTerrains(b, signs)
	data.Features = buildFeatures(b, signs)
	data.Hexsides = buildHexsides(b, signs)
	data.Kinds = slices.DeleteFunc(library.Make(b, unitSection, buildUnit), func(k *sorcery.Kind) bool { return k.Race == "" })
	game, err := sorcery.NewGame(rules, data, strategy.New)
	b.Report(err)
	library.Make(b, library.ScenarioSection, func(e library.Entry[scenarioEntry]) *library.Scenario { return buildScenario(b, e, game) })
	return game
}

// A legend holds the signs of a map by their first characters: a small map shows no more of
// them. What a sign stands for is its section and its id.
type legend map[rune]string

// meant are the characters that have a meaning of their own on maps, or draw outlines. So
// have capitals, which stand for the sides, and digits.
const meant = `?*!>&/\_`

// mark returns the mark that a key gives an entry. It reports a mark that is too long, has
// another meaning on maps, or could not be told from that of another entry.
func (l legend) mark(e library.Record, section, key string, given *string, longest int) string {
	if given == nil || *given == "" {
		return "" // already reported
	}
	mark := *given
	first, _ := utf8.DecodeRuneInString(mark)
	n := utf8.RuneCountInString(mark)
	of, taken := l[first]
	switch {
	case len(strings.Fields(mark)) != 1 || strings.Fields(mark)[0] != mark:
		e.Reportf([]any{key}, "%s %q of %q has a blank in it: maps have blanks between hexes", key, mark, e.Short())
	case n > longest:
		e.Reportf([]any{key}, "%s %q of %q has %d characters: %d at most", key, mark, e.Short(), n, longest)
	case strings.ContainsFunc(mark, unicode.IsUpper):
		e.Reportf([]any{key}, "%s %q of %q has a capital letter, which on maps stands for a side: take a small one", key, mark, e.Short())
	case strings.ContainsFunc(mark, unicode.IsDigit):
		e.Reportf([]any{key}, "%s %q of %q has a digit, which on maps counts units: take a letter", key, mark, e.Short())
	case strings.ContainsAny(mark, meant):
		e.Reportf([]any{key}, "%s %q of %q: the characters %s mean something else on maps: take a letter", key, mark, e.Short(), strings.Join(strings.Split(meant, ""), " "))
	case taken:
		e.Reportf([]any{key}, "%s %q of %q begins as that of %s: maps could not tell them apart", key, mark, e.Short(), of)
	default:
		l[first] = fmt.Sprintf("%s %q", section, e.Short())
	}
	return mark
}

func buildTerrains(b *library.Build, signs legend) []*sorcery.Terrain {
	return library.Make(b, terrainSection, func(e library.Entry[terrainEntry]) *sorcery.Terrain {
		k := e.Keys
		t := &sorcery.Terrain{
			ID: e.ID, Name: k.Name, Letter: signs.mark(e.Record, terrainSection, "letter", k.Letter, 2), Limit: k.Limit, Cost: k.Cost, Dice: k.Dice,
			Clear: k.Clear, Narrow: k.Narrow, Water: k.Water, Shut: k.Shut, Bare: k.Bare,
		}
		for race, n := range named[*sorcery.Race](e.Record, raceSection, "costs", k.Costs) {
			t.Costs = append(t.Costs, sorcery.Cost{Race: race.ID, N: n})
		}
		return t
	})
}

// named yields the values that the keys of a table name, with their numbers, in the order
// of the keys. It reports unknown keys.
func named[V any](e library.Record, section, key string, table map[string]int) func(yield func(V, int) bool) {
	return func(yield func(V, int) bool) {
		seen := map[any]bool{}
		for _, id := range slices.Sorted(maps.Keys(table)) {
			found, err := library.Refer[V](e, section, id, key, id)
			switch {
			case err != nil:
				e.Reportf([]any{key, id}, "%s: %s", key, library.Explained{Err: err})
			case seen[found]:
				e.Reportf([]any{key, id}, "%s: %s %q stands twice", key, section, id)
			case !yield(found, table[id]):
				return
			}
			seen[found] = true
		}
	}
}

func buildFeatures(b *library.Build, signs legend) []*sorcery.Feature {
	return library.Make(b, featureSection, func(e library.Entry[featureEntry]) *sorcery.Feature {
		k := e.Keys
		f := &sorcery.Feature{
			ID: e.ID, Name: k.Name, Mark: signs.mark(e.Record, featureSection, "mark", k.Mark, 3), Limit: k.Limit, Instead: k.Instead, Besieged: k.Besieged,
			Site: k.Site, Apart: k.Apart, Narrow: k.Narrow, Terrain: e.FullID(terrainSection, k.Terrain, "terrain"),
		}
		if k.Terrain != "" && !k.Apart {
			e.Reportf([]any{"terrain"}, "terrain is for a feature that is apart: %q is of its hex's terrain", e.Short())
		}
		return f
	})
}

func buildHexsides(b *library.Build, signs legend) []*sorcery.Hexside {
	return library.Make(b, hexsideSection, func(e library.Entry[hexsideEntry]) *sorcery.Hexside {
		k := e.Keys
		if k.Gate && !k.Wall {
			e.Reportf([]any{"gate"}, "hexside %q has a gate and is no wall: give it wall = true", e.Short())
		}
		return &sorcery.Hexside{
			ID: e.ID, Name: k.Name, Mark: signs.mark(e.Record, hexsideSection, "mark", k.Mark, 1), Cost: k.Cost,
			Wet: k.Wet, Shut: k.Shut, Wall: k.Wall, Gate: k.Gate,
		}
	})
}
