package library_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// A small base game, and what the mods of the tests have in common. In an
// archive of a test "mod.toml+" is a mod.toml without what all have.
const small = `
-- creatures.toml --
[creature.orc]
name = "Orc"
alignment = "chaos"
level = 2
melee = 2
defense = 5
phase = 6
cost = 20
abilities = ["rage", "roar"]

[creature.elf]
name = "Elf"
alignment = "nature"
level = 1
melee = 1
defense = 98
phase = 3
cost = 20
-- mods/heroes/mod.toml --
id = "heroes"
version = "1.0.0"
title = "Base"
game = "heroes"
-- mods/heroes/rest.toml --
[ability.rage]
name = "Rage"
text = "Melee 1 more."
[[ability.rage.bonus]]
score = "melee"
add = 1
[ability.roar]
name = "Roar"
text = "It is loud."
[spell.sting]
name = "Sting"
text = "Attacks with 2."
score = 2
[spell.haze]
name = "Haze"
text = "Hides."
target = "friend"
rounds = 2
[[spell.haze.bonus]]
score = "defense"
add = 1
[scenario.field]
name = "The field"
text = "Orcs."
aggressor = { army = "3 orc" }
defender = { army = "2 elf", hand = 3 }
[rules]
die = 10
[rule."H2.2"]
title = "The die"
text = "Roll it."
switches = ["die"]
`

// shipped is the base game.
func shipped(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// archive makes files of a txtar archive, behind those of the base game.
func archive(text string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range slices.Concat(txtar.Parse([]byte(small)).Files, txtar.Parse([]byte(text)).Files) {
		src := f.Data
		if name, ok := strings.CutSuffix(f.Name, "+"); ok {
			f.Name = name
			folder := strings.Split(name, "/")[1]
			src = fmt.Appendf(nil, "id = %q\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\n%s", folder, src)
		}
		fsys[f.Name] = &fstest.MapFile{Data: src}
	}
	return fsys
}

// loadAll loads the base game and all other mods of an archive.
func loadAll(fsys fs.FS, settings map[string]map[string]string) (*library.Library, error) {
	found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	var enabled []string
	for _, f := range found {
		enabled = append(enabled, f.Mod.ID)
	}
	return library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, enabled, settings)
}

