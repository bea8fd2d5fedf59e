package strict

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// The shapes of a small rule book, one field for each thing that a struct may
// ask for.
type (
	creature struct {
		Name      string   `toml:"name" required:"true" doc:"what people call it"`
		Alignment string   `toml:"alignment" oneof:"life|order|death|chaos" doc:"its faction"`
		Level     int      `toml:"level" range:"1..9" doc:"its strength"`
		Defense   int      `toml:"defense" required:"true" range:"1..99"`
		Hero      bool     `toml:"hero"`
		Facts     []string `toml:"facts" oneof:"level|defense"`
		Abilities []string `toml:"abilities"`
	}
	ability struct {
		Text    string            `toml:"text" lines:"true"`
		Bonuses []bonus           `toml:"bonus"`
		Names   map[string]string `toml:"names"`
		Costs   map[string]int    `toml:"costs" range:"0..9"`
		Ignores []string          `toml:"ignores" oneof:"wall-penalty"`
		Weights []float64         `toml:"weights" range:"0.5..2"`
		Self    side              `toml:"self" required:"true"`
	}
	bonus struct {
		Score string   `toml:"score" required:"true" oneof:"melee|ranged"`
		Add   *int     `toml:"add" range:"-99..99"`
		Times *float64 `toml:"times" range:"0..20"`
		For   *string  `toml:"for" oneof:"self|friends"`
		When  *when    `toml:"when"`
	}
	when struct {
		Round   []int `toml:"round" range:"1..1000"`
		Against *unit `toml:"against"`
		unit
	}
	unit struct {
		Line string `toml:"line" oneof:"melee|ranged"`
		Hero *bool  `toml:"hero"`
	}
	lists struct {
		Sides []int    `toml:"sides" required:"true"`
		Words []string `toml:"words" required:"true"`
		Marks []string `toml:"marks"`
	}
	pairs struct {
		Round  []int     `toml:"round" pair:"first last"`
		Share  []float64 `toml:"share" pair:"least most"`
		Other  []int     `toml:"other"`
		First  *int      `toml:"first" one:"op" excludes:"other" unless:"round share|other"`
		Second *int      `toml:"second" one:"op" with:"round"`
		Third  *int      `toml:"third" one:"op" only:"kind building"`
	}
	side struct {
		Army   string  `toml:"army" required:"true"`
		Weight float64 `toml:"weight"`
	}
)

func TestDecode(t *testing.T) {
	d := mustParse(t, `
[creature.orc]
name = "Orc"
alignment = "chaos"
level = 2
defense = 0x0a
hero = true
facts = ["level", "defense"]
abilities = []

[ability.frenzy]
text = """
Hit, and hit again."""
names = { de = "Raserei", fr = "Frénésie" }
costs = { mana = 3, time = 0 }
weights = [1, 0.5]
self.army = "3 orc"
self.weight = 2

[[ability.frenzy.bonus]]
score = "melee"
add = -1
when = { round = [1, 3], line = "ranged", against = { line = "melee", hero = false } }

[[ability.frenzy.bonus]]
score = "ranged"
times = 2
for = "self"
`)
	var orc creature
	d.Decode(Path{"creature", "orc"}, &orc)
	if want := (creature{
		Name: "Orc", Alignment: "chaos", Level: 2, Defense: 10, Hero: true,
		Facts: []string{"level", "defense"}, Abilities: []string{},
	}); !reflect.DeepEqual(orc, want) {
		t.Errorf("got %+v, want %+v", orc, want)
	}

	var frenzy ability
	d.Decode(Path{"ability", "frenzy"}, &frenzy)
	want := ability{
		Text:    "Hit, and hit again.",
		Names:   map[string]string{"de": "Raserei", "fr": "Frénésie"},
		Costs:   map[string]int{"mana": 3, "time": 0},
		Weights: []float64{1, 0.5},
		Self:    side{Army: "3 orc", Weight: 2},
		Bonuses: []bonus{
			{Score: "melee", Add: new(-1), When: &when{
				Round:   []int{1, 3},
				Against: &unit{Line: "melee", Hero: new(false)},
				unit:    unit{Line: "ranged"},
			}},
			{Score: "ranged", Times: new(2.0), For: new("self")},
		},
	}
	if !reflect.DeepEqual(frenzy, want) {
		t.Errorf("got %+v, want %+v", frenzy, want)
	}
	wantLines(t, d.Problems().Error(), "")
}

