package heroesdata_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

func shipped(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func TestShippedData(t *testing.T) {
	lib := shipped(t)
	byAlignment := map[string]int{}
	heroCards := 0
	for _, c := range heroesdata.Game(lib).Creatures {
		if c.Hero {
			heroCards++
		} else {
			byAlignment[c.Alignment]++
		}
	}
	total := 0
	for _, n := range byAlignment {
		total += n
	}
	if total < 48 || len(byAlignment) != 6 || heroCards < 6 {
		t.Errorf("%d creatures in %d alignments and %d Heroes, want at least 48 in 6, and 6", total, len(byAlignment), heroCards)
	}
	if n := len(lib.Scenarios); n < 8 {
		t.Errorf("%d scenarios, want at least 8", n)
	}
	for _, s := range lib.Scenarios {
		if _, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup)); err != nil {
			t.Errorf("scenario %s: %v", s.ID, err)
		}
	}
}

// The figures that the rulebook gives are exact, and marked as such.
func TestFacts(t *testing.T) {
	lib := shipped(t)
	for _, row := range []struct {
		id, key string
		want    int
	}{
		{"gold-golem", "level", 2}, {"gold-golem", "melee", 3}, {"gold-golem", "ranged", 0},
		{"gold-golem", "defense", 7}, {"gold-golem", "phase", 7},
		{"behemoth", "defense", 13},
		{"bandit", "melee", 1}, {"bandit", "phase", 3},
		{"orc", "phase", 6}, {"halfling", "level", 1}, {"magi", "ranged", 0},
	} {
		c, err := heroesdata.Game(lib).Creature(row.id)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{"level": c.Level, "melee": c.Melee, "ranged": c.Ranged, "defense": c.Defense, "phase": c.Phase}[row.key]
		if got != row.want {
			t.Errorf("%s of %s is %d, want %d", row.key, row.id, got, row.want)
		}
		if !slices.Contains(heroesdata.Facts(lib, c), row.key) {
			t.Errorf("%s of %s is not marked as a fact", row.key, row.id)
		}
	}
}

// Every key of [rules] is named by a paragraph of the rulebook.
func TestEverySwitchIsInTheRulebook(t *testing.T) {
	lib := shipped(t)
	named := map[string]bool{}
	for _, p := range lib.Rulebook {
		for _, s := range p.Switches {
			named[s.Key] = true
		}
	}
	rules := reflect.TypeFor[heroes.Rules]()
	for i := range rules.NumField() {
		key := rules.Field(i).Tag.Get("toml")
		if !named[key] {
			t.Errorf("%s is named by no paragraph", key)
		}
	}
}

const golem = `[creature.golem]
name = "Golem"
alignment = "order"
level = 2
melee = 3
defense = 7
phase = 7
cost = 5
`

