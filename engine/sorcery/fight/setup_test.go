package fight_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

// What is wrong with the data.
func TestNewGameErrors(t *testing.T) {
	elf := []*fight.Race{{ID: "elf"}}
	for _, row := range []struct {
		terrains []*fight.Terrain
		kind     fight.Kind
		want     string
	}{
		{[]*fight.Terrain{{ID: "bog", Costs: []fight.Cost{{Race: "orc", N: 1}}}}, fight.Kind{}, "bog: cost: unknown race \"orc\" (known: elf)\nx: a unit has a strength of 1 or more (S3.2)"},
		{nil, fight.Kind{Race: "orc"}, `x: unknown race "orc" (known: elf)`},
		{nil, fight.Kind{}, "x: a unit has a strength of 1 or more (S3.2)"},
		{nil, fight.Kind{Strength: 1001}, "x: 1001 is no number from 0 to 1000"},
		{nil, fight.Kind{Strength: 1, Move: -1}, "x: -1 is no number from 0 to 1000"},
		{nil, fight.Kind{Role: fight.Character}, "x: a character has an endurance of 1 or more (S7)"},
		{nil, fight.Kind{Role: fight.Monster, Endurance: 1, Leadership: 1}, "x: a monster has no leadership (S7)"},
		{nil, fight.Kind{Strength: 1, Factors: []fight.Factor{{Terrain: "bog", N: 2}}}, `x: factor: unknown terrain "bog"`},
		{[]*fight.Terrain{{ID: "bog"}}, fight.Kind{Strength: 1, Factors: []fight.Factor{{Terrain: "bog"}}}, "x: factor in bog: 0 is no number from 1 to 100 (S3.5)"},
	} {
		row.kind.ID = "x"
		if row.kind.Race == "" {
			row.kind.Race = "elf"
		}
		_, err := gameOf(fight.DefaultRules(), fight.Data{Races: elf, Terrains: row.terrains, Kinds: []*fight.Kind{&row.kind}})
		if err == nil || err.Error() != row.want {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// What is wrong with a setup.
func TestNewBattleErrors(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	two := func(attacker, defender string) [fight.Seats]fight.Army {
		return [fight.Seats]fight.Army{fighttest.Army(t, g, attacker), fighttest.Army(t, g, defender)}
	}
	good := two("foot-1", "foot-2")
	runs := func(r fight.Run) [fight.Seats]fight.Army { return [fight.Seats]fight.Army{good[0], {r}} }
	foot, lord := good[0][0].Kind, fighttest.Army(t, g, "elf-lord")[0].Kind
	for _, row := range []struct {
		setup fight.Setup
		want  string
	}{
		{fight.Setup{}, "attacker: nobody is there: give the army a unit"},
		{fight.Setup{Armies: two("foot-1", "")}, "defender: nobody is there: give the army a unit"},
		{fight.Setup{Armies: two("600 foot-1", "401 foot-1")}, "1001 units: a battle has at most 1000"},
		{fight.Setup{Armies: runs(fight.Run{Kind: foot})}, "defender: 0 units of foot-1: it takes from 1 to 1000"},
		{fight.Setup{Armies: runs(fight.Run{N: 1, Kind: foot, Wounds: 1})}, "defender: foot-1 is a unit of an army: it takes no wounds (S7)"},
		{fight.Setup{Armies: runs(fight.Run{N: 1, Kind: lord, Demoralized: true})}, "defender: elf-lord is a character: it is never demoralized (S5)"},
		{fight.Setup{Armies: runs(fight.Run{N: 1, Kind: lord, Wounds: 12})}, "defender: elf-lord has an endurance of 12: it does not live with 12 wounds (S7)"},
		{fight.Setup{Armies: runs(fight.Run{N: 1, Kind: lord, Wounds: -1})}, "defender: elf-lord has an endurance of 12: it does not live with -1 wounds (S7)"},
		{fight.Setup{Armies: good, Terrain: "moor"}, `unknown terrain "moor" (known: clear, mountain, swamp, forest, lake, bridge, waste, tunnel)`},
		{fight.Setup{Armies: good, RoundLimit: -1}, "a battle of -1 rounds: give it 1 or more, or 0 for as many as the rules say (S3.7)"},
		{fight.Setup{Armies: good, Neighbors: make([]fight.Neighbor, 7)}, "7 neighboring hexes: a hex has 6 at most"},
		{fight.Setup{Armies: good, Neighbors: []fight.Neighbor{{Name: "far north"}}}, `a neighboring hex is called "far north": its name must be a word, as in leave north`},
		{fight.Setup{Armies: good, Neighbors: []fight.Neighbor{{Name: ""}}}, `a neighboring hex is called "": its name must be a word, as in leave north`},
		{fight.Setup{Armies: good, Neighbors: []fight.Neighbor{{Name: "a:"}}}, `a neighboring hex is called "a:": its name must be a word, as in leave north`},
		{fight.Setup{Armies: good, Neighbors: []fight.Neighbor{{Name: "north"}, {Name: "north"}}}, "two neighboring hexes are called north: give each a name of its own"},
		{fight.Setup{Armies: good, Neighbors: []fight.Neighbor{{Name: "north", Owner: 2}}}, "the hex north is of side 3: there are 2"},
		{fight.Setup{Armies: good, Neighbors: []fight.Neighbor{{Name: "north", Owner: -1, Army: good[0]}}}, "the hex north is nobody's: nobody's army can stand there"},
		{fight.Setup{Armies: good, Neighbors: []fight.Neighbor{{Name: "north", Terrain: "moor"}}}, `the hex north: unknown terrain "moor" (known: clear, mountain, swamp, forest, lake, bridge, waste, tunnel)`},
		{fight.Setup{Armies: good, Neighbors: []fight.Neighbor{{Name: "north", Army: fight.Army{{Kind: foot}}}}}, "the hex north: 0 units of foot-1: it takes from 1 to 1000"},
	} {
		b, err := fight.NewBattle(g, row.setup)
		if b != nil || err == nil || err.Error() != row.want {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
	if b, err := fight.NewBattle(g, fight.Setup{Armies: good}); err != nil || b.Seats() != 2 || b.RoundLimit() != 50 || b.TimeUp() != engine.Draw {
		t.Error(b, err)
	}
}

// What is wrong with an army's text, and where.
func TestParseArmyErrors(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	find := func(id string) (*fight.Kind, error) {
		if id == "elf" {
			return g.Kind("blade-4")
		}
		return nil, &engine.Unknown{What: "unit", Word: id, Known: []string{"elf"}}
	}
	const as = `: write what stands there, as in "4 UNIT, UNIT, 2 UNIT*"`
	for _, row := range []struct{ text, want string }{
		{"", "column 1: a unit is missing" + as},
		{"elf, ", "column 6: a unit is missing" + as},
		{"elf,  two elf", `column 7: "two" is no number from 1 to 1000` + as},
		{"0 elf", `column 1: "0" is no number from 1 to 1000` + as},
		{"elf, 2 elf *", `column 6: "*" is too much` + as},
		{"elf, öl", `column 6: unknown unit "öl" (known: elf)`},
		{"elf~*", `column 1: unknown unit "elf~" (known: elf)`},
		{"elf(x)", `column 1: "elf(x)" does not end in wounds as in (2)` + as},
		{"elf(0)", `column 1: "elf(0)" does not end in wounds as in (2)` + as},
		{"elf(2", `column 1: "elf(2" does not end in wounds as in (2)` + as},
		{"1000 elf, elf", "column 11: an army has at most 1000 units"},
	} {
		if _, err := fight.ParseArmy(row.text, find); err == nil || err.Error() != row.want {
			t.Errorf("%q: %v, want %q", row.text, err, row.want)
		}
	}
	const text = "2 foot-1*~, elf-lord(3), bow-3*, hawk-2~"
	a := fighttest.Army(t, g, text)
	if a.String() != text || a.Size() != 5 {
		t.Errorf("%q, %d units", a, a.Size())
	}
}

// Whatever is typed as an army is one, which is read back the same as it is
// written, or an error that points into the text.
func FuzzParseArmy(f *testing.F) {
	for _, text := range []string{
		"elf-lord(2), 2 foot-3*~, dragon", "", ",", "2", "0 foot-1", "9999999999999999999 foot-1", "foot-1*", "foot-1~*", "foot-1**",
		"elf-lord(", "elf-lord()", "elf-lord(1)(2)", "elf-lord(-1)", "elf-lord(+1)", "elf-lord(1)*", "\xff", "1\u00a0foot-1", "foot-1\n, foot-1",
	} {
		f.Add(text)
	}
	find := newGame(f, fight.DefaultRules()).Kind
	f.Fuzz(func(t *testing.T, text string) {
		a, err := fight.ParseArmy(text, find)
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
		again, err := fight.ParseArmy(a.String(), find)
		if err != nil || !reflect.DeepEqual(again, a) {
			t.Errorf("%q is written %q, read as %v, %v", text, a, again, err)
		}
	})
}

// Whatever stands in a journal's header is a setup, which is read back the
// same as it is written and can be played, or an error.
func FuzzReadSetup(f *testing.F) {
	f.Add("foot-1", "2 foot-2*, king", "clear", "narrow inside", "north in forest of attacker water: 2 foot-1, king", "3")
	f.Add("dragon", "foot-1~", "", "", "south closed watched", "0")
	f.Add("foot-1", "captain(2)", "bridge", "", "", "7")
	g := newGame(f, fight.DefaultRules())
	f.Fuzz(func(t *testing.T, attacker, defender, terrain, place, neighbor, rounds string) {
		var h engine.Header
		for i, key := range []string{"attacker", "defender", "terrain", "place", "neighbor1", "rounds"} {
			h.Fields = append(h.Fields, engine.Field{Key: key, Value: []string{attacker, defender, terrain, place, neighbor, rounds}[i]})
		}
		setup, err := fight.ReadSetup(h, g.Kind)
		if err != nil {
			return
		}
		b, err := fight.NewBattle(g, setup)
		if err != nil {
			return
		}
		again, err := fight.ReadSetup(engine.Header{Fields: setup.Fields()}, g.Kind)
		if err != nil || !reflect.DeepEqual(again, setup) {
			t.Errorf("%+v is read as %+v, %v", setup, again, err)
		}
		if len(b.Units()) > 60 {
			return
		}
		table := engine.NewTable(engine.NewDice(1), fighttest.First, fighttest.First)
		b.Begin(table)
		for n := 0; !b.Over() && table.Err() == nil && b.Round() < 1000; n++ {
			if b.Step(); n > 200_000 {
				t.Fatalf("%s: a round does not end", b.Scene())
			}
		}
		if err := table.Err(); err != nil || b.Round() == 1000 {
			t.Errorf("%s: %v: %s", b.Scene(), err, fighttest.Board(b))
		}
	})
}

// A setup in a journal's header, as it is written and read.
func TestFields(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	setup := fight.Setup{
		Armies:  [fight.Seats]fight.Army{fighttest.Army(t, g, "2 foot-1~, elf-lord"), fighttest.Army(t, g, "foot-3*, dragon(7)")},
		Terrain: "swamp", Narrow: true, Inside: true, RoundLimit: 7,
		Neighbors: []fight.Neighbor{
			{Name: "north", Owner: fight.Attacker, Terrain: "forest", Water: true, Army: fighttest.Army(t, g, "foot-2, 3 captain")},
			{Name: "south", Owner: -1, Closed: true, Watched: true},
			{Name: "east", Owner: fight.Defender},
		},
	}
	const want = `attacker: 2 foot-1~, elf-lord
defender: foot-3*, dragon(7)
terrain: swamp
place: narrow inside
neighbor1: north in forest of attacker water: foot-2, 3 captain
neighbor2: south closed watched
neighbor3: east of defender
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
	again, err := fight.ReadSetup(h, g.Kind)
	if err != nil || !reflect.DeepEqual(again, setup) {
		t.Errorf("it is read as %+v, %v; was %+v", again, err, setup)
	}
}

func TestReadSetupErrors(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	find := func(id string) (*fight.Kind, error) {
		if id == "elf" {
			return g.Kind("blade-4")
		}
		return nil, &engine.Unknown{What: "unit", Word: id, Known: []string{"elf"}}
	}
	for _, row := range []struct{ header, want string }{
		{"attacker=elk", `the journal's attacker: column 1: unknown unit "elk" (known: elf)`},
		{"", `the journal's rounds: "" is no number`},
		{"rounds=-1", `the journal's rounds: "-1" is no number`},
		{"place=wide", `the journal's place: unknown word "wide" (known: narrow, inside)`},
		{"neighbor1=: elf", `the journal's neighbor1: ": elf" is not as in "north in forest of attacker water: 2 UNIT"`},
		{"neighbor1=north of", `the journal's neighbor1: "north of": a word is missing after "of"`},
		{"neighbor1=north of elves", `the journal's neighbor1: unknown side "elves" (known: attacker, defender)`},
		{"neighbor1=north wet", `the journal's neighbor1: unknown word "wet" (known: in, of, water, closed, watched)`},
		{"neighbor1=north|neighbor2=south of attacker: elk", `the journal's neighbor2: column 2: unknown unit "elk" (known: elf)`},
	} {
		var h engine.Header
		for field := range strings.SplitSeq(row.header, "|") {
			key, value, _ := strings.Cut(field, "=")
			h.Fields = append(h.Fields, engine.Field{Key: key, Value: value})
		}
		if _, err := fight.ReadSetup(h, find); err == nil || err.Error() != row.want {
			t.Errorf("%s: %v, want %q", row.header, err, row.want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, word := range fight.RoleNames() {
		if r, err := fight.ParseRole(word); err != nil || r.String() != word {
			t.Errorf("%s: %v, %v", word, r, err)
		}
	}
	if _, err := fight.ParseRole("beast"); fmt.Sprint(err) != `unknown role "beast" (known: unit, character, monster)` {
		t.Error(err)
	}
	set, err := fight.ParseClasses([]string{"either", "cavalry"})
	if err != nil || strings.Join(set.Words(), " ") != "cavalry either" || len(fight.ClassNames()) != 7 {
		t.Error(set, err)
	}
	if _, err := fight.ParseClasses([]string{"horse"}); fmt.Sprint(err) != `unknown class "horse" (known: cavalry, archer, flyer, swamp, conjured, summoned, either)` {
		t.Error(err)
	}
	for parts, want := range map[int]string{0: "0", fight.Whole: "1", 240: "1 1/5", 1: "1/200", 5 * fight.Whole: "5"} {
		if got := fight.Points(parts); got != want {
			t.Errorf("%d parts are %s, want %s", parts, got, want)
		}
	}
	if s := (fight.Result{Winner: engine.Draw}).String(); s != "the battle is not decided" {
		t.Error(s)
	}
}

// S3.1, E7: the nine modifiers of a reaction.
func TestReact(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	forest, err := g.Terrain("forest")
	if err != nil {
		t.Fatal(err)
	}
	pace := func(text string) (p fight.Pace) {
		for _, r := range fighttest.Army(t, g, text) {
			p = p.With(r.Kind, forest)
		}
		return p
	}
	for _, row := range []struct {
		react, move      string
		leadership, want int
	}{
		{"foot-4", "blade-4", 1, 2 - 3 + 1},                       // equally fast
		{"foot-4, horse-4", "blade-4", 1, 2 - 3 + 1 + 1},          // the fastest is faster
		{"horse-4", "blade-4", 0, 2 - 3 + 3},                      // faster in all three ways
		{"blade-4", "foot-4, horse-4", 2, 3 - 2 + 2 - 1},          // the fastest is slower
		{"foot-4", "hawk-2", 0, 1 - 3 - 3},                        // slower in all three ways; flyers pay 1
		{"blade-4, horse-4", "foot-4, hawk-2", 0, -1},             // the fastest is slower
		{"horse-4", "blade-4, horse-4", 0, 1},                     // the slowest is faster
		{"hawk-2, blade-4", "blade-4, horse-4", 3, 3 - 2 + 3 + 1}, // the fastest is faster
	} {
		table := engine.NewTable(engine.NewDice(1))
		score := fight.React(table.Score(20, nil), pace(row.react), pace(row.move), row.leadership)
		if got := score.Total() - 20; got != row.want {
			t.Errorf("%s against %s: %d, want %d", row.react, row.move, got, row.want)
		}
	}
	if p := (fight.Pace{}).With(fighttest.Army(t, g, "foot-1")[0].Kind, nil); p != (fight.Pace{Slowest: 4, Fastest: 4, Cost: 1}) {
		t.Error(p)
	}
}

// S3.7: units that a neighboring hex does not admit stay, and do not keep the
// others from it.
func TestWithdrawalIntoWater(t *testing.T) {
	data := fighttest.Data()
	data.Terrains = append(data.Terrains, &fight.Terrain{ID: "reeds", Name: "Reeds", Cost: 1, Limit: 2, Water: true})
	g, err := gameOf(fight.DefaultRules(), data)
	if err != nil {
		t.Fatal(err)
	}
	b, err := fight.NewBattle(g, fight.Setup{
		Armies:     [2]fight.Army{fighttest.Army(t, g, "4 foot-8"), fighttest.Army(t, g, "2 foot-8, 2 mold-2")},
		Neighbors:  []fight.Neighbor{{Name: "south", Terrain: "reeds", Owner: -1}},
		RoundLimit: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if d, ok := q.Choice.(*fight.Deciding); ok && d.What == fight.Withdraws && q.Side == fight.Defender {
			return fight.Yes, nil
		}
		return q.First(), nil
	})
	// All dice show a 1: both sides lose a quarter, and all checks are passed.
	ones := engine.OracleFunc(func(engine.Question) (int, error) { return 1, nil })
	b.Play(engine.NewTable(ones, player, player))
	for i := range b.Units() {
		u := b.Unit(i)
		if swims := u.Kind().ID == "mold-2"; swims != (u.Status() == fight.Withdrawn) {
			t.Errorf("%s is %s", b.Reading().Label(u), u.Status())
		}
	}
}
