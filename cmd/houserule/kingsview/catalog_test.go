package kingsview

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/viewtest"
)

// Lists and entries, word by word.
func TestCatalog(t *testing.T) {
	lib := testLibrary(t)
	kinds := Frontend{}.Kinds()
	things, abilities, terrains := kinds[0], kinds[1], kinds[2]
	var out strings.Builder
	for _, test := range []struct {
		kind   catalog.Kind
		chosen catalog.Chosen
		find   string
	}{
		{things, catalog.Chosen{"terrain": "swamp", "mark": "fly", "min": "2"}, ""},
		{things, catalog.Chosen{"kind": "building"}, ""},
		{things, catalog.Chosen{"ability": "besieger", "max": "4"}, ""},
		{things, catalog.Chosen{"min": "7"}, ""},
		{abilities, nil, "forts"},
		{terrains, nil, ""},
	} {
		fmt.Fprintf(&out, "> %s %v %s\n", test.kind.Plural, test.chosen, test.find)
		if err := test.kind.Print(&out, lib, test.chosen, test.find, 80); err != nil {
			t.Error(err)
		}
	}
	for _, test := range []struct {
		kind catalog.Kind
		ids  string
	}{
		{things, "golem talisman citadel tower village gold-mine green-knight sword-master elixir dark-wizard"},
		{abilities, "besieger golem"},
		{terrains, "desert"},
	} {
		for _, id := range strings.Fields(test.ids) {
			fmt.Fprintf(&out, "> %s %s\n", test.kind.Name, id)
			if err := test.kind.Show(&out, lib, id); err != nil {
				t.Error(err)
			}
		}
	}
	viewtest.Golden(t, "catalog.txt", out.String())
}

// Every entry of every kind can be shown, also by its example, and a wrong
// word is said to be one.
func TestEveryEntry(t *testing.T) {
	lib := testLibrary(t)
	for _, k := range (Frontend{}).Kinds() {
		ids := k.IDs(lib)
		for _, id := range ids {
			var out strings.Builder
			if err := k.Show(&out, lib, id); err != nil || !strings.Contains(out.String(), "("+id+")") {
				t.Errorf("%s %s: %v\n%s", k.Name, id, err, out.String())
			}
		}
		if _, id, _ := strings.Cut(k.Typed, " "); !slices.Contains(ids, id) {
			t.Errorf("%s: there is no %q", k.Typed, id)
		}
		if err := k.Show(new(strings.Builder), lib, "nothing"); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf(`unknown %s "nothing"`, k.Name)) {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
	for filter, want := range map[string]string{
		"kind":    `unknown kind "x" (known: creature, special, building, income, item)`,
		"mark":    `unknown mark "x" (known: fly, magic, range, charge)`,
		"terrain": `unknown terrain "x" (known: desert, forest, frozen-waste, jungle, mountain, plains, swamp)`,
		"min":     `min "x": must be a whole number`,
		"max":     `max "x": must be a whole number`,
	} {
		if _, _, err := thingKind().List(lib, catalog.Chosen{filter: "x"}); err == nil || err.Error() != want {
			t.Errorf("--%s x: %v, want %s", filter, err, want)
		}
	}
}
