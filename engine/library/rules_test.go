package library_test

import (
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"houserule"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/strict"
)

// typed are settings as --set takes them.
func typed(t testing.TB, words ...string) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, word := range words {
		if err := library.ParseSetting(word, all); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// wantAgain loads what a journal of the library names and compares.
func wantAgain(t *testing.T, lib *library.Library, fsys fs.FS) {
	t.Helper()
	h := lib.Header(library.Match{Setup: lib.Scenarios[0].Setup, Dice: "seeded", Players: []string{"greedy", "greedy"}})
	if _, err := lib.Match(h); err != nil {
		t.Error(err)
	}
	enabled, set, err := library.ModsOf(h)
	if err != nil {
		t.Fatal(err)
	}
	found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	again, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, enabled, set)
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, again.ModList(), lib.ModList())
	if heroesdata.Game(again).Rules != heroesdata.Game(lib).Rules {
		t.Errorf("rules are %+v, want %+v", heroesdata.Game(again).Rules, heroesdata.Game(lib).Rules)
	}
}

// another is a value that the setting can have and has not, as it is typed.
func another(s library.Setting) string {
	switch s.Type {
	case "whole":
		return fmt.Sprintf("%.0f", s.Most)
	case "number":
		return "2.75"
	case "boolean":
		return fmt.Sprint(s.Default != true)
	case "choice":
		return s.OneOf[(slices.Index(s.OneOf, s.Default.(string))+1)%len(s.OneOf)]
	}
	return ""
}

// Every key of [rules] can be set, and a journal knows it.
func TestEveryRuleIsASetting(t *testing.T) {
	plain := shipped(t)
	if got := plain.Mods[0].Settings; len(got) > 0 {
		t.Errorf("settings of the base game are %v, want none that nobody set", got)
	}
	for i, f := range strict.Fields(heroes.Rules{}) {
		t.Run(f.Key, func(t *testing.T) {
			s, err := plain.SettingNamed("heroes." + f.Key)
			if err != nil {
				t.Fatal(err)
			}
			if s.Doc != f.Doc || s.IsSet() || !strings.HasPrefix(s.Place, "mods/heroes/rules.toml:") {
				t.Errorf("setting is %+v", s)
			}
			word := f.Key + "=" + another(s)
			lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), houserule.Data), nil, nil, typed(t, "heroes."+word))
			if err != nil {
				t.Fatal(err)
			}
			s = lib.Mods[0].Settings[0]
			if is := reflect.ValueOf(heroesdata.Game(lib).Rules).Field(i).Interface(); is != s.Value || !s.IsSet() {
				t.Errorf("rule is %v, setting is %+v", is, s)
			}
			wantText(t, lib.ModList(), plain.ModList()+" "+word)
			wantAgain(t, lib, houserule.Data)
		})
	}
}

