test{ name = "in melee the fort takes the hits", run = function()
	armies("2 troll", "castle, troll, goblins")
	rounds(1)
	dice{6, 1, 6, 6, 6, 3}
	expect(standing("defender"), "d1 d2 d3")
	expect_told("d1 (Castle) takes a hit: its value is 2 now")
end }

test{ name = "when it has fallen the others do, with a choice", run = function()
	armies("3 troll", "keep, troll, goblins")
	dice{1, 1, 1, 6, 6, 6}
	expect_told("d1 (Keep) is neutralized")
	expect(options(), {"lose d2", "lose d3"})
end }

test{ name = "arrows come down behind the walls", run = function()
	armies("elves-3", "keep, troll")
	dice{1}
	expect(options(), {"lose d1", "lose d2"})
end }

test{ name = "unless the house says otherwise", run = function()
	setting("steps", "all")
	armies("2 elves-3", "keep, troll, goblins")
	rounds(1)
	dice{1, 6, 2, 6, 6, 3}
	answer("lose a1")
	expect_told("d1 (Keep) takes a hit")
	expect_told("d1 (Keep) rolls a 2 against 2 and hits")
end }

test{ name = "a side that has no fort picks as usual, and a city is none", run = function()
	armies("troll", "city, goblins")
	dice{1, 6, 6}
	expect(options(), {"lose d1", "lose d2"})
	refuses("lose a1", "a1 (Troll) is no counter of yours (K3.1)")
end }

test{ name = "a fort that was hit fights at its full value, a city does not", run = function()
	armies("2 elves-2", "keep, city")
	rounds(1)
	dice{1, 1, 2, 2, 3, 3}
	answer("lose d1")
	answer("lose d2")
	answer("lose a1")
	expect_told("d1 (Keep) rolls a 2 against 2 and hits")
	expect_told("d2 (City) rolls a 2 against 1 and misses")
end }
