package kingsview

import (
	"reflect"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
)

// typedAs is a set-up as it is typed.
func typedAs(s kings.Setup) map[string]string {
	typed := map[string]string{hexFlag: owned, terrainFlag: s.Terrain}
	if s.Unexplored {
		typed[hexFlag] = unexplored
	}
	var items, hexes []string
	for i, name := range s.SeatNames() {
		typed[name] = s.Sides[i].Army.String()
		if len(s.Sides[i].Items) > 0 {
			items = append(items, name+": "+s.Sides[i].Items.String())
		}
	}
	for _, f := range s.Fields() {
		if strings.HasPrefix(f.Key, "neighbor") {
			hexes = append(hexes, f.Value)
		}
	}
	typed[itemsFlag], typed[neighborsFlag] = strings.Join(items, "; "), strings.Join(hexes, "; ")
	return typed
}

// Every scenario can be typed on the command line; and typed over another
// without changing it.
func TestScenariosAreTyped(t *testing.T) {
	lib := testLibrary(t)
	duel := setupOf(t, lib, "duel")
	before := duel.Fields()
	for _, s := range lib.Scenarios {
		want := s.Setup.(kings.Setup)
		for _, base := range []engine.Setup{nil, duel} {
			got, err := Frontend{}.Setup(lib, base, typedAs(want))
			if err != nil {
				t.Fatalf("%s: %v", s.ID, err)
			}
			typed := got.(kings.Setup)
			typed.RoundLimit = want.RoundLimit // which is not typed
			if !reflect.DeepEqual(typed.Fields(), want.Fields()) {
				t.Errorf("%s: typed it is\n%v, want\n%v", s.ID, typed.Fields(), want.Fields())
			}
		}
	}
	if !reflect.DeepEqual(duel.Fields(), before) {
		t.Errorf("the scenario is %v now", duel.Fields())
	}
}

// An attacker who joins a scenario comes behind the others, and the defender
// keeps his hexes.
func TestJoining(t *testing.T) {
	lib := testLibrary(t)
	got, err := Frontend{}.Setup(lib, setupOf(t, lib, "burning-city"), map[string]string{"attacker2": "troll"})
	if err != nil {
		t.Fatal(err)
	}
	want := `attacker:  old-dragon, baby-dragon, griffon, dust-devil, yellow-knight, sandworm (value 19)
attacker2: troll (value 4)
defender:  gypsies-1, great-hunter, hunter, 3 farmers, villains, city (value 13)
hex:       plains
adjacent:  south of attacker: 2 nomads
           north of defender: farmers
           northeast of defender, beset by enemies`
	if text := strings.Join(Frontend{}.Describe(got), "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// What is typed wrongly is said with its flag.
func TestTypedWrongly(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct{ flag, value, want string }{
		{"attacker", "2 trol", `--attacker: column 1: unknown thing "trol"`},
		{"attacker3", "troll", "--attacker3: there is no attacker2"},
		{itemsFlag, "golem", `--items: "golem" is not as in "attacker: talisman, bow"`},
		{itemsFlag, "nobody: golem", `--items: unknown side "nobody" (known: attacker, defender)`},
		{itemsFlag, "defender: bow, gollem", `--items: defender: column 6: unknown thing "gollem"`},
		{terrainFlag, "dessert", `--terrain: unknown terrain "dessert" (known: desert, forest, frozen-waste, jungle, mountain, plains, swamp)`},
		{hexFlag, "mine", `--hex: unknown hex "mine" (known: owned, unexplored)`},
		{neighborsFlag, "north", `--neighbors: "north" is not as in "north of attacker: 2 THING"`},
		{neighborsFlag, "north of me", `--neighbors: unknown side "me" (known: attacker, defender)`},
	} {
		_, err := Frontend{}.Setup(lib, nil, map[string]string{test.flag: test.value})
		if err == nil || err.Error() != test.want {
			t.Errorf("--%s %q: %v\nwant %s", test.flag, test.value, err, test.want)
		}
	}
}

// The view plays, too, and says how it has ended.
func TestViewPlays(t *testing.T) {
	lib := testLibrary(t)
	setup := setupOf(t, lib, "duel")
	b, err := lib.Game.NewBattle(setup)
	if err != nil {
		t.Fatal(err)
	}
	v := Frontend{}.New(lib, library.Match{Scenario: "duel", Setup: setup}, b)
	if err := engine.Play(v.Battle(), engine.NewTable(&engine.Script{Dice: []int{5, 1}})); err != nil {
		t.Fatal(err)
	}
	if want := "defender keeps the hex in round 1: the attackers are gone"; v.Battle().Outcome() != want || !v.Battle().Over() {
		t.Errorf("%s, want %s", v.Battle().Outcome(), want)
	}
}

// The words that the program asks the system for.
func TestSystem(t *testing.T) {
	lib := testLibrary(t)
	s := Frontend{}
	if s.Name() != "kings" || !s.NamesUnit("d12") || !s.NamesUnit("b1") || s.NamesUnit("duel") || s.NamesUnit("e1") {
		t.Error("the system does not know its own")
	}
	if _, err := lib.Scenario(s.Words().Scenario); err != nil {
		t.Error(err)
	}
	for _, name := range s.Quick() {
		if _, err := lib.Player(name, 0, 1); err != nil {
			t.Error(err)
		}
	}
	for _, flag := range s.Flags() {
		if flag.Usage == "" {
			t.Errorf("--%s has no usage", flag.Name)
		}
	}
}