func mustLoad(t testing.TB, text string) *library.Library {
	t.Helper()
	lib, err := loadAll(archive(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func wantText(t *testing.T, got, want string) {
	t.Helper()
	if got, want = strings.TrimSpace(got), strings.TrimSpace(want); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Everything that can be wrong with a mod, verbatim.
func TestModProblems(t *testing.T) {
	for _, row := range []struct{ name, files, want string }{
		{"header", `
-- mods/a/mod.toml --
id = "A"
version = "one"
titel = "T"
game = "hero"
api = 2
priority = 5000
requires = { b = "new", a1 = ">=1", "B!" = "*" }
optional = { a1 = "*" }
conflicts = { A = "*" }
`, `
mods/a/mod.toml:1:1: the file has no title
mods/a/mod.toml:1:1: id is "A": must be made of lower-case letters, digits and -, a letter first
mods/a/mod.toml:2:1: version is "one": must be a version, as in 1.2.3
mods/a/mod.toml:3:1: unknown key "titel" in the file: did you mean "title"?
mods/a/mod.toml:4:1: game is "hero": must be heroes
mods/a/mod.toml:5:1: api is 2, but this program has 1: the mod needs a newer houserule
mods/a/mod.toml:6:1: priority is 5000: must be from -1000 to 1000
mods/a/mod.toml:7:14: requires.b is "new": must be a range of versions, as in ">=1.2", "^1.2", "1.0 - 2.0" or "*"
mods/a/mod.toml:7:25: A requires a1 ">=1", which is not there: install it with houserule mod install FILE|FOLDER|URL, or name its folder, as in --mods PATH
mods/a/mod.toml:7:37: requires "B!": must be made of lower-case letters, digits and -, a letter first
mods/a/mod.toml:8:14: a1 stands in requires and in optional: it can be in one
mods/a/mod.toml:9:15: conflicts "A": must be made of lower-case letters, digits and -, a letter first
`},
		{"self, twice and ranges", `
-- mods/a/mod.toml+ --
requires = { a = "*", b = "new" }
optional = { b = "*" }
-- mods/b/mod.toml+ --
`, `
mods/a/mod.toml:5:14: the mod names itself in requires
mods/a/mod.toml:5:23: requires.b is "new": must be a range of versions, as in ">=1.2", "^1.2", "1.0 - 2.0" or "*"
mods/a/mod.toml:6:14: b stands in requires and in optional: it can be in one
`},
		{"syntax", `
-- mods/a/mod.toml --
id = 
`, `
mods/a/mod.toml:1:6: expected value but found '\n' instead
`},
		{"missing", `
-- mods/morale/mod.toml+ --
-- mods/a/mod.toml+ --
[requires]
moral = ">=1.0"
weather = "*"
-- mods/a/a.toml --
[creature.cloud]
wet = 9
-- mods/b/mod.toml+ --
requires = { a = "*" }
-- mods/b/b.toml --
[patch.creature."a:cloud"]
set = { wet = 8 }
`, `
mods/a/mod.toml:6:1: a requires moral ">=1.0", which is not there: did you mean "morale"?
mods/a/mod.toml:7:1: a requires weather "*", which is not there: install it with houserule mod install FILE|FOLDER|URL, or name its folder, as in --mods PATH
`},
		{"a game of its own", `
-- mods/a/mod.toml --
id = "a"
version = "1.0.0"
title = "A"
game = "a"
wet = 9
`, `
mods/a/mod.toml:5:1: unknown key "wet" in the file: known keys are id, version, title, authors, game, api, text, requires, optional, conflicts, priority, setting, section, word, field
`},
		{"versions", `
-- mods/a/mod.toml+ --
requires = { heroes = ">=1.0", b = ">=1.1" }
optional = { c = "^2" }
conflicts = { d = "<2", nobody = "*" }
-- mods/b/mod.toml+ --
-- mods/c/mod.toml+ --
-- mods/d/mod.toml+ --
requires = { heroes = "2 - 3" }
`, `
mods/a/mod.toml:5:32: a requires b ">=1.1", but mods/b is 1.0.0: get a version of b or of a that fits
mods/a/mod.toml:6:14: a works with c "^2" only, but mods/c is 1.0.0: get another version, or leave one of them out
mods/a/mod.toml:7:15: a conflicts with d "<2", and mods/d is 1.0.0: leave one of them out
mods/d/mod.toml:5:14: d requires heroes "2 - 3", but mods/heroes is 1.0.0: get a version of heroes or of d that fits
`},
		{"circles", `
-- mods/z/mod.toml+ --
requires = { c = "*" }
-- mods/c/mod.toml+ --
requires = { b = "*" }
-- mods/b/mod.toml+ --
requires = { a = "*" }
-- mods/a/mod.toml+ --
optional = { c = "*" }
-- mods/m/mod.toml+ --
requires = { n = "*" }
-- mods/n/mod.toml+ --
requires = { m = "*" }
`, `
mods/a/mod.toml:5:14: a has as optional c, c requires b, b requires a: mods that need each other in a circle have no order: take one of these out
mods/m/mod.toml:5:14: m requires n, n requires m: mods that need each other in a circle have no order: take one of these out
`},
		{"settings", `
-- mods/a/mod.toml+ --
[setting.die]
type = "whole"
default = 6.5
range = [2, 20]
doc = "D"
[setting.speed]
type = "number"
default = 3
range = [2, 1]
doc = "D"
[setting.tone]
type = "choice"
default = "lou"
oneof = ["loud", "low"]
doc = "D"
[setting.none]
type = "choice"
default = "x"
doc = "D"
[setting.on]
type = "boolean"
default = "yes"
range = [1, 2]
oneof = ["a"]
[setting."1x"]
type = "text"
default = "a\nb"
doc = "D"
[setting.odd]
type = "int"
default = []
doc = "D"
`, `
mods/a/mod.toml:7:1: default of setting die is 6.5: must be a whole number from 2 to 20
mods/a/mod.toml:13:1: setting.speed.range must be [least, most], the least not above the most
mods/a/mod.toml:17:1: default of setting tone is "lou": must be loud or low
mods/a/mod.toml:20:10: setting none is a choice and has no oneof: its words are missing
mods/a/mod.toml:24:10: setting.on has no doc
mods/a/mod.toml:26:1: default of setting on is "yes": must be true or false
mods/a/mod.toml:27:1: setting on has a range: only a whole or a number has one
mods/a/mod.toml:28:1: setting on has oneof: only a choice has
mods/a/mod.toml:29:10: setting "1x": must be made of letters, digits and _, a letter first
mods/a/mod.toml:31:1: default of setting 1x is "a\nb": must be a text of one line
mods/a/mod.toml:34:1: setting.odd.type is "int": must be one of whole, number, boolean, choice, text
mods/a/mod.toml:35:1: setting.odd.default must be a string, a number, true or false, not a list
`},
		{"ids", `
-- mods/a/mod.toml+ --
-- mods/a/x.toml --
[ability.rage]
name = "A"
text = "T"
[ability."heroes:roar"]
name = "A"
text = "T"
[ability."so loud"]
name = "A"
text = "T"
[ability.loud]
name = "A"
text = "T"
[[ability.loud.bonus]]
score = "melee"
add = 1
when = { ability = ["rage", "heroes:rage", "heroes:rag"] }
-- mods/b/mod.toml+ --
-- mods/b/x.toml --
[scenario.s]
name = "S"
text = "T"
aggressor = { army = "3 heroes:orc, 1 heroes:ork" }
defender = { army = "2 orc" }
[patch.creature.elf]
append = { abilities = ["rage"] }
[patch.ability.rage]
set = { name = "X" }
-- mods/b/y.toml --
[scenario.s]
name = "S"
`, `
mods/a/x.toml:4:10: ability "heroes:roar": a new one has a short id, and that of another mod is changed by [patch.ability."heroes:roar"]
mods/a/x.toml:7:10: ability "so loud": must be made of letters, digits, - and ., a letter or digit first
mods/a/x.toml:16:44: unknown ability "heroes:rag" (known: heroes:rage, heroes:roar, a:rage, a:heroes:roar, a:so loud, a:loud): did you mean "heroes:rage"?
mods/b/x.toml:4:15: army: column 15: unknown creature "heroes:ork" (known: heroes:orc, heroes:elf): did you mean "heroes:orc"?
mods/b/x.toml:7:25: ability "rage" is ambiguous: write heroes:rage or a:rage
mods/b/x.toml:8:16: ability "rage" is ambiguous: write heroes:rage or a:rage
mods/b/y.toml:1:11: scenario "s" stands twice: it is already in mods/b/x.toml:1
`},
		{"entries of optional mods", `
-- mods/a/mod.toml+ --
optional = { heroes = "*", marsh = "*", fen = "^2" }
-- mods/a/x.toml --
[patch.creature.bog-witch]
set = { melee = 4 }
[patch.creature."fen:witch"]
set = { melee = 4 }
[creature.toad]
name = "Toad"
alignment = "chaos"
level = 1
melee = 2
defense = 5
phase = 5
cost = 20
abilities = ["marsh:mire", "mire"]
`, `
mods/a/x.toml:1:17: unknown creature "bog-witch" (known: orc, elf, toad); of an optional mod that is not loaded (fen, marsh) write the full id, as in "fen:bog-witch"
mods/a/x.toml:13:28: unknown ability "mire" (known: rage, roar); of an optional mod that is not loaded (fen, marsh) write the full id, as in "fen:mire"
`},
		{"changes that are fine alone", `
-- mods/a/mod.toml+ --
-- mods/a/x.toml --
[patch.creature.orc]
set = { melee = 1 }
-- mods/slow/mod.toml+ --
-- mods/slow/x.toml --
[patch.creature.orc]
add = { melee = -1 }
-- mods/weak/mod.toml+ --
-- mods/weak/x.toml --
[patch.creature.orc]
add = { melee = -1 }
`, `
mods/weak/x.toml:2:9: melee of creature "orc" becomes -1, from 0 and -1: must be from 0 to 99; before weak it is changed by a (set to 1 (it was 2), mods/a/x.toml:2) and slow (add -1: 0, mods/slow/x.toml:2): leave one of these mods out
`},
		{"patches", `
-- mods/a/mod.toml+ --
-- mods/a/x.toml --
[patch.creature.ork]
set = { melee = 3 }
[patch.creature."gone:troll"]
set = { melee = 3 }
[patch.creature.orc]
sett = { melee = 3 }
set = { mele = 3, melee = "3", defense = 100, alignment = "chaso", cost = 22 }
add = { defense = 95, name = 3, phase = 0.5, level = -2 }
append = { abilities = ["raeg"], name = ["x"] }
remove = { abilities = ["roaar", "claws"], facts = ["lvel"] }
[patch.creature.elf]
remove = { abilities = ["rage"] }
[patch.creatures.elf]
set = { melee = 3 }
[patch.scenario.field.set]
aggressor.army = "3 ocr"
defender.hnd = 3
[patch.scenario.field.add]
defender = { hand = 998, town = 1 }
[patch.spell.sting]
set = { rounds = 2 }
[patch.spell.haze]
add = { score = 2, rounds = 1 }
[patch.ability.rage]
append = { bonus = [{ add = 1 }] }
remove = { bonus = ["x"] }
[rules]
dice = 3
die = 1
phases = 5
[patch.rules]
die = 3
-- mods/a/y.toml --
[patch.creature."heroes:orc"]
set = { melee = 4, cost = 21 }
-- mods/a/z.toml --
[patch]
creature = 3
spell = { haze = 1 }
`, `
creatures.toml:7:1: phase is 6: the rules have 5 phases (mods/a/x.toml:30)
mods/a/x.toml:1:17: unknown creature "ork" (known: orc, elf): did you mean "orc"?
mods/a/x.toml:3:17: creature "gone:troll": the mod gone is not loaded: name it in requires or optional of mod.toml
mods/a/x.toml:6:1: unknown key "sett" in patch.creature "orc": did you mean "set"?
mods/a/x.toml:7:9: unknown key "mele" in set of patch.creature "orc": did you mean "melee"?
mods/a/x.toml:7:19: set.melee of patch.creature "orc" must be a whole number, not the string "3"
mods/a/x.toml:7:32: set.defense of patch.creature "orc" is 100: must be from 1 to 99
mods/a/x.toml:7:47: set.alignment of patch.creature "orc" is "chaso": must be one of life, order, death, chaos, nature, might, neutral: did you mean "chaos"?
mods/a/x.toml:8:9: defense of creature "orc" becomes 100, from 5 and 95: must be from 1 to 99
mods/a/x.toml:8:23: unknown key "name" in add of patch.creature "orc": known keys are level, melee, ranged, defense, phase, cost
mods/a/x.toml:8:33: add.phase of patch.creature "orc" must be a whole number, not the fraction 0.5
mods/a/x.toml:8:46: level of creature "orc" becomes 0, from 2 and -2: must be from 1 to 9
mods/a/x.toml:9:25: unknown ability "raeg" (known: rage, roar): did you mean "rage"?
mods/a/x.toml:9:34: unknown key "name" in append of patch.creature "orc": known keys are abilities, spells, facts
mods/a/x.toml:10:25: abilities of creature "orc" has no "roaar" to remove: did you mean "roar"?
mods/a/x.toml:10:34: abilities of creature "orc" has no "claws" to remove: it has rage, roar, raeg
mods/a/x.toml:10:53: item 1 of remove.facts of patch.creature "orc" is "lvel": must be one of level, melee, ranged, defense, phase, abilities, spells: did you mean "level"?
mods/a/x.toml:12:25: abilities of creature "elf" has no "rage" to remove: it has none
mods/a/x.toml:13:8: unknown section "patch.creatures": did you mean "creature"?
mods/a/x.toml:16:11: army: column 1: unknown creature "ocr" (known: orc, elf): did you mean "orc"?
mods/a/x.toml:17:10: unknown key "hnd" in set.defender of patch.scenario "field": did you mean "hand"?
mods/a/x.toml:19:14: defender.hand of scenario "field" becomes 1001, from 3 and 998: must be from 0 to 1000
mods/a/x.toml:19:26: scenario "field" has no defender.town to which 1 could be added: set it
mods/a/x.toml:21:9: spell "sting" has a score, so it is an attack: target, rounds, worth and bonus are for effects
mods/a/x.toml:23:9: spell "haze" has no score to which 2 could be added: set it
mods/a/x.toml:25:21: append.bonus 1 of patch.ability "rage" has no score
mods/a/x.toml:26:12: unknown key "bonus" in remove of patch.ability "rage": known keys are ignores
mods/a/x.toml:28:1: unknown key "dice" in [rules]: did you mean "die"?
mods/a/x.toml:29:1: die of [rules] is 1: must be from 2 to 100
mods/a/x.toml:31:8: unknown section "patch.rules": did you mean "rule"?
mods/a/y.toml:2:20: cost of creature "orc" is set twice: it is already set in mods/a/x.toml:7
mods/a/z.toml:2:1: patch.creature must be tables [patch.creature.ID], not the number 3
mods/a/z.toml:3:11: [patch.spell] has only tables [patch.spell.ID], but "haze" is the number 1
`},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := loadAll(archive(row.files), nil)
			if err == nil {
				t.Fatal("loaded")
			}
			wantText(t, err.Error(), row.want)
		})
	}
}

// What stands in a mod's folder and must not.
func TestFolders(t *testing.T) {
	for _, row := range []struct {
		name, files string
		change      func(fstest.MapFS)
		want        string
	}{
		{"nothing there", "", func(fsys fstest.MapFS) { delete(fsys, "mods/heroes/mod.toml"); delete(fsys, "mods/heroes/rest.toml") }, `
creatures.toml:9:14: unknown ability "rage"
creatures.toml:9:22: unknown ability "roar"
mods/heroes: file does not exist`},
		{"no header", "", func(fsys fstest.MapFS) { delete(fsys, "mods/heroes/mod.toml") }, `
mods/heroes: the folder has no mod.toml`},
		{"link", "-- mods/a/mod.toml+ --\n", func(fsys fstest.MapFS) {
			fsys["mods/a/main.lua"] = &fstest.MapFile{Data: []byte("../../secret"), Mode: fs.ModeSymlink}
			fsys["mods/a/deep"] = &fstest.MapFile{Data: []byte("/"), Mode: fs.ModeSymlink}
		}, `
mods/a/deep: is a symbolic link: a mod is made of files of its own
mods/a/main.lua: is a symbolic link: a mod is made of files of its own`},
		{"pipe", "-- mods/a/mod.toml+ --\n", func(fsys fstest.MapFS) {
			fsys["mods/a/x.toml"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
		}, `
mods/a/x.toml: is no plain file`},
		{"huge", "-- mods/a/mod.toml+ --\n", func(fsys fstest.MapFS) {
			fsys["mods/a/x.toml"] = &fstest.MapFile{Data: make([]byte, 1<<20+1)}
		}, `
mods/a/x.toml: the file has 1048577 bytes: 1048576 are the most: shorten it, or split it up`},
		{"huge together", "-- mods/a/mod.toml+ --\n", func(fsys fstest.MapFS) {
			for i := range 20 {
				fsys[fmt.Sprintf("mods/a/%02d.lua", i)] = &fstest.MapFile{Data: []byte(strings.Repeat("x", 1<<20))}
			}
		}, `
mods/a/02.lua: up to this file the folder has 3145728 bytes: 2097152 are the most: make two mods of it`},
		{"binary", "-- mods/a/mod.toml+ --\n", func(fsys fstest.MapFS) {
			fsys["mods/a/x.toml"] = &fstest.MapFile{Data: []byte("a = 1\nb\x00")}
			fsys["mods/a/y.lua"] = &fstest.MapFile{Data: []byte("a = 1\nb\x00")}
			fsys["mods/a/x.lua"] = &fstest.MapFile{Data: []byte("a = 1\nb = \"caf\xe9\"")}
			fsys["mods/a/z/z.png"] = &fstest.MapFile{Data: []byte("\x89PNG")}
			fsys["mods/a/LICENSE"] = &fstest.MapFile{Data: []byte("caf\xe9")}
			fsys["mods/a/large.txt"] = &fstest.MapFile{Data: make([]byte, 2<<20)}
			fsys["mods/a/.git/z"] = &fstest.MapFile{Data: []byte("\x89PNG")}
		}, `
mods/a/x.lua:2:9: byte 0xe9 is not UTF-8: save the file in that encoding
mods/a/x.toml:2:2: NUL byte: the file is binary, or UTF-16 instead of UTF-8
mods/a/y.lua:2:2: NUL byte: the file is binary, or UTF-16 instead of UTF-8`},
		{"many", "-- mods/a/mod.toml+ --\n", func(fsys fstest.MapFS) {
			for i := range 1000 {
				fsys[fmt.Sprintf("mods/a/deep/%d.txt", i)] = &fstest.MapFile{}
			}
		}, `
mods/a: the folder has more than 1000 files and folders: what is no part of the mod belongs elsewhere`},
		{"deep", "-- mods/a/mod.toml+ --\n-- mods/a/1/2/3/4/5/6/7/8/9/x.toml --\n", nil, `
mods/a/1/2/3/4/5/6/7/8/9: folders lie more than 8 deep in each other`},
		{"a mod in a mod", "-- mods/a/mod.toml+ --\n-- mods/a/b/mod.toml --\n", nil, `
mods/a/b/mod.toml: a mod within a mod: put its folder beside the other's`},
		{"scripts", `
-- mods/a/mod.toml+ --
-- mods/a/x.toml --
[ability.one]
name = "One"
text = "T"
script = "../b/one.lua"
[ability.two]
name = "Two"
text = "T"
script = "abilities/too.lua"
[ability.three]
name = "Three"
text = "T"
script = "mod.toml"
[spell.four]
name = "Four"
text = "T"
target = "enemy"
rounds = 1
script = "main.lua"
[patch.ability.roar]
set = { script = "roar.lua" }
-- mods/a/main.lua --
-- mods/a/abilities/two.lua --
`, nil, `
mods/a/x.toml:4:1: script of ability "one" is "../b/one.lua": must be a file of the mod's own folder, as in abilities/one.lua, without . and ..
mods/a/x.toml:8:1: script of ability "two" is "abilities/too.lua": there is no such file in mods/a: did you mean "abilities/two.lua"?
mods/a/x.toml:12:1: script of ability "three" is "mod.toml": must be a .lua file
mods/a/x.toml:18:1: script of spell "four" is "main.lua": that file is the mod's own: give it another
mods/a/x.toml:20:9: script of ability "roar" is "roar.lua": there is no such file in mods/a`},
	} {
		t.Run(row.name, func(t *testing.T) {
			fsys := archive(row.files)
			if row.change != nil {
				row.change(fsys)
			}
			if _, err := loadAll(fsys, nil); err == nil {
				t.Error("loaded")
			} else {
				wantText(t, err.Error(), row.want)
			}
		})
	}
}

// Folders on a disk, with links that lead out of them.
func TestFoldersOnDisk(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, archive("-- mods/a/mod.toml+ --\n")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "mods/c"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"mods/b": "a", "mods/a/creatures.toml": "../../creatures.toml", "mods/c/mod.toml": "../a/mod.toml"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	fsys := os.DirFS(dir)
	found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: dir + "/mods"}, library.Folder{FS: fsys, Dir: "gone", Where: "gone"})
	if len(found) != 4 || found[1].Err == nil || found[2].Err == nil {
		t.Fatalf("got %+v", found)
	}
	wantText(t, found[1].Err.Error(), dir+"/mods/b: is a symbolic link: name the folder that it leads to")
	wantText(t, found[2].Err.Error(), dir+"/mods/c/mod.toml: is a symbolic link: a mod is made of files of its own")
	_, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, []string{"a"}, nil)
	wantText(t, fmt.Sprint(err), dir+"/mods/a/creatures.toml: is a symbolic link: a mod is made of files of its own")

	up := library.At(library.Folder{FS: fsys, Dir: "mods/../mods/a", Where: "up"})
	wantText(t, fmt.Sprint(up.Err), "up: the path of a mod's folder must not go through . or ..")
	plain := library.At(library.Folder{FS: fsys, Dir: "creatures.toml", Where: "plain"})
	wantText(t, fmt.Sprint(plain.Err), "plain: is no folder")
}

