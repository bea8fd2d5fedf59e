package library_test

import (
	"fmt"

	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

func ExampleLoadMods() {
	fsys := archive(`
-- mods/lucky/mod.toml --
id = "lucky"
version = "1.2.0"
title = "Lucky orcs"
game = "heroes"
requires = { heroes = ">=1.0" }
-- mods/lucky/creatures.toml --
[patch.creature.orc]
set = { melee = 3 }
add = { defense = 1 }
-- mods/brave/mod.toml --
id = "brave"
version = "1.0.0"
title = "Brave orcs"
game = "heroes"
-- mods/brave/all.toml --
[patch.creature.orc]
set = { melee = 4 }
`)
	available := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), available, []string{"lucky", "brave"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	orc, _ := heroesdata.Creature(lib, "orc")
	fmt.Println("melee", orc.Melee, "defense", orc.Defense)
	steps, _ := lib.Why("creature.orc.melee")
	for _, s := range steps {
		fmt.Println(s.Mod, s.Place, s.Text)
	}
	fmt.Println(lib.Warnings())
	// Output:
	// melee 3 defense 6
	// heroes creatures.toml:5 2
	// brave mods/brave/all.toml:2 set to 4 (it was 2)
	// lucky mods/lucky/creatures.toml:2 set to 3 (it was 4)
	// mods/lucky/creatures.toml:2:9: melee of creature "orc" is set to 3, over the 4 of mods/brave/all.toml:2: lucky loads after brave and has the last word; name brave in optional of its mod.toml if that is meant
}
