-- Asks for one of very many. It changes the battle.
game{ seats = { "red", "green" }, rounds = 9,
	start = function() battle:remember("n", 0) end,
	turn = function() local t = {} for i = 1, 9000 do t[i] = "w" .. i end battle:ask(battle.sides[1], "Well?", t) end,
	play = function(side, option) battle:remember("n", battle:recall("n") + 1) if battle:recall("n") > 6 then battle:win(side) end end,
}