func TestDecodePart(t *testing.T) {
	d := mustParse(t, "army = 'a'\n[[battle]]\narmy = 'b'\n[[battle]]\narmy = 'c'\n[x.y.z]\narmy = 'd'")
	for want, path := range map[string]Path{"b": {"battle", 0}, "c": {"battle", 1}, "d": {"x", "y", "z"}} {
		var s side
		if d.Decode(path, &s); s.Army != want {
			t.Errorf("%v: got %q, want %q", path, s.Army, want)
		}
	}
	wantLines(t, d.Problems().Error(), "")
}

func TestDecodeProblems(t *testing.T) {
	tests := []struct {
		name, input string
		path        Path
		dst         any
		want        string
	}{
		{"missing", "[creature.elf]\n[creature.orc]\nlevel = 1", Path{"creature", "orc"}, new(creature), `
x.toml:2:11: creature "orc" has no name
x.toml:2:11: creature "orc" has no defense`},
		{"unknown key", "[spell.fireball]\nscoer = 'melee'\nscore = 'melee'\nlong_since = 1", Path{"spell", "fireball"}, new(bonus), `
x.toml:2:1: unknown key "scoer" in spell "fireball": did you mean "score"?
x.toml:4:1: unknown key "long_since" in spell "fireball": known keys are score, add, times, for, when`},
		{"types", `
[creature.orc]
name = 3
alignment = ["life"]
level = "two"
defense = 1.5
hero = "yes"
facts = "level"
abilities = ["flying", 2, { a = 1 }]
`, Path{"creature", "orc"}, new(creature), `
x.toml:3:1: name of creature "orc" must be a string, not the number 3
x.toml:4:1: alignment of creature "orc" must be a string, not a list
x.toml:5:1: level of creature "orc" must be a whole number, not the string "two"
x.toml:6:1: defense of creature "orc" must be a whole number, not the fraction 1.5
x.toml:7:1: hero of creature "orc" must be true or false, not the string "yes"
x.toml:8:1: facts of creature "orc" must be a list of strings, not the string "level"
x.toml:9:24: item 2 of abilities of creature "orc" must be a string, not the number 2
x.toml:9:27: item 3 of abilities of creature "orc" must be a string, not a table`},
		{"types of nested values", `
[ability.frenzy]
text = 1979-05-27
bonus = [1, { score = "melee", add = 1.0, times = "2", when = 3 }, { score = false, for = [], when = { round = 1, hero = 0 } }]
names = { de = 1, fr = "x" }
weights = [true]
costs = { mana = 10, time = "x" }
self = [[]]
`, Path{"ability", "frenzy"}, new(ability), `
x.toml:3:1: text of ability "frenzy" must be a string, not a date or time
x.toml:4:10: bonus 1 of ability "frenzy" must be a table, not the number 1
x.toml:4:32: add of bonus 2 of ability "frenzy" must be a whole number, not the fraction 1.0
x.toml:4:43: times of bonus 2 of ability "frenzy" must be a number, not the string "2"
x.toml:4:56: when of bonus 2 of ability "frenzy" must be a table, not the number 3
x.toml:4:70: score of bonus 3 of ability "frenzy" must be a string, not false
x.toml:4:85: for of bonus 3 of ability "frenzy" must be a string, not a list
x.toml:4:104: when.round of bonus 3 of ability "frenzy" must be a list of whole numbers, not the number 1
x.toml:4:115: when.hero of bonus 3 of ability "frenzy" must be true or false, not the number 0
x.toml:5:11: names.de of ability "frenzy" must be a string, not the number 1
x.toml:6:12: item 1 of weights of ability "frenzy" must be a number, not true
x.toml:7:11: costs.mana of ability "frenzy" is 10: must be from 0 to 9
x.toml:7:22: costs.time of ability "frenzy" must be a whole number, not the string "x"
x.toml:8:1: self of ability "frenzy" must be a table, not a list`},
		{"one table of a list", "[ability.frenzy]\nself.army = 'x'\nnames = 1\n[ability.frenzy.bonus]\nscore = 'melee'", Path{"ability", "frenzy"}, new(ability), `
x.toml:3:1: names of ability "frenzy" must be a table of strings, not the number 1
x.toml:4:17: bonus of ability "frenzy" must be a list of tables, not a table`},
		{"no number", "[spell.x]\nscore = 'melee'\ntimes = nan", Path{"spell", "x"}, new(bonus), `
x.toml:3:1: times of spell "x" must be a number, not nan`},
		{"infinite", "[spell.x]\nscore = 'melee'\ntimes = -inf\nadd = 1e30", Path{"spell", "x"}, new(bonus), `
x.toml:3:1: times of spell "x" must be a number, not -inf
x.toml:4:1: add of spell "x" must be a whole number, not the fraction 1e+30`},
		{"ranges", `
[ability.frenzy]
self.army = "x"
weights = [0.25, 1, 2.125, 3]
[[ability.frenzy.bonus]]
score = "melee"
add = -100
times = 20.5
[[ability.frenzy.bonus]]
score = "melee"
times = -1
when = { round = [
  0,
  9223372036854775807,
] }
`, Path{"ability", "frenzy"}, new(ability), `
x.toml:4:12: item 1 of weights of ability "frenzy" is 0.25: must be from 0.5 to 2
x.toml:4:21: item 3 of weights of ability "frenzy" is 2.125: must be from 0.5 to 2
x.toml:4:28: item 4 of weights of ability "frenzy" is 3: must be from 0.5 to 2
x.toml:7:1: add of bonus 1 of ability "frenzy" is -100: must be from -99 to 99
x.toml:8:1: times of bonus 1 of ability "frenzy" is 20.5: must be from 0 to 20
x.toml:11:1: times of bonus 2 of ability "frenzy" is -1: must be from 0 to 20
x.toml:13:3: item 1 of when.round of bonus 2 of ability "frenzy" is 0: must be from 1 to 1000
x.toml:14:3: item 2 of when.round of bonus 2 of ability "frenzy" is 9223372036854775807: must be from 1 to 1000`},
		{"bounds", "[creature.orc]\nname = '.'\nlevel = 9\ndefense = 1", Path{"creature", "orc"}, new(creature), ``},
		{"oneof", `
[creature.orc]
name = "Orc"
defense = 3
alignment = "lfie"
facts = ["level", "defence", "weather"]
`, Path{"creature", "orc"}, new(creature), `
x.toml:5:1: alignment of creature "orc" is "lfie": must be one of life, order, death, chaos: did you mean "life"?
x.toml:6:19: item 2 of facts of creature "orc" is "defence": must be level or defense: did you mean "defense"?
x.toml:6:30: item 3 of facts of creature "orc" is "weather": must be level or defense`},
		{"empty", "[creature.orc]\nname = ''\ndefense = 1\nabilities = []", Path{"creature", "orc"}, new(creature), `
x.toml:2:1: name of creature "orc" is "": must not be empty`},
		{"blank", "[ability.x]\nself.army = \" \\t\"\ntext = ''", Path{"ability", "x"}, new(ability), `
x.toml:2:6: self.army of ability "x" is " \t": must not be empty`},
		{"empty choice", "[spell.x]\nscore = ''", Path{"spell", "x"}, new(bonus), `
x.toml:2:1: score of spell "x" is "": must not be empty`},
		{"empty lists", "[x.y]\nsides = []\nwords = ['', 'b', ' ']\nmarks = ['']", Path{"x", "y"}, new(lists), `
x.toml:2:1: sides of x "y" is an empty list: must not be empty
x.toml:3:10: item 1 of words of x "y" is "": must not be empty
x.toml:3:19: item 3 of words of x "y" is " ": must not be empty`},
		{"oneof one", "[ability.x]\nself.army = 'x'\nignores = ['']", Path{"ability", "x"}, new(ability), `
x.toml:3:12: item 1 of ignores of ability "x" is "": must be wall-penalty`},
		{"long word", "[spell.x]\nscore = '" + strings.Repeat("x", 100) + "'", Path{"spell", "x"}, new(bonus), `
x.toml:2:1: score of spell "x" is "` + strings.Repeat("x", 64) + `...": must be melee or ranged`},
		{"unsafe to show", `
[ability.x]
self.army = "a\u001b[31m"
text = "two\nlines\u0007"
names = { "ke\ny" = "v", de = "\u202eR" }
"bon\nus" = 1`, Path{"ability", "x"}, new(ability), `
x.toml:3:6: self.army of ability "x" is "a\x1b[31m": take out the control character U+001B
x.toml:4:1: text of ability "x" is "two\nlines\a": take out the control character U+0007
x.toml:5:11: the key "ke\ny" of names of ability "x": take out the line break
x.toml:5:26: names.de of ability "x" is "\u202eR": take out the character U+202E, which turns the direction of text
x.toml:6:1: unknown key "bon\nus" in ability "x": did you mean "bonus"?`},
		{"lines where none belong", "[ability.x]\nself.army = \"a\\n\\tb\"\ntext = \"a\\n\\tb\"", Path{"ability", "x"}, new(ability), `
x.toml:2:6: self.army of ability "x" is "a\n\tb": take out the line break`},
		{"nested", `
[ability.frenzy]
self = { weight = 1 }
bonus = [
  { score = "melee" },
  { add = 1, when = { lien = "melee", against = { line = "mele", heroic = true } } },
]
`, Path{"ability", "frenzy"}, new(ability), `
x.toml:3:1: self of ability "frenzy" has no army
x.toml:6:3: bonus 2 of ability "frenzy" has no score
x.toml:6:23: unknown key "lien" in when of bonus 2 of ability "frenzy": did you mean "line"?
x.toml:6:51: when.against.line of bonus 2 of ability "frenzy" is "mele": must be melee or ranged: did you mean "melee"?
x.toml:6:66: unknown key "heroic" in when.against of bonus 2 of ability "frenzy": did you mean "hero"?`},
		{"after a table", "[ability.x]\nself.army = 'a'\n[[ability.x.bonus]]\nscore = 'melee'\ntext = 'T'\n[ability.x.bonus.when]\nadd = 1", Path{"ability", "x"}, new(ability), `
x.toml:5:1: unknown key "text" in bonus 1 of ability "x": it is a key of ability "x": write it there, above all tables in it
x.toml:7:1: unknown key "add" in when of bonus 1 of ability "x": it is a key of bonus 1 of ability "x": write it there, above all tables in it`},
		{"pairs", "[x.y]\nfirst = 1\nround = [2, 1]\nshare = [0.5]\nother = [1, 2]", Path{"x", "y"}, new(pairs), `
x.toml:3:1: round of x "y" must be [first, last], the first not above the last
x.toml:4:1: share of x "y" must be [least, most], the least not above the most`},
		{"no item of a pair", "[x.y]\nfirst = 1\nround = [2, 'x']", Path{"x", "y"}, new(pairs), `
x.toml:3:13: item 2 of round of x "y" must be a whole number, not the string "x"`},
		{"one of some keys", "[x.y]\n[x.z]\nfirst = 1\nthird = 2", Path{"x", "y"}, new(pairs), `
x.toml:1:4: x "y" must have exactly one of first, second and third`},
		{"two of one group", "[x.y]\n[x.z]\nfirst = 'x'\nthird = 2", Path{"x", "z"}, new(pairs), `
x.toml:2:4: x "z" must have exactly one of first, second and third
x.toml:3:1: first of x "z" must be a whole number, not the string "x"`},
		{"section", "[rules]\nwhen.line = 1\nadd = 100", Path{"rules"}, new(bonus), `
x.toml:1:2: [rules] has no score
x.toml:2:6: when.line of [rules] must be a string, not the number 1
x.toml:3:1: add of [rules] is 100: must be from -99 to 99`},
		{"file", "aarmy = 'x'\nweight = 'heavy'", Path{}, new(side), `
x.toml:1:1: unknown key "aarmy" in the file: did you mean "army"?
x.toml:1:1: the file has no army
x.toml:2:1: weight must be a number, not the string "heavy"`},
		{"not a table", "creature = { orc = 3 }", Path{"creature", "orc"}, new(creature), `
x.toml:1:14: creature "orc" must be a table, not the number 3`},
		{"absent", "[creature.elf]", Path{"creature", "orc"}, new(creature), `
x.toml:1:2: there is no creature "orc"`},
		{"absent and needless", "[creature.elf]", Path{"creature", "orc"}, new(unit), ``},
		{"absent element", "[[battle]]", Path{"battle", 1}, new(side), `
x.toml:1:3: there is no battle 2`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := mustParse(t, tt.input)
			d.Decode(tt.path, tt.dst)
			wantLines(t, d.Problems().Error(), tt.want)
		})
	}
}

