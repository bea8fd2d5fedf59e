test{ name = "springs run down", run = function()
	armies("1 tin-soldier", "2 zombie")
	dice{1, 1}
	answer("a1 attack d1")
	expect_score("attack", 4) -- 1 + 3
	skip("a1")
	answer("a1 attack d1")
	expect_score("attack", 3)
	expect_term("attack", "+2 Wound spring")
end }

test{ name = "menders give back what was lost", run = function()
	armies("2 brass-hound, 1 mender, 1 bandit", "1 wolf")
	dice{10}
	skip("d1")
	answer("d1 attack a1")
	answer("a1 hold")
	expect(stack("a1").count, 1)
	skip("a2")
	refuses("a2 repair a3", "a3 is no machine")
	answer("a2 repair a1")
	expect(stack("a1").count, 2)
	skip("a2")
	refuses("a2 repair a1", "a1 is in good order")
	skip("a1")
	refuses("a1 repair a2", "it has no tools")
end }

test{ name = "cannons cool down for a round", run = function()
	armies("1 steam-cannon", "3 treant")
	dice{1}
	answer("a1 shoot d1")
	skip("a1")
	refuses("a1 shoot d1", "it has to cool down")
	answer("a1 pass")
	skip("a1")
	offers("a1 shoot d1")
end }

test{ name = "a boiler bursts", run = function()
	armies("2 devil", "1 boiler-giant")
	dice{10}
	rolls{8}
	answer("a1 attack d1")
	expect_told("the boiler of d1 bursts")
	expect(stack("a1").count, 1)
	expect(winner(), "aggressor")
end }

test{ name = "a dud", run = function()
	armies("2 devil", "1 boiler-giant")
	dice{10}
	rolls{7}
	answer("a1 attack d1")
	expect(stack("a1").count, 2)
end }
