test{ name = "accepted: the stronger wins", run = function()
	armies("1 hero-oswin", "2 paladin")
	rolls{3, 2}
	skip("a1")
	answer("a1 challenge d1")
	answer("accept")
	expect_told("a1 9, d1 7")
	expect(stack("d1").count, 1)
end }

test{ name = "refused: shamed", run = function()
	setting("shame", 3)
	armies("1 hero-oswin", "2 troll")
	rolls{}
	skip("a1")
	answer("a1 challenge d1")
	answer("refuse")
	dice{1}
	answer("d1 attack a1")
	expect_score("attack", 6) -- 6 + 3 - 3
	expect_term("attack", "-3")
end }

test{ name = "who may", run = function()
	armies("1 hero-oswin, 1 pikeman", "1 troll, 1 troll, 1 troll | 1 orc")
	skip("a1")
	refuses("a1 challenge d4", "both must stand on their melee lines")
	offers("a1 challenge d1")
	skip("a2")
	refuses("a2 challenge d1", "only Heroes challenge")
end }
