-- Rolls many dice in a step. It changes the battle.
game{ seats = { "red", "green" }, rounds = 1000000,
	start = function() battle:remember("n", 0) end,
	turn = function() battle:ask(battle.sides[1 + battle:recall("n") % 2], "Well?", { "one", "two" }) end,
	play = function(side, option) local n = 0 for i = 1, 12 do n = n + roll(1000) end battle:remember("n", battle:recall("n") + 1) battle:remember("m", n) end,
	worth = function(side) return battle:recall("m") or 0 end,
}
