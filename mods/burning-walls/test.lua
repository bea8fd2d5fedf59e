test{ name = "a breach burns those near it", run = function()
	walls("intact")
	armies("2 ogre, 2 ogre, 2 ogre | 2 halfling", "| 2 zombie, 2 zombie")
	dice{8}
	rolls{10, 2, 10, 1, 10} -- a1 a2 a3, then d1 d2; the halflings stand far off
	skip("a1")
	answer("a1 attack town") -- 8 + 4 + 2 + 3 against 10
	expect_told("the town is on fire")
	skip("a4") -- round 2
	expect_told("the fire takes one of a2")
	expect_told("the fire takes one of d1")
	expect_ran("onWallHit", 1)
end }

test{ name = "a defender puts it out", run = function()
	walls("intact")
	armies("2 ogre, 2 ogre, 2 ogre", "| 2 zombie, 2 zombie")
	dice{8}
	rolls{}
	skip("a1")
	refuses("a1 douse", "only defenders know where the wells are")
	answer("a1 attack town")
	skip("d2")
	offers("d2 douse")
	answer("d2 douse")
	skip("a1")
	expect_not_told("the fire takes")
end }
