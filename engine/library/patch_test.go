package library_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// Three mods that change one creature, and more.
const changes = `
-- mods/a/mod.toml+ --
-- mods/a/a.toml --
[patch.creature.orc]
remove = { abilities = ["roar"] }
append = { abilities = ["leap"] }
add = { defense = 1, ranged = 2 }
set = { melee = 4, name = "Big Orc" }
[patch.creature.elf]
set = { facts = ["level"] }
[ability.leap]
name = "Leap"
text = "Jumps."
[[patch.ability.rage.append.bonus]]
score = "spell"
add = 3
[patch.scenario.field]
set.aggressor.army = "1 elf"
set.defender.town = 4
add.defender.hand = 2
[patch.spell.sting]
add = { score = 1 }
[patch.rule."H2.2"]
set = { ruling = "Two dice." }
[rules]
die = 6
-- mods/b/mod.toml+ --
optional = { a = "*", gone = "*" }
-- mods/b/b.toml --
[patch.creature."heroes:orc"]
set = { melee = 5 }
add = { defense = -2 }
append = { abilities = ["a:leap", "roar", "gone:hop"] }
remove = { abilities = ["roar", "gone:hop"] }
[patch.creature."gone:troll"]
set = { melee = 5 }
[rules]
phases = 8
-- mods/c/mod.toml+ --
-- mods/c/c.toml --
[patch.creature.orc]
set = { melee = 6, defense = 9 }
remove = { abilities = ["roar"] }
[rules]
die = 8
`

// A condition on abilities of an optional mod that is not loaded holds for no stack.
func TestConditionOfOptionalMod(t *testing.T) {
	const mod = `
-- mods/a/mod.toml+ --
optional = { lake = "*" }
-- mods/a/a.toml --
[ability.slick]
name = "Slick"
text = "It is slick."
bonus = [
  { score = "melee", add = 1, when = { ability = ["lake:wet"] } },
  { score = "melee", add = 1, when = { ability = ["lake:wet", "rage"] } },
  { score = "melee", add = 1, when = { ability = [] } },
]
`
	const lake = `
-- mods/lake/mod.toml+ --
-- mods/lake/a.toml --
[ability.wet]
name = "Wet"
text = "It is wet."
`
	for files, want := range map[string][][]string{mod: {{}, {"rage"}, nil}, mod + lake: {{"wet"}, {"wet", "rage"}, nil}} {
		a, err := heroesdata.Ability(mustLoad(t, files), "slick")
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range a.Bonuses {
			if got := b.When.Self.Abilities; !reflect.DeepEqual(got, want[i]) {
				t.Errorf("bonus %d: got %#v, want %#v", i+1, got, want[i])
			}
		}
	}
}