// A wrong value must not look like a missing one to the caller's own checks.
func TestDecodeSetsPointers(t *testing.T) {
	d := mustParse(t, "[spell.x]\nscore = 'melee'\nadd = 'one'\ntimes = 100\nwhen = 3")
	var b bonus
	d.Decode(Path{"spell", "x"}, &b)
	if b.Add == nil || b.Times == nil || b.When == nil || b.For != nil {
		t.Errorf("got %+v", b)
	}
}

func TestDecodePanics(t *testing.T) {
	d := mustParse(t, "a = 1")
	tests := []struct {
		name string
		dst  any
		want string
	}{
		{"no pointer", side{}, "strict: Decode into strict.side, not a pointer to a struct"},
		{"pointer to no struct", new(int), "strict: Decode into *int, not a pointer to a struct"},
		{"nil", nil, "strict: Decode into <nil>, not a pointer to a struct"},
		{"nil pointer", (*side)(nil), "strict: Decode into *strict.side, not a pointer to a struct"},
		{"type", new(struct {
			A []bool `toml:"a"`
		}), "strict: no TOML value fits the type []bool"},
		{"range", new(struct {
			A int `toml:"a" range:"9..1"`
		}), `strict: range "9..1" of struct { A int "toml:\"a\" range:\"9..1\"" }.A is not as in 1..9`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			defer func() {
				wantLines(t, fmt.Sprint(recover()), tt.want)
			}()
			d.Decode(Path{}, tt.dst)
		})
	}
}

