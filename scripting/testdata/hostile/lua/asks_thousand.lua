-- Asks for one of a thousand, each of which leads elsewhere. It changes the battle.
game{ seats = { "red", "green" }, rounds = 9,
	start = function() battle:remember("n", 0) end,
	turn = function() local t = { "one" } for i = 2, 1000 do t[i] = "w" .. i end battle:ask(battle.sides[1 + battle:recall("n") % 2], "Well?", t) end,
	play = function(side, option) battle:remember("n", battle:recall("n") + 1) battle:remember("o" .. battle:recall("n"), option) if battle:recall("n") > 9 then battle:win(side) end end,
}
