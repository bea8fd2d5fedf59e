-- Draws what a terminal obeys. It changes the battle.
game{ seats = { "red", "green" }, rounds = 9,
	start = function() battle:remember("n", 0) end,
	turn = function() battle:ask(battle.sides[1 + battle:recall("n") % 2], "Well?", { "one", "two" }) end,
	play = function(side, option) battle:remember("n", battle:recall("n") + 1) if battle:recall("n") > 6 then battle:win(side) end end,
	board = function() return { "\27[2J\7", "a\nb\n\nred wins", "\226\128\174", ("x"):rep(60000) } end,
	outcome = function() return "\27[2J\nred wins" end,
}
