test{ name = "life drain", run = function()
	armies("2 blood-count", "3 bandit")
	dice{10}
	answer("d1 attack a1")
	answer("a1 hold")
	expect(stack("a1").count, 1)
	skip("a1")
	dice{10}
	answer("a1 attack d1")
	expect(stack("a1").count, 2)
	expect_told("rises from the dead")
end }

test{ name = "death stare", run = function()
	armies("1 gorgon", "3 zombie")
	skip("a1")
	dice{10}
	rolls{8}
	answer("a1 attack d1")
	expect(stack("d1").count, 1)
end }

test{ name = "petrify", run = function()
	armies("1 cockatrice", "2 zombie")
	skip("a1")
	dice{9}
	answer("a1 attack d1")
	expect(stack("d1").effects, { "stone" })
	dice{1}
	answer("a1 attack d1")
	expect_score("defense", 9) -- and it has had no turn
end }

test{ name = "poison", run = function()
	armies("1 wyvern", "3 zombie")
	skip("a1")
	dice{9}
	answer("a1 attack d1")
	expect(stack("d1").effects, { "venom" })
	rolls{6}
	skip("d1")
	answer("d1 pass")
	expect_told("venom kills a card of d1")
	expect(stack("d1").count, 1)
end }

test{ name = "acid", run = function()
	armies("2 rust-beetle", "4 zombie")
	skip("a1")
	dice{9}
	answer("a1 attack d1")
	skip("a1")
	dice{1}
	answer("a1 attack d1")
	expect_term("defense", "-1 mod bestiary onDefense")
end }

test{ name = "cursing touch", run = function()
	armies("1 mummy", "2 orc")
	skip("a1")
	dice{9}
	answer("a1 attack d1")
	expect(stack("d1").effects, { "weakness" })
end }

test{ name = "roots", run = function()
	armies("1 bramble-giant, 1 orc", "3 zombie")
	skip("a1")
	dice{9}
	answer("a1 attack d1")
	skip("d1")
	refuses("d1 attack a2", "roots hold it")
	offers("d1 attack a1")
end }

test{ name = "regeneration", run = function()
	armies("2 bog-troll", "2 bandit")
	dice{10}
	answer("d1 attack a1")
	answer("a1 hold")
	skip("a1")
	answer("a1 pass")
	skip("d1")
	expect(stack("a1").count, 2)
end }

test{ name = "rebirth", run = function()
	armies("1 firebird", "1 devil")
	skip("d1")
	dice{10}
	answer("d1 attack a1")
	expect_told("rises from its ashes")
	expect(stack("a1").count, 1)
end }

test{ name = "double strike", run = function()
	armies("1 crusader", "3 zombie")
	skip("a1")
	dice{1, 9}
	answer("a1 attack d1")
	expect(stack("d1").count, 2)
	skip("a1")
	dice{9, 9}
	answer("a1 attack d1")
	expect(winner(), "aggressor")
end }

test{ name = "fire shield", run = function()
	armies("2 orc", "2 salamander")
	skip("a1")
	dice{10}
	rolls{7}
	answer("a1 attack d1")
	expect(stack("a1").count, 1)
	expect_told("a1 burns")
end }

test{ name = "immune to spells", run = function()
	armies("1 hero-sethric", "1 null-golem, 1 zombie")
	skip("a1")
	refuses("a1 cast death-ray d1", "it is immune to spells")
	offers("a1 cast death-ray d2")
end }

test{ name = "mirror", run = function()
	armies("1 hero-sethric + 1 zombie", "2 mirror-mage")
	skip("a1")
	rolls{6}
	answer("a1 cast death-ray d1")
	expect_told("the spell turns back")
	expect(stack("d1").count, 2)
end }

test{ name = "hate", run = function()
	armies("1 cave-orc", "1 dwarf")
	skip("a1")
	dice{1}
	answer("a1 attack d1")
	expect_term("attack", "+3 Hate")
end }

test{ name = "fear", run = function()
	armies("1 azure-wyrm", "2 bandit")
	skip("a1")
	rolls{1}
	answer("a1 pass")
	expect_told("d1 is afraid")
end }

