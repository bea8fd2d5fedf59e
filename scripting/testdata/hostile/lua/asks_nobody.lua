-- Asks nobody and has no chance. It changes the battle.
game{ seats = { "red", "green" }, rounds = 9,
	start = function() battle:remember("n", 0) end,
	turn = function()  end,
	play = function(side, option) battle:remember("n", battle:recall("n") + 1) if battle:recall("n") > 6 then battle:win(side) end end,
}
