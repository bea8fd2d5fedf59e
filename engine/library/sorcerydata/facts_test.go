package sorcerydata_test

import (
	"slices"
	"testing"

	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// What the published rules say of units, races and hexes.
func TestFacts(t *testing.T) {
	lib := load(t)
	defends := func(id, terrain string) int {
		k, err := sorcerydata.Unit(lib, id)
		if err != nil {
			t.Fatal(err)
		}
		on, err := sorcerydata.Terrain(lib, terrain)
		if err != nil {
			t.Fatal(err)
		}
		return k.Defends(false, on)
	}
	for _, row := range []struct {
		id, terrain string
		want        int
	}{
		{"heavy-axe", "mountain", 16}, {"heavy-axe", "clear", 4},
		{"intelligent-mold", "swamp", 6}, {"intelligent-mold", "clear", 2},
		{"heavy-horse", "clear", 2},
	} {
		if got := defends(row.id, row.terrain); got != row.want {
			t.Errorf("%s is lost in %s for %d, want %d (S3.5)", row.id, row.terrain, got, row.want)
		}
	}

	for _, row := range []struct {
		id      string
		classes fight.Classes
		weight  int
	}{
		{"heavy-horse", fight.Cavalry, 3},
		{"dinosaur-legions", fight.Cavalry, 3},
		{"warg-riders", fight.Cavalry, 2},
		{"boar-riders", fight.Cavalry, 3},
		{"bone-legion", fight.Conjured, 0},
		{"hill-giants", 0, 2},
		{"frost-giants", 0, 2},
		{"intelligent-mold", fight.Archer | fight.Swamp, 1},
		{"ss-wiking", fight.Cavalry | fight.Summoned, 0},
		{"continental-siege-machine", fight.Either | fight.Summoned, 0},
		{"elven-blades", 0, 1},
		{"maytwist", 0, 0},
		{"killer-penguin", 0, 0},
	} {
		k, err := sorcerydata.Unit(lib, row.id)
		if err != nil {
			t.Fatal(err)
		}
		if k.Classes != row.classes || k.Weight != row.weight {
			t.Errorf("%s is %v of weight %d, want %v of %d (S1, S3.2)", row.id, k.Classes.Words(), k.Weight, row.classes.Words(), row.weight)
		}
	}
	horse, _ := sorcerydata.Unit(lib, "heavy-horse")
	penguin, _ := sorcerydata.Unit(lib, "killer-penguin")
	maytwist, _ := sorcerydata.Unit(lib, "maytwist")
	if horse.Strength != 4 || horse.Move != 7 || !penguin.Unnerves || maytwist.Race != "elves" || maytwist.Leadership != 0 {
		t.Error("heavy horse is 4 and moves 7, a killer penguin unnerves, Maytwist is an elf of leadership 0")
	}
	for _, r := range sorcerydata.Game(lib).Races {
		want := 3
		switch r.ID {
		case "goblins", "orcs":
			want = 2
		case "elves", "spider-folk":
			want = 4
		case "dragons":
			want = 5
		}
		if r.Morale != want {
			t.Errorf("the morale of %s is %d, want %d (S5)", r.ID, r.Morale, want)
		}
	}
}

// What hexes feed and cost (S1, S2).
func TestHexes(t *testing.T) {
	lib := load(t)
	for id, want := range map[string]int{
		"cultivated": 16, "clear": 12, "rough": 8, "swamp": 8, "woods": 8, "forest": 6, "karoo": 6, "mountain": 6,
		"river": 2, "lake": 2, "glacier": 0, "blasted": 0, "dragon-tunnel": 0,
	} {
		terrain, err := sorcerydata.Terrain(lib, id)
		if err != nil {
			t.Error(err)
		} else if terrain.Limit != want {
			t.Errorf("%s feeds %d, want %d", id, terrain.Limit, want)
		}
	}
	for _, row := range []struct {
		id      string
		limit   int
		instead bool
	}{
		{"castle", 2, false}, {"town", 4, false}, {"capital", 6, false},
		{"city", 16, true}, {"bridge", 1, true}, {"portal", 1, true},
		{"dragon-complex", 0, false}, {"vortex", 12, true}, {"active-vortex", 0, true},
	} {
		f, err := library.Built[*sorcery.Feature](lib, "feature", row.id)
		if err != nil {
			t.Error(err)
		} else if f.Limit != row.limit || f.Instead != row.instead {
			t.Errorf("%s: %+v", row.id, f)
		}
	}
	for id, want := range map[string]int{"city": 4, "castle": 2, "town": 4, "capital": 6} {
		if f, _ := library.Built[*sorcery.Feature](lib, "feature", id); f.Besieged != want || !f.Site || f.Forages() != (id != "city") {
			t.Errorf("a besieged %s: %+v", id, f)
		}
	}
	for _, side := range sorcerydata.Game(lib).Hexsides { // S2: a gorge is the maps' own
		if side.Shut != (side.ID == "gorge") || side.Wet != slices.Contains([]string{"stream", "ford", "bridge"}, side.ID) {
			t.Errorf("%+v", side)
		}
	}
	if gate, err := library.Built[*sorcery.Hexside](lib, "hexside", "gate"); err != nil || !gate.Wall || !gate.Gate {
		t.Errorf("a gate is a wall: %v", err)
	}
	for _, row := range []struct {
		unit, terrain string
		want          int
	}{
		{"elven-blades", "forest", 2}, {"pikemen", "rough", 3}, {"frost-giants", "glacier", 1}, {"drakes", "mountain", 1},
	} {
		unit, _ := sorcerydata.Unit(lib, row.unit)
		terrain, _ := sorcerydata.Terrain(lib, row.terrain)
		if got := terrain.CostFor(unit); got != row.want {
			t.Errorf("%s pays %d for %s, want %d", row.unit, got, row.terrain, row.want)
		}
	}
	mountain, _ := sorcerydata.Terrain(lib, "mountain")
	if got := sorcerydata.Color(lib, mountain); got != "red" {
		t.Errorf("mountains are %q", got)
	}
	for _, of := range []any{mountain, sorcerydata.Game(lib).Races[0], sorcerydata.Game(lib).Features[0], sorcerydata.Game(lib).Hexsides[0], sorcerydata.Game(lib).Kinds[0]} {
		if lib.Flavor(of) == "" {
			t.Errorf("%v has no text", of)
		}
	}
	if got := lib.Flavor(&fight.Kind{ID: "nobody"}) + lib.Flavor(1); got != "" {
		t.Errorf("%q", got)
	}
}

// The base game is as large as it should be.
func TestSize(t *testing.T) {
	lib := load(t)
	var roles [3]int
	leads := map[int]bool{}
	races := map[string]bool{}
	for _, k := range sorcerydata.Game(lib).Kinds {
		roles[k.Role]++
		races[k.Race] = true
		if k.Role == fight.Character {
			leads[k.Leadership] = true
		}
	}
	if roles[fight.Troop] < 40 || roles[fight.Character] < 12 || roles[fight.Monster] < 4 {
		t.Errorf("%d units, %d characters and %d monsters: want 40, 12 and 4", roles[0], roles[1], roles[2])
	}
	if len(leads) != 4 || !leads[0] || !leads[1] || !leads[2] || !leads[3] {
		t.Errorf("the leaderships of characters are %v, want 0 to 3", leads)
	}
	for _, r := range sorcerydata.Game(lib).Races {
		if !races[r.ID] {
			t.Errorf("nobody is of %s", r.ID)
		}
	}
}
