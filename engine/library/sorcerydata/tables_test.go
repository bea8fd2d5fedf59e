package sorcerydata_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
)

// modded loads the files of mods over a base of two races and their terrain.
func modded(mods map[string]string) (*library.Library, error) {
	fsys := fstest.MapFS{"mods/sorcery/a.toml": {Data: []byte(race + "[race.mold]\nname = \"Mold\"\nmorale = 2\n" + terrain + "cost = 3\ncosts = { elves = 2 }\n" +
		"[unit.blades]\nname = \"Blades\"\nrace = \"elves\"\nstrength = 4\n" +
		"[scenario.s]\nname = \"S\"\ntext = \"T\"\nhex = { terrain = \"moor\", narrow = true }\nattacker = { army = \"blades\" }\ndefender = { army = \"blades\" }\n")}}
	ids := []string{"sorcery"}
	for id := range mods {
		ids = append(ids, id)
	}
	for _, id := range ids {
		header := fmt.Sprintf("id = %q\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"sorcery\"\n", id)
		fsys["mods/"+id+"/mod.toml"] = &fstest.MapFile{Data: []byte(header)}
		if id != "sorcery" {
			fsys["mods/"+id+"/a.toml"] = &fstest.MapFile{Data: []byte(mods[id])}
		}
	}
	found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	return library.LoadMods(sorcerydata.Format(), library.Base(sorcerydata.Format(), fsys), found, ids[1:], nil)
}

