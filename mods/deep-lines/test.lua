test{ name = "four in front, and they duck", run = function()
	armies("1 zombie, 1 zombie, 1 zombie | 1 orc, 1 orc", "1 troll")
	expect(asked(), "aggressor picks who comes forward")
	answer("a5")
	expect(#battle.aggressor.front, 4)
	expect(stack("a5").protecting, true)
	expect(stack("a4").line, "ranged")
	expect_ran("onFilled", 1)
end }

test{ name = "towns keep their own numbers", run = function()
	walls("breached")
	armies("1 troll, 1 troll, 1 troll", "| 1 orc, 1 orc")
	answer("d1")
	expect(#battle.defender.front, 1)
end }

test{ name = "who must not hide may go back", run = function()
	setting("front", 1)
	armies("1 elf, 1 elf", "1 zombie")
	skip("a1")
	answer("a1 move")
	expect(stack("a1").line, "ranged")
	expect_ran("onFill")
end }
