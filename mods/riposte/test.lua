test{ name = "the last of them strikes once more", run = function()
	armies("2 ogre", "1 berserker")
	dice{9, 10} -- the ogres', then the riposte
	skip("a1")
	answer("a1 attack d1")
	expect_told("d1 (1 Berserker) attacks a1 (2 Ogre): die 10 +")
	expect(stack("a1").count, 1)
	expect(stack("d1").alive, false)
	expect(winner(), "aggressor")
	expect_ran("onDeath", 1)
end }

test{ name = "not before", run = function()
	armies("2 ogre", "2 berserker")
	skip("a1")
	dice{9}
	answer("a1 attack d1")
	answer("d1 hold")
	expect(stack("d1").count, 1)
	expect_ran("onDeath", 0)
end }

test{ name = "shots are out of its reach", run = function()
	armies("1 orc, 1 orc, 1 orc | 3 orc", "1 berserker")
	skip("a4")
	dice{9}
	answer("a4 shoot d1")
	expect(winner(), "aggressor")
end }

test{ name = "it may kill the one that kills it", run = function()
	armies("1 bandit", "1 berserker")
	setting("bonus", 2)
	dice{9, 8}
	skip("a1")
	answer("a1 attack d1")
	expect_term("attack", "+2 Dying blow onAttack")
	expect(winner(), "draw")
end }
