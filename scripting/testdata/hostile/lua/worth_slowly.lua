-- Weighs with nearly all steps of a call. It changes the battle.
game{ seats = { "red", "green" }, rounds = 9,
	start = function() battle:remember("n", 0) end,
	turn = function() battle:ask(battle.sides[1 + battle:recall("n") % 2], "Well?", { "one", "two" }) end,
	play = function(side, option) battle:remember("n", battle:recall("n") + 1) if battle:recall("n") > 6 then battle:win(side) end end,
	worth = function() for i = 1, 45000 do end return 1 end,
	appraise = function() for i = 1, 45000 do end return 1 end,
}
