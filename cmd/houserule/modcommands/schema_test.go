package modcommands_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/jsonschema-go/jsonschema"

	"houserule"
	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/usage"
)

// mistakes are mistakes of modders: what is wrong, the file and its text, what mod check
// says, and whether a schema cannot say it. A file of wet/ belongs to a mod for heroes with
// a field of its own, one of risk/ to a game in Lua.
var mistakes = []struct {
	what, file, text, says string
	beyond                 bool
}{
	{"an unknown key", "wet/a.toml",
		"[creature.eel]\nname = 'Eel'\nalignment = 'nature'\nlevel = 1\nmelle = 1\nmelee = 1\ndefense = 3\nphase = 2\ncost = 9",
		`wet/a.toml:6:1: unknown key "melle" in creature "eel": did you mean "melee"?`, false},
	{"a missing key", "wet/a.toml",
		"[creature.eel]\nname = 'Eel'\nalignment = 'nature'\nlevel = 1\nmelee = 1\ndefense = 3\nphase = 2",
		`wet/a.toml:2:11: creature "eel" has no cost`, false},
	{"a number in quotes", "wet/a.toml",
		"[patch.creature.orc]\nset = { melee = '3' }",
		`wet/a.toml:3:9: set.melee of patch.creature "orc" must be a whole number, not the string "3"`, false},
	{"a number out of range", "wet/a.toml",
		"[patch.creature.orc]\nset = { melee = 100 }",
		`wet/a.toml:3:9: set.melee of patch.creature "orc" is 100: must be from 0 to 99`, false},
	{"a misspelt word", "wet/a.toml",
		"[patch.creature.orc]\nset = { alignment = 'caos' }",
		`wet/a.toml:3:9: set.alignment of patch.creature "orc" is "caos": must be one of life, order, death, chaos, nature, might, neutral: did you mean "chaos"?`, false},
	{"a patch without an operation", "wet/a.toml",
		"[patch.creature.orc]\nmelee = 3",
		`wet/a.toml:3:1: unknown key "melee" in a patch: give it its new value in set, as in set = { melee = ... }`, false},
	{"a bonus without an operation", "wet/a.toml",
		"[ability.slow]\nname = 'Slow'\ntext = 'It is slow.'\nbonus = [{ score = 'phase' }]",
		`wet/a.toml:5:10: bonus 1 of ability "slow" must have exactly one of add, times, set and cap`, false},
	{"a bonus with two operations", "wet/a.toml",
		"[ability.slow]\nname = 'Slow'\ntext = 'It is slow.'\nbonus = [{ score = 'phase', add = 1, cap = 3 }]",
		`wet/a.toml:5:10: bonus 1 of ability "slow" must have exactly one of add, times, set and cap`, false},
	{"a pair of one number", "wet/a.toml",
		"[ability.late]\nname = 'Late'\ntext = 'It is late.'\nbonus = [{ score = 'melee', add = 1, when = { round = [3] } }]",
		`wet/a.toml:5:47: when.round of bonus 1 of ability "late" must be [first, last], the first not above the last`, false},
	{"a spell that is an attack and an effect", "wet/a.toml",
		"[spell.hail]\nname = 'Hail'\ntext = 'It hails.'\nscore = 3\nrounds = 2",
		`wet/a.toml:5:1: spell "hail" has a score, so it is an attack: target, rounds, worth and bonus are for effects`, false},
	{"a spell that does nothing", "wet/a.toml",
		"[spell.hail]\nname = 'Hail'\ntext = 'It hails.'\ntarget = 'enemy'\nrounds = 2",
		`wet/a.toml:2:8: spell "hail" needs a score (an attack), or target, rounds and bonus (an effect), or a script`, false},
	{"a field of the mod out of its range", "wet/a.toml",
		"[patch.creature.orc]\nset = { moisture = 10 }",
		`wet/a.toml:3:9: set.moisture of patch.creature "orc" is 10: must be from 0 to 9`, false},
	{"a default of another type", "wet/mod.toml",
		"[setting.rain]\ntype = 'whole'\ndefault = 'much'\ndoc = 'how much it rains'",
		`wet/mod.toml:16:1: default of setting rain is "much": must be a whole number`, false},
	{"an unknown key of a setup", "risk/more.toml",
		"[scenario.siege]\nname = 'Siege'\ntext = 'A siege.'\nsetup = { atackers = 3 }",
		`risk/more.toml:5:11: unknown key "atackers" in setup (known: attackers, defenders, land): did you mean "attackers"?`, false},
	{"a list in the wrong order", "wet/a.toml",
		"[ability.late]\nname = 'Late'\ntext = 'It is late.'\nbonus = [{ score = 'melee', add = 1, when = { round = [3, 1] } }]",
		`wet/a.toml:5:47: when.round of bonus 1 of ability "late" must be [first, last], the first not above the last`, true},
	{"an unknown id", "wet/a.toml",
		"[patch.creature.orc]\nappend = { abilities = ['flyign'] }",
		`wet/a.toml:3:25: unknown ability "flyign"`, true},
}

