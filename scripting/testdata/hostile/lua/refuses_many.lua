-- Refuses very many answers. It changes the battle.
game{ seats = { "red", "green" }, rounds = 9,
	start = function() battle:remember("n", 0) end,
	turn = function() for i = 1, 9000 do battle:refuse("w" .. i, ("x"):rep(1000)) end battle:ask(battle.sides[1], "Well?", { "one" }) end,
	play = function(side, option) battle:remember("n", battle:recall("n") + 1) if battle:recall("n") > 6 then battle:win(side) end end,
}
