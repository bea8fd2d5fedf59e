test{ name = "the highest dice meet, then the next: one each", run = function()
	scenario("duel")
	expect(asked(), "attacker: How many dice?")
	answer("roll 3")
	expect(asked(), "defender: How many dice?")
	dice{2, 6, 3, 5, 3}
	answer("roll 2")
	expect_told("attacker rolls 6, 3, 2")
	expect_told("defender rolls 5, 3")
	expect(side("attacker"):recall("armies"), 2)
	expect(side("defender"):recall("armies"), 1)
	expect(battle.round, 2)
end }

test{ name = "a tie is the defender's", run = function()
	setup("attackers", 1)
	setup("defenders", 1)
	answer("roll 1")
	dice{4, 4}
	answer("roll 1")
	expect(winner(), "defender")
	expect(asked(), "defender holds the land with 1 army left")
end }

test{ name = "or the attacker's, by a rule of the house", run = function()
	setting("ties", "attacker")
	setup("attackers", 1)
	setup("defenders", 1)
	answer("roll 1")
	dice{4, 4}
	answer("roll 1")
	expect(winner(), "attacker")
end }

test{ name = "nobody throws more dice than it has armies, or than the rules give", run = function()
	setup("attackers", 6)
	setup("defenders", 1)
	offers("roll 3")
	refuses("roll 4", "unknown answer")
	answer("roll 2")
	refuses("roll 2", "defender has 1 army")
	expect(options(), { "roll 1" })
end }

test{ name = "who stops has lost", run = function()
	answer("stop")
	expect(winner(), "defender")
end }

test{ name = "players finish a battle", run = function()
	scenario("border")
	finish(3)
	expect(battle.over, true)
end }

test{ name = "in the pass no more than two attack", run = function()
	scenario("pass")
	refuses("roll 3", "unknown answer")
	offers("roll 2")
	answer("roll 2")
	offers("roll 2")
end }
