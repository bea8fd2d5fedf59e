package kingsdata_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
)

func load(t *testing.T) *library.Library {
	lib, err := library.LoadMods(kingsdata.Format(), library.Base(kingsdata.Format(), os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// All scenarios of the base game are played to their end, and their journals'
// headers read back.
func TestScenarios(t *testing.T) {
	lib := load(t)
	if n := len(lib.Scenarios); n < 6 {
		t.Errorf("%d scenarios", n)
	}
	for _, s := range lib.Scenarios {
		b, err := lib.Game.NewBattle(s.Setup)
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		seats := make([]engine.Oracle, b.Seats())
		names := make([]string, b.Seats())
		for i := range seats {
			seats[i], names[i] = players.Greedy{}, "greedy"
		}
		table := engine.NewTable(lib.Dice(1), seats...)
		result := b.(*kings.Battle).Play(table)
		if table.Err() != nil || !b.Over() {
			t.Errorf("%s: %v, %v", s.ID, result, table.Err())
		}
		m := library.Match{Scenario: s.ID, Setup: s.Setup, Seed: 1, Dice: library.Seeded, Players: names}
		read, err := lib.Match(lib.Header(m))
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		if got, want := lib.Header(read), lib.Header(m); len(got.Fields) != len(want.Fields) {
			t.Errorf("%s: the header is %v, want %v", s.ID, got, want)
		}
		t.Log(s.ID, result)
	}
}

const troll = "[thing.troll]\nname = \"Troll\"\nkind = \"creature\"\nvalue = 4\n"

// scenario is one that is sound but for what more says.
func scenario(more string) string {
	return troll + "[scenario.s]\nname = \"S\"\ntext = \"T\"\nattacker = { army = \"troll\" }\ndefender = { army = \"troll\" }\n" + more
}

// What is wrong is said at once: file, line, column, and the nearest word.
func TestProblems(t *testing.T) {
	ability := "[ability.a]\nname = \"A\"\ntext = \"T\"\n"
	for _, row := range []struct {
		name, file string
		want       []string
	}{
		{"saves without faces", ability + "saves = 1\n", []string{
			`a.toml:1:10: ability "a" has one of saves and save: it needs both, how often and with which faces`,
		}},
		{"faces of saves", ability + "saves = 1\nsave = [5, 2]\n", []string{
			`a.toml:5:1: save of ability "a" must be [first, last], the first not above the last`,
		}},
		{"terrain", troll + "terrain = \"swmp\"\n[terrain.swamp]\nname = \"S\"\ntext = \"T\"\n", []string{
			`a.toml:5:1: terrain: unknown terrain "swmp" (known: swamp): did you mean "swamp"?`,
		}},
		{"keys of buildings and items", troll + "class = \"fort\"\nnext_level = \"troll\"\nfights = true\n", []string{
			`a.toml:5:1: class is for things of the kind building: "troll" is of the kind creature`,
			`a.toml:6:1: next_level is for things of the kind building: "troll" is of the kind creature`,
			`a.toml:7:1: fights is for things of the kind item: "troll" is of the kind creature`,
		}},
		{"building", strings.Replace(troll, "creature", "building", 1), []string{
			`a.toml:1:8: building "troll" needs a class: fort, village or city`,
		}},
		{"next level", strings.Replace(troll, "creature", "building", 1) + "class = \"fort\"\nnext_level = \"trol\"\n", []string{
			`a.toml:6:1: next_level: unknown thing "trol" (known: troll): did you mean "troll"?`,
		}},
		{"armies", strings.Replace(scenario(""), "army = \"troll\" }", "army = \"trol\", items = \"0 troll\" }", 1), []string{
			`a.toml:8:14: army: column 1: unknown thing "trol" (known: troll): did you mean "troll"?`,
			`a.toml:8:29: items: column 1: "0" is no number from 1 to 1000: write what stands there, as in "THING, 2 THING"`,
		}},
		{"hex", scenario("hex = { terrain = \"swmp\" }\n"), []string{
			`a.toml:10:9: terrain: unknown terrain "swmp"`,
		}},
		{"third attacker", scenario("attacker3 = { army = \"troll\" }\n"), []string{
			`a.toml:10:1: there is an attacker3 and no attacker2: the second attacker is attacker2`,
		}},
		{"neighbor", scenario("neighbor = [{ name = \"north\", owner = \"attacker2\", army = \"trol\" }]\n"), []string{
			`a.toml:10:31: owner is "attacker2": nobody of that name is in the battle`,
			`a.toml:10:52: army: column 1: unknown thing "trol" (known: troll): did you mean "troll"?`,
		}},
		{"no battle", scenario("neighbor = [{ name = \"the north\" }]\n"), []string{
			`a.toml:5:11: scenario "s": a neighboring hex is called "the north": its name must be a word, as in retreat north`,
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := library.Load(kingsdata.Format(), fstest.MapFS{"a.toml": {Data: []byte(row.file)}}, "a.toml")
			if err == nil {
				t.Fatal("loaded")
			}
			if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, row.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(row.want, "\n"))
			}
		})
	}
}
