test{ name = "the ends of the shorter line are flanks", run = function()
	armies("1 bandit, 1 bandit, 1 bandit, 1 wolf", "1 zombie, 1 ogre, 1 zombie")
	dice{1, 1, 1}
	skip("a1")
	answer("a1 attack d1")
	expect_score("attack", 3)
	expect_term("attack", "+2")
	skip("a2")
	answer("a2 attack d2")
	expect_score("attack", 1)
	skip("a3")
	answer("a3 attack d3")
	expect_score("attack", 3)
end }

test{ name = "an equal line has none", run = function()
	armies("1 bandit", "1 zombie")
	dice{1}
	answer("a1 attack d1")
	expect_score("attack", 1)
end }

test{ name = "who strikes back does not flank", run = function()
	setting("bonus", 10)
	armies("1 goblin, 1 goblin", "1 bandit")
	dice{1, 1}
	answer("d1 attack a1") -- 1 + 1 against 3: frenzy has it 1 less
	answer("a1 retaliate") -- 1 + 4 against 5, without the 10
	expect(winner(), "aggressor")
end }