func TestRuleSettings(t *testing.T) {
	fsys := archive(changes + `
-- mods/heroes/mod.toml+ --
[setting.tone]
type = "choice"
default = "loud"
oneof = ["loud", "low"]
doc = "How."
-- mods/d/mod.toml+ --
[setting.swarm_factor]
type = "number"
default = 1
doc = "Its own, whatever the rules call theirs."
`)
	plain, err := loadAll(fsys, nil)
	if err != nil {
		t.Fatal(err)
	}
	lib, err := loadAll(fsys, typed(t,
		"heroes.tone=low", "heroes.swarm_factor=2.50", "heroes.die=12", "heroes.phases=8", "heroes.passed_phase=acts", "d.swarm_factor=3"))
	if err != nil {
		t.Fatal(err)
	}
	want := heroesdata.Game(plain).Rules
	want.SwarmFactor, want.Die, want.PassedPhase = 2.5, 12, "acts"
	if heroesdata.Game(lib).Rules != want {
		t.Errorf("rules are %+v, want %+v", heroesdata.Game(lib).Rules, want)
	}
	var lines []string
	for _, m := range lib.Mods {
		for _, s := range m.Settings {
			lines = append(lines, fmt.Sprintf("%s.%s = %v, not %v (%s)", m.Mod.ID, s.Name, s.Value, s.Default, s.Place))
		}
	}
	wantText(t, strings.Join(lines, "\n"), `
heroes.tone = low, not loud (mods/heroes/mod.toml:5)
heroes.die = 12, not 8 (mods/heroes/rest.toml:28)
heroes.swarm_factor = 2.5, not 2 ()
heroes.passed_phase = acts, not waits ()
d.swarm_factor = 3, not 1 (mods/d/mod.toml:5)`)
	if list := lib.ModList(); !strings.Contains(list, " tone=low die=12 swarm_factor=2.5 passed_phase=acts, a 1.0.0 ") {
		t.Errorf("mods are %s", list)
	}
	wantAgain(t, lib, fsys)
	wantText(t, lib.Warnings().Error(), plain.Warnings().Error())

	for path, want := range map[string]string{
		"rules.die": `
heroes mods/heroes/rest.toml:28: 10
a mods/a/a.toml:23: set to 6 (it was 10)
c mods/c/c.toml:5: set to 8 (it was 6)
 : set to 12 (it was 8)`,
		"setting.heroes.swarm_factor": `
 : 2 (the default)
 : set to 2.5 (it was 2)`,
		"setting.heroes.phases": `
 : 10 (the default)
b mods/b/b.toml:9: set to 8 (it was 10)`,
		"setting.heroes.tone": `
heroes mods/heroes/mod.toml:5: "loud" (the default)
 : set to "low"`,
	} {
		steps, err := lib.Why(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		var lines []string
		for _, s := range steps {
			lines = append(lines, fmt.Sprintf("%s %s: %s", s.Mod, s.Place, s.Text))
		}
		wantText(t, strings.Join(lines, "\n"), want)
	}
	for _, value := range lib.Values() {
		if _, err := lib.Why(value); err != nil {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestRuleSettingProblems(t *testing.T) {
	for _, row := range []struct{ name, mods, set, want string }{
		{"key", "", "heroes.swarm_facto=3", `setting heroes.swarm_facto: unknown setting "heroes.swarm_facto": did you mean "heroes.swarm_factor"?`},
		{"mod", "", "heros.die=3", `setting heros.die: unknown mod "heros" (known: heroes): did you mean "heroes"?`},
		{"of a mod", "-- mods/a/mod.toml+ --", "a.die=3", `setting a.die: unknown setting "a.die"`},
		{"range", "", "heroes.die=1", `setting heroes.die: die is "1": must be a whole number from 2 to 100 (mods/heroes/rest.toml:28)`},
		{"of the program", "", "heroes.phases=0", `setting heroes.phases: phases is "0": must be a whole number from 1 to 99`},
		{"whole", "", "heroes.die=2.5", `setting heroes.die: die is "2.5": must be a whole number from 2 to 100 (mods/heroes/rest.toml:28)`},
		{"number", "", "heroes.swarm_factor=nan", `setting heroes.swarm_factor: swarm_factor is "nan": must be a number from 0 to 20`},
		{"boolean", "", "heroes.retaliation_forced=yes", `setting heroes.retaliation_forced: retaliation_forced is "yes": must be true or false`},
		{"choice", "", "heroes.passed_phase=act", `setting heroes.passed_phase: passed_phase is "act": must be waits or acts: did you mean "acts"?`},
		{"empty", "", "heroes.die=", `setting heroes.die: die is "": must be a whole number from 2 to 100 (mods/heroes/rest.toml:28)`},
		{"creatures", "", "heroes.phases=5", `creatures.toml:7:1: phase is 6: the rules have 5 phases (setting heroes.phases)`},
		{"over a mod", "-- mods/a/mod.toml+ --\n-- mods/a/a.toml --\n[rules]\nphases = 4", "heroes.phases=5", `creatures.toml:7:1: phase is 6: the rules have 5 phases (setting heroes.phases)`},
		{
			"declared", "-- mods/heroes/mod.toml+ --\n[setting.die]\ntype = \"whole\"\ndefault = 3\ndoc = \"Mine.\"", "heroes.die=6",
			`mods/heroes/mod.toml:5:10: setting die has the name of a key of [rules], which is a setting by itself: give it another`,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := loadAll(archive(row.mods+"\n"), typed(t, row.set))
			wantText(t, fmt.Sprint(err), row.want)
		})
	}
}

func TestSettingNamed(t *testing.T) {
	lib, err := loadAll(archive(scripted), typed(t, "a.die=8", "heroes.swarm_factor=3"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"a.die":               "8, 6: a whole number from 2 to 20 (mods/a/mod.toml:5)",
		"a.tone":              "low, low: one of loud, low, none (mods/a/mod.toml:15)",
		"heroes.die":          "10, 10: a whole number from 2 to 100 (mods/heroes/rest.toml:28)",
		"heroes.swarm_factor": "3, 2: a number from 0 to 20 ()",
		"heroes.passed_phase": "waits, waits: waits or acts ()",
		"a.dei":               `unknown setting "a.dei" (known: a.die, a.factor, a.tone, a.on, a.motto): did you mean "a.die"?`,
		"heroes.dei":          `unknown setting "heroes.dei": did you mean "heroes.die"?`,
		"aa.die":              `unknown mod "aa" (known: a, b, heroes): did you mean "a"?`,
		"die":                 `unknown setting "die" (known: a.die, a.factor, a.tone, a.on, a.motto)`,
		"":                    `unknown setting "" (known: a.die, a.factor, a.tone, a.on, a.motto)`,
	} {
		s, err := lib.SettingNamed(key)
		got := fmt.Sprintf("%v, %v: %s (%s)", s.Value, s.Default, s.Takes(), s.Place)
		if err != nil {
			got = library.Explain(err)
		}
		wantText(t, got, want)
	}
}

// A journal written under other rules says which.
func TestOtherRules(t *testing.T) {
	load := func(words ...string) *library.Library {
		lib, err := loadAll(archive(""), typed(t, words...))
		if err != nil {
			t.Fatal(err)
		}
		return lib
	}
	was := load("heroes.die=12", "heroes.swarm_factor=2.5")
	h := was.Header(library.Match{Setup: was.Scenarios[0].Setup, Dice: "seeded", Players: []string{"greedy", "greedy"}})
	for _, row := range []struct {
		name string
		is   *library.Library
		want string
	}{
		{"same", load("heroes.swarm_factor=2.50", "heroes.die=12"), ""},
		{"none", load(), "heroes.die was 12 and is at its default; heroes.swarm_factor was 2.5 and is at its default"},
		{"the default", load("heroes.die=10", "heroes.swarm_factor=2.5"), "heroes.die was 12 and is at its default"},
		{"other", load("heroes.die=6", "heroes.swarm_factor=2.5", "heroes.swat_limit=1"), "heroes.die was 12 and is 6; heroes.swat_limit was at its default and is 1"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := row.is.Match(h)
			if row.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantText(t, fmt.Sprint(err), fmt.Sprint(library.ErrOtherMods)+": "+row.want)
		})
	}
}
