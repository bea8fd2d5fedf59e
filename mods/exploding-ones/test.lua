test{ name = "a 1 that hits is rolled again", run = function()
	armies("troll", "2 goblins")
	dice{1, 6, 6}
	rolls{4}
	expect(battle.defender.hits, 2)
	answer("lose d1")
	expect(winner(), "attacker")
	expect_told("a 1 explodes: 4")
	expect_told("a1 (Troll) rolls a 1 against 4 and scores 2 hits")
end }

test{ name = "the second die must hit by itself", run = function()
	armies("troll", "2 goblins")
	dice{1, 6, 6}
	rolls{5}
	expect(asked(), "defender loses a counter")
	expect(battle.defender.hits, 1)
end }

test{ name = "it explodes again and again, as often as the setting says", run = function()
	setting("most", 2)
	armies("troll", "4 goblins")
	dice{1, 6, 6, 6, 6}
	rolls{1, 1}
	expect(battle.defender.hits, 3)
end }

test{ name = "another hit does not explode", run = function()
	armies("troll", "2 goblins")
	dice{2, 6, 6}
	rolls{}
	expect(battle.defender.hits, 1)
	expect_not_told("explodes")
end }