// What is wrong is said at once: file, line, column, and the nearest word.
func TestProblems(t *testing.T) {
	for _, row := range []struct {
		name, file string
		want       []string
	}{
		{"unknown key", golem + "shoots = 2\n", []string{
			`a.toml:9:1: unknown key "shoots" in creature "golem": known keys are name, alignment, level, melee, ranged, defense, phase, cost, hero, abilities, spells, facts, text`,
		}},
		{"misspelled key", golem + "rangd = 2\n", []string{
			`a.toml:9:1: unknown key "rangd" in creature "golem": did you mean "ranged"?`,
		}},
		{"wrong type and range", strings.NewReplacer("level = 2", `level = "two"`, "melee = 3", "melee = 300").Replace(golem), []string{
			`a.toml:4:1: level of creature "golem" must be a whole number, not the string "two"`,
			`a.toml:5:1: melee of creature "golem" is 300: must be from 0 to 99`,
		}},
		{"unknown ids", golem + "abilities = [\"flyng\"]\nspells = [\"zap\"]\n[ability.flying]\nname = \"F\"\ntext = \"T\"\nretaliates = \"nevr\"\n", []string{
			`a.toml:9:14: unknown ability "flyng" (known: flying): did you mean "flying"?`,
			`a.toml:10:11: unknown spell "zap"`,
			`a.toml:14:1: retaliates of ability "flying" is "nevr": must be never or always: did you mean "never"?`,
		}},
		{"duplicate id in one file", golem + golem, []string{
			`a.toml:9:11: creature.golem is already defined at line 1`,
		}},
		{"bonus", golem + "[ability.a]\nname = \"A\"\ntext = \"T\"\n[[ability.a.bonus]]\nscore = \"attack\"\nadd = 1\ntimes = 2\nwhen = { level = [3, 1], ability = [\"b\"] }\n", []string{
			`a.toml:12:13: bonus 1 of ability "a" must have exactly one of add, times, set and cap`,
			`a.toml:16:10: when.level of bonus 1 of ability "a" must be [least, most], the least not above the most`,
			`a.toml:16:37: unknown ability "b" (known: a)`,
		}},
		{"conditions", golem + `[spell.bolt]
name = "B"
text = "T"
score = 3
[[ability.a.bonus]]
score = "phase"
add = 1
for = "opponent"
when = { creature = ["golme"], effect = ["bolt"], scenario = ["siege"], compared = { level = ["mor"] }, spell_fields = { element = ["fire"] } }
[[ability.a.bonus]]
score = "attack"
add = 1
when = { not = { spell = ["blot"], acted = false }, against = { not = { effect = ["bolt"] }, fields = { moisture = [1, 2] } } }
[ability.a]
name = "A"
text = "T"
`, []string{
			`a.toml:14:1: phase is no score of an attack: for is "opponent", so score must be attack, melee, ranged, spell or defense`,
			`a.toml:17:22: unknown creature "golme" (known: golem): did you mean "golem"?`,
			`a.toml:17:42: spell "bolt" is an attack, so it lies on no stack: name an effect`,
			`a.toml:17:63: unknown scenario "siege"`,
			`a.toml:17:95: item 1 of when.compared.level of bonus 1 of ability "a" is "mor": must be one of less, same, more: did you mean "more"?`,
			`a.toml:17:122: unknown declared field of a spell "element"`,
			`a.toml:21:27: unknown spell "blot" (known: bolt): did you mean "bolt"?`,
			`a.toml:21:83: spell "bolt" is an attack, so it lies on no stack: name an effect`,
			`a.toml:21:105: unknown declared field of a creature "moisture"`,
		}},
		{"scenario", golem + "[scenario.s]\nname = \"S\"\ntext = \"T\"\naggressor = { army = \"3 golm\" }\ndefender = { army = \"0 golem\" }\n", []string{
			`a.toml:12:15: army: column 1: unknown creature "golm" (known: golem): did you mean "golem"?`,
			`a.toml:13:14: army: column 1: 0 cards: must be from 1 to 524287`,
		}},
		{"spell", "[spell.s]\nname = \"S\"\ntext = \"T\"\n", []string{
			`a.toml:1:8: spell "s" needs a score (an attack), or target, rounds and bonus (an effect), or a script`,
		}},
		{"section", golem + "[creatures.x]\nname = \"X\"\n", []string{
			`a.toml:9:2: unknown section "creatures": did you mean "creature"?`,
		}},
		{"rules", "[rules]\ndie = 1\nswarm_facter = 3.0\n", []string{
			`a.toml:2:1: die of [rules] is 1: must be from 2 to 100`,
			`a.toml:3:1: unknown key "swarm_facter" in [rules]: did you mean "swarm_factor"?`,
		}},
		{"patch of nothing", "[patch.creature.x]\nset = { level = 1 }\n", []string{
			`a.toml:1:17: unknown creature "x"`,
		}},
		{"syntax", "[creature.golem\n", []string{
			`a.toml:1:16: expected '.' or ']' to end table name, but got '\n' instead`,
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := library.Load(heroesdata.Format(), fstest.MapFS{"a.toml": {Data: []byte(row.file)}}, "a.toml")
			if err == nil {
				t.Fatal("loaded")
			}
			if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, row.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(row.want, "\n"))
			}
		})
	}
}

