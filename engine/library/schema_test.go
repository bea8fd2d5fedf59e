package library_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/jsonschema-go/jsonschema"

	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
)

// fits returns the place in a schema that a value does not fit, and the keyword that refuses
// it; "": it fits.
func fits(t *testing.T, schema *jsonschema.Resolved, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(plain); err != nil {
		_, last, _ := strings.Cut(err.Error()[strings.LastIndex(err.Error(), "validating "):], " ")
		place, why, _ := strings.Cut(last, ": ")
		keyword, _, _ := strings.Cut(why, ": ")
		for _, several := range []string{"allOf", "anyOf"} {
			if outer, _, ok := strings.Cut(place, "/"+several); ok {
				place, keyword = outer, several
			}
		}
		return strings.NewReplacer("/properties", "", "/additionalProperties", "/*").Replace(place) + ": " + keyword
	}
	return ""
}

func schemaNamed(t *testing.T, name string) *jsonschema.Resolved {
	t.Helper()
	return schemaOf(t, heroesdata.Format(), name)
}

func schemaOf(t *testing.T, system library.Format, name string) *jsonschema.Resolved {
	t.Helper()
	text, err := library.Schema(system, name)
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	var tables map[string]any
	if _, err := toml.Decode(text, &tables); err != nil {
		t.Fatal(err)
	}
	return tables
}

// The shipped data and the mods of the tests fit the schemas.
func TestSchemaTakesWhatLoads(t *testing.T) {
	data, mod := schemaNamed(t, "data"), schemaNamed(t, "mod")
	files, err := filepath.Glob("../../mods/heroes/*.toml")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "../../creatures.toml") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		schema := data
		if filepath.Base(file) == "mod.toml" {
			schema = mod
		}
		if bad := fits(t, schema, decode(t, string(text))); bad != "" {
			t.Errorf("%s: %s", file, bad)
		}
	}
	for name, f := range archive(changes + scripted) {
		schema := data
		if strings.HasSuffix(name, "mod.toml") {
			schema = mod
		}
		if strings.HasSuffix(name, ".toml") {
			if bad := fits(t, schema, decode(t, string(f.Data))); bad != "" {
				t.Errorf("%s: %s", name, bad)
			}
		}
	}
}

// Tables of whole numbers have their bounds at the numbers.
func TestSchemaOfTables(t *testing.T) {
	data := schemaOf(t, sorcerydata.Format(), "data")
	text, err := os.ReadFile("../../mods/sorcery/terrains.toml")
	if err != nil {
		t.Fatal(err)
	}
	if bad := fits(t, data, decode(t, string(text))); bad != "" {
		t.Error(bad)
	}
	for costs, want := range map[string]string{"101": "/terrain/*/costs/*: maximum", "1.5": "/terrain/*/costs/*: type", "3": ""} {
		text := "[terrain.x]\nname = 'X'\nletter = 'x'\ncosts = { men = " + costs + " }"
		if got := fits(t, data, decode(t, text)); got != want {
			t.Errorf("%s: got %q, want %q", costs, got, want)
		}
	}
}

// A required list has an element.
func TestSchemaOfLists(t *testing.T) {
	data := schemaOf(t, sorcerydata.Format(), "data")
	for sides, want := range map[string]string{"[]": "/scenario/*/campaign/sides: minItems", "['', 'b']": "/scenario/*/campaign/sides/items: pattern", "['a', 'b']": ""} {
		text := "[scenario.x]\nname = 'X'\ntext = 'X'\ncampaign = { turns = 1, map = 'm', sides = " + sides + " }"
		if got := fits(t, data, decode(t, text)); got != want {
			t.Errorf("%s: got %q, want %q", sides, got, want)
		}
	}
}

