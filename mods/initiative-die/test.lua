test{ name = "the die says who is first", run = function()
	armies("1 orc", "1 minotaur") -- both of phase 6
	rolls{9, 4}
	dice{1, 1}
	answer("d1 attack a1")
	answer("a1 hold")
	answer("a1 attack d1")
	expect_ran("onRoundStart", 1)
end }

test{ name = "quick creatures are quick still", run = function()
	armies("1 zombie", "1 bandit")
	rolls{3, 6} -- 3 + 2 against 6 - 2
	dice{1}
	answer("d1 attack a1")
	expect(asked(), "a1 acts")
end }

test{ name = "a new round, new dice", run = function()
	armies("1 orc", "1 minotaur")
	rolls{1, 2, 5, 4}
	answer("a1 pass")
	answer("d1 pass")
	answer("d1 pass")
	expect(asked(), "a1 acts")
end }
