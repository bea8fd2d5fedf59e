-- Logs in each step, without end. It changes the battle.
game{ seats = { "red", "green" }, rounds = 1000000,
	start = function() battle:remember("n", 0) end,
	turn = function() battle:ask(battle.sides[1 + battle:recall("n") % 2], "Well?", { "one", "two" }) end,
	play = function(side, option) for i = 1, 200 do log(("x"):rep(400) .. i) end battle:remember("n", battle:recall("n") + 1) end,
}
