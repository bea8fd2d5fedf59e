package kings_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
	"houserule/engine/kings/strategy"
)

// What is wrong with a setup.
func TestNewBattleErrors(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	side := func(text, items string) kings.SideSetup {
		return kings.SideSetup{Army: army(t, g, text), Items: army(t, g, items)}
	}
	two := []kings.SideSetup{side("melee-1", ""), side("melee-1", "")}
	for _, row := range []struct {
		setup kings.Setup
		want  string
	}{
		{kings.Setup{}, "a battle has from 2 to 4 sides, not 0 (K1.1)"},
		{kings.Setup{Sides: slices.Repeat(two, 3)}, "a battle has from 2 to 4 sides, not 6 (K1.1)"},
		{kings.Setup{Sides: []kings.SideSetup{side("melee-1", ""), side("melee-0, mine", "golem")}}, "defender: nobody there can fight: give the army a counter with a combat value"},
		{kings.Setup{Sides: []kings.SideSetup{side("", ""), side("melee-1", "")}}, "attacker: nobody there can fight: give the army a counter with a combat value"},
		{kings.Setup{Sides: []kings.SideSetup{two[0], side("melee-1, golem", ""), two[0]}}, "attacker2: Golem is a magic item: it is held among the items, to be played (K1.2)"},
		{kings.Setup{Sides: []kings.SideSetup{side("melee-1", "golem, lord"), two[0]}}, "attacker's items: Lord is no magic item but a special: it stands in the army"},
		{kings.Setup{Sides: []kings.SideSetup{side("600 melee-1", ""), side("401 melee-1", "")}}, "1001 counters: a battle has at most 1000"},
		{kings.Setup{Sides: two, Neighbors: make([]kings.Neighbor, 7)}, "7 neighboring hexes: a hex has 6 at most"},
		{kings.Setup{Sides: two, Neighbors: []kings.Neighbor{{Name: "north"}, {Name: "north"}}}, "two neighboring hexes are called north: give each a name of its own"},
		{kings.Setup{Sides: two, Neighbors: []kings.Neighbor{{Name: "north", Owner: -1, Army: two[0].Army}}}, "the hex north is nobody's: nobody's army can stand there"},
		{kings.Setup{Sides: []kings.SideSetup{two[0], {Army: kings.Army{{N: 0, Thing: g.Things[1]}}}}}, "defender: 0 counters of melee-1: it takes from 1 to 1000"},
		{kings.Setup{Sides: []kings.SideSetup{two[0], {Army: two[1].Army, Items: kings.Army{{N: 1001, Thing: named(t, g, "golem")}}}}}, "defender's items: 1001 counters of golem: it takes from 1 to 1000"},
		{kings.Setup{Sides: two, Neighbors: []kings.Neighbor{{Name: "north", Army: kings.Army{{N: -1, Thing: g.Things[1]}}}}}, "the hex north: -1 counters of melee-1: it takes from 1 to 1000"},
		{kings.Setup{Sides: two, RoundLimit: -1}, "a battle of -1 rounds: give it 1 or more, or 0 for as many as the rules say (K1.2)"},
		{kings.Setup{Sides: two, Neighbors: []kings.Neighbor{{Name: ""}}}, `a neighboring hex is called "": its name must be a word, as in retreat north`},
		{kings.Setup{Sides: two, Neighbors: []kings.Neighbor{{Name: "far north"}}}, `a neighboring hex is called "far north": its name must be a word, as in retreat north`},
		{kings.Setup{Sides: two, Neighbors: []kings.Neighbor{{Name: " north"}}}, `a neighboring hex is called " north": its name must be a word, as in retreat north`},
		{kings.Setup{Sides: two, Neighbors: []kings.Neighbor{{Name: "north", Owner: 2}}}, "the hex north is of side 3: there are 2"},
	} {
		b, err := g.NewBattle(row.setup)
		if b != nil || err == nil || err.Error() != row.want {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
	if b, err := g.NewBattle(kings.Setup{Sides: two}); err != nil || b.Seats() != 2 || b.RoundLimit() != 100 {
		t.Error(b, err)
	}
}

func TestNewGameErrors(t *testing.T) {
	building := func(id, next string) *kings.Thing {
		return &kings.Thing{ID: id, Name: id, Kind: kings.Building, Next: next}
	}
	for _, row := range []struct {
		things []*kings.Thing
		want   string
	}{
		{[]*kings.Thing{building("keep", "tor")}, `keep: next level: unknown thing "tor" (known: keep)`},
		{[]*kings.Thing{building("keep", "elf"), {ID: "elf"}}, `keep: next level: elf is of the kind creature: a building leaves a building, or nothing (K5.3)`},
		{[]*kings.Thing{building("keep", "keep")}, `keep: the next levels go in a circle, from keep to keep: one of them must leave nothing (K5.3)`},
		{[]*kings.Thing{building("city", "keep"), building("a", "b"), building("keep", "tower"), building("tower", "keep"), building("b", "a"), building("hut", "")},
			"keep: the next levels go in a circle, from keep to tower to keep: one of them must leave nothing (K5.3)\n" +
				"a: the next levels go in a circle, from a to b to a: one of them must leave nothing (K5.3)"},
	} {
		if _, err := kings.NewGame(kings.DefaultRules(), row.things, strategy.New); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// What is wrong with an army's text, and where.
func TestParseArmyErrors(t *testing.T) {
	g, err := kings.NewGame(kings.DefaultRules(), []*kings.Thing{{ID: "elf"}, {ID: "city"}}, strategy.New)
	if err != nil {
		t.Fatal(err)
	}
	const as = `: write what stands there, as in "THING, 2 THING"`
	for _, row := range []struct{ text, want string }{
		{"", "column 1: a counter is missing" + as},
		{"elf, ", "column 6: a counter is missing" + as},
		{",elf", "column 1: a counter is missing" + as},
		{"elf,  two elf", `column 7: "two" is no number from 1 to 1000` + as},
		{"0 elf", `column 1: "0" is no number from 1 to 1000` + as},
		{"1001 elf", `column 1: "1001" is no number from 1 to 1000` + as},
		{"elf, 2 elf city", `column 6: "city" is too much` + as},
		{"elf, öl", `column 6: unknown thing "öl" (known: elf, city)`},
		{"ö, öl", `column 1: unknown thing "ö" (known: elf, city)`},
		{"2", `column 1: unknown thing "2" (known: elf, city)`},
		{"1000 elf, city", "column 11: an army has at most 1000 counters"},
	} {
		_, err := kings.ParseArmy(row.text, g.Thing)
		if err == nil || err.Error() != row.want {
			t.Errorf("%q: %v, want %q", row.text, err, row.want)
		}
	}
	_, err = kings.ParseArmy("elk", g.Thing)
	var unknown *engine.Unknown
	if !errors.As(err, &unknown) || unknown.Word != "elk" {
		t.Errorf("%v", err)
	}
	a := army(t, g, " elf,2  city ,elf")
	if a.String() != "elf, 2 city, elf" || a.Count() != 4 {
		t.Errorf("%q, %d counters", a, a.Count())
	}
}

// Whatever is typed as an army is one, which is read back the same as it is
// written, or an error that points into the text.
func FuzzParseArmy(f *testing.F) {
	for _, text := range []string{
		"lord, 2 melee-3, city", "", " ", ",", "2", "0 city", "-1 city", "9999999999999999999 city", "city city", "1 2 city", "1000 city, city",
		"citi", "city,", ",city", "\xff", "1 \xff", "ö, city", "city,\t city", "1\u00a0city", "city\n, city",
	} {
		f.Add(text)
	}
	find := newGame(f, kings.DefaultRules()).Thing
	f.Fuzz(func(t *testing.T, text string) {
		army, err := kings.ParseArmy(text, find)
		if err != nil {
			var at *engine.Misplaced
			if !errors.As(err, &at) {
				t.Fatalf("%T %v", err, err)
			}
			if n := utf8.RuneCountInString(text); at.Column < 1 || at.Column > n+1 {
				t.Errorf("column %d of %d", at.Column, n)
			}
			return
		}
		if n := army.Count(); n < 1 || n > kings.MaxCounters {
			t.Errorf("%q has %d counters", text, n)
		}
		again, err := kings.ParseArmy(army.String(), find)
		if err != nil || !reflect.DeepEqual(again, army) {
			t.Errorf("%q is written %q, read as %v, %v", text, army, again, err)
		}
	})
}

// A setup in a journal's header, as it is written and read.
func TestFields(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	setup := kings.Setup{
		Sides: []kings.SideSetup{
			{Army: army(t, g, "2 melee-1, lord"), Items: army(t, g, "golem, 2 bomb")},
			{Army: army(t, g, "magic-3")},
			{Army: army(t, g, "ranged-3")},
			{Army: army(t, g, "castle, mine")},
		},
		Terrain: "swamp", Unexplored: true, RoundLimit: 7,
		Neighbors: []kings.Neighbor{
			{Name: "north", Owner: 0, Army: army(t, g, "melee-2, 3 lord")},
			{Name: "south", Owner: 3, Enemies: true},
			{Name: "sea", Owner: -1},
			{Name: "east", Owner: 1, Enemies: true, Army: army(t, g, "magic-1")},
		},
	}
	const want = `sides: 4
attacker: 2 melee-1, lord
attacker-items: golem, 2 bomb
attacker2: magic-3
attacker3: ranged-3
defender: castle, mine
hex: unexplored
terrain: swamp
neighbor1: north of attacker: melee-2, 3 lord
neighbor2: south of defender enemies: 
neighbor3: sea of nobody: 
neighbor4: east of attacker2 enemies: magic-1
rounds: 7
`
	got := ""
	h := engine.Header{Fields: setup.Fields()}
	for _, f := range h.Fields {
		got += f.Key + ": " + f.Value + "\n"
	}
	if got != want {
		t.Errorf("it is written\n%s\nwant\n%s", got, want)
	}
	again, err := kings.ReadSetup(h, g.Thing)
	if err != nil || !reflect.DeepEqual(again, setup) {
		t.Errorf("it is read as %+v, %v; was %+v", again, err, setup)
	}
}

func TestReadSetupErrors(t *testing.T) {
	g, err := kings.NewGame(kings.DefaultRules(), []*kings.Thing{{ID: "elf"}}, strategy.New)
	if err != nil {
		t.Fatal(err)
	}
	const good = "sides=2|attacker=elf|defender=elf|rounds=0|"
	for _, row := range []struct{ header, want string }{
		{"", `the journal's sides: "" is no number from 2 to 4`},
		{"sides=5", `the journal's sides: "5" is no number from 2 to 4`},
		{"sides=2|attacker=elk", `the journal's attacker: column 1: unknown thing "elk" (known: elf)`},
		{"sides=2|attacker-items=elf elf", `the journal's attacker-items: column 1: "elf" is no number from 1 to 1000: write what stands there, as in "THING, 2 THING"`},
		{"sides=2|rounds=x", `the journal's rounds: "x" is no number`},
		{"sides=2|rounds=-1", `the journal's rounds: "-1" is no number`},
		{good + "neighbor1=north", `the journal's neighbor1: "north" is not as in "north of attacker: 2 THING"`},
		{good + "neighbor1=north of the attacker: elf", `the journal's neighbor1: "north of the attacker: elf" is not as in "north of attacker: 2 THING"`},
		{good + "neighbor1=north of attacker|neighbor2=south of elves", `the journal's neighbor2: unknown side "elves" (known: attacker, defender)`},
		{good + "neighbor1=north of attacker: elk", `the journal's neighbor1: column 1: unknown thing "elk" (known: elf)`},
	} {
		var h engine.Header
		for field := range strings.SplitSeq(row.header, "|") {
			key, value, _ := strings.Cut(field, "=")
			h.Fields = append(h.Fields, engine.Field{Key: key, Value: value})
		}
		if _, err := kings.ReadSetup(h, g.Thing); err == nil || err.Error() != row.want {
			t.Errorf("%s: %v, want %q", row.header, err, row.want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, word := range []string{"creature", "special", "building", "income", "item"} {
		if k, err := kings.ParseKind(word); err != nil || k.String() != word {
			t.Errorf("%s: %v, %v", word, k, err)
		}
	}
	if _, err := kings.ParseKind("beast"); fmt.Sprint(err) != `unknown kind "beast" (known: creature, special, building, income, item)` {
		t.Error(err)
	}
	m, err := kings.ParseMarks([]string{"charge", "fly", "magic", "range"})
	if err != nil || strings.Join(m.Words(), " ") != "fly magic range charge" {
		t.Error(m, err)
	}
	if _, err := kings.ParseMarks([]string{"fly", "star"}); fmt.Sprint(err) != `unknown mark "star" (known: fly, magic, range, charge)` {
		t.Error(err)
	}
	if s := (kings.Faces{First: 2, Last: 5}).String(); s != "2 to 5" {
		t.Error(s)
	}
	for side, want := range []string{"attacker", "attacker2", "attacker3", "defender"} {
		if got := kings.SideName(engine.Side(side), 4); got != want {
			t.Errorf("side %d is %s, want %s", side, got, want)
		}
	}
	if s := (kings.Result{Winner: engine.Draw}).String(); s != "the battle is not decided" {
		t.Error(s)
	}
}

// Each paragraph has a transcript, and each key of the rules one in which it
// is not as usual.
func TestTranscriptsShowEveryRule(t *testing.T) {
	enginetest.Demand[kings.Rules](t, "testdata/rules/*.txt", "K1.1 K1.2 K1.3 K2.1 K2.2 K3.1 K3.2 K3.3 K3.4 K4.1 K4.2 K4.3 K5.1 K5.2 K5.3 E1 E2 E3 E4 E5 E6 E7 E8")
}

// Whatever is read as an adjacent hex is one, or an error.
func FuzzReadNeighbor(f *testing.F) {
	for _, text := range []string{
		"north of attacker: 2 melee-3", "south of nobody", "north of attacker enemies: city", "north of attacker enemies", "", ": ", "of of of",
		"north of defender: ", "a of attacker2", "north of attacker: golem", "north of attacker enemies enemies", "\xff of nobody", "a of nobody: city",
	} {
		f.Add(text)
	}
	g := newGame(f, kings.DefaultRules())
	names := []string{"attacker", "defender"}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := kings.ReadNeighbor(text, names, g.Thing)
		if err != nil {
			return
		}
		setup := kings.Setup{Sides: make([]kings.SideSetup, 2), Neighbors: []kings.Neighbor{n}}
		for i := range setup.Sides {
			setup.Sides[i].Army = army(t, g, "melee-3")
		}
		b, err := kings.NewBattle(g, setup)
		if err != nil {
			return
		}
		again, err := kings.ReadSetup(engine.Header{Fields: b.Setup().Fields(), Seats: names}, g.Thing)
		if err != nil || !reflect.DeepEqual(again, setup) {
			t.Errorf("%q: %v, read back as %v, %v", text, setup, again, err)
		}
	})
}

// Whatever a player types is an answer, refused or not, or an error, and what a
// battle asks has words for both.
func FuzzAnswers(f *testing.F) {
	for _, text := range []string{"attack defender", "pass", "play blade a1", "play golem", "play a3", "play charm d1", "lose a1", "lose", "stay", "retreat", "retreat north", "remove a1", "remove", "pick a1", "a1", "", " ", "play", "attack", "\xff", "play play play", "retreat nowhere"} {
		f.Add(text, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		g := newGame(t, kings.DefaultRules())
		g.Hooks.Crowd.Add(func(*kings.Battle, kings.Way, int) int { return 1 })
		b := battle(t, g, 2, "2 melee-3; blade, golem, charm", "melee-2", "city, 2 melee-2; curse")
		random := enginetest.Seats(b, seed)
		for i, player := range random {
			random[i] = engine.OracleFunc(func(q engine.Question) (int, error) {
				if answer, err := q.Choice.Parse(text); err == nil {
					refused := q.Choice.(engine.Refuser).Refuse(answer)
					if legal := q.Choice.Legal(answer); legal != (refused == nil) {
						t.Errorf("%q: legal %t, refused with %v", text, legal, refused)
					}
					if refused == nil && q.Choice.Name(answer) == "" {
						t.Errorf("%q has no name", text)
					}
				}
				return player.Answer(q)
			})
		}
		table := engine.NewTable(engine.NewDice(seed), random...)
		b.Play(table)
		if err := table.Err(); err != nil {
			t.Error(err)
		}
	})
}
