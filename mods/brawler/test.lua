-- Tests answer for both sides themselves and know no computer players, so
-- how the brawler plays is seen in battles: see README.md.
test{ name = "the mod changes no rule", run = function()
	armies("3 gold-golem", "3 bandit")
	dice{7}
	answer("d1 attack a1")
	expect(stack("a1").count, 2)
end }