// Sets of tables are merged key by key, in which a value that two mods set is one to
// warn of; a table is replaced as a whole, and loses keys, only where a mod says so.
func TestTables(t *testing.T) {
	for _, row := range []struct {
		name       string
		mods       map[string]string
		value, why string
		problems   string // or warnings
	}{
		{"two mods", map[string]string{
			"b": "[patch.terrain.moor.set]\ncosts = { mold = 1 }\n", "c": "[patch.terrain.moor]\nset.costs.elves = 5\n",
		}, "costs", `sorcery mods/sorcery/a.toml:11: { elves = 2 }
b mods/b/a.toml:2: mold: set to 1 (it was nothing)
c mods/c/a.toml:2: elves: set to 5 (it was 2)
= { elves = 5, mold = 1 }`, ""},
		{"one key of it", map[string]string{"b": "[patch.terrain.moor.set]\ncosts = { mold = 1, elves = 4 }\n"}, "costs.elves", `sorcery mods/sorcery/a.toml:11: 2
b mods/b/a.toml:2: set to 4 (it was 2)
= { elves = 4, mold = 1 }`, ""},
		{"one key twice", map[string]string{
			"b": "[patch.terrain.moor.set]\ncosts = { elves = 1 }\n", "c": "[patch.terrain.moor.set]\ncosts = { elves = 4, mold = 1 }\n",
		}, "costs.mold", `sorcery mods/sorcery/a.toml:11: nothing (the default)
c mods/c/a.toml:2: set to 1 (it was nothing)
= { elves = 4, mold = 1 }`, `mods/c/a.toml:2:11: costs.elves of terrain "moor" is set to 4, over the 1 of mods/b/a.toml:2: c loads after b and has the last word; name b in optional of its mod.toml if that is meant`},
		{"replaced", map[string]string{
			"b": "[patch.terrain.moor.set]\ncosts = { elves = 1 }\n", "c": "[patch.terrain.moor.replace]\ncosts = { mold = 4 }\n", "d": "[patch.terrain.moor.set]\ncosts = { mold = 5 }\n",
		}, "costs", `sorcery mods/sorcery/a.toml:11: { elves = 2 }
c mods/c/a.toml:2: set to { mold = 4 } (it was { elves = 1 })
d mods/d/a.toml:2: mold: set to 5 (it was 4)
= { mold = 5 }`, `mods/c/a.toml:2:1: costs.elves of terrain "moor" is set to what costs has, over the 1 of mods/b/a.toml:2: c loads after b and has the last word; name b in optional of its mod.toml if that is meant
mods/d/a.toml:2:11: costs.mold of terrain "moor" is set to 5, over the { mold = 4 } of mods/c/a.toml:2: d loads after c and has the last word; name c in optional of its mod.toml if that is meant`},
		{"removed", map[string]string{
			"b": "[patch.terrain.moor]\nremove.costs = [\"elves\"]\n", "c": "[patch.terrain.moor]\nremove.costs = [\"elves\"]\n",
		}, "costs.elves", `sorcery mods/sorcery/a.toml:11: 2
b mods/b/a.toml:2: remove
= {}`, `mods/c/a.toml:2:17: costs of terrain "moor" lost "elves" already, in mods/b/a.toml:2`},
		{"nothing to remove", map[string]string{"b": "[patch.terrain.moor]\nremove.costs = [\"elvse\"]\n"}, "", "",
			`mods/b/a.toml:2:17: costs of terrain "moor" has no "elvse" to remove: did you mean "elves"?`},
		{"set twice", map[string]string{"b": "[patch.terrain.moor]\nset.costs.mold = 2\n[patch.terrain.\"sorcery:moor\"]\nset.costs.mold = 3\n"}, "", "",
			`mods/b/a.toml:4:11: costs.mold of terrain "moor" is set twice: it is already set in mods/b/a.toml:2`},
		{"one entry by two ids", map[string]string{"b": "[patch.terrain.moor]\nset.costs.\"sorcery:elves\" = 2\n"}, "", "",
			`mods/b/a.toml:2:11: costs: race "sorcery:elves" stands twice`},
		{"unknown", map[string]string{"b": "[patch.terrain.moor]\nset.costs.elvse = 2\n"}, "", "",
			`mods/b/a.toml:2:11: costs: unknown race "elvse" (known: elves, mold): did you mean "elves"?`},
		{"a new table is whole", map[string]string{"b": "[patch.scenario.s]\nset.campaign.turns = 2\n"}, "", "",
			`mods/b/a.toml:2:5: set.campaign of patch.scenario "s" has no sides
mods/b/a.toml:2:5: set.campaign of patch.scenario "s" has no map
mods/sorcery/a.toml:19:1: hex is for a battle: scenario "s" is a campaign
mods/sorcery/a.toml:20:1: attacker is for a battle: scenario "s" is a campaign
mods/sorcery/a.toml:21:1: defender is for a battle: scenario "s" is a campaign`},
	} {
		t.Run(row.name, func(t *testing.T) {
			lib, err := modded(row.mods)
			got := fmt.Sprint(err)
			if err == nil {
				got = lib.Warnings().Error()
			}
			if strings.TrimSpace(got) != row.problems {
				t.Errorf("got\n%s\nwant\n%s", got, row.problems)
			}
			if row.value == "" {
				return
			}
			steps, err := lib.Why("terrain.moor." + row.value)
			var lines []string
			for _, s := range steps {
				lines = append(lines, fmt.Sprintf("%s %s: %s", s.Mod, s.Place, s.Text))
			}
			if err != nil {
				lines = append(lines, err.Error())
			}
			moor, _ := sorcerydata.Terrain(lib, "moor")
			var costs []string
			for _, c := range moor.Costs {
				costs = append(costs, fmt.Sprintf("%s = %d", c.Race, c.N))
			}
			lines = append(lines, strings.Replace("= { "+strings.Join(costs, ", ")+" }", "{  }", "{}", 1))
			if got := strings.Join(lines, "\n"); got != row.why {
				t.Errorf("got\n%s\nwant\n%s", got, row.why)
			}
		})
	}
	lib, err := modded(map[string]string{"b": "[patch.scenario.s]\nset.hex = { inside = true }\n"})
	if err != nil {
		t.Fatal(err)
	}
	steps, err := lib.Why("scenario.s.hex")
	if got, want := fmt.Sprint(steps, err), `[{sorcery mods/sorcery/a.toml:19 { terrain = "moor", narrow = true }} {b mods/b/a.toml:2 inside: set to true (it was false)}] <nil>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
