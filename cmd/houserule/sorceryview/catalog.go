package sorceryview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// Kinds are units, abilities, races, terrains, features and hexsides.
func (Frontend) Kinds() []catalog.Kind {
	return []catalog.Kind{unitKind(), abilityKind(), raceKind(), terrainKind(), featureKind(), hexsideKind()}
}

var units = catalog.Entries[*fight.Kind]{
	Section: "unit", Plural: "units",
	ID: func(k *fight.Kind) string { return k.ID },
	Tests: []catalog.Test[*fight.Kind]{
		catalog.Choosing(catalog.Filter{Name: "role", Usage: "only of this role"}, fight.RoleNames(), fight.ParseRole, func(k *fight.Kind, r fight.Role) bool { return k.Role == r }),
		catalog.Naming(catalog.Filter{Name: "race", Usage: "only of this race"}, races, func(k *fight.Kind, race string) bool { return k.Race == race }),
		catalog.Choosing(catalog.Filter{Name: "class", Usage: "only of this class"}, fight.ClassNames(), func(word string) (fight.Classes, error) { return fight.ParseClasses([]string{word}) }, func(k *fight.Kind, c fight.Classes) bool { return k.Classes&c != 0 }),
		catalog.Naming(catalog.Filter{Name: "ability", Usage: "only with this ability"}, abilities, (*fight.Kind).Has),
		catalog.Counting(catalog.Filter{Name: "min", Usage: "only of this strength, or fighting strength, or more"}, func(k *fight.Kind, least int) bool { return attackOf(k) >= least }),
		catalog.Counting(catalog.Filter{Name: "max", Usage: "only of this strength, or fighting strength, or less"}, func(k *fight.Kind, most int) bool { return most == 0 || attackOf(k) <= most }),
	},
}

func attackOf(k *fight.Kind) int {
	attack, _ := printed(k)
	return attack
}

func unitKind() catalog.Kind {
	return catalog.KindOf(catalog.Kind{
		Short:    "un",
		Summary:  "List the units, characters and monsters, or show one",
		Examples: "  houserule units --race orcs --class archer --min 2\n  houserule units --role character",
		Typed:    "unit",
	}, units, "unit\trole\trace\tstrength\tmoves\tclasses and abilities", func(_ *library.Library, k *fight.Kind) string {
		return strings.Join([]string{k.ID, k.Role.String(), k.Race, strengthText(k), fmt.Sprint(k.Move), strings.Join(traits(k), ", ")}, "\t")
	}, sheet)
}

// strengthText is what is printed on a unit: "4", "4/2"; for a character the
// strength with which it fights and endures.
func strengthText(k *fight.Kind) string {
	attack, defense := printed(k)
	if attack == defense {
		return strconv.Itoa(attack)
	}
	return fmt.Sprintf("%d/%d", attack, defense)
}

// traits lists the properties that distinguish a unit from others of its strength.
func traits(k *fight.Kind) []string {
	var words []string
	if k.Role == fight.Character {
		words = append(words, fmt.Sprintf("leadership %d", k.Leadership))
	}
	return slices.Concat(words, k.Classes.Words(), engine.Each(k.Abilities, abilities.ID))
}

func abilityKind() catalog.Kind {
	return catalog.TraitOf(catalog.Kind{
		Short:    "ab",
		Summary:  "List the abilities of units, or show one",
		Examples: "  houserule abilities",
		Typed:    "ability",
	}, abilities, "units with it", units, "ability\twhat it does", nil, func(_ *library.Library, a *fight.Ability) catalog.Trait {
		return catalog.Trait{Name: a.Name, Text: a.Text, Rule: a.Rule}
	})
}

