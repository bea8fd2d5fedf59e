package library_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/files"
	"houserule/engine/library/heroesdata"
)

// Whatever stands in mod.toml, finding and loading end in a mod or in
// problems, and both agree on which.
func FuzzMod(f *testing.F) {
	f.Add("id = \"a\"\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\nrequires = { heroes = \">=1.0\" }\n")
	f.Add(string(archive(scripted)["mods/a/mod.toml"].Data))
	f.Add("id = \"a\"\n[requires]\na = \"*\"\nb = \"1 - 2 || ^3\"\n[conflicts]\nheroes = \"~1\"\n[setting.x]\ntype = \"whole\"\nrange = [1, nan]\ndefault = 1e300\n")
	f.Add("id = \"a\"\nrequires" + strings.Repeat(".a", 40) + " = 1\nrequires = " + strings.Repeat("[", 40))
	f.Fuzz(func(t *testing.T, header string) {
		fsys := archive("")
		fsys["mods/a/mod.toml"] = &fstest.MapFile{Data: []byte(header)}
		found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
		for _, one := range found {
			if one.Folder.Dir != "mods/a" || one.Mod.ID == "heroes" {
				continue
			}
			lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, []string{one.Mod.ID}, nil)
			if (lib == nil) == (err == nil) || one.Err != nil && err == nil {
				t.Errorf("found %v, library %v, error %v", one.Err, lib, err)
			}
			if lib != nil && !strings.Contains(lib.ModList(), ", "+one.Mod.ID+" ") {
				t.Errorf("mods are %s", lib.ModList())
			}
		}
	})
}

// Whatever two mods patch, loading ends in problems or in a game all of whose
// values are in their ranges, whose battles can be made and whose values can
// be told.
func FuzzPatch(f *testing.F) {
	parts := archive(changes)
	f.Add(string(parts["mods/a/a.toml"].Data), string(parts["mods/b/b.toml"].Data))
	f.Add("[patch.creature.orc]\nset = { spells = [\"sting\"], facts = [] }\nremove = { abilities = [\"rage\", \"rage\"] }\n", "[rules]\nphases = 7\n")
	f.Add("[patch.spell.haze]\nset = { script = \"x.lua\" }\nadd = { rounds = 999999 }\n", "[patch.spell.haze.add]\nrounds = -1000000\n")
	f.Add("[patch.creature.'*']\nwhere = { level = [1, 3], abilities = ['rage'] }\nremove = { abilities = ['rage'] }\n", "[patch.creature.'*x']\nset = { text = 'T' }\n")
	f.Add("[patch.scenario.field.add]\naggressor.hand = 9223372036854775807\n", "[creature.orc]\n[patch.creature.orc]\n")
	f.Add("[patch.creature.orc]\nappend = { spells = ["+strings.Repeat("'sting', 'haze',", 40)+"] }\n", "[patch.creature.orc]\nremove = { spells = ["+strings.Repeat("'sting',", 40)+"] }\n")
	f.Add("a=["+strings.Repeat("[],", files.MaxItems+1)+"]", "[scenario.s]\nname = 's'\ntext = 't'\naggressor.army = '99999 orc'\ndefender.army = '500000 orc'\n")
	f.Fuzz(func(t *testing.T, one, two string) {
		fsys := archive("-- mods/a/mod.toml+ --\n-- mods/b/mod.toml+ --\noptional = { a = \"*\" }\n")
		fsys["mods/a/x.toml"] = &fstest.MapFile{Data: []byte(one)}
		fsys["mods/b/x.toml"] = &fstest.MapFile{Data: []byte(two)}
		lib, err := loadAll(fsys, nil)
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if line == "" || strings.Contains(line, "%!") {
					t.Errorf("problem %q", line)
				}
			}
			return
		}
		for _, c := range heroesdata.Game(lib).Creatures {
			if c.Level < 1 || c.Level > 9 || c.Melee < 0 || c.Melee > 99 || c.Defense < 1 || c.Defense > 99 || c.Phase < 1 || c.Phase > heroesdata.Game(lib).Rules.Phases || c.Cost < 1 {
				t.Errorf("creature %+v", c)
			}
			if again, err := heroesdata.Creature(lib, c.ID); err != nil || again != c {
				t.Errorf("creature %s: %v", c.ID, err)
			}
		}
		for _, s := range lib.Scenarios {
			for _, side := range s.Setup.(heroes.Setup).Sides {
				if side.Hand < 0 || side.Hand > 1000 || side.Town < heroes.NoTownNear || side.Town > 1000 {
					t.Errorf("scenario %+v", s)
				}
			}
		}
		for _, value := range lib.Values() {
			if steps, err := lib.Why(value); err != nil || len(steps) == 0 {
				t.Errorf("%s: %v", value, err)
			}
		}
	})
}

