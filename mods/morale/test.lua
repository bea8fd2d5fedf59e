test{ name = "morale above the die: two opportunities", run = function()
	-- One alignment each, +2; dread takes 1 from the pikemen.
	armies("3 pikeman", "1 nightmare")
	rolls{1}
	dice{1, 1, 1}
	answer("d1 attack a1") -- +2 is greater than 1: it acts twice
	answer("a1 hold")
	answer("d1 attack a1")
	answer("a1 hold")
	expect_told("d1 acts twice: morale 2")
	answer("a1 attack d1") -- +1 is not
	expect_not_told("a1 acts twice")
	expect_ran("onRoundStart", 1)
end }

test{ name = "morale as far below 0: none", run = function()
	-- Beside death -2, three alignments -1.
	armies("1 skeleton, 1 peasant, 1 bandit", "1 titan")
	rolls{2}
	skip("a1")
	expect_told("a3 does not act: morale -3")
end }

test{ name = "the dead and the steadfast bear anything", run = function()
	armies("1 skeleton, 1 templar, 1 orc", "1 bone-dragon")
	rolls{1}
	skip("a1")
	expect_not_told("a1 does not act")
	skip("a2")
	expect_not_told("a2 does not act")
end }

test{ name = "no morale, no die", run = function()
	armies("2 zombie", "2 ghoul")
	rolls{}
	answer("d1 pass")
	expect_not_told("morale die")
end }

test{ name = "high spirits do not cure blindness", run = function()
	setting("united", 5)
	armies("1 hero-sethric", "1 peasant")
	rolls{1, 1}
	answer("a1 cast blindness d1")
	skip("a1")
	expect_not_told("d1 acts twice")
end }
