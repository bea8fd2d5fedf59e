test{ name = "lucky creatures keep the best of two dice", run = function()
	armies("2 halfling", "1 orc")
	dice{2, 9}
	answer("a1 shoot d1")
	expect(stack("d1").alive, false)
	expect(winner(), "aggressor")
end }

test{ name = "a jinx: the worst of two", run = function()
	armies("1 tiger", "1 medusa")
	dice{9, 1}
	answer("a1 attack d1")
	expect(stack("d1").count, 1)
end }

test{ name = "luck and jinx cancel out: one die", run = function()
	armies("2 halfling", "1 medusa")
	dice{9}
	answer("a1 shoot d1")
	expect(winner(), "aggressor")
end }

test{ name = "the underdog is lucky, and again with its own luck", run = function()
	armies("3 halfling", "2 zombie, 2 zombie")
	dice{1, 1, 9}
	answer("a1 shoot d1")
	expect(stack("d1").count, 1)
	expect_ran("onDice", 1)
end }