// Keys that demand others, or exclude them.
func TestSchemaOfRelations(t *testing.T) {
	const saves = "[ability.x]\nname = 'X'\ntext = 'X'\n"
	const fort = "[thing.x]\nname = 'X'\nvalue = 1\n"
	data := schemaOf(t, kingsdata.Format(), "data")
	for text, want := range map[string]string{
		saves + "saves = 1":                              "/ability/*: allOf",
		saves + "save = [1, 2]":                          "/ability/*: allOf",
		saves + "saves = 1\nsave = [1, 2]":               "",
		saves + "saves = 1\nsave = [1, 2, 3]":            "/ability/*/save: maxItems",
		fort + "kind = 'building'\nclass = 'fort'":       "",
		fort + "kind = 'creature'\nclass = 'fort'":       "/thing/*: allOf",
		fort + "kind = 'income'\nnext_level = 'village'": "/thing/*: allOf",
	} {
		if got := fits(t, data, decode(t, text)); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	mod := schemaNamed(t, "mod")
	const head = "id = 'a'\nversion = '1.0.0'\ntitle = 'A'\ngame = 'heroes'\n"
	for text, want := range map[string]string{
		head: "",
		"id = 'A'\nversion = '1.0.0'\ntitle = 'A'\ngame = 'heroes'":                                 "/id: pattern",
		"id = 'a'\nversion = '1.0'\ntitle = 'A'\ngame = 'heroes'":                                   "/version: pattern",
		head + "[requires]\nB = '*'":                                                                "/requires/propertyNames: pattern",
		head + "[setting.x]\ndoc = 'X'\ntype = 'choice'\ndefault = 'a'":                             "/setting/*: anyOf",
		head + "[setting.x]\ndoc = 'X'\ntype = 'choice'\ndefault = 'a'\noneof = ['a']":              "",
		head + "[setting.x]\ndoc = 'X'\ntype = 'boolean'\ndefault = true\nrange = [1, 2]":           "/setting/*: anyOf",
		head + "[setting.x]\ndoc = 'X'\ntype = 'number'\ndefault = 1.5\nrange = [1, 2]":             "",
		head + "[setting.x]\ndoc = 'X'\ntype = 'number'\ndefault = 1.5\nrange = [1]":                "/setting/*/range: minItems",
		head + "[field.x]\non = ['craeture']\ntype = 'whole'\ndoc = 'X'":                            "/field/*/on/items: enum",
		head + "[field.x]\non = ['creature']\ntype = 'text'\ndoc = 'X'\nlist = true":                "",
		head + "[field.x]\non = ['creature']\ntype = 'text'\ndoc = 'X'\nlist = true\ndefault = 'a'": "/field/*: not",
		head + "[word.undead]\nof = 'aligment'\ndoc = 'X'":                                          "/word/*/of: enum",
		head + "[word.undead]\nof = 'alignment'\ndoc = 'X'":                                         "",
	} {
		if got := fits(t, mod, decode(t, text)); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// What does not load does not fit them.
func TestSchemaRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"creatures = {}": "root: unexpected additional properties [\"creatures\"]",
		"[creature.x]\nname = 'X'\nalignment = 'life'\nlevel = 1\nmelee = 1\ndefense = 1\nphase = 1": "/creature/*: required",
		"[patch.creature.'a:x']\nset = { name = ' ' }":                                               "/patch/creature/*/set/name: pattern",
		"[patch.creature.'a:x']\nset = { melee = 100 }":                                              "/patch/creature/*/set/melee: maximum",
		"[patch.creature.'a:x']\nadd = { name = 'X' }":                                               "/patch/creature/*/add: unexpected additional properties [\"name\"]",
		"[patch.creature.'a:x']\nadd = { melee = -300 }":                                             "",
		"[patch.creature.'a b']\n":                                                                   "/patch/creature/propertyNames: pattern",
		"[patch.ability.x]\nappend = { bonus = [{ add = 1 }] }":                                      "/$defs/bonus: required",
		"[patch.spell.x]\nremove = { bonus = ['x'] }":                                                "/$defs/remove: unexpected additional properties [\"bonus\"]",
		"[patch.scenario.x.set]\naggressor = { hand = 3 }":                                           "",
		"[rules]\ndie = 1": "/rules/die: minimum",
	} {
		if got := fits(t, schemaNamed(t, "data"), decode(t, text)); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for _, name := range []string{"creature", "ability", "spell", "scenario", "rule", "rules", "patch", "setting"} {
		if s := schemaNamed(t, name).Schema(); s.Type != "object" || s.Schema != "https://json-schema.org/draft/2020-12/schema" {
			t.Errorf("%s: %v", name, s)
		}
	}
	_, err := library.Schema(heroesdata.Format(), "craeture")
	wantText(t, library.Explain(err), `unknown schema "craeture": did you mean "creature"?`)
}

// Every key of the tags stands in the reference.
func TestReference(t *testing.T) {
	text := library.Reference(heroesdata.Format())
	for _, line := range []string{
		"| `melee` | whole number | required; from 0 to 99 | its melee attack score (H2.2) |",
		"| `setting` | table of tables |  | settings that a player can change with --set MOD.NAME=VALUE: [setting.NAME] |",
		"| `default` | string, a number, true or false | required | its default value |",
		"| `set` | gives keys new values; a table keeps its other keys | all |",
		"`when` of `bonus`:",
		"| `die` | whole number | from 2 to 100 | H2.2: sides of the die |",
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("%s is missing", line)
		}
	}
	if strings.Contains(text, "%!") {
		t.Error("the reference has a mistake of formatting")
	}
}
