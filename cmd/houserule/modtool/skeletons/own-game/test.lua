-- houserule mod test PATH. Each test is a battle of its own with dice that you
-- give it.
test{ name = "a turn brings what it gathers", run = function()
	refuses("bank", "there is nothing to bank")
	dice{4}
	answer("roll")
	expect(asked(), "first: Roll on, or bank 4?")
	answer("bank")
	expect(side("first"):recall("points"), 4)
	expect(asked(), "second: Your turn.")
end }

test{ name = "a 1 takes it away", run = function()
	dice{6, 1}
	answer("roll")
	answer("roll")
	expect_told("first rolls a 1")
	expect(side("first"):recall("points"), 0)
end }

test{ name = "who has enough wins", run = function()
	scenario("NAME-sprint")
	dice{6, 5}
	answer("roll")
	answer("roll")
	answer("bank")
	expect(winner(), "first")
end }

test{ name = "a race comes to its end", run = function()
	finish()
	expect(winner() ~= nil, true)
end }
