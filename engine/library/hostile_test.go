package library_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/files"
	"houserule/engine/library/strict"
)

// lines is n lines of a format, with their numbers.
func lines(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

const hostileCreature = "[creature.c%[1]d]\nname = \"C%[1]d\"\nalignment = \"life\"\nlevel = 1\nmelee = 1\ndefense = 5\nphase = 6\ncost = 20\n"

// hostile are folders that are made to hurt, by name: the files of mods/a, and
// how the error begins, "" where they load.
var hostile = []struct {
	name  string
	files map[string]string
	want  string
}{
	{"dotted keys", map[string]string{"x.toml": strings.Repeat("a.", 20_000) + "a=1\n"},
		"mods/a/x.toml:1:33: tables and lists are nested more than 16 deep"},
	{"brackets", map[string]string{"x.toml": strings.Repeat("[", 20<<20)},
		"mods/a/x.toml: the file has 20971520 bytes: 1048576 are the most: shorten it, or split it up"},
	{"lists in lists", map[string]string{"x.toml": "a=" + strings.Repeat("[", files.MaxFile-2)},
		"mods/a/x.toml:1:19: tables and lists are nested more than 16 deep"},
	{"tables in tables", map[string]string{"x.toml": strings.Repeat("a={", files.MaxFile/3)},
		"mods/a/x.toml:1:49: tables and lists are nested more than 16 deep"},
	{"creatures", map[string]string{"x.toml": lines(hostileCreature, 5500)}, ""},
	{"too many creatures", map[string]string{"x.toml": lines(hostileCreature, 5500), "y.toml": lines("[creature.d%d]\n", 6500)},
		"mods/a/y.toml:5995:11: up to here the mod has more than 50000 keys and items of lists, which are the most: make two mods of it"},
	{"creatures of nothing", map[string]string{"x.toml": lines("creature.a%d={}\n", 49_000)},
		"mods/a: the data has more than 500 mistakes: 500 of them are listed\nmods/a/x.toml:1:10: creature \"a0\" has no name\n"},
	{"unknown keys", map[string]string{"x.toml": lines("k%d=1\n", 49_000)},
		"mods/a: the data has more than 500 mistakes: 500 of them are listed\nmods/a/x.toml:1:1: unknown section \"k0\": known sections are"},
	{"unknown ids", map[string]string{"x.toml": lines(hostileCreature, 4500) + lines("[patch.creature.d%d]\n", 9000)},
		"mods/a: the data has more than 500 mistakes: 500 of them are listed\nmods/a/x.toml:36001:17: unknown creature \"d0\""},
	{"long texts", map[string]string{"x.toml": "[creature.x]\nname = '" + strings.Repeat("x", 1<<19) + "'\nalignment = '" + strings.Repeat("y", 1<<18) + "'\n"},
		"mods/a/x.toml:1:11: creature \"x\" has no level"},
	{"long list", map[string]string{"x.toml": "[patch.creature.orc]\nappend = { spells = [" + lines("'a%d',", 2000) + "] }\n"},
		"mods/a/x.toml:2:6912: the list has more than 1000 items, which are the most"},
	{"lists that grow", growing(func(i int) string {
		return "[patch.creature.orc]\nappend = { spells = [" + lines(fmt.Sprintf("'b%d-%%d',", i), 40) + "] }\n"
	}), "mods/a: the data has more than 500 mistakes: 500 of them are listed\nmods/a/f125.toml:2:12: spells of creature \"orc\" gets more than 1000 items, which are the most"},
	{"many small files", growing(func(i int) string { return fmt.Sprintf("[creature.f%d]\n", i) }),
		"mods/a: the data has more than 500 mistakes: 500 of them are listed\nmods/a/f100.toml:1:11: creature \"f100\" has no name"},
	{"one script of many", map[string]string{"x.lua": strings.Repeat("--\n", 40_000), "x.toml": lines("[ability.a%d]\nname = 'A'\ntext = 't'\nscript = 'x.lua'\n", 9000)},
		"mods/a: the data has more than 500 mistakes: 500 of them are listed\nmods/a/x.toml:20:1: script of ability \"a4\" is \"x.lua\": with it the scripts of the mod have 600000 bytes, each counted for every entry that names it: 524288 are the most\n"},
	{"many cards", map[string]string{"x.toml": "[scenario.a]\nname = 'A'\ntext = 'T'\n[scenario.a.aggressor]\narmy = '99999 orc'\n[scenario.a.defender]\narmy = '2 orc, 100000 orc'\n"},
		"mods/a/x.toml:1:11: scenario \"a\": with it 200001 cards, counters or units fight in the scenarios of the mod: 200000 are the most"},
	{"a large mod.toml", map[string]string{"mod.toml": "id = 'a'\n[requires]\n" + lines("m%d = '*'\n", 10_000)},
		"mods/a/mod.toml: the file has 118910 bytes: 65536 are the most: shorten it, or split it up"},
	{"much of everything", growing(func(int) string { return "#" + strings.Repeat("x", 4<<10) }),
		"mods/a/f611.toml: up to this file the folder has 2097664 bytes: 2097152 are the most: make two mods of it"},
	{"folders in folders", map[string]string{strings.Repeat("d/", 500) + "x.toml": ""},
		"mods/a/d/d/d/d/d/d/d/d/d: folders lie more than 8 deep in each other"},
}

// growing is 899 files, each of the text of its number.
func growing(text func(i int) string) map[string]string {
	all := map[string]string{}
	for i := 100; i < 999; i++ {
		all[fmt.Sprintf("f%d.toml", i)] = text(i)
	}
	return all
}

// Whatever a folder holds, to load it takes no more than its bound. Unless HOUSERULE_LONG is set,
// every third folder is loaded.
func TestHostileFolders(t *testing.T) {
	for i, row := range hostile {
		if i%3 > 0 && !enginetest.Long {
			continue
		}
		t.Run(row.name, func(t *testing.T) {
			fsys := archive("-- mods/a/mod.toml+ --\n")
			for name, text := range row.files {
				fsys["mods/a/"+name] = &fstest.MapFile{Data: []byte(text)}
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := loadAll(fsys, nil)
			runtime.ReadMemStats(&after)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if row.want == "" && err != nil || !strings.HasPrefix(got, row.want) {
				t.Errorf("error is\n%.300s\nwant\n%s", got, row.want)
			}
			if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 500 { // in all, not at once; the race detector adds a half
				t.Errorf("it took %d MB", grown)
			}
		})
	}
}

// Of mods that are refused, scripts are there all the same: those that what could
// be read names, and all where some of it could not.
func TestRefusal(t *testing.T) {
	scriptsOf := func(text string) (found []string) {
		_, err := loadAll(archive(text), nil)
		var refusal *library.Refusal
		if !errors.As(err, &refusal) || !errors.As(err, new(strict.Problems)) {
			t.Fatalf("error is %v", err)
		}
		for _, m := range refusal.Mods {
			for _, s := range m.Scripts {
				found = append(found, fmt.Sprintf("%s %s %s:%s", m.Mod.ID, s.File, s.Section, s.ID))
			}
			if m.Test != nil {
				found = append(found, m.Mod.ID+" "+m.Test.File)
			}
		}
		return found
	}
	const scripts = "-- mods/a/main.lua --\n-- mods/a/one.lua --\n-- mods/a/two.lua --\n-- mods/a/test.lua --\n"
	const one = "-- mods/a/x.toml --\n[ability.one]\nname = 'One'\ntext = 'T'\nscript = 'one.lua'\n"
	for _, row := range []struct {
		name, text string
		want       []string
	}{
		{"a wrong value", "-- mods/a/mod.toml+ --\n" + one + "[creature.x]\n" + scripts,
			[]string{"a mods/a/main.lua :", "a mods/a/one.lua ability:one", "a mods/a/test.lua"}},
		{"no TOML", "-- mods/a/mod.toml+ --\n" + one + "-- mods/a/y.toml --\n[\n" + scripts,
			[]string{"a mods/a/main.lua :", "a mods/a/one.lua ability:one", "a mods/a/two.lua ability:?", "a mods/a/test.lua"}},
		{"no header", "-- mods/a/mod.toml --\nid = 'a\n" + one + scripts,
			[]string{"a mods/a/main.lua :", "a mods/a/one.lua ability:one", "a mods/a/test.lua"}},
		{"another game", "-- mods/a/mod.toml --\nid = 'a'\nversion = '1.0.0'\ntitle = 'T'\ngame = 'chess'\n" + one + scripts, nil},
	} {
		if got := scriptsOf(row.text); !slices.Equal(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}