// Two files that define one id are both named.
func TestDuplicateAcrossFiles(t *testing.T) {
	_, err := library.Load(heroesdata.Format(), fstest.MapFS{"a.toml": {Data: []byte(golem)}, "m/b.toml": {Data: []byte("\n" + golem)}}, "a.toml", "m")
	want := `m/b.toml:2:11: creature "golem" stands twice: it is already in a.toml:1`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// One mod sets a key of the rules once.
func TestRulesOfTwoFiles(t *testing.T) {
	rules := &fstest.MapFile{Data: []byte("[rules]\ndie = 6\n")}
	_, err := library.Load(heroesdata.Format(), fstest.MapFS{"m/a.toml": rules, "m/b.toml": rules}, "m")
	want := `m/b.toml:2:1: die of [rules] is set twice: it is already set in m/a.toml:2`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// A game has no more spells than an attack can name.
func TestTooManySpells(t *testing.T) {
	var found []library.Found
	for _, id := range []string{"a", "b"} { // one mod cannot have so many
		var text strings.Builder
		for i := range heroes.MaxSpells/2 + 1 {
			fmt.Fprintf(&text, "[spell.%s%d]\nname = \"S\"\ntext = \"S\"\nscore = 1\n", id, i)
		}
		header := fmt.Sprintf("id = %q\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"heroes\"\napi = 1\n", id)
		found = append(found, library.At(library.Folder{Dir: id, Where: id, FS: fstest.MapFS{
			id + "/mod.toml": {Data: []byte(header)}, id + "/spells.toml": {Data: []byte(text.String())},
		}}))
	}
	base := library.Base(heroesdata.Format(), fstest.MapFS{"mods/heroes/mod.toml": {Data: []byte("id = \"heroes\"\nversion = \"1.0.0\"\ntitle = \"Heroes\"\ngame = \"heroes\"\n")}, "creatures.toml": {}})
	_, err := library.LoadMods(heroesdata.Format(), base, found, []string{"a", "b"}, nil)
	want := `b/spells.toml:32765:8: spell "b8191" is one too many: a game has at most 16384 spells`
	if err == nil || err.Error() != want {
		t.Errorf("got %.300v\nwant %s", err, want)
	}
}

// A match goes into a journal's header and comes out the same.
func TestHeader(t *testing.T) {
	lib := shipped(t)
	for _, s := range lib.Scenarios {
		m := library.Match{Scenario: s.ID, Setup: s.Setup, Seed: 7, Dice: "seeded", Players: []string{"greedy", "random"}}
		got, err := lib.Match(lib.Header(m))
		if err != nil {
			t.Fatalf("%s: %v", s.ID, err)
		}
		if !reflect.DeepEqual(got, m) {
			t.Errorf("%s: got %+v\nwant %+v", s.ID, got, m)
		}
	}
	h := lib.Header(library.Match{Setup: lib.Scenarios[0].Setup, Dice: "seeded", Players: []string{"greedy", "greedy"}})
	h.Fields = slices.Clone(h.Fields)
	for i, f := range h.Fields {
		if f.Key == "mods" {
			h.Fields[i] = engine.Field{Key: "mods", Value: "heroes 0.9.0 sha256:0"}
		}
	}
	if _, err := lib.Match(h); err == nil || err.Error() != `the journal was written under other rules or data: heroes was 0.9.0 and is 1.0.0` {
		t.Errorf("got %v", err)
	}
}

// Whatever stands in a file, loading ends in a library or in problems.
func FuzzLoad(f *testing.F) {
	f.Add(golem)
	f.Add("[rules]\ndie = 6\n")
	f.Add(golem + "[scenario.s]\nname = \"S\"\ntext = \"T\"\naggressor = { army = \"3 golem\" }\ndefender = { army = \"golem | golem\" }\n")
	f.Add("[ability.a]\nname = \"A\"\ntext = \"T\"\nreach = [{ attack = \"melee\", line = \"ranged\" }]\n[[ability.a.bonus]]\nscore = \"melee\"\ntimes = 1.5\n")
	f.Fuzz(func(t *testing.T, src string) {
		lib, err := library.Load(heroesdata.Format(), fstest.MapFS{"a.toml": {Data: []byte(src)}}, "a.toml")
		if (lib == nil) == (err == nil) {
			t.Errorf("library %v, error %v", lib, err)
		}
	})
}

// A word of the header that nobody knows is an error, never the open field.
func TestHeaderWithUnknownWalls(t *testing.T) {
	lib := shipped(t)
	h := lib.Header(library.Match{Setup: lib.Scenarios[0].Setup, Dice: "seeded", Players: []string{"greedy", "greedy"}})
	for i, f := range h.Fields {
		if f.Key == "walls" {
			h.Fields[i].Value = "burnt"
		}
	}
	want := `the journal's walls: unknown state of walls "burnt" (known: none, intact, breached, sacked)`
	if _, err := lib.Match(h); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}