func raceKind() catalog.Kind {
	return catalog.TraitOf(catalog.Kind{
		Short:    "ra",
		Summary:  "List the races, or show one with its units",
		Examples: "  houserule races",
		Typed:    "race",
	}, races, "units of it", units, "race\tmorale\twhat it is like", func(lib *library.Library, r *fight.Race) string {
		return fmt.Sprintf("%s\t%d\t%s", r.ID, r.Morale, cmp.Or(lib.Flavor(r), r.Name))
	}, func(lib *library.Library, r *fight.Race) catalog.Trait {
		text := strings.TrimSpace(fmt.Sprintf("%s Its units pass a morale check with a %d or less (S5).", lib.Flavor(r), r.Morale))
		return catalog.Trait{Name: r.Name, Text: text}
	})
}

func terrainKind() catalog.Kind {
	return catalog.KindOf(catalog.Kind{
		Short:    "te",
		Summary:  "List the terrains, or show one",
		Examples: "  houserule terrains",
		Typed:    "terrain",
	}, terrains, "terrain\tmap\tlimit\tcost\twhat it is like", func(_ *library.Library, t *fight.Terrain) string {
		return fmt.Sprintf("%s\t%s\t%d\t%s\t%s", t.ID, t.Letter, t.Limit, costText(t.Cost, t.Dice), strings.Join(terrainFacts(t), ", "))
	}, func(lib *library.Library, t *fight.Terrain) catalog.Page {
		lines := []string{
			fmt.Sprintf("%s on maps", t.Letter),
			fmt.Sprintf("a weight of %d may stack there (S1)", t.Limit),
			entryText(lib, t),
		}
		return placePage(lib, t.Name, t, append(lines, terrainFacts(t)...))
	})
}

// entryText returns the costs of entering a terrain: "to enter it costs 2 (Men 3); flying
// units pay 1 (S2)". Dice, and the costs instead of them, are also paid to leave.
func entryText(lib *library.Library, t *fight.Terrain) string {
	to := "to enter it"
	if t.Dice > 0 {
		to = "to enter it, and to leave it,"
	}
	return fmt.Sprintf("%s costs %s%s; flying units pay 1 (S2)", to, costText(t.Cost, t.Dice), raceCosts(lib, t))
}

// costText returns the cost of entering a terrain.
func costText(cost, dice int) string {
	switch {
	case dice == 1:
		return "a die"
	case dice > 1:
		return fmt.Sprintf("%d dice", dice)
	}
	return strconv.Itoa(cost)
}

// raceCosts returns the costs of the races that pay other costs than the rest.
func raceCosts(lib *library.Library, t *fight.Terrain) string {
	var words []string
	for _, c := range t.Costs {
		if r, err := gameOf(lib).Race(c.Race); err == nil {
			words = append(words, fmt.Sprintf("%s %d", r.Name, c.N))
		}
	}
	if words == nil {
		return ""
	}
	return " (" + strings.Join(words, ", ") + ")"
}

// terrainFacts lists the special rules of a terrain.
func terrainFacts(t *fight.Terrain) []string {
	return textsOf([]fact{
		{t.Clear, "cavalry may charge (S3.2)"},
		{t.Narrow, "units have their plain strength against characters (S7)"},
		{t.Water, "swamp creatures and flyers only (S1, S2)"},
		{t.Shut, "no unit may end a turn there (S2)"},
		{t.Bare, "no feature counts there (S1)"},
	})
}

// A fact is a text that holds or does not.
type fact struct {
	is   bool
	text string
}

// textsOf returns the texts of the facts that hold.
func textsOf(facts []fact) (words []string) {
	for _, f := range facts {
		if f.is {
			words = append(words, f.text)
		}
	}
	return words
}