// fiftyMods is the shipped base game and 50 mods, each with 20 creatures, 5
// abilities and 20 patches.
func fiftyMods(b testing.TB) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := range 50 {
		var text strings.Builder
		for j := range 20 {
			fmt.Fprintf(&text, "[creature.c%d-%d]\nname = \"C\"\nalignment = \"life\"\nlevel = 1\nmelee = 1\ndefense = 5\nphase = 6\ncost = 20\nabilities = [\"a%d-%d\", \"first-strike\"]\n", i, j, i, j%5)
		}
		for j := range 5 {
			fmt.Fprintf(&text, "[ability.a%d-%d]\nname = \"A\"\ntext = \"T\"\nscript = \"abilities/a%d.lua\"\n[[ability.a%d-%d.bonus]]\nscore = \"melee\"\nadd = 1\nwhen = { cards = [1, 3] }\n", i, j, j, i, j)
			fsys[fmt.Sprintf("m%02d/abilities/a%d.lua", i, j)] = &fstest.MapFile{Data: []byte(strings.Repeat("-- a line of Lua\n", 40))}
		}
		for j, c := range heroesdata.Game(shipped(b)).Creatures[:20] {
			fmt.Fprintf(&text, "[patch.creature.%s]\nset = { cost = %d }\nadd = { melee = %d }\nappend = { abilities = [\"a%d-%d\"] }\n", c.ID, 10+i, i%2, i, j%5)
		}
		fsys[fmt.Sprintf("m%02d/data.toml", i)] = &fstest.MapFile{Data: []byte(text.String())}
		header := fmt.Sprintf("id = \"m%02d\"\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\npriority = %d\nrequires = { heroes = \">=1.0\" }\n[setting.x]\ntype = \"whole\"\ndefault = 3\ndoc = \"X.\"\n", i, i%7)
		if i > 0 {
			header = strings.Replace(header, "{ heroes", fmt.Sprintf("{ m%02d = \"^1\", heroes", i/2), 1)
		}
		if i < 2 {
			header = strings.Replace(header, fmt.Sprintf("m%02d = \"^1\", ", i/2), "", 1)
		}
		fsys[fmt.Sprintf("m%02d/mod.toml", i)] = &fstest.MapFile{Data: []byte(header)}
	}
	return fsys
}

func BenchmarkFiftyMods(b *testing.B) {
	base := library.Base(heroesdata.Format(), os.DirFS("../.."))
	fsys := fiftyMods(b)
	for b.Loop() {
		found := library.Find(library.Folder{FS: fsys, Dir: ".", Where: "user"})
		var enabled []string
		for _, f := range found {
			enabled = append(enabled, f.Mod.ID)
		}
		lib, err := library.LoadMods(heroesdata.Format(), base, found, enabled, nil)
		if err != nil {
			b.Fatal(err)
		}
		if len(lib.Mods) != 51 {
			b.Fatalf("%d mods", len(lib.Mods))
		}
	}
}

func BenchmarkFind(b *testing.B) {
	fsys := fiftyMods(b)
	for b.Loop() {
		if found := library.Find(library.Folder{FS: fsys, Dir: ".", Where: "user"}); len(found) != 50 {
			b.Fatal(len(found))
		}
	}
}
