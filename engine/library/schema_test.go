package library_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/sorcerydata"
)

// fits checks a value against the part of JSON Schema that Schema uses, and
// returns the first path that does not fit.
func fits(t *testing.T, schema map[string]any, value any, path string) string {
	for key := range schema {
		if !slices.Contains([]string{"$schema", "title", "description", "type", "properties", "additionalProperties", "propertyNames", "required", "items", "enum", "minimum", "maximum", "pattern", "minItems"}, key) {
			t.Fatalf("%s: unknown keyword %s", path, key)
		}
	}
	what := ""
	switch value := value.(type) {
	case map[string]any:
		what = "object"
		properties, _ := schema["properties"].(map[string]any)
		names, _ := schema["propertyNames"].(map[string]any)
		required, _ := schema["required"].([]any)
		for _, key := range required {
			if _, ok := value[key.(string)]; !ok {
				return path + " without " + key.(string)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if names != nil && !regexp.MustCompile(names["pattern"].(string)).MatchString(key) {
				return path + " with " + key
			}
			of, ok := properties[key].(map[string]any)
			if !ok {
				if of, ok = schema["additionalProperties"].(map[string]any); !ok {
					return path + " with " + key
				}
			}
			if bad := fits(t, of, value[key], path+"."+key); bad != "" {
				return bad
			}
		}
	case []map[string]any:
		what = "array"
		for i, item := range value {
			if bad := fits(t, schema["items"].(map[string]any), item, fmt.Sprint(path, "[", i, "]")); bad != "" {
				return bad
			}
		}
	case []any:
		what = "array"
		if least, ok := schema["minItems"].(float64); ok && len(value) < int(least) {
			return path
		}
		for i, item := range value {
			if bad := fits(t, schema["items"].(map[string]any), item, fmt.Sprint(path, "[", i, "]")); bad != "" {
				return bad
			}
		}
	case string:
		what = "string"
		if pattern, ok := schema["pattern"].(string); ok && !regexp.MustCompile(pattern).MatchString(value) {
			return path
		}
		if words, ok := schema["enum"].([]any); ok && !slices.Contains(words, any(value)) {
			return path
		}
	case int64:
		what = "integer"
		if least, ok := schema["minimum"].(float64); ok && (float64(value) < least || float64(value) > schema["maximum"].(float64)) {
			return path
		}
	case float64:
		what = "number"
	case bool:
		what = "boolean"
	}
	switch types := schema["type"].(type) {
	case string:
		if types != what && (types != "number" || what != "integer") {
			return path
		}
	case []any:
		if !slices.Contains(types, any(what)) && what != "integer" {
			return path
		}
	default:
		return path
	}
	return ""
}

func schemaNamed(t *testing.T, name string) map[string]any {
	t.Helper()
	return schemaOf(t, heroesdata.Format(), name)
}

func schemaOf(t *testing.T, system library.Format, name string) map[string]any {
	t.Helper()
	text, err := library.Schema(system, name)
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	return schema
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
		if bad := fits(t, schema, decode(t, string(text)), file); bad != "" {
			t.Error(bad)
		}
	}
	for name, f := range archive(changes + scripted) {
		schema := data
		if strings.HasSuffix(name, "mod.toml") {
			schema = mod
		}
		if strings.HasSuffix(name, ".toml") {
			if bad := fits(t, schema, decode(t, string(f.Data)), name); bad != "" {
				t.Error(bad)
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
	if bad := fits(t, data, decode(t, string(text)), "terrains.toml"); bad != "" {
		t.Error(bad)
	}
	for costs, want := range map[string]string{"101": ".costs.men", "1.5": ".costs.men", "3": ""} {
		text := "[terrain.x]\nname = 'X'\nletter = 'x'\ncosts = { men = " + costs + " }"
		if want != "" {
			want = ".terrain.x" + want
		}
		if got := fits(t, data, decode(t, text), ""); got != want {
			t.Errorf("%s: got %q, want %q", costs, got, want)
		}
	}
}

// A required list has an element.
func TestSchemaOfLists(t *testing.T) {
	data := schemaOf(t, sorcerydata.Format(), "data")
	for sides, want := range map[string]string{"[]": ".scenario.x.campaign.sides", "['', 'b']": ".scenario.x.campaign.sides[0]", "['a', 'b']": ""} {
		text := "[scenario.x]\nname = 'X'\ntext = 'X'\ncampaign = { turns = 1, map = 'm', sides = " + sides + " }"
		if got := fits(t, data, decode(t, text), ""); got != want {
			t.Errorf("%s: got %q, want %q", sides, got, want)
		}
	}
}

// What does not load does not fit them.
func TestSchemaRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"creatures = {}": " with creatures",
		"[creature.x]\nname = 'X'\nalignment = 'life'\nlevel = 1\nmelee = 1\ndefense = 1\nphase = 1": ".creature.x without cost",
		"[patch.creature.'a:x']\nset = { name = ' ' }":                                               ".patch.creature.a:x.set.name",
		"[patch.creature.'a:x']\nset = { melee = 100 }":                                              ".patch.creature.a:x.set.melee",
		"[patch.creature.'a:x']\nadd = { name = 'X' }":                                               ".patch.creature.a:x.add with name",
		"[patch.creature.'a:x']\nadd = { melee = -300 }":                                             "",
		"[patch.creature.'a b']\n":                                                                   ".patch.creature with a b",
		"[patch.ability.x]\nappend = { bonus = [{ add = 1 }] }":                                      ".patch.ability.x.append.bonus[0] without score",
		"[patch.spell.x]\nremove = { bonus = ['x'] }":                                                ".patch.spell.x.remove with bonus",
		"[patch.scenario.x.set]\naggressor = { hand = 3 }":                                           "",
		"[rules]\ndie = 1": ".rules.die",
	} {
		if got := fits(t, schemaNamed(t, "data"), decode(t, text), ""); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for _, name := range []string{"creature", "ability", "spell", "scenario", "rule", "rules", "patch", "setting"} {
		if s := schemaNamed(t, name); s["type"] != "object" || s["$schema"] != "https://json-schema.org/draft/2020-12/schema" {
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