func featureKind() catalog.Kind {
	return catalog.KindOf(catalog.Kind{
		Short:    "fe",
		Summary:  "List the features of hexes, or show one",
		Examples: "  houserule features",
		Typed:    "feature",
	}, features, "feature\tmap\tlimit\twhat it is like", func(_ *library.Library, f *sorcery.Feature) string {
		return fmt.Sprintf("%s\t%s\t%s\t%s", f.ID, f.Mark, limitText(f.Limit, !f.Instead), strings.Join(featureFacts(f), ", "))
	}, func(lib *library.Library, f *sorcery.Feature) catalog.Page {
		lines := []string{fmt.Sprintf("%s on maps", f.Mark), "stacking limit " + limitText(f.Limit, !f.Instead) + " (S1)"}
		return placePage(lib, f.Name, f, append(lines, featureFacts(f)...))
	})
}

// limitText returns a limit of a feature: "+2" where it is added to the terrain's.
func limitText(n int, added bool) string {
	if added {
		return fmt.Sprintf("%+d", n)
	}
	return strconv.Itoa(n)
}

func featureFacts(f *sorcery.Feature) []string {
	words := textsOf([]fact{
		{f.Site, "its owner may decline battle (S4)"},
		{f.Apart, "a place of its own (S2)"},
		{f.Narrow, "units have their plain strength against characters (S7)"},
	})
	if f.Besieged > 0 {
		words = append(words, "stacking limit "+limitText(f.Besieged, f.Forages())+" under siege (S1)")
	}
	return words
}

func hexsideKind() catalog.Kind {
	return catalog.KindOf(catalog.Kind{
		Short:    "hx",
		Summary:  "List the hexsides, such as rivers and walls, or show one",
		Examples: "  houserule hexsides",
		Typed:    "hexside",
	}, hexsides, "hexside\tmap\tcost\twhat it is like", func(_ *library.Library, h *sorcery.Hexside) string {
		return fmt.Sprintf("%s\t%s\t%+d\t%s", h.ID, h.Mark, h.Cost, strings.Join(hexsideFacts(h), ", "))
	}, func(lib *library.Library, h *sorcery.Hexside) catalog.Page {
		lines := []string{fmt.Sprintf("%s on maps", h.Mark), fmt.Sprintf("to cross it costs %d more (S2)", h.Cost)}
		return placePage(lib, h.Name, h, append(lines, hexsideFacts(h)...))
	})
}

func hexsideFacts(h *sorcery.Hexside) []string {
	return textsOf([]fact{
		{h.Wet, "units that cross it have half their strength in the first round (S3.2)"},
		{h.Shut, "only flyers cross it"},
		{h.Wall, "no unit crosses it if an enemy is on the other side (S2)"},
		{h.Gate, "the besieged sortie through it (S4)"},
	})
}

// placePage returns the page of a terrain, a feature or a hexside of a map.
func placePage(lib *library.Library, name string, of any, lines []string) catalog.Page {
	return catalog.Page{Name: name, Lines: append([]string{lib.Flavor(of)}, indented(lines)...)}
}

func indented(lines []string) []string {
	return engine.Each(lines, func(line string) string { return "  " + line })
}

// The entries of the game besides units.
var (
	abilities = catalog.Entries[*fight.Ability]{Section: "ability", Plural: "abilities", ID: func(a *fight.Ability) string { return a.ID }}
	races     = catalog.Entries[*fight.Race]{Section: "race", Plural: "races", ID: func(r *fight.Race) string { return r.ID }}
	terrains  = catalog.Entries[*fight.Terrain]{Section: "terrain", Plural: "terrains", ID: func(t *fight.Terrain) string { return t.ID }}
	features  = catalog.Entries[*sorcery.Feature]{Section: "feature", Plural: "features", ID: func(f *sorcery.Feature) string { return f.ID }}
	hexsides  = catalog.Entries[*sorcery.Hexside]{Section: "hexside", Plural: "hexsides", ID: func(h *sorcery.Hexside) string { return h.ID }}
)

// sheet returns the page of a kind.
func sheet(lib *library.Library, k *fight.Kind) catalog.Page {
	page := placePage(lib, k.Name, k, append(kindFacts(gameOf(lib).Game, k), abilityTexts(k)...))
	page.Sort = kindSort(k)
	return page
}
