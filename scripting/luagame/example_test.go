package luagame_test

import (
	"fmt"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

// A whole game: who has the turn throws a die, and wins with the highest face.
func Example() {
	files := fstest.MapFS{
		"mods/high/mod.toml": {Data: []byte(`
id = "high"
version = "1.0.0"
title = "The highest face"
game = "high"
`)},
		"mods/high/main.lua": {Data: []byte(`
key{ name = "die", default = 6, least = 2, most = 100, text = "the die's sides" }

game{
	seats = { "one", "other" },
	start = function()
		battle:remember("turn", 1)
	end,
	turn = function()
		battle:ask(battle.sides[battle:recall("turn")], "Throw, or give up?", { "throw", "give up" })
	end,
	play = function(side, option)
		if option == "give up" then
			battle:win(side.next)
		elseif roll(battle:setup("die")) == battle:setup("die") then
			battle:win(side)
		else
			battle:remember("turn", side.next.number)
			battle:next_round()
		end
	end,
}
`)},
		"mods/high/scenarios.toml": {Data: []byte(`
[scenario.coin]
name = "A coin"
text = "Heads wins."
setup = { die = 2 }
`)},
	}
	found := library.Find(library.Folder{FS: files, Dir: "mods", Where: "mods"})
	system := luagame.New(found[0])
	lib, err := library.LoadMods(system, system.Folder(), found, nil, nil)
	if err != nil {
		panic(err)
	}
	if _, err := system.Install(lib, modhost.Stop); err != nil {
		panic(err)
	}

	battle, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
	if err != nil {
		panic(err)
	}
	script := &engine.Script{Dice: []int{1, 2}, Choices: []string{"throw", "throw"}}
	table := engine.NewTable(script, script, script)
	for battle.Begin(table); !battle.Over() && table.Err() == nil; {
		battle.Step()
	}
	fmt.Println(battle.Outcome(), table.Err(), script.Done())
	// Output: other wins in round 2 <nil> <nil>
}
