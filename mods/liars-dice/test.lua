test{ name = "a true bid costs who doubts it a die", run = function()
	scenario("two-dice")
	dice{3, 5, 2, 5}
	answer("bid 2 5")
	expect(side("first"):secret("cup"), "35")
	dice{1, 1, 1}
	answer("doubt")
	expect_told("there are 2 of face 5: second loses a die and has 1 die")
end }

test{ name = "a lie costs who bid it", run = function()
	scenario("last-dice")
	dice{3, 6}
	answer("bid 2 6")
	answer("doubt")
	expect_told("there is 1 of face 6: first loses a die and has 0 dice")
	expect(winner(), "second")
	expect(asked(), "second wins with 1 die left")
end }

test{ name = "bids rise, and the loser begins", run = function()
	scenario("two-dice")
	dice{1, 1, 1, 1}
	refuses("doubt", "nothing is bid yet")
	answer("bid 1 6")
	refuses("bid 1 6", "unknown answer")
	offers("bid 2 1")
	answer("bid 4 1")
	dice{6, 6, 6}
	answer("doubt")
	expect(asked(), "first: Which bid?")
end }

test{ name = "ones can be wild", run = function()
	setting("wild_ones", true)
	scenario("last-dice")
	dice{1, 4}
	answer("bid 2 4")
	answer("doubt")
	expect(winner(), "first")
end }

test{ name = "the computer plays to the end", run = function()
	scenario("five-dice")
	finish(7)
	expect(side("first"):recall("dice") * side("second"):recall("dice"), 0)
end }