// A user's folder comes before the bundled one; a mod of any path, too.
func TestFind(t *testing.T) {
	fsys := archive(`
-- mods/a/mod.toml+ --
-- mods/b/mod.toml+ --
-- mods/broken/mod.toml --
id = 3
-- mods/no-mod/README.md --
-- user/a/mod.toml --
id = "a"
version = "2.0.0"
title = "Mine"
game = "heroes"
`)
	var got []string
	found := library.Find(library.Folder{FS: fsys, Dir: "user", Where: "~/mods"}, library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	for _, f := range found {
		line := fmt.Sprint(f.Mod, " ", f.Folder.Where)
		for _, h := range f.Hides {
			line += ", not " + h.Where
		}
		if f.Err != nil {
			line += ": " + strings.Split(f.Err.Error(), "\n")[0]
		}
		got = append(got, line)
	}
	wantText(t, strings.Join(got, "\n"), `
a 2.0.0 ~/mods/a, not mods/a
b 1.0.0 mods/b
broken  mods/broken: mods/broken/mod.toml:1:1: id must be a string, not the number 3
heroes 1.0.0 mods/heroes`)

	_, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, []string{"aa"}, nil)
	wantText(t, library.Explain(err), `unknown mod "aa" (known: a, b, broken): did you mean "a"?`)
	lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, []string{"a", "heroes", "a"}, nil)
	if err != nil || len(lib.Mods) != 2 || lib.Mods[1].Mod.Title != "Mine" {
		t.Errorf("got %v, %v", lib, err)
	}
}

