-- Doppelgangers -------------------------------------------------------------

test{ name = "S3.5: doppelgangers inflict double, and are lost for what is printed", run = function()
	armies("2 doppelgangers", "3 pikemen")
	rounds(1)
	dice{3, 3, 3, 1, 1, 1, 1} -- both sides; d1 by the remainder; a2, d1 to d3 behind the losses
	expect_strength("a2", 6, "x2 Doppelganger onStrength mods/sorcery/abilities/doppelganger.lua:4")
	expect_defense("a2", 3)
	expect_told("attacker loses 3") -- a quarter of 12, which is one of them
	expect_told("defender loses 3") -- a quarter of 12 as well
	expect(standing("attacker"), "a2")
	expect_ran("onStrength")
end }

test{ name = "S3.5: a demoralized one inflicts twice what it has left", run = function()
	armies("doppelgangers*", "pikemen")
	rounds(1)
	dice{1, 1, 6, 1}
	expect_told("attacker loses 1")
	expect_told("defender loses 1")
end }

-- Fleeting units ------------------------------------------------------------

test{ name = "a fleeting unit may be gone behind a round", run = function()
	armies("2 will-o-the-wisps", "3 pikemen")
	rounds(1)
	dice{6, 3, 1, 1, 1, 1, 1, 1}
	rolls{2, 3}
	expect_told("a1 fades away")
	expect_told("a1 (Will-o'-the-wisps) is eliminated")
	expect(standing("attacker"), "a2")
end }

-- Dread ---------------------------------------------------------------------

test{ name = "dread demoralizes who stands in front", run = function()
	armies("howling-widow, 2 bone-legion", "2 pikemen")
	rolls{4}
	expect(asked(), "defender places units")
	expect_told("d1 sees a1: a 4 against 3")
	expect_told("d1 (Pikemen) is demoralized")
	expect(unit("d1").demoralized, true)
	expect(unit("d2").demoralized, false)
end }

test{ name = "who has stood it once does not look again", run = function()
	armies("howling-widow, bone-legion", "2 hill-giants")
	rolls{3}
	dice{1, 1, 1, 1, 1}
	expect(asked(), "defender picks who fights them")
	expect(battle.round, 2)
	expect_ran("onRoundStart", 2)
end }

test{ name = "dread finds nobody where the enemy has no army", run = function()
	armies("pikemen, howling-widow", "sir-oswin")
	expect(asked(), "defender fights or yields")
	expect_ran("onRoundStart", 1)
end }

-- Banners -------------------------------------------------------------------

test{ name = "a banner rallies a unit of its race", run = function()
	armies("spearmen*, royal-standard", "goblin-mob")
	rounds(1)
	dice{1, 1, 1, 6, 1, 1}
	rolls{3}
	answer("stand")
	expect_told("a1 (Spearmen) is in good order again")
	expect(unit("a1").demoralized, false)
end }

test{ name = "a banner rallies nobody above morale, and no strangers", run = function()
	armies("goblin-mob*, spearmen*, royal-standard", "goblin-mob")
	rounds(1)
	dice{1, 1, 1, 1, 1, 1}
	rolls{4}
	answer("stand")
	expect(unit("a1").demoralized, true)
	expect(unit("a2").demoralized, true)
	expect(winner(), "attacker")
end }

test{ name = "a banner that is demoralized itself rallies nobody", run = function()
	armies("royal-standard*, spearmen*", "goblin-mob")
	rounds(1)
	dice{1, 1, 1, 6, 1, 1}
	answer("stand")
	expect_ran("onRoundEnd", 1)
	expect(unit("a2").demoralized, true)
end }

-- Berserks ------------------------------------------------------------------

test{ name = "a berserk rages instead of being demoralized, once", run = function()
	armies("2 pikemen", "2 wolf-shirts")
	rounds(2)
	dice{3, 3, 1, 1, 1, 1, 1}
	expect(asked(), "attacker places units")
	expect_told("d1 goes berserk")
	expect(unit("d1").demoralized, false)
	expect_strength("d1", 6, "+3 spells and abilities")
	expect_defense("d1", 3)
	answer("stand")
	dice{3, 3, 1, 1, 1, 1}
	answer("stand")
	expect_told("d1 (Wolf Shirts) is demoralized")
	expect_strength("d1", 2)
end }

test{ name = "a berserk that is demoralized when it comes does not rage", run = function()
	armies("pikemen", "wolf-shirts*")
	dice{3, 3, 1, 1}
	expect_not_told("berserk")
	expect_told("d1 (Wolf Shirts) is eliminated")
end }