func TestPatches(t *testing.T) {
	lib := mustLoad(t, changes)
	orc, err := heroesdata.Creature(lib, "orc")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprintln(orc.Name, orc.Melee, orc.Ranged, orc.Defense, orc.Abilities[0].ID, orc.Abilities[1].ID, len(orc.Abilities)), "Big Orc 6 2 9 rage leap 2\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	rage, _ := heroesdata.Ability(lib, "rage")
	if len(rage.Bonuses) != 2 || rage.Bonuses[1].Cause.At != "mods/a/a.toml:11" || rage.Bonuses[0].Cause.At != "mods/heroes/rest.toml:4" {
		t.Errorf("bonuses of rage: %+v", rage.Bonuses)
	}
	field, _ := lib.Scenario("field")
	if s := field.Setup.(heroes.Setup).Sides; s[0].Army.String() != "1 elf" || s[1].Army.String() != "2 elf" || s[1].Town != 4 || s[1].Hand != 5 || s[0].Town != heroes.NoTownNear {
		t.Errorf("the field: %+v", s)
	}
	sting, _ := heroesdata.Spell(lib, "sting")
	rule, _ := lib.Paragraph("h2.2")
	if sting.Score != 3 || rule.Ruling != "Two dice." || heroesdata.Game(lib).Rules.Die != 8 || heroesdata.Game(lib).Rules.Phases != 8 || heroesdata.Game(lib).Rules.Retaliations != 1 {
		t.Errorf("sting %d, ruling %q, rules %+v", sting.Score, rule.Ruling, heroesdata.Game(lib).Rules)
	}
	wantText(t, lib.Warnings().Error(), `
mods/b/b.toml:4:25: abilities of creature "orc" has "a:leap" already, from mods/a/a.toml:3
mods/c/c.toml:2:9: melee of creature "orc" is set to 6, over the 5 of mods/b/b.toml:2: c loads after b and has the last word; name b in optional of its mod.toml if that is meant
mods/c/c.toml:2:20: defense of creature "orc" is set to 9, which undoes "add" of mods/b/b.toml:3: c loads after b and has the last word; name b in optional of its mod.toml if that is meant
mods/c/c.toml:2:20: defense of creature "orc" is set to 9, which undoes "add" of mods/a/a.toml:4: c loads after a and has the last word; name a in optional of its mod.toml if that is meant
mods/c/c.toml:3:25: abilities of creature "orc" lost "roar" already, in mods/a/a.toml:2
mods/c/c.toml:5:1: die of [rules] is set to 8, over the 6 of mods/a/a.toml:23: c loads after a and has the last word; name a in optional of its mod.toml if that is meant`)
}

