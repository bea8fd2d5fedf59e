test{ name = "a ten explodes", run = function()
	-- 1 + 10 + 4 reach a behemoth's 13, which no single die could.
	armies("1 bandit", "1 behemoth")
	dice{10}
	rolls{4}
	answer("a1 attack d1")
	expect(winner(), "aggressor")
	expect_told("the die explodes: +4")
end }

test{ name = "and again", run = function()
	armies("1 bandit", "1 behemoth")
	dice{10}
	rolls{10, 2}
	answer("a1 attack d1")
	expect_told("the die explodes: +10")
	expect_told("the die explodes: +2")
end }

test{ name = "a nine does not", run = function()
	armies("1 bandit", "1 behemoth")
	dice{9}
	rolls{}
	answer("a1 attack d1")
	expect_not_told("explodes")
end }

test{ name = "no more often than the setting says", run = function()
	setting("most", 1)
	armies("1 bandit", "1 black-dragon")
	dice{10}
	rolls{10}
	skip("a1")
	answer("a1 attack d1")
	expect(winner(), "aggressor")
end }