// The base game is the same by both ways of loading it.
func TestLoadIsLoadMods(t *testing.T) {
	fsys := os.DirFS("../..")
	lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lib.ModList(), shipped(t).ModList(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if w := lib.Warnings(); len(w) > 0 {
		t.Errorf("warnings: %v", w)
	}
}

func orderOf(lib *library.Library) string {
	var ids []string
	for _, m := range lib.Mods {
		ids = append(ids, m.Mod.ID)
	}
	return strings.Join(ids, " ")
}

// Mods load behind those that they need, then by priority, then by id; what
// is required comes along.
func TestOrder(t *testing.T) {
	fsys := archive(`
-- mods/a/mod.toml+ --
requires = { z = "^1" }
-- mods/b/mod.toml+ --
priority = 1
-- mods/c/mod.toml+ --
-- mods/d/mod.toml+ --
priority = -5
optional = { b = "*", gone = "*" }
-- mods/z/mod.toml+ --
requires = { heroes = ">=1.0" }
`)
	found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	for enabled, want := range map[string]string{
		"a b c d": "heroes c z a b d",
		"d c":     "heroes d c",
		"a":       "heroes z a",
		"":        "heroes",
	} {
		lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, strings.Fields(enabled), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := orderOf(lib); got != want {
			t.Errorf("%s: got %s, want %s", enabled, got, want)
		}
		for _, m := range lib.Mods {
			if m.Needed != (m.Mod.ID == "z" && strings.Contains(enabled, "a")) {
				t.Errorf("%s: %s needed: %t", enabled, m.Mod.ID, m.Needed)
			}
		}
	}
}

// The order, the game and the journal's header are a function of the set of
// mods: not of the order in which they are named, found or enabled.
func TestOrderIsAFunctionOfTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		ids := []string{"a", "b", "c", "d", "e", "f"}
		for i, id := range ids {
			fmt.Fprintf(&text, "-- mods/%s/mod.toml+ --\npriority = %d\n", id, rapid.IntRange(-1, 1).Draw(t, "priority"))
			for _, relation := range []string{"requires", "optional"} {
				fmt.Fprintf(&text, "[%s]\n", relation)
				for j, other := range ids {
					if j != i && rapid.IntRange(0, 9).Draw(t, "needs") == 0 && (relation == "requires") == ((i+j)%2 == 0) {
						fmt.Fprintf(&text, "%s = '*'\n", other)
					}
				}
			}
			fmt.Fprintf(&text, "-- mods/%s/x.toml --\n[rules]\ndie = %d\n[patch.creature.orc]\nset = { cost = %d }\nadd = { defense = %d }\n", id, i+4, i+10, i)
		}
		fsys := archive(text.String())
		found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
		enabled := rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, len(ids), rapid.ID[string]).Draw(t, "enabled")
		load := func() string {
			lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, enabled, nil)
			if err != nil {
				return err.Error()
			}
			orc, _ := heroesdata.Creature(lib, "orc")
			return fmt.Sprintln(lib.ModList(), heroesdata.Game(lib).Rules.Die, orc.Cost, orc.Defense, lib.Warnings())
		}
		want := load()
		enabled = rapid.Permutation(enabled).Draw(t, "enabled again")
		found = rapid.Permutation(found).Draw(t, "found again")
		if got := load(); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}
