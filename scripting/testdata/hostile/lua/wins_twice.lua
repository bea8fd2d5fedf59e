-- Wins for both. It changes the battle.
game{ seats = { "red", "green" }, rounds = 9,
	start = function() battle:remember("n", 0) end,
	turn = function() battle:ask(battle.sides[1 + battle:recall("n") % 2], "Well?", { "one", "two" }) end,
	play = function(side, option) battle:win(battle.sides[1]) battle:win(battle.sides[2]) end,
}
