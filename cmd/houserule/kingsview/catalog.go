package kingsview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
)

// Kinds are things, abilities and terrains.
func (Frontend) Kinds() []catalog.Kind {
	return []catalog.Kind{thingKind(), abilityKind(), terrainKind()}
}

var things = catalog.Entries[*kings.Thing]{
	Section: "thing", Plural: "things",
	ID: func(t *kings.Thing) string { return t.ID },
	Tests: []catalog.Test[*kings.Thing]{
		catalog.Choosing(catalog.Filter{Name: "kind", Usage: "only of this kind"}, kings.KindNames(), kings.ParseKind, func(t *kings.Thing, k kings.Kind) bool { return t.Kind == k }),
		catalog.Naming(catalog.Filter{Name: "terrain", Usage: "only from this terrain"}, terrains, func(t *kings.Thing, terrain string) bool { return t.Terrain == terrain }),
		catalog.Choosing(catalog.Filter{Name: "mark", Usage: "only with this mark"}, kings.MarkNames(), func(word string) (kings.Marks, error) { return kings.ParseMarks([]string{word}) }, func(t *kings.Thing, m kings.Marks) bool { return t.Marks&m != 0 }),
		catalog.Naming(catalog.Filter{Name: "ability", Usage: "only with this ability"}, abilities, (*kings.Thing).Has),
		catalog.Counting(catalog.Filter{Name: "min", Usage: "only of this combat value or more"}, func(t *kings.Thing, least int) bool { return t.Value >= least }),
		catalog.Counting(catalog.Filter{Name: "max", Usage: "only of this combat value or less"}, func(t *kings.Thing, most int) bool { return most == 0 || t.Value <= most }),
	},
}

func thingKind() catalog.Kind {
	return catalog.KindOf(catalog.Kind{
		Short:    "th",
		Summary:  "List the things (counters and items), or show one",
		Examples: "  houserule things --terrain swamp --mark fly --min 3\n  houserule things golem",
		Typed:    "thing golem",
	}, things, "thing\tkind\tterrain\tvalue\tmarks and abilities", func(_ *library.Library, t *kings.Thing) string {
		return fmt.Sprintf("%s\t%s\t%s\t%d\t%s", t.ID, t.Kind, cmp.Or(t.Terrain, "-"), t.Value, strings.Join(slices.Concat(t.Marks.Words(), engine.Each(t.Abilities, abilities.ID)), ", "))
	}, sheet)
}

func abilityKind() catalog.Kind {
	return catalog.TraitOf(catalog.Kind{
		Short:    "ab",
		Summary:  "List the abilities of things, or show one",
		Examples: "  houserule abilities --find fort\n  houserule abilities besieger",
		Typed:    "ability besieger",
	}, abilities, "things with it", things, "ability\twhat it does", nil, func(_ *library.Library, a *kings.Ability) catalog.Trait {
		return catalog.Trait{Name: a.Name, Text: a.Text, Rule: a.Rule}
	})
}

func terrainKind() catalog.Kind {
	return catalog.TraitOf(catalog.Kind{
		Short:    "te",
		Summary:  "List the terrains, or show one with its inhabitants",
		Examples: "  houserule terrains\n  houserule terrains swamp",
		Typed:    "terrain swamp",
	}, terrains, "creatures from there", things, "terrain\twhat it is like", nil, func(_ *library.Library, t *kingsdata.Terrain) catalog.Trait {
		return catalog.Trait{Name: t.Name, Text: t.Text}
	})
}

var (
	abilities = catalog.Entries[*kings.Ability]{Section: "ability", Plural: "abilities", ID: func(a *kings.Ability) string { return a.ID }, Lookup: kingsdata.Ability}
	terrains  = catalog.Entries[*kingsdata.Terrain]{Section: "terrain", Plural: "terrains", ID: func(t *kingsdata.Terrain) string { return t.ID }}
)

// thingSort describes a thing in a line: "creature of the swamp, value 4,
// fly".
func thingSort(lib *library.Library, t *kings.Thing) string {
	words := []string{kindText(t)}
	if terrain, err := kingsdata.TerrainNamed(lib, t.Terrain); err == nil {
		words[0] += " of the " + strings.ToLower(terrain.Name)
	}
	if t.Value > 0 {
		words = append(words, fmt.Sprintf("value %d", t.Value))
	}
	return strings.Join(slices.Concat(words, t.Marks.Words()), ", ")
}

// kindText returns a thing's kind in words.
func kindText(t *kings.Thing) string {
	switch t.Kind {
	case kings.Special:
		return "special character"
	case kings.Income:
		return "special income counter"
	case kings.Building:
		if t.Fort {
			return "fort"
		}
	case kings.Item:
		if t.Fights {
			return "magic item that fights"
		}
		return "magic item"
	}
	return t.Kind.String()
}

// sheet returns the page of a thing.
func sheet(lib *library.Library, t *kings.Thing) catalog.Page {
	facts := []string{kingsdata.Flavor(lib, t), fmt.Sprintf("the game has %s of it; %s", screen.CountOrNo(t.Count, "counter"), manner(t))}
	for _, text := range abilityTexts(t) {
		facts = append(facts, "  "+text)
	}
	if t.Kind == kings.Building {
		next := "nothing"
		if lower := t.Lower(); lower != nil {
			next = lower.ID
		}
		facts = append(facts, fmt.Sprintf("what is left when it loses a level: %s (K5.3)", next))
	}
	return catalog.Page{Name: t.Name, Sort: thingSort(lib, t), Lines: facts}
}

// manner returns how a thing fights.
func manner(t *kings.Thing) string {
	switch {
	case t.Value == 0 || t.Kind == kings.Income || t.Kind == kings.Item && !t.Fights:
		return "it does not fight by itself"
	case t.Marks&kings.Star != 0:
		return "it fights in the magic step (K1.3)"
	case t.Marks&kings.Range != 0:
		return "it fights in the ranged step (K1.3)"
	case t.Marks&kings.Charge != 0:
		return "it charges in the melee step (K2.1)"
	}
	return "it fights in the melee step (K1.3)"
}
