test{ name = "the Hero goes first", run = function()
	armies("1 nomad, 1 hero-maelis", "1 zombie") -- both of phase 3
	refuses("a1", "")
	answer("a2")
	expect(asked(), "a2 acts")
end }

test{ name = "and strikes back twice", run = function()
	armies("1 wolf, 1 wolf, 1 wolf", "1 hero-gorrun")
	dice{1, 1, 1, 1, 1}
	skip("a1")
	answer("a1 attack d1")
	answer("d1 retaliate")
	skip("a2")
	answer("a2 attack d1")
	answer("d1 retaliate")
	skip("a3")
	answer("a3 attack d1")
	expect(asked(), "d1 acts")
end }

test{ name = "a Hero's help is worth more", run = function()
	armies("1 hero-tarka, 1 ogre", "1 zombie")
	dice{1}
	answer("a1 sacrifice a2")
	answer("a2 attack d1")
	expect_score("attack", 8) -- 4 + 2 + 2
end }

test{ name = "Heroes do not hide", run = function()
	armies("1 hero-oswin", "1 zombie")
	refuses("a1 protect", "Heroes do not hide")
	offers("a1 swarm")
end }
