package library_test

import (
	"fmt"
	"testing"

	"houserule/engine/library/heroesdata"
)

// A patch reaches all entries that fit its conditions, as the mods before have left them.
func TestWidePatches(t *testing.T) {
	lib := mustLoad(t, `
-- mods/a/mod.toml+ --
-- mods/a/a.toml --
[patch.creature.elf.set]
abilities = ["roar"]
-- mods/b/mod.toml+ --
-- mods/b/b.toml --
[patch.creature."*"]
where = { abilities = ["heroes:roar"], level = [1, 9], hero = false }
add = { defense = 1 }
[patch.creature."*loud"]
where = { abilities = ["roar"], alignment = ["nature"] }
append = { abilities = ["leap"] }
[patch.creature."*all"]
set = { text = "Here." }
[ability.leap]
name = "Leap"
text = "Jumps."
`)
	var got string
	for _, c := range heroesdata.Game(lib).Creatures {
		got += fmt.Sprintf("%s %s %d %s %d; ", c.ID, c.Alignment, c.Defense, lib.Flavor(c), len(c.Abilities))
	}
	steps, _ := lib.Why("elf.defense")
	wantText(t, got+fmt.Sprint(steps, lib.Warnings()), "orc chaos 6 Here. 2; elf nature 99 Here. 2; [{heroes creatures.toml:16 98} {b mods/b/b.toml:3 add 1: 99}]")
}

// A patch that reaches nothing, or not what was meant, is told.
func TestWidePatchProblems(t *testing.T) {
	lib := mustLoad(t, `
-- mods/a/mod.toml+ --
-- mods/a/a.toml --
[patch.creature."*"]
where = { abilities = ["raor"], level = [5, 9] }
add = { defense = 1 }
`)
	wantText(t, lib.Warnings().Error(), `mods/a/a.toml:2:1: no creature fits where, so the patch changes nothing: none has "raor" for abilities: did you mean "roar"?`)
	_, err := loadAll(archive(`
-- mods/a/mod.toml+ --
-- mods/a/a.toml --
[patch.creature."*"]
where = { alignment = ["lief"], level = [5], foo = 1 }
add = { defense = 1 }
[patch.creature."*less"]
where = { level = [5] }
[patch.creature."*twice"]
set = { cost = 5 }
[patch.creature."*again"]
set = { cost = 6 }
[patch.creature.orc]
where = { level = [5, 9] }
`), nil)
	wantText(t, fmt.Sprint(err), `
mods/a/a.toml:2:24: item 1 of where.alignment of patch.creature "*" is "lief": must be one of life, order, death, chaos, nature, might, neutral: did you mean "life"?
mods/a/a.toml:2:33: where.level of patch.creature "*" must be [least, most], the least not above the most
mods/a/a.toml:2:46: unknown key "foo" in where of patch.creature "*": known keys are name, alignment, level, melee, ranged, defense, phase, cost, hero, abilities, spells, facts, text
mods/a/a.toml:5:11: where.level of patch.creature "*less" must be [least, most], the least not above the most
mods/a/a.toml:9:9: cost of creature "orc" is set twice: it is already set in mods/a/a.toml:7
mods/a/a.toml:11:1: where is for a patch of many entries: write [patch.creature."*"]`)
}