const wet = `#:schema .schema/mod.json
id = "wet"
version = "1.0.0"
title = "Wet"
game = "heroes"

[field.moisture]
on = ["creature"]
type = "whole"
default = 3
range = [0, 9]
doc = "how wet it is"

`

// The schemas that mod schema writes take all shipped files, and refuse what mod check
// refuses where a schema can. So does taplo, the program behind editors, where it is
// installed.
func TestSchemaOfMistakes(t *testing.T) {
	programtest.InFolder(t)
	refused := map[string]bool{} // by file, whether its schema must refuse it
	for i, m := range mistakes {
		folder := fmt.Sprintf("%02d", i)
		dir := path.Join(folder, path.Dir(m.file))
		if path.Dir(m.file) == "wet" {
			write(t, path.Join(dir, "mod.toml"), wet)
		} else if err := os.CopyFS(dir, sub(t, "mods/risk")); err != nil {
			t.Fatal(err)
		}
		programtest.Command(t, "mod", "schema", dir)
		file, text := path.Join(folder, m.file), "#:schema .schema/data.json\n"+m.text+"\n"
		if path.Base(file) == "mod.toml" {
			text = wet + m.text + "\n"
		}
		write(t, file, text)
		refused[file] = !m.beyond
		t.Run(m.what, func(t *testing.T) {
			t.Chdir(folder)
			var out, errs strings.Builder
			code := program.Run([]string{"mod", "check", "--no-trial", "./" + path.Dir(m.file)}, &out, &errs)
			if want := m.says + "\nhouserule: 1 mistake\n"; code == usage.ExitOK || errs.String() != want {
				t.Errorf("mod check says\n%swant\n%s", errs.String(), want)
			}
		})
	}
	for _, file := range shipped(t) {
		refused[file] = false
	}
	for _, file := range slices.Sorted(maps.Keys(refused)) {
		if err := validate(t, file); (err != nil) != refused[file] {
			t.Errorf("%s: refused by its schema: %t (%v)", file, err != nil, err)
		}
	}
	taplo, err := exec.LookPath("taplo")
	if err != nil {
		t.Skip("taplo is not installed")
	}
	said, _ := exec.Command(taplo, append([]string{"lint", "--no-auto-config"}, slices.Sorted(maps.Keys(refused))...)...).CombinedOutput()
	if want := fmt.Sprintf("found files total=%d ", len(refused)); !strings.Contains(string(said), want) {
		t.Fatalf("taplo does not say %q:\n%s", want, said)
	}
	for file, want := range refused {
		if got := strings.Contains(string(said), "/"+file+"\"\n"); got != want {
			t.Errorf("%s: refused by taplo: %t\n%s", file, got, said)
		}
	}
}

// shipped copies all shipped TOML files to this folder, each with its schema in the first
// line, and returns their names.
func shipped(t *testing.T) (files []string) {
	known := bundled.Resolver().Games()
	folders, err := fs.Glob(houserule.Data, "mods/*")
	if err != nil || len(folders) < 30 {
		t.Fatal(folders, err)
	}
	for _, dir := range folders {
		if err := os.CopyFS(dir, sub(t, dir)); err != nil {
			t.Fatal(err)
		}
		if i := slices.IndexFunc(known, func(g games.Game) bool { return g.Name() == path.Base(dir) }); i >= 0 && !known[i].IsLua() {
			of, err := known[i].Tools().SchemaFiles()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range of {
				write(t, path.Join(dir, f.Name), f.Text)
			}
		} else {
			programtest.Command(t, "mod", "schema", dir)
		}
		all, err := filepath.Glob(dir + "/*.toml")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range all {
			schema := "data"
			if filepath.Base(file) == "mod.toml" {
				schema = "mod"
			}
			write(t, file, "#:schema .schema/"+schema+".json\n"+read(t, file))
			files = append(files, filepath.ToSlash(file))
		}
	}
	roster, err := fs.ReadFile(houserule.Data, "creatures.toml")
	if err != nil {
		t.Fatal(err)
	}
	write(t, "creatures.toml", "#:schema mods/heroes/.schema/data.json\n"+string(roster))
	return append(files, "creatures.toml")
}

// validate compares a TOML file with the schema that its first line names.
func validate(t *testing.T, file string) error {
	t.Helper()
	text := read(t, file)
	line, _, _ := strings.Cut(text, "\n")
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(read(t, path.Join(path.Dir(file), strings.TrimPrefix(line, "#:schema ")))), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var tables, value any
	if _, err := toml.Decode(text, &tables); err != nil {
		t.Fatal(err)
	}
	plain, err := json.Marshal(tables)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(plain, &value); err != nil {
		t.Fatal(err)
	}
	return resolved.Validate(value)
}

func sub(t *testing.T, dir string) fs.FS {
	t.Helper()
	below, err := fs.Sub(houserule.Data, dir)
	if err != nil {
		t.Fatal(err)
	}
	return below
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	err := errors.Join(os.MkdirAll(path.Dir(file), 0o755), os.RemoveAll(file), os.WriteFile(file, []byte(text), 0o644))
	if err != nil {
		t.Fatal(err)
	}
}
