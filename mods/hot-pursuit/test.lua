local function meet(attacker)
	armies(attacker, "goblins")
	neighbor("north", "attacker")
	neighbor("south", "defender")
	rounds(2)
end

test{ name = "a side that rolls above the setting may retreat", run = function()
	meet("troll")
	dice{6, 6}
	rolls{3, 1}
	expect(asked(), "attacker retreats")
	answer("retreat north")
	expect(winner(), "defender")
end }

test{ name = "a side that does not is pinned", run = function()
	meet("troll")
	dice{6, 6}
	rolls{2, 3}
	expect(asked(), "defender retreats", "the attacker is not asked")
	refuses("retreat north", "you do not control that hex (K4.2)")
	answer("retreat south")
	expect(winner(), "attacker")
end }

test{ name = "each round rolls anew", run = function()
	meet("troll")
	dice{6, 6, 6, 6}
	rolls{2, 2, 3, 1}
	expect(battle.round, 2)
	expect(asked(), "attacker retreats")
	answer("retreat north")
end }

test{ name = "who flies gets away without a die", run = function()
	meet("2 vultures")
	dice{6, 6, 6}
	rolls{1}
	answer("retreat north")
	expect(winner(), "defender")
end }

test{ name = "unless the house says otherwise", run = function()
	setting("flyers", false)
	meet("2 vultures")
	dice{6, 6, 6}
	rolls{1, 6}
	expect(asked(), "defender retreats")
end }

test{ name = "dust of defense drives pinned attackers away in the next round", run = function()
	armies("troll", "goblins")
	items("defender", "dust-of-defense")
	neighbor("north", "attacker")
	dice{6, 6}
	rolls{1, 6}
	answer("pass")
	answer("pass")
	answer("pass")
	answer("play dust-of-defense")
	expect(winner(), "defender")
	expect(counter("a1").hex.name, "north")
end }
