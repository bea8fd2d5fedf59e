package sorceryview

import (
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
)

// A unit costs what its strengths alone are worth.
func TestCosts(t *testing.T) {
	lib := testLibrary(t)
	units, err := Frontend{}.Units(lib, []string{"spearmen", "pikemen", "heavy-horse", "black-orcs"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []view.Unit{{ID: "spearmen", Cost: 30}, {ID: "pikemen", Cost: 40}, {ID: "heavy-horse", Cost: 28}, {ID: "black-orcs", Cost: 50}}
	if !slices.Equal(units, want) {
		t.Errorf("%v, want %v", units, want)
	}
	if err := (Frontend{}).Price(lib, "pikemen", 70); err != nil {
		t.Fatal(err)
	}
	a, err := Frontend{}.Army(lib, "pikemen", 3)
	if err != nil || a.Cost() != 210 || a.String() != "3 pikemen" {
		t.Errorf("%v costs %d, %v", a, a.Cost(), err)
	}
	if err := (Frontend{}).Price(lib, "pikemn", 70); err == nil || !strings.HasPrefix(err.Error(), `unknown unit "pikemn"`) {
		t.Errorf("%v", err)
	}
	if a, err := (Frontend{}).ReadArmy(lib, "captain-hob, 2 spearmen"); err != nil || a.Cost() != 60+56 {
		t.Errorf("%v costs %d, %v", a, a.Cost(), err)
	}
}

// All units of armies are weighed, or what the filters take of them; no
// characters.
func TestUnits(t *testing.T) {
	lib := testLibrary(t)
	all, err := Frontend{}.Units(lib, nil, nil)
	if err != nil || len(all) != len(units.With(lib, catalog.Chosen{"role": "unit"})) {
		t.Errorf("%d, %v", len(all), err)
	}
	horse, err := Frontend{}.Units(lib, nil, catalog.Chosen{"class": "cavalry"})
	if err != nil || len(horse) == 0 || len(horse) >= len(all) {
		t.Errorf("%d of cavalry, %v", len(horse), err)
	}
	for _, test := range []struct {
		ids    []string
		chosen catalog.Chosen
		want   string
	}{
		{[]string{"sir-oswin"}, nil, "sir-oswin cannot take part: it is a character, and a battle takes units of an army (S7)"},
		{[]string{"levies", "levies"}, nil, `"levies" stands twice`},
		{nil, catalog.Chosen{"race": "elfs"}, `unknown race "elfs"`},
		{nil, catalog.Chosen{"class": "horse"}, `unknown class "horse"`},
	} {
		_, err := Frontend{}.Units(lib, test.ids, test.chosen)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v %v: %v, want %s", test.ids, test.chosen, err, test.want)
		}
	}
}

// A field can be fought on, by any two units.
func TestField(t *testing.T) {
	lib := testLibrary(t)
	units, err := Frontend{}.Units(lib, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, u := range units {
		a, _ := Frontend{}.Army(lib, u.ID, 2)
		d, _ := Frontend{}.Army(lib, units[(i+1)%len(units)].ID, 2)
		b, err := gameOf(lib).NewBattle(Frontend{}.Field(a, d))
		if err != nil {
			t.Fatalf("%s: %v", u.ID, err)
		}
		table := engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{})
		if b.(*fight.Battle).Play(table); table.Err() != nil {
			t.Errorf("%s: %v", u.ID, table.Err())
		}
	}
}

// Every entry of every list can be shown.
func TestCatalog(t *testing.T) {
	lib := testLibrary(t)
	for _, k := range (Frontend{}).Kinds() {
		head, rows, err := k.List(lib, nil)
		if err != nil || len(rows) == 0 || len(rows) != len(k.IDs(lib)) {
			t.Errorf("%s: %d rows for %d ids, %v", k.Plural, len(rows), len(k.IDs(lib)), err)
		}
		for _, row := range rows {
			if strings.Count(row, "\t") != strings.Count(head, "\t") {
				t.Errorf("%s: %q has other columns than %q", k.Plural, row, head)
			}
		}
		for _, id := range k.IDs(lib) {
			var out strings.Builder
			if err := k.Show(&out, lib, id); err != nil || !strings.Contains(out.String(), "("+id+")") {
				t.Errorf("%s %s: %q, %v", k.Name, id, out.String(), err)
			}
		}
		if err := k.Show(new(strings.Builder), lib, "nothing-like-it"); err == nil || !strings.HasPrefix(err.Error(), "unknown "+k.Name) {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
	var out strings.Builder
	for _, show := range []string{"unit heavy-horse", "unit sir-oswin", "unit killer-penguin", "race orcs", "terrain swamp", "feature castle", "hexside stream", "ability berserk"} {
		name, id, _ := strings.Cut(show, " ")
		i := slices.IndexFunc((Frontend{}).Kinds(), func(k catalog.Kind) bool { return k.Name == name })
		if err := (Frontend{}).Kinds()[i].Show(&out, lib, id); err != nil {
			t.Errorf("%s: %v", show, err)
		}
	}
	viewtest.Golden(t, "catalog.txt", out.String())
}