func TestWhy(t *testing.T) {
	lib := mustLoad(t, changes+`
-- mods/d/mod.toml+ --
[setting.tone]
type = "choice"
default = "loud"
oneof = ["loud", "low"]
doc = "How."
-- mods/d/d.toml --
[rule."D1.die"]
title = "T"
text = "T"
[spell.leap]
name = "L"
text = "T"
score = 3
`)
	for path, want := range map[string]string{
		"creature.orc.melee": `
heroes creatures.toml:5: 2
a mods/a/a.toml:5: set to 4 (it was 2)
b mods/b/b.toml:2: set to 5 (it was 4)
c mods/c/c.toml:2: set to 6 (it was 5)`,
		"creature.heroes:orc.defense": `
heroes creatures.toml:6: 5
a mods/a/a.toml:4: add 1: 6
b mods/b/b.toml:3: add -2: 4
c mods/c/c.toml:2: set to 9 (it was 4)`,
		"orc.ranged": `
heroes creatures.toml:1: 0 (the default)
a mods/a/a.toml:4: add 2: 2`,
		"orc.phase": `
heroes creatures.toml:7: 6`,
		"creature.orc": `
heroes creatures.toml:1: creature "orc"
a mods/a/a.toml:5: name: set to "Big Orc" (it was "Orc")
a mods/a/a.toml:5: melee: set to 4 (it was 2)
a mods/a/a.toml:4: ranged: add 2: 2
a mods/a/a.toml:4: defense: add 1: 6
a mods/a/a.toml:3: abilities: append ["leap"]
a mods/a/a.toml:2: abilities: remove ["roar"]
b mods/b/b.toml:2: melee: set to 5 (it was 4)
b mods/b/b.toml:3: defense: add -2: 4
b mods/b/b.toml:4: abilities: append ["roar"]
b mods/b/b.toml:5: abilities: remove ["roar"]
c mods/c/c.toml:2: melee: set to 6 (it was 5)
c mods/c/c.toml:2: defense: set to 9 (it was 4)`,
		"ability.rage.bonus": `
heroes mods/heroes/rest.toml:4: [{ score = "melee", add = 1 }]
a mods/a/a.toml:11: append [{ score = "spell", add = 3 }]`,
		"scenario.field.defender.hand": `
heroes mods/heroes/rest.toml:26: 3
a mods/a/a.toml:17: add 2: 5`,
		"rules.die": `
heroes mods/heroes/rest.toml:28: 10
a mods/a/a.toml:23: set to 6 (it was 10)
c mods/c/c.toml:5: set to 8 (it was 6)`,
		"rules.retaliations": `
 : 1 (the default)`,
		"rule.D1.die":        `d mods/d/d.toml:1: rule "D1.die"`,
		"rule.D1.die.title":  `d mods/d/d.toml:2: "T"`,
		"setting.d.tone":     `d mods/d/mod.toml:5: "loud" (the default)`,
		"creature.orc.mele":  `unknown key "mele" in creature "orc": did you mean "melee"?`,
		"creature.ork.melee": `unknown value "creature.ork.melee": did you mean "creature.orc.melee"?`,
		"creatur.orc.melee":  `unknown value "creatur.orc.melee": did you mean "creature.orc.melee"?`,
		"rules.dei":          `unknown key "dei" in [rules]: did you mean "die"?`,
		"setting.d.ton":      `unknown setting "d.ton" (known: d.tone): did you mean "d.tone"?`,
		"leap":               `value "leap" is ambiguous: write ability.leap or spell.leap`,
		"":                   `unknown value ""`,
	} {
		t.Run(path, func(t *testing.T) {
			steps, err := lib.Why(path)
			var lines []string
			for _, s := range steps {
				lines = append(lines, fmt.Sprintf("%s %s: %s", s.Mod, s.Place, s.Text))
			}
			if err != nil {
				lines = append(lines, library.Explain(err))
			}
			wantText(t, strings.Join(lines, "\n"), want)
		})
	}
	for _, value := range lib.Values() {
		if _, err := lib.Why(value); err != nil {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// Ids are short where they are unique, else full; a mod's own come first.
func TestIDs(t *testing.T) {
	lib := mustLoad(t, `
-- mods/a/mod.toml+ --
-- mods/a/a.toml --
[creature.orc]
name = "Other Orc"
alignment = "life"
level = 1
melee = 1
defense = 5
phase = 6
cost = 20
abilities = ["rage", "heroes:rage", "new"]
[ability.rage]
name = "Other"
text = "T"
[ability.new]
name = "New"
text = "T"
[[ability.new.bonus]]
score = "melee"
add = 1
when = { ability = ["rage", "heroes:rage", "new"] }
[scenario.ours]
name = "S"
text = "T"
aggressor = { army = "3 orc" }
defender = { army = "2 heroes:orc + a:orc, elf" }
[patch.creature.orc]
add = { melee = 7 }
`)
	var ids []string
	for _, c := range heroesdata.Game(lib).Creatures {
		ids = append(ids, c.ID)
	}
	for _, a := range library.All[*ability.Ability](lib, "ability") {
		ids = append(ids, a.ID)
	}
	for _, s := range lib.Scenarios {
		ids = append(ids, s.ID, s.Setup.(heroes.Setup).Sides[0].Army.String(), s.Setup.(heroes.Setup).Sides[1].Army.String())
	}
	a, err := heroesdata.Creature(lib, "a:orc")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range a.Abilities {
		ids = append(ids, one.ID)
	}
	fresh, err := heroesdata.Ability(lib, "a:new")
	if err != nil {
		t.Fatal(err)
	}
	ids = append(ids, fresh.Bonuses[0].When.Self.Abilities...)
	wantText(t, strings.Join(ids, "; "), "heroes:orc; elf; a:orc; heroes:rage; roar; a:rage; new; field; 3 heroes:orc; 2 elf; "+
		"ours; 3 a:orc; 2 heroes:orc + 1 a:orc, 1 elf; a:rage; heroes:rage; new; a:rage; heroes:rage; new")
	if a.Melee != 8 {
		t.Errorf("melee of the mod's own orc is %d", a.Melee)
	}
	_, err = heroesdata.Creature(lib, "orc")
	wantText(t, fmt.Sprint(err), `creature "orc" is ambiguous: write heroes:orc or a:orc`)
	wantText(t, lib.Warnings().Error(), `
mods/a/a.toml:1:11: creature "orc" has the id of heroes:orc in creatures.toml:1, so that both need their full ids; to change that one write [patch.creature."heroes:orc"]
mods/a/a.toml:10:10: ability "rage" has the id of heroes:rage in mods/heroes/rest.toml:1, so that both need their full ids; to change that one write [patch.ability."heroes:rage"]`)
}

const scripted = `
-- mods/a/mod.toml+ --
[setting.die]
type = "whole"
default = 6
range = [2, 20]
doc = "Sides."
[setting.factor]
type = "number"
default = 2
range = [0.5, 4]
doc = "F."
[setting.tone]
type = "choice"
default = "low"
oneof = ["loud", "low", "none"]
doc = "How."
[setting.on]
type = "boolean"
default = true
doc = "O."
[setting.motto]
type = "text"
default = ""
doc = "M."
-- mods/a/a.toml --
[ability.jump]
name = "Jump"
text = "T"
script = "abilities/jump.lua"
[spell.boom]
name = "Boom"
text = "T"
score = 2
script = "boom.lua"
-- mods/a/abilities/jump.lua --
jump
-- mods/a/boom.lua --
boom
-- mods/a/main.lua --
main
-- mods/a/stray.lua --
stray
-- mods/a/test.lua --
test
-- mods/b/mod.toml+ --
-- mods/b/b.toml --
[patch.ability."a:jump"]
set = { script = "mine.lua" }
[patch.ability.roar]
set = { script = "roar.lua" }
-- mods/b/mine.lua --
mine
-- mods/b/roar.lua --
roar
`

func TestScripts(t *testing.T) {
	lib := mustLoad(t, scripted)
	var lines []string
	for _, m := range lib.Mods {
		for _, s := range m.Scripts {
			lines = append(lines, fmt.Sprintf("%s %s %q ability=%s spell=%s", m.Mod.ID, s.File, s.Text, s.Of("ability"), s.Of("spell")))
		}
		if m.Test != nil {
			lines = append(lines, m.Test.File)
		}
	}
	wantText(t, strings.Join(lines, "\n"), `
a mods/a/main.lua "main\n" ability= spell=
a mods/a/boom.lua "boom\n" ability= spell=boom
mods/a/test.lua
b mods/b/roar.lua "roar\n" ability=roar spell=
b mods/b/mine.lua "mine\n" ability=jump spell=`)
	wantText(t, lib.Warnings().Error(), `
mods/a/stray.lua: no ability or spell names this script: it does not run`)
}

// An entry that gives some keys of another mod's is meant to change that.
func TestEntryThatIsAPatch(t *testing.T) {
	_, err := loadAll(archive(`
-- mods/a/mod.toml+ --
-- mods/a/a.toml --
[creature.orc]
melee = 3
mele = 4
`), nil)
	wantText(t, fmt.Sprint(err), `
mods/a/a.toml:1:11: creature "orc" is already in creatures.toml:1: to change it, write [patch.creature.orc.set]; a new one needs another id
mods/a/a.toml:3:1: unknown key "mele" in creature "orc": did you mean "melee"?`)
}

func TestPatchWithoutSet(t *testing.T) {
	_, err := loadAll(archive(`
-- mods/a/mod.toml+ --
-- mods/a/a.toml --
[patch.creature.orc]
melee = 3
sets = { level = 2 }
`), nil)
	wantText(t, fmt.Sprint(err), `
mods/a/a.toml:2:1: unknown key "melee" in a patch: give it its new value in set, as in set = { melee = ... }
mods/a/a.toml:3:1: unknown key "sets" in patch.creature "orc": did you mean "set"?`)
}

// Files whose names an editor or a typing mistake has changed are not left out in silence.
func TestMisnamedFiles(t *testing.T) {
	lib := mustLoad(t, `
-- mods/a/mod.toml+ --
-- mods/a/LICENSE.txt --
-- mods/a/creatures.toml.txt --
-- mods/a/more.TOML --
-- mods/a/spells.tml --
-- mods/a/spells.toml --
-- mods/a/Main.lua --
-- mods/a/tests.lua --
-- mods/a/lua/hit.lua.txt --
`)
	wantText(t, lib.Warnings().Error(), `
mods/a/Main.lua: no ability or spell names this script: it does not run: did you mean "main.lua"?
mods/a/creatures.toml.txt: it is not read: did you mean "creatures.toml"?
mods/a/lua/hit.lua.txt: it is not read: did you mean "lua/hit.lua"?
mods/a/more.TOML: it is not read: did you mean "more.toml"?
mods/a/tests.lua: no ability or spell names this script: it does not run: did you mean "test.lua"?`)
}

func TestSettings(t *testing.T) {
	fsys := archive(scripted)
	lib, err := loadAll(fsys, typed(t, "a.die=8", "a.factor = 0.75", "a.on=false", "a.motto=one, two=\"3\"", "a.tone=low"))
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, s := range lib.Mods[1].Settings {
		values = append(values, fmt.Sprint(s.Name, "=", s.Value, ", ", s.IsSet(), ": ", s.Takes()))
	}
	wantText(t, strings.Join(values, "\n"), `
die=8, true: a whole number from 2 to 20
factor=0.75, true: a number from 0.5 to 4
tone=low, false: one of loud, low, none
on=false, true: true or false
motto=one, two="3", true: a text of one line`)
	list := lib.ModList()
	if want := ` die=8 factor=0.75 on=false motto="one, two=\"3\"", b 1.0.0 sha256:`; !strings.Contains(list, want) {
		t.Errorf("mods are %s, want %s in it", list, want)
	}

	// A journal knows them all.
	m := library.Match{Scenario: "field", Setup: lib.Scenarios[0].Setup, Dice: "seeded", Players: []string{"greedy", "greedy"}}
	h := lib.Header(m)
	if _, err := lib.Match(h); err != nil {
		t.Error(err)
	}
	enabled, settings, err := library.ModsOf(h)
	if err != nil || strings.Join(enabled, " ") != "a b" {
		t.Errorf("enabled %v, %v", enabled, err)
	}
	found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	again, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, enabled, settings)
	if err != nil || again.ModList() != list {
		t.Errorf("again: %s, %v", again.ModList(), err)
	}

	_, err = loadAll(fsys, typed(t, "a.die=60", "a.dei=6", "aa.die=6", "a.tone=lou", "a.factor=nan", "a.on=yes", "a.motto=a\nb"))
	wantText(t, fmt.Sprint(err), `
setting a.dei: unknown setting "a.dei" (known: a.die, a.factor, a.tone, a.on, a.motto): did you mean "a.die"?
setting a.die: die is "60": must be a whole number from 2 to 20 (mods/a/mod.toml:5)
setting a.factor: factor is "nan": must be a number from 0.5 to 4 (mods/a/mod.toml:10)
setting a.motto: motto is "a\nb": must be a text of one line (mods/a/mod.toml:24)
setting a.on: on is "yes": must be true or false (mods/a/mod.toml:20)
setting a.tone: tone is "lou": must be one of loud, low, none (mods/a/mod.toml:15): did you mean "loud"?
setting aa.die: unknown mod "aa" (known: a, b, heroes): did you mean "a"?`)
	for _, word := range []string{"die=6", "a.die", ".die=6", "a.=6"} {
		err := library.ParseSetting(word, map[string]map[string]string{})
		wantText(t, fmt.Sprint(err), fmt.Sprintf("%q sets nothing: write MOD.NAME=VALUE", word))
	}
}

// A journal written under other mods says which.
func TestOtherMods(t *testing.T) {
	fsys := archive(scripted)
	lib, err := loadAll(fsys, map[string]map[string]string{"a": {"die": "8", "factor": "3"}})
	if err != nil {
		t.Fatal(err)
	}
	m := library.Match{Scenario: "field", Setup: lib.Scenarios[0].Setup, Dice: "seeded", Players: []string{"greedy", "greedy"}}
	hash := func(i int) string { return fmt.Sprintf("sha256:%.16s", lib.Mods[i].Mod.Hash) }
	heroesNow, a, b := "heroes 1.0.0 "+hash(0), "a 1.0.0 "+hash(1), "b 1.0.0 "+hash(2)
	now := a + " die=8 factor=3"
	for _, row := range []struct{ name, mods, want string }{
		{"same", heroesNow + ", " + now + ", " + b, "<nil>"},
		{"missing", heroesNow + ", " + now + ", " + b + ", luck 2.0.0 sha256:0", "luck 2.0.0 is not loaded"},
		{"more", heroesNow + ", " + b, "a 1.0.0 is loaded and was not"},
		{"files", heroesNow + ", a 1.0.0 sha256:0 die=8 factor=3, " + b, "a 1.0.0 has other files"},
		{"version", heroesNow + ", a 0.9.0 sha256:0 die=8 factor=3, " + b, "a was 0.9.0 and is 1.0.0"},
		{"settings", heroesNow + ", " + a + " die=10 tone=\"a b\", " + b, `a.die was 10 and is 8; a.tone was "a b" and is at its default; a.factor was at its default and is 3`},
		{"order", heroesNow + ", " + b + ", " + now, "the mods were loaded in another order"},
		{"nonsense", "what", fmt.Sprintf("it has %q, loaded is %q", "what", lib.ModList())},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := lib.Header(m)
			for i := range h.Fields {
				if h.Fields[i].Key == "mods" {
					h.Fields[i] = engine.Field{Key: "mods", Value: row.mods}
				}
			}
			_, err := lib.Match(h)
			want := row.want
			if want != "<nil>" {
				want = "the journal was written under other rules or data: " + want
			}
			wantText(t, fmt.Sprint(err), want)

			// Where the battle cannot be read at all, that is the mistake.
			for i := range h.Fields {
				if h.Fields[i].Key == "aggressor" {
					h.Fields[i].Value = "1 troll"
				}
			}
			want = `the journal's aggressor: column 1: unknown creature "troll" (known: orc, elf)`
			if row.want != "<nil>" {
				want += "; the journal was written under other rules or data: " + row.want
			}
			if _, err := lib.Match(h); fmt.Sprint(err) != want {
				t.Errorf("got %v\nwant %s", err, want)
			}
		})
	}
}