test{ name = "leadership", run = function()
	armies("1 sergeant, 1 gnome", "3 zombie")
	skip("a2")
	dice{1}
	answer("a2 attack d1")
	expect_term("attack", "+1 Leadership")
end }

test{ name = "backstab", run = function()
	armies("1 cutpurse", "2 bandit")
	skip("d1")
	answer("d1 pass")
	skip("a1")
	dice{1}
	answer("a1 attack d1")
	expect_term("attack", "+2 Backstab")
end }

test{ name = "slowing", run = function()
	armies("1 web-spinner", "2 zombie")
	skip("a1")
	dice{9}
	answer("a1 attack d1")
	expect(stack("d1").effects, { "slow" })
end }

test{ name = "plague", run = function()
	armies("1 necrophage", "1 bandit, 1 bandit")
	skip("a1")
	dice{10}
	answer("a1 attack d1")
	expect(stack("a2").creature, "zombie")
end }

test{ name = "feeding", run = function()
	armies("1 ghast", "1 bandit, 1 bandit")
	skip("a1")
	dice{10}
	answer("a1 attack d1")
	expect(stack("a1").count, 2)
end }

test{ name = "nightstalk", run = function()
	armies("1 shade, 1 orc", "2 bandit")
	skip("d1")
	refuses("d1 attack a1", "nobody sees it")
	answer("d1 pass")
	skip("a1")
	dice{1}
	answer("a1 attack d1")
	answer("d1 hold")
	skip("d1")
	offers("d1 attack a1")
end }

test{ name = "marksman", run = function()
	armies("| 1 ranger", "2 zombie")
	skip("a1")
	dice{1, 9}
	answer("a1 shoot d1")
	expect(stack("d1").count, 1)
end }

test{ name = "two retaliations", run = function()
	armies("1 bandit, 1 bandit", "2 gryphon")
	skip("a1")
	dice{1, 1}
	answer("a1 attack d1")
	answer("d1 retaliate")
	skip("a2")
	dice{1, 1}
	answer("a2 attack d1")
	answer("d1 retaliate")
	expect(stack("d1").retaliated, 2)
end }

test{ name = "blink", run = function()
	armies("1 sylph, 1 orc, 1 orc, 1 orc", "2 zombie")
	skip("a1")
	answer("a1 blink")
	expect(stack("a1").line, "ranged")
	expect(stack("a1").acted, false)
end }

test{ name = "resurrection", run = function()
	armies("1 seraph, 2 pikeman", "2 orc")
	skip("d1")
	dice{10}
	answer("d1 attack a2")
	answer("a2 hold")
	skip("a1")
	refuses("a1 resurrect a1", "nobody of it has died")
	answer("a1 resurrect a2")
	expect(stack("a2").count, 2)
	skip("a1")
	refuses("a1 resurrect a2", "it has done so already")
end }

test{ name = "three casts", run = function()
	armies("| 1 hedge-wizard", "4 zombie")
	for _ = 1, 3 do
	skip("a1")
	dice{1}
	answer("a1 cast fireball d1")
	end
	skip("a1")
	refuses("a1 cast fireball d1", "it has cast three spells")
end }

test{ name = "charm", run = function()
	armies("1 succubus", "3 bandit, 1 zombie")
	skip("a1")
	dice{9}
	rolls{8}
	answer("a1 attack d1")
	expect(stack("d1").side.name, "aggressor")
end }

test{ name = "patience", run = function()
	armies("1 monk", "2 zombie")
	skip("a1")
	answer("a1 wait")
	expect(stack("a1").acted, false)
end }

test{ name = "piercing", run = function()
	armies("1 rhino", "2 zombie")
	skip("a1")
	dice{1}
	answer("a1 attack d1")
	expect_term("defense", "-2 Piercing")
end }

test{ name = "last stand", run = function()
	armies("1 hoplite", "2 orc")
	skip("d1")
	dice{1}
	answer("d1 attack a1")
	expect_term("defense", "+2 Last stand")
end }
