-- Remembers another text in each state, and never comes back. It changes the battle.
game{ seats = { "red", "green" }, rounds = 1000000,
	start = function() battle:remember("n", 0) end,
	turn = function() battle:ask(battle.sides[1 + battle:recall("n") % 2], "Well?", { "one", "two" }) end,
	play = function(side, option) local n = battle:recall("n") + 1 battle:remember("n", n) battle:remember("t" .. n % 4000, ("x"):rep(1000) .. n .. option) end,
}