// A mod's hash is that of its data and scripts, wherever the folder lies; a
// README and tests do not count.
func TestHash(t *testing.T) {
	hash := func(change func(fstest.MapFS), dir string) string {
		fsys := archive(scripted)
		if dir != "mods" {
			for name, f := range fsys {
				if rest, ok := strings.CutPrefix(name, "mods/a/"); ok {
					fsys[dir+"/a/"+rest] = f
				}
			}
		}
		change(fsys)
		found := library.Find(library.Folder{FS: fsys, Dir: dir, Where: dir})
		lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), found, []string{"a"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return lib.Mods[1].Mod.Hash
	}
	write := func(name string) func(fstest.MapFS) {
		return func(fsys fstest.MapFS) { fsys[name] = &fstest.MapFile{Data: []byte("# x\n")} }
	}
	same := hash(func(fstest.MapFS) {}, "mods")
	for name, change := range map[string]func(fstest.MapFS){"readme": write("mods/a/README.md"), "tests": write("mods/a/test.lua")} {
		if hash(change, "mods") != same {
			t.Errorf("%s changes the hash", name)
		}
	}
	if hash(func(fstest.MapFS) {}, "elsewhere") != same {
		t.Error("the place changes the hash")
	}
	for name, change := range map[string]func(fstest.MapFS){"data": write("mods/a/more.toml"), "script": write("mods/a/main.lua")} {
		if hash(change, "mods") == same {
			t.Errorf("%s does not change the hash", name)
		}
	}
}
