package kingsview

import (
	"errors"
	"strings"
	"testing"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
)

// A counter costs what its combat value alone is worth.
func TestCosts(t *testing.T) {
	lib := testLibrary(t)
	units, err := Frontend{}.Units(lib, []string{"goblins", "elves-2", "elves-3", "troll", "cyclops", "arch-mage", "green-knight", "citadel"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []view.Unit{{ID: "goblins", Cost: 40}, {ID: "elves-2", Cost: 57}, {ID: "elves-3", Cost: 69}, {ID: "troll", Cost: 80},
		{ID: "cyclops", Cost: 89}, {ID: "arch-mage", Cost: 98}, {ID: "green-knight", Cost: 80}, {ID: "citadel", Cost: 160}}
	for i, u := range units {
		if u != want[i] {
			t.Errorf("%v, want %v", u, want[i])
		}
	}
	if err := (Frontend{}).Price(lib, "troll", 70); err != nil {
		t.Fatal(err)
	}
	a, err := Frontend{}.Army(lib, "troll", 3)
	if err != nil || a.Cost() != 210 || a.String() != "3 troll" {
		t.Errorf("%v costs %d, %v", a, a.Cost(), err)
	}
	if err := (Frontend{}).Price(lib, "trol", 70); err == nil || err.Error() != `unknown thing "trol"` {
		t.Errorf("%v", err)
	}
}

// All creatures are weighed, or what the filters take of what can fight.
func TestUnits(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		chosen catalog.Chosen
		want   int
	}{
		{nil, len(things.With(lib, catalog.Chosen{"kind": "creature"}))},
		{catalog.Chosen{"kind": "building"}, 6},
		{catalog.Chosen{"kind": "special"}, 22},
		{catalog.Chosen{"kind": "item"}, 0},
		{catalog.Chosen{"terrain": "desert", "mark": "magic"}, len(things.With(lib, catalog.Chosen{"terrain": "desert", "mark": "magic"}))},
	} {
		units, err := Frontend{}.Units(lib, nil, test.chosen)
		if err != nil || len(units) != test.want {
			t.Errorf("%v: %d, %v; want %d", test.chosen, len(units), err, test.want)
		}
	}
	for _, test := range []struct {
		ids  string
		want string
	}{
		{"golem", "golem cannot take part: it cannot stand in an army and fight"},
		{"gold-mine", "gold-mine cannot take part: it cannot stand in an army and fight"},
		{"troll troll", `"troll" stands twice`},
		{"trolll", `unknown thing "trolll"`},
	} {
		if _, err := (Frontend{}).Units(lib, strings.Fields(test.ids), nil); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.ids, err, test.want)
		}
	}
}

// At equal cost and with equal marks armies are about as strong.
func TestFieldsAreEven(t *testing.T) {
	lib := testLibrary(t)
	army := func(text string) view.Army {
		a, err := Frontend{}.ReadArmy(lib, text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	weak, strong := army("10 goblins"), army("5 troll")
	if weak.Cost() != strong.Cost() {
		t.Fatalf("%d and %d", weak.Cost(), strong.Cost())
	}
	wins := 0
	const battles = 400
	for seed := range uint64(battles) {
		sides := [2]view.Army{weak, strong}
		first := int(seed % 2)
		b, err := kings.NewBattle(kingsdata.Game(lib), Frontend{}.Field(sides[first], sides[1-first]).(kings.Setup))
		if err != nil {
			t.Fatal(err)
		}
		if result := b.Play(engine.NewTable(engine.NewDice(seed), players.Greedy{}, players.Greedy{})); int(result.Winner) == first {
			wins++ // of the weak, who sit in seat 0 or 1
		}
	}
	if wins < battles*35/100 || wins > battles*65/100 {
		t.Errorf("ten of value 1 win %d of %d against five of value 4", wins, battles)
	}
	_, err := Frontend{}.ReadArmy(lib, "2 troll, goblin")
	if in := new(engine.Misplaced); !errors.As(err, &in) || in.Column != 10 || in.Err.Error() != `unknown thing "goblin"` {
		t.Errorf("%v", err)
	}
}
