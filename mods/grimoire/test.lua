-- attacks

test{ name = "lightning leaps from who it kills", run = function()
	armies("1 thunderbird", "2 zombie, 2 orc")
	dice{3}
	rolls{3} -- 3 + 3 against 6
	answer("a1 cast forked-lightning d1")
	expect(stack("d1").count, 1)
	expect(stack("d2").count, 1)
	expect_told("the lightning leaps to d2")
end }

test{ name = "other lightning stays where it strikes", run = function()
	armies("1 thunderbird", "2 zombie, 2 orc")
	dice{3}
	rolls{}
	answer("a1 cast lightning d1")
	expect(stack("d2").count, 2)
end }

test{ name = "soul drain: the victim serves", run = function()
	armies("1 hero-sethric", "3 ogre")
	dice{10}
	answer("a1 cast soul-drain d1")
	expect(stack("a1").count, 2)
	expect(stack("a1").support, 6) -- 4 and the ogre's 2
end }

test{ name = "cone of cold: survivors are slowed", run = function()
	armies("1 faerie-dragon", "2 wolf")
	dice{1}
	answer("a1 cast cone-of-cold d1")
	expect(stack("d1"):under("slow"), true)
	skip("d1")
	expect(battle.phase, 10)
end }

-- for friends

test{ name = "time warp: two opportunities", run = function()
	armies("1 djinn, 1 gold-golem", "1 zombie")
	answer("a1 cast time-warp a2")
	answer("a2 pass")
	expect(asked(), "a2 acts")
end }

test{ name = "dispel: what lies on a stack ends", run = function()
	armies("1 djinn, 1 gold-golem", "1 zombie")
	refuses("a1 cast dispel a2", "no spell lies on a2")
	answer("a1 cast time-warp a2")
	answer("a2 pass")
	answer("a2 pass")
	answer("d1 pass")
	answer("a1 cast dispel a2")
	expect_told("Time Warp ends on a2")
	expect(#stack("a2").effects, 0)
end }

test{ name = "a mirror throws spells back", run = function()
	armies("1 faerie-dragon", "2 magi")
	rolls{6}
	answer("a1 cast mirror a1")
	answer("d1 cast magic-fist a1")
	expect_told("the mirror throws it back")
	expect(stack("d1").count, 1)
	expect_ran("onCast", 2)
end }

test{ name = "a mirror may end the battle", run = function()
	armies("1 faerie-dragon", "1 magi")
	rolls{6}
	answer("a1 cast mirror a1")
	answer("d1 cast magic-fist a1")
	expect(winner(), "aggressor")
end }

test{ name = "teleport", run = function()
	armies("1 djinn, 1 gold-golem, 1 gold-golem, 1 gold-golem | 1 dwarf", "1 zombie")
	answer("a1 cast teleport a2")
	expect(stack("a2").line, "ranged")
end }

test{ name = "teleport leaves a line that can stand", run = function()
	armies("1 djinn, 1 gold-golem", "1 zombie")
	refuses("a1 cast teleport a2", "nobody could take its place")
end }

test{ name = "the dead are raised under a stack", run = function()
	setting("bones", 3)
	armies("1 lich, 1 zombie", "1 zombie")
	answer("a1 cast raise-dead a2")
	expect(stack("a2").count, 4)
	expect(stack("a2").creature, "zombie")
end }

test{ name = "a wall of stone closes a breach", run = function()
	walls("breached")
	armies("1 ogre", "1 dwarf | 1 cleric")
	answer("d2 cast wall-of-stone")
	expect(battle.walls, "intact")
	skip("d2")
	refuses("d2 cast wall-of-stone", "there is no breach to close")
end }

test{ name = "who attacks a town does not mend it", run = function()
	walls("sacked")
	armies("1 cleric", "1 zombie, 1 zombie")
	refuses("a1 cast wall-of-stone", "only defenders mend walls")
end }

-- against enemies

test{ name = "fear: nobody strikes back, for a round", run = function()
	armies("1 ogre-shaman, 1 pikeman", "2 ogre")
	dice{1, 1}
	answer("a1 cast fear d1")
	answer("a2 attack d1")
	expect(asked(), "d1 acts")
	skip("a2") -- the next round
	answer("a2 attack d1")
	expect(asked(), "d1 retaliates")
end }

test{ name = "the silenced strike, but do not cast", run = function()
	armies("1 magi", "1 cleric")
	answer("a1 cast silence d1")
	refuses("d1 cast holy-light a1", "it is silenced")
	offers("d1 attack a1")
end }

test{ name = "roots", run = function()
	armies("1 dryad", "1 orc, 1 ogre, 1 ogre, 1 ogre")
	answer("a1 cast entangle d1")
	refuses("d1 attack a1", "roots hold it")
	refuses("d1 move", "roots hold it")
	offers("d1 shoot a1")
end }

test{ name = "a death mark takes its time", run = function()
	armies("1 lich", "3 troll")
	rolls{5, 4}
	answer("a1 cast death-mark d1")
	skip("a1")
	expect(stack("d1").count, 2)
	skip("d1")
	answer("d1 pass")
	expect(stack("d1").count, 2)
	expect_ran("onRoundEnd", 2)
end }

-- summons

test{ name = "imps come once", run = function()
	setting("imps", 4)
	armies("1 hero-sethric", "1 zombie")
	answer("a1 cast summon-imps")
	expect(stack("a2").creature, "imp")
	expect(stack("a2").count, 4)
	skip("a1")
	refuses("a1 cast summon-imps", "it has called its imps already")
end }

test{ name = "one elemental a side", run = function()
	armies("1 magi, 1 magi", "1 zombie")
	skip("a1")
	answer("a1 cast summon-elemental")
	expect(stack("a3").creature, "fire-elemental")
	refuses("a2 cast summon-elemental", "its side has a fire elemental already")
end }