func TestFields(t *testing.T) {
	var b strings.Builder
	var write func(indent string, fields []Field)
	write = func(indent string, fields []Field) {
		for _, f := range fields {
			fmt.Fprintf(&b, "%s%s: %s", indent, f.Key, f.Type)
			if f.Required {
				b.WriteString(", required")
			}
			if f.Range != nil {
				fmt.Fprintf(&b, ", %v", f.Range)
			}
			if f.OneOf != nil {
				fmt.Fprintf(&b, ", %s", strings.Join(f.OneOf, " or "))
			}
			if f.Doc != "" {
				fmt.Fprintf(&b, "; %s", f.Doc)
			}
			b.WriteString("\n")
			write(indent+"  ", f.Fields)
		}
	}
	write("", Fields(creature{}))
	write("", Fields(&ability{}))
	wantLines(t, strings.TrimSpace(b.String()), `
name: string, required; what people call it
alignment: string, life or order or death or chaos; its faction
level: whole number, from 1 to 9; its strength
defense: whole number, required, from 1 to 99
hero: true or false
facts: list of strings, level or defense
abilities: list of strings
text: string
bonus: list of tables
  score: string, required, melee or ranged
  add: whole number, from -99 to 99
  times: number, from 0 to 20
  for: string, self or friends
  when: table
    round: list of whole numbers, from 1 to 1000
    against: table
      line: string, melee or ranged
      hero: true or false
    line: string, melee or ranged
    hero: true or false
names: table of strings
costs: table of whole numbers, from 0 to 9
ignores: list of strings, wall-penalty
weights: list of numbers, from 0.5 to 2
self: table, required
  army: string, required
  weight: number`)
}

func TestFieldsOfRecursiveType(t *testing.T) {
	type tree struct {
		Any []tree `toml:"any"`
	}
	if got := Fields(tree{}); len(got) != 1 || got[0].Fields != nil {
		t.Errorf("got %+v", got)
	}
	d := mustParse(t, "[[any]]\n[[any.any]]\n[[any.any.any]]\nal = 1")
	d.Decode(Path{}, new(tree))
	wantLines(t, d.Problems().Error(), `x.toml:4:1: unknown key "al" in any 1 of any 1 of any 1: known keys are any`)

	defer func() {
		wantLines(t, fmt.Sprint(recover()), `strict: Fields of int, not of a struct`)
	}()
	Fields(3)
}
