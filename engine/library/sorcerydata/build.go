package sorcerydata

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/strategy"
)

// Build makes the game from the entries: abilities, races and terrains first, because units
// name them, and units before scenarios.
func (system) Build(b *library.Build) engine.Game {
	rules := *b.Rules().(*sorcery.Rules)
	library.Make(b, abilitySection, func(e library.Entry[abilityEntry]) *fight.Ability {
		return &fight.Ability{ID: e.ID, Name: e.Keys.Name, Text: e.Keys.Text, Rule: e.Keys.Rule}
	})
	var data sorcery.Data
	data.Races = library.Make(b, raceSection, func(e library.Entry[raceEntry]) *fight.Race {
		return &fight.Race{ID: e.ID, Name: e.Keys.Name, Morale: e.Keys.Morale}
	})
	signs := new(legend)
	data.Terrains = buildTerrains(b, signs)
	data.Features = buildFeatures(b, signs)
	data.Hexsides = buildHexsides(b, signs)
	signs.check()
	data.Kinds = slices.DeleteFunc(library.Make(b, unitSection, buildUnit), func(k *fight.Kind) bool { return k.Race == "" })
	game, err := sorcery.NewGame(rules, data, strategy.New)
	b.Report(err)
	library.Make(b, library.ScenarioSection, func(e library.Entry[scenarioEntry]) *library.Scenario { return buildScenario(b, e, game) })
	return game
}

// A sign is what maps show of a terrain, a feature or a hexside: the value of a key.
type sign struct {
	library.Record
	section, key, mark string
	longest            int
}

// A legend is the signs of all maps.
type legend []sign

// add adds the sign that a key gives an entry, of at most so many characters.
func (l *legend) add(e library.Record, section, key string, given *string, longest int) string {
	if given == nil || *given == "" {
		return "" // already reported
	}
	*l = append(*l, sign{e, section, key, *given, longest})
	return *given
}

// meant are the characters that have a meaning of their own on maps, or draw outlines. So
// have capitals, which stand for the sides, and digits.
const meant = `?*!>&/\_`

// check reports signs that are too long, mean something else on maps, or begin as the sign
// of something that is loaded before: a small map shows no more of them.
func (l legend) check() {
	slices.SortStableFunc(l, func(a, b sign) int { return cmp.Compare(a.Loaded(a.key), b.Loaded(b.key)) })
	taken := map[rune]string{} // by what
	for _, s := range l {
		report := func(format string, args ...any) {
			s.Reportf([]any{s.key}, "%s %q of %q %s", s.key, s.mark, s.Short(), fmt.Sprintf(format, args...))
		}
		first, _ := utf8.DecodeRuneInString(s.mark)
		n := utf8.RuneCountInString(s.mark)
		switch words := strings.Fields(s.mark); {
		case len(words) != 1 || words[0] != s.mark:
			report("has a blank in it: maps have blanks between hexes")
		case n > s.longest:
			report("has %d characters: %d at most", n, s.longest)
		case strings.ContainsFunc(s.mark, unicode.IsUpper):
			report("has a capital letter, which on maps stands for a side: take a small one")
		case strings.ContainsFunc(s.mark, unicode.IsDigit):
			report("has a digit, which on maps counts units: take a letter")
		case strings.ContainsAny(s.mark, meant):
			report("has one of the characters %s, which mean something else on maps: take a letter", strings.Join(strings.Split(meant, ""), " "))
		case taken[first] != "":
			report("begins as that of %s: maps could not tell them apart", taken[first])
		default:
			taken[first] = fmt.Sprintf("%s %q", s.section, s.Short())
		}
	}
}

func buildTerrains(b *library.Build, signs *legend) []*fight.Terrain {
	return library.Make(b, terrainSection, func(e library.Entry[terrainEntry]) *fight.Terrain {
		k := e.Keys
		t := &fight.Terrain{
			ID: e.ID, Name: k.Name, Letter: signs.add(e.Record, terrainSection, "letter", k.Letter, 2), Limit: k.Limit, Cost: k.Cost, Dice: k.Dice,
			Clear: k.Clear, Narrow: k.Narrow, Water: k.Water, Shut: k.Shut, Bare: k.Bare,
		}
		for race, n := range named[*fight.Race](e.Record, raceSection, "costs", k.Costs) {
			t.Costs = append(t.Costs, fight.Cost{Race: race.ID, N: n})
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

func buildFeatures(b *library.Build, signs *legend) []*sorcery.Feature {
	return library.Make(b, featureSection, func(e library.Entry[featureEntry]) *sorcery.Feature {
		k := e.Keys
		f := &sorcery.Feature{
			ID: e.ID, Name: k.Name, Mark: signs.add(e.Record, featureSection, "mark", k.Mark, 3), Limit: k.Limit, Instead: k.Instead, Besieged: k.Besieged,
			Site: k.Site, Apart: k.Apart, Narrow: k.Narrow, Terrain: e.FullID(terrainSection, k.Terrain, "terrain"),
		}
		if k.Terrain != "" && !k.Apart {
			e.Reportf([]any{"terrain"}, "terrain is for a feature that is apart: %q is of its hex's terrain", e.Short())
		}
		return f
	})
}

func buildHexsides(b *library.Build, signs *legend) []*sorcery.Hexside {
	return library.Make(b, hexsideSection, func(e library.Entry[hexsideEntry]) *sorcery.Hexside {
		k := e.Keys
		if k.Gate && !k.Wall {
			e.Reportf([]any{"gate"}, "hexside %q has a gate and is no wall: give it wall = true", e.Short())
		}
		return &sorcery.Hexside{
			ID: e.ID, Name: k.Name, Mark: signs.add(e.Record, hexsideSection, "mark", k.Mark, 1), Cost: k.Cost,
			Wet: k.Wet, Shut: k.Shut, Wall: k.Wall, Gate: k.Gate,
		}
	})
}
