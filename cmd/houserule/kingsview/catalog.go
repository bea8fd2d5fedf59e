package kingsview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
)

// Kinds are things, abilities and terrains.
func (Frontend) Kinds() []catalog.Kind {
	return []catalog.Kind{thingKind(), abilityKind(), terrainKind()}
}

func thingKind() catalog.Kind {
	return catalog.Kind{
		Name: "thing", Plural: "things", Short: "th",
		Summary:  "List the things that are counters or items, or show one",
		Examples: "  houserule things --terrain swamp --mark fly --min 3\n  houserule things golem",
		Typed:    "thing golem",
		Filters: []catalog.Filter{
			kindFilter, terrainFilter, markFilter,
			{Name: "ability", Usage: "only with this ability", Words: abilityIDs},
			{Name: "min", Usage: "only of this combat value or more", Type: catalog.Number},
			{Name: "max", Usage: "only of this combat value or less", Type: catalog.Number},
		},
		IDs: thingIDs,
		List: catalog.ChosenRows("thing\tkind\tterrain\tvalue\tmarks and abilities", taken, func(t *kings.Thing) string {
			return fmt.Sprintf("%s\t%s\t%s\t%d\t%s", t.ID, t.Kind, cmp.Or(t.Terrain, "-"), t.Value, strings.Join(slices.Concat(t.Marks.Words(), abilityIDsOf(t)), ", "))
		}),
		Show: catalog.ShowEntry(kingsdata.Thing, sheet),
	}
}

func abilityKind() catalog.Kind {
	return catalog.Kind{
		Name: "ability", Plural: "abilities", Short: "ab",
		Summary:  "List the abilities of things, or show one",
		Examples: "  houserule abilities --find fort\n  houserule abilities besieger",
		Typed:    "ability besieger",
		IDs:      abilityIDs,
		List:     catalog.Rows("ability\twhat it does", kingsdata.Abilities, func(a *kings.Ability) string { return a.ID + "\t" + a.Text }),
		Show: catalog.ShowEntry(kingsdata.Ability, func(lib *library.Library, a *kings.Ability) catalog.Entry {
			return catalog.Entry{Name: a.Name, ID: a.ID, Text: a.Text, Rule: a.Rule, Whose: "things with it", Owners: filter{ability: a.ID}.ids(lib), Source: lib.Source(a)}
		}),
	}
}

func terrainKind() catalog.Kind {
	return catalog.Kind{
		Name: "terrain", Plural: "terrains", Short: "te",
		Summary:  "List the terrains, or show one with those who live there",
		Examples: "  houserule terrains\n  houserule terrains swamp",
		Typed:    "terrain swamp",
		IDs:      terrainIDs,
		List:     catalog.Rows("terrain\twhat it is like", kingsdata.Terrains, func(t *kingsdata.Terrain) string { return t.ID + "\t" + t.Text }),
		Show: catalog.ShowEntry(kingsdata.TerrainNamed, func(lib *library.Library, t *kingsdata.Terrain) catalog.Entry {
			return catalog.Entry{Name: t.Name, ID: t.ID, Text: t.Text, Whose: "creatures from there", Owners: filter{terrain: t.ID}.ids(lib), Source: lib.Source(t)}
		}),
	}
}

func things(lib *library.Library) []*kings.Thing { return gameOf(lib).Things }

func thingID(t *kings.Thing) string         { return t.ID }
func abilityID(a *kings.Ability) string     { return a.ID }
func terrainID(t *kingsdata.Terrain) string { return t.ID }

// The ids of each kind.
var (
	thingIDs   = catalog.IDs(things, thingID)
	abilityIDs = catalog.IDs(kingsdata.Abilities, abilityID)
	terrainIDs = catalog.IDs(kingsdata.Terrains, terrainID)
)

// Filters that lists and houserule balance have in common.
var (
	kindFilter    = catalog.Filter{Name: "kind", Usage: "only of this kind", Words: catalog.Fixed(kings.KindNames())}
	terrainFilter = catalog.Filter{Name: "terrain", Usage: "only from this terrain", Words: terrainIDs}
	markFilter    = catalog.Filter{Name: "mark", Usage: "only with this mark", Words: catalog.Fixed(kings.MarkNames())}
)

// A filter takes things; fields that are not set take all.
type filter struct {
	kind, terrain, ability string
	marks                  kings.Marks
	least, most            int // 0: any value
}

// newFilter looks up the ids, which may be full ones.
func newFilter(lib *library.Library, chosen catalog.Chosen) (f filter, err error) {
	if f.ability, err = catalog.ShortID(lib, chosen["ability"], kingsdata.Ability, abilityID); err != nil {
		return f, err
	}
	if f.terrain, err = catalog.ShortID(lib, chosen["terrain"], kingsdata.TerrainNamed, terrainID); err != nil {
		return f, err
	}
	if word := chosen["mark"]; word != "" {
		if f.marks, err = kings.ParseMarks([]string{word}); err != nil {
			return f, err
		}
	}
	if f.kind = chosen["kind"]; f.kind != "" {
		if _, err := kings.ParseKind(f.kind); err != nil {
			return f, err
		}
	}
	if f.least, err = chosen.Number("min"); err == nil {
		f.most, err = chosen.Number("max")
	}
	return f, err
}

func (f filter) takes(t *kings.Thing) bool {
	return (f.kind == "" || t.Kind.String() == f.kind) &&
		(f.terrain == "" || t.Terrain == f.terrain) &&
		(f.ability == "" || t.Has(f.ability)) &&
		t.Marks&f.marks == f.marks &&
		t.Value >= f.least && (f.most == 0 || t.Value <= f.most)
}

// things are those that the filter takes.
func (f filter) things(lib *library.Library) []*kings.Thing {
	return slices.DeleteFunc(slices.Clone(things(lib)), func(t *kings.Thing) bool { return !f.takes(t) })
}

func (f filter) ids(lib *library.Library) []string { return catalog.IDs(f.things, thingID)(lib) }

// taken are the things that are chosen.
func taken(lib *library.Library, chosen catalog.Chosen) ([]*kings.Thing, error) {
	f, err := newFilter(lib, chosen)
	if err != nil {
		return nil, err
	}
	return f.things(lib), nil
}

func abilityIDsOf(t *kings.Thing) (ids []string) {
	for _, a := range t.Abilities {
		ids = append(ids, a.ID)
	}
	return ids
}

// thingSort is what a thing is, in a line: "creature of the swamp, value 4,
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

// kindText is a thing's kind in words.
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

// sheet is what is shown of a thing.
func sheet(lib *library.Library, t *kings.Thing) catalog.Sheet {
	facts := []string{fmt.Sprintf("the game has %s of it; %s", screen.CountOrNo(t.Count, "counter"), manner(t))}
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
	return catalog.Sheet{Name: t.Name, ID: t.ID, Sort: thingSort(lib, t), Flavour: kingsdata.Flavour(lib, t), Facts: facts, Source: lib.Source(t)}
}

// manner is how a thing fights.
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
