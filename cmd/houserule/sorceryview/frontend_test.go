package sorceryview

import (
	"reflect"
	"strings"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// typedAs is a set-up as it is typed.
func typedAs(s fight.Setup) map[string]string {
	typed := map[string]string{terrainFlag: s.Terrain}
	var hexes, place []string
	for side, name := range s.SeatNames() {
		typed[name] = s.Armies[side].String()
	}
	if s.Narrow {
		place = append(place, narrow)
	}
	if s.Inside {
		place = append(place, inside)
	}
	for _, n := range s.Neighbors {
		hexes = append(hexes, n.String())
	}
	typed[placeFlag], typed[neighborsFlag] = strings.Join(place, " "), strings.Join(hexes, "; ")
	return typed
}

// Every battle can be typed on the command line; and typed over another
// without changing it.
func TestScenariosAreTyped(t *testing.T) {
	lib := testLibrary(t)
	base := fight.Setup{Armies: [fight.Seats]fight.Army{parsed(t, lib, "levies"), parsed(t, lib, "goblin-mob")}}
	before := base.Fields()
	for _, s := range battles(lib) {
		want := s.Setup.(fight.Setup)
		for _, from := range []engine.Setup{nil, base} {
			got, err := Frontend{}.Setup(lib, from, typedAs(want))
			if err != nil {
				t.Fatalf("%s: %v", s.ID, err)
			}
			typed := got.(fight.Setup)
			typed.RoundLimit = want.RoundLimit // which is not typed
			if !reflect.DeepEqual(typed.Fields(), want.Fields()) {
				t.Errorf("%s: typed it is\n%v, want\n%v", s.ID, typed.Fields(), want.Fields())
			}
		}
	}
	if !reflect.DeepEqual(base.Fields(), before) {
		t.Errorf("what it was typed over is %v now", base.Fields())
	}
}

// What is typed wrongly names the flag and the place.
func TestTypedMistakes(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct{ flag, text, want string }{
		{"attacker", "2 spearmn", `--attacker: column 1: unknown unit "spearmn"`},
		{"defender", "levies, ", `--defender: column 9: a unit is missing: write what stands there, as in "4 UNIT, UNIT, 2 UNIT*"`},
		{"terrain", "swmp", `--terrain: unknown terrain "swmp"`},
		{"place", "inside out", `--place: unknown word "out" (known: narrow, inside)`},
		{"neighbors", "north of nobody", `--neighbors: unknown side "nobody"`},
		{"neighbors", "north in swmp", `--neighbors: unknown terrain "swmp"`},
	} {
		_, err := Frontend{}.Setup(lib, nil, map[string]string{test.flag: test.text})
		if err == nil {
			t.Errorf("%s %q is no error", test.flag, test.text)
			continue
		}
		got, _, _ := strings.Cut(err.Error(), ": did you mean")
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s %q:\ngot  %s\nwant %s", test.flag, test.text, got, test.want)
		}
	}
	_, err := Frontend{}.Setup(lib, setupOf(t, lib, "two-valleys"), map[string]string{"attacker": "levies"})
	if want := "--attacker: the scenario is a campaign: its armies and its map are in its file"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A set-up is described as it is.
func TestDescribe(t *testing.T) {
	lib := testLibrary(t)
	var out strings.Builder
	for _, id := range []string{"rear-guard", "inside-the-walls", "bridge-of-stones"} {
		out.WriteString(strings.Join(Frontend{}.Describe(setupOf(t, lib, id)), "\n") + "\n\n")
	}
	viewtest.Golden(t, "described.txt", out.String())
}
