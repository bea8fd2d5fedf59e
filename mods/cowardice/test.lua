test{ name = "half a stack runs and sits out a round", run = function()
	armies("2 bandit, 2 ogre, 2 ogre, 2 ogre", "3 wolf")
	dice{10}
	rolls{4}
	answer("a1 pass")
	answer("d1 attack a1")
	answer("a1 hold")
	skip("d1") -- round 2: a1 would have come first
	expect_told("a1 runs for the rear")
	expect(stack("a1").line, "ranged")
	expect(stack("a1"):under("shaken"), true)
end }

test{ name = "on a 5 it stands", run = function()
	armies("2 bandit, 2 ogre, 2 ogre, 2 ogre", "3 wolf")
	dice{10}
	rolls{5}
	answer("a1 pass")
	answer("d1 attack a1")
	answer("a1 hold")
	skip("a1")
	expect(stack("a1").line, "melee")
end }

test{ name = "great creatures do not run", run = function()
	armies("2 troll", "3 wolf")
	dice{10}
	rolls{}
	answer("d1 attack a1")
	answer("a1 hold")
	skip("d1")
	expect_not_told("runs")
end }
