test{ name = "the bitten join", run = function()
	armies("1 vampire", "2 peasant")
	dice{1}
	answer("a1 attack d1")
	expect(stack("a1").count, 2)
	expect(stack("d1").count, 1)
	expect_ran("onKill", 1)
end }

test{ name = "the dead do not", run = function()
	armies("1 vampire", "2 zombie")
	dice{1}
	answer("a1 attack d1")
	expect(stack("d1").count, 1)
	expect(stack("a1").count, 1)
end }

test{ name = "a full coffin is full", run = function()
	setting("most", 2)
	armies("2 vampire", "2 peasant")
	dice{1}
	answer("a1 attack d1")
	expect(stack("a1").count, 2)
end }

test{ name = "others do not grow", run = function()
	armies("1 devil", "2 peasant")
	dice{1}
	answer("a1 attack d1")
	answer("d1 hold")
	expect(stack("a1").count, 1)
end }
