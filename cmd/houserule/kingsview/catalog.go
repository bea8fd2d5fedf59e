package kingsview

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
)

// Kinds are things, abilities and terrains.
func (System) Kinds() []catalog.Kind {
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
		List: func(lib *library.Library, chosen catalog.Chosen) (string, []string, error) {
			f, err := newFilter(lib, chosen)
			if err != nil {
				return "", nil, err
			}
			var rows []string
			for _, t := range f.things(lib) {
				rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%d\t%s", t.ID, t.Kind, cmp.Or(t.Terrain, "-"), t.Value, strings.Join(slices.Concat(t.Marks.Words(), abilityIDsOf(t)), ", ")))
			}
			return "thing\tkind\tterrain\tvalue\tmarks and abilities", rows, nil
		},
		Show: showThing,
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

// The ids of each kind.
var (
	thingIDs   = catalog.IDs(things, func(t *kings.Thing) string { return t.ID })
	abilityIDs = catalog.IDs(kingsdata.Abilities, func(a *kings.Ability) string { return a.ID })
	terrainIDs = catalog.IDs(kingsdata.Terrains, func(t *kingsdata.Terrain) string { return t.ID })
)

// Filters that lists and houserule balance have in common.
var (
	kindFilter    = catalog.Filter{Name: "kind", Usage: "only of this kind", Words: fixed(kings.KindNames())}
	terrainFilter = catalog.Filter{Name: "terrain", Usage: "only from this terrain", Words: terrainIDs}
	markFilter    = catalog.Filter{Name: "mark", Usage: "only with this mark", Words: fixed(kings.MarkNames())}
)

// fixed are words that no library changes.
func fixed(words []string) func(*library.Library) []string {
	return func(*library.Library) []string { return words }
}

// A filter takes things; what is not set takes all.
type filter struct {
	kind, terrain, ability string
	marks                  kings.Marks
	least, most            int // 0: any value
}

// newFilter looks the ids up, which may be full ones.
func newFilter(lib *library.Library, chosen catalog.Chosen) (f filter, err error) {
	if id := chosen["ability"]; id != "" {
		a, err := kingsdata.Ability(lib, id)
		if err != nil {
			return f, err
		}
		f.ability = a.ID
	}
	if id := chosen["terrain"]; id != "" {
		t, err := kingsdata.TerrainNamed(lib, id)
		if err != nil {
			return f, err
		}
		f.terrain = t.ID
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
	if f.least, err = number(chosen, "min"); err == nil {
		f.most, err = number(chosen, "max")
	}
	return f, err
}

// number is the value of a filter, 0 for none.
func number(chosen catalog.Chosen, name string) (int, error) {
	n, err := strconv.Atoi(cmp.Or(chosen[name], "0"))
	if err != nil {
		return 0, fmt.Errorf("%s %q: must be a whole number", name, chosen[name])
	}
	return n, nil
}

func (f filter) takes(t *kings.Thing) bool {
	return (f.kind == "" || t.Kind.String() == f.kind) &&
		(f.terrain == "" || t.Terrain == f.terrain) &&
		(f.ability == "" || t.Has(f.ability)) &&
		t.Marks&f.marks == f.marks &&
		t.Value >= f.least && (f.most == 0 || t.Value <= f.most)
}

// things are those that the filter takes.
func (f filter) things(lib *library.Library) (all []*kings.Thing) {
	for _, t := range things(lib) {
		if f.takes(t) {
			all = append(all, t)
		}
	}
	return all
}

func (f filter) ids(lib *library.Library) (ids []string) {
	for _, t := range f.things(lib) {
		ids = append(ids, t.ID)
	}
	return ids
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

func showThing(out io.Writer, lib *library.Library, id string) error {
	t, err := kingsdata.Thing(lib, id)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s (%s): %s\n", screen.Heading(t.Name), t.ID, thingSort(lib, t))
	if text := kingsdata.Flavour(lib, t); text != "" {
		fmt.Fprintln(out, text)
	}
	fmt.Fprintf(out, "the game has %s of it; %s\n", count(t.Count, "counter"), manner(t))
	for _, a := range t.Abilities {
		fmt.Fprintf(out, "  %s\n", abilityText(a))
	}
	if t.Kind == kings.Building {
		next := "nothing"
		if lower := t.Lower(); lower != nil {
			next = lower.ID
		}
		fmt.Fprintf(out, "what is left when it loses a level: %s (K5.3)\n", next)
	}
	fmt.Fprintln(out, screen.Faint(lib.Source(t)))
	return nil
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
