test{ name = "a ten always hits", run = function()
	armies("1 bandit", "1 behemoth")
	dice{10}
	answer("a1 attack d1") -- 1 + 10 against 13
	expect_told("die 10 + 1 = 11 against 13: hit all the same")
	expect(winner(), "aggressor")
end }

test{ name = "a one always misses", run = function()
	armies("1 devil", "2 peasant")
	dice{1}
	rolls{2}
	answer("a1 attack d1") -- 8 + 1 against 4
	expect_told("die 1 + 8 = 9 against 4: miss all the same")
	expect(stack("d1").count, 2)
	expect_not_told("accident")
end }

test{ name = "a one after a one", run = function()
	armies("2 devil", "2 peasant")
	dice{1}
	rolls{1}
	answer("a1 attack d1")
	expect_told("a1 has an accident")
	expect(stack("a1").count, 1)
	expect(asked(), "d1 retaliates") -- who lives may strike back all the same
end }

test{ name = "no accidents", run = function()
	setting("accidents", false)
	armies("1 devil", "2 peasant")
	dice{1}
	rolls{}
	answer("a1 attack d1")
	expect(stack("a1").count, 1)
	expect_ran("onMiss", 1)
end }
