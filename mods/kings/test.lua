-- Every ability of the base game, by the paragraph that has it. Dice come in
-- the order of K2.2: attackers first, counters as listed.

-- --- K3.2 the sword master ---------------------------------------------------

test{ name = "K3.2: the sword master stays on 2 to 5", run = function()
	armies("sword-master", "2 goblins")
	rounds(1)
	dice{6, 1, 6, 5}
	expect(standing("attacker"), "a1")
	expect_told("a1 (Sword Master) is hit and saves itself with a 5")
end }

test{ name = "K3.2: on 1 or 6 he is gone", run = function()
	armies("sword-master", "2 goblins")
	dice{6, 1, 6, 6}
	expect(standing("attacker"), "")
	expect(winner(), "defender")
end }

test{ name = "K3.2: a second hit in a round eliminates him without a roll", run = function()
	armies("sword-master", "2 goblins")
	dice{6, 1, 1, 5}
	expect(standing("attacker"), "")
end }

test{ name = "K3.2: in the next round he rolls again", run = function()
	armies("sword-master", "2 goblins")
	rounds(2)
	dice{6, 1, 6, 2, 6, 6, 1, 3}
	expect(standing("attacker"), "a1")
end }

-- --- K6.1 hits before the battle ---------------------------------------------

test{ name = "K6.1: each besieger hits every enemy fort before the battle", run = function()
	armies("grand-duke, baron-munchausen", "castle, village")
	rounds(1)
	dice{2, 5, 5, 2, 3}
	expect(winner(), "defender")
	expect_told("a1 (Grand Duke) hits d1 (Castle) before the battle")
	expect_told("d1 (Castle) takes a hit: its value is 1 now")
	expect_not_told("d2 (Village) takes")
	expect_told("d1 (Castle) is restored with a 3")
end }

test{ name = "K6.1: a siege can decide the battle before the first round", run = function()
	armies("grand-duke", "tower")
	dice{1}
	expect(winner(), "attacker")
	expect(battle.round, 0)
	expect(counter("d1").status, "eliminated")
end }

-- --- K6.7 golem --------------------------------------------------------------

test{ name = "K6.7: ranged hits cannot be taken on the golem, and it stops one a round", run = function()
	armies("2 elves-3", "goblins")
	items("defender", "golem")
	dice{1, 1, 6, 1, 6}
	answer("play golem")
	expect(standing("defender"), "d2")
	expect_told("d2 (Golem) takes a hit off")
	answer("lose a1")
	expect(winner(), "defender")
end }

test{ name = "K6.7: the golem stops one hit a round, not more", run = function()
	armies("3 elves-3", "2 goblins")
	items("defender", "golem")
	dice{1, 1, 1}
	answer("play golem")
	expect(battle.defender.hits, 2)
end }

test{ name = "K6.7: magic and melee hit the golem as anybody", run = function()
	armies("druid", "goblins")
	items("defender", "golem")
	rounds(1)
	dice{3, 6}
	answer("play golem")
	expect(asked(), "defender loses a counter")
	answer("lose d2")
	expect(standing("defender"), "d1")
	expect(counter("d2").status, "eliminated")
end }

-- --- K6.2 the marksman's aimed shot ------------------------------------------

test{ name = "K6.2: an aimed shot hits at 2, and the marksman picks whom", run = function()
	armies("marksman", "troll, white-bear")
	rounds(1)
	dice{2, 5}
	expect(asked(), "attacker: How does a1 shoot?")
	answer("aimed")
	expect_value(2)
	expect(asked(), "attacker: Whom does a1 hit?")
	answer("pick d2")
	expect(standing("defender"), "d1")
	expect(counter("a1").value, 5)
end }

test{ name = "K6.2: an aimed shot misses on 3", run = function()
	armies("marksman", "troll, white-bear")
	rounds(1)
	dice{3, 5, 5}
	answer("aimed")
	expect(standing("defender"), "d1 d2")
end }

test{ name = "K6.2: a usual shot hits at 5, and the defender picks", run = function()
	armies("marksman", "troll, white-bear")
	dice{5}
	answer("usual")
	expect_value(5)
	expect(asked(), "defender loses a counter")
end }

test{ name = "K6.2: an aimed shot takes one of a city's value, and is none of the hits that the defender lays", run = function()
	armies("marksman, elves-3", "city, troll, goblins")
	dice{1, 1}
	answer("aimed")
	answer("pick d1")
	expect(counter("d1").left, 1)
	expect(asked(), "defender loses a counter")
	expect(battle.defender.hits, 1)
end }

test{ name = "K6.2: the golem can neither be picked nor stop an aimed shot", run = function()
	armies("marksman", "troll, goblins")
	items("defender", "golem")
	rounds(1)
	dice{2, 6, 5}
	answer("play golem")
	answer("aimed")
	expect(options(), {"pick d1", "pick d2"})
	answer("pick d1")
	expect_told("d1 (Troll) is eliminated")
	expect(standing("defender"), "d2 d3")
end }

test{ name = "K3.2: who can save himself is saved from an aimed shot, too", run = function()
	armies("marksman", "goblins, sword-master")
	rounds(1)
	dice{1, 2, 6, 6}
	answer("aimed")
	answer("pick d2")
	expect(standing("defender"), "d1 d2")
end }

test{ name = "K1.2: in a round of three the aimed shot is at whom the side attacks", run = function()
	armies("marksman", "2 goblins", "2 troll")
	dice{1}
	answer("attack attacker2")
	answer("attack defender")
	answer("attack attacker")
	answer("aimed")
	expect(options(), {"pick b1", "pick b2"})
end }

test{ name = "K2.2: a marksman whom an aimed shot hits has shot all the same", run = function()
	armies("marksman", "marksman, goblins")
	dice{1, 1}
	answer("aimed")
	answer("aimed")
	answer("pick d1")
	expect(standing("attacker"), "")
	expect(standing("defender"), "d2")
	expect(winner(), "defender")
end }

test{ name = "K6.2: with nobody left to be hit an aimed shot is lost", run = function()
	armies("2 marksman", "goblins", "troll")
	rounds(1)
	dice{1, 1, 6}
	answer("attack attacker2")
	answer("attack defender")
	answer("attack attacker")
	answer("aimed")
	answer("aimed")
	expect(standing("attacker2"), "")
	expect(standing("defender"), "d1")
end }

test{ name = "K1.2: he says how he shoots when items have been played", run = function()
	armies("marksman", "troll, goblins")
	items("attacker", "talisman")
	items("defender", "sword")
	rounds(1)
	dice{2, 6}
	answer("pass")
	answer("pass")
	expect(asked(), "attacker plays an item")
	answer("pass")
	expect(asked(), "defender plays an item")
	answer("pass")
	expect(asked(), "attacker: How does a1 shoot?")
	answer("aimed")
	expect(asked(), "attacker: Whom does a1 hit?")
	answer("pick d1")
	answer("pass")
	answer("pass")
end }

test{ name = "K6.6: an aimed shot may hit the sword that the enemy bears", run = function()
	armies("marksman", "troll, goblins")
	items("defender", "sword")
	rounds(1)
	dice{2, 6, 6}
	answer("play sword d1")
	answer("aimed")
	expect(options(), {"pick d1", "pick d2", "pick d3"})
	answer("pick d3")
	expect(counter("d3").status, "eliminated")
	expect(standing("defender"), "d1 d2")
	expect(counter("d1").value, 4)
end }

-- --- K6.3 the warlord's lure -------------------------------------------------

test{ name = "K6.3: before the first round an enemy creature comes over", run = function()
	armies("warlord", "troll, goblins, grand-duke, village")
	expect(asked(), "attacker: Which enemy creature comes over to a1?")
	expect(battle.round, 0)
	expect(options(), {"pick d1", "pick d2"})
end }

test{ name = "K6.3: it fights for him, and so it takes his hits", run = function()
	armies("warlord", "troll, goblins")
	dice{6, 4, 1}
	answer("pick d1")
	expect(standing("attacker"), "a1 d1")
	expect(counter("d1").side.name, "attacker")
	expect_told("d1 (Troll) rolls a 4 against 4 and hits")
	expect(options(), {"lose a1", "lose d1"})
	answer("lose d1")
	expect(winner(), "attacker")
end }

test{ name = "K5.2: when the last of the defender's comes over the hex is taken", run = function()
	armies("warlord", "goblins")
	expect(winner(), "attacker")
	expect(battle.round, 0)
end }

test{ name = "K6.3: buildings and characters do not come over", run = function()
	armies("warlord", "village, grand-duke")
	rounds(1)
	dice{6, 6, 6}
	expect(standing("defender"), "d1 d2")
end }

-- --- K6.11 balloon -----------------------------------------------------------

test{ name = "K6.11: what rides in the balloon fights in the ranged step", run = function()
	armies("2 goblins, troll, druid", "big-foot")
	items("attacker", "balloon")
	rounds(1)
	dice{6, 6, 6, 6, 6, 6}
	answer("play balloon")
	expect(asked(), "attacker: Does a counter board the balloon?")
	answer("yes")
	expect(options(), {"pick a1", "pick a2", "pick a4"}, "the troll is too heavy")
	answer("pick a1")
	answer("yes")
	answer("pick a4")
	answer("no")
	expect(counter("a1").step, "ranged")
	expect(counter("a4").step, "ranged")
	expect(counter("a2").step, "melee")
	expect_not_told("The magic step")
end }

test{ name = "K6.11: three ride in it, not more", run = function()
	armies("4 goblins", "big-foot")
	items("attacker", "balloon")
	rounds(1)
	dice{6, 6, 6, 6, 6, 6}
	answer("play balloon")
	answer("yes")
	answer("pick a1")
	answer("yes")
	answer("pick a2")
	answer("yes")
	expect(options(), {"pick a3", "pick a4"})
	answer("pick a4")
	expect(counter("a3").step, "melee")
	expect(counter("a4").step, "ranged")
end }

test{ name = "K6.11: when the balloon is lost they fight as before", run = function()
	armies("2 goblins", "elves-2")
	items("attacker", "balloon")
	rounds(1)
	dice{6, 6, 1, 6}
	answer("play balloon")
	answer("yes")
	answer("pick a1")
	answer("no")
	expect(options(), {"lose a1", "lose a2", "lose a3"})
	answer("lose a3")
	expect(counter("a1").step, "melee")
	expect(standing("attacker"), "a1 a2")
end }

test{ name = "K4.2: the balloon goes along in a retreat", run = function()
	armies("goblins", "big-foot")
	items("attacker", "balloon")
	neighbor("north", "attacker")
	dice{6, 6, 6}
	answer("play balloon")
	answer("yes")
	answer("retreat north")
	expect(counter("a1").hex.name, "north")
	expect(counter("a2").hex.name, "north")
	expect(winner(), "defender")
end }

-- --- K6.6 bow ----------------------------------------------------------------

test{ name = "K6.6: the bearer of the bow shoots with 1 more", run = function()
	armies("green-knight, goblins", "big-foot, goblins")
	items("attacker", "bow")
	dice{5}
	refuses("play bow", "it is laid on a counter that fights in the hex (K6)")
	refuses("play bow d1", "it is laid on a counter of your own (K6)")
	answer("play bow a1")
	expect_value(5)
	expect(counter("a1").marks, {"range"})
	expect(asked(), "defender loses a counter")
	expect_told("a1 (Green Knight) rolls a 5 against 5 and hits")
end }

test{ name = "K6.6: buildings bear no bow", run = function()
	armies("goblins", "troll, city")
	items("defender", "bow")
	rounds(1)
	refuses("play bow d2", "creatures and special characters bear it")
	dice{6, 6, 6}
	answer("pass")
	answer("pass")
	answer("pass")
end }

test{ name = "K6.6: a hit may be taken on the bow, which is lost", run = function()
	armies("troll", "2 elves-2")
	items("attacker", "bow")
	rounds(1)
	dice{6, 1, 6}
	answer("play bow a1")
	expect(options(), {"lose a1", "lose a2"})
	answer("lose a2")
	expect(counter("a2").status, "eliminated")
	expect(counter("a1").value, 4)
	expect(counter("a1").step, "melee")
	expect(counter("a1").fought, true, "it has shot in this round")
end }

test{ name = "K6.6: at the start of a round it passes to another counter", run = function()
	armies("troll, goblins", "big-foot")
	items("attacker", "bow")
	rounds(2)
	dice{6, 6, 6, 6, 6, 6}
	answer("play bow a1")
	expect(asked(), "attacker: Who bears the bow in this round?")
	answer("pick a2")
	expect(counter("a2").value, 2)
	expect(counter("a2").step, "ranged")
	expect(counter("a1").value, 4)
	expect(counter("a3").bearer.name, "a2")
end }

test{ name = "K6.6: when the bearer falls the bow waits for another", run = function()
	armies("troll, goblins", "2 elves-2")
	items("attacker", "bow")
	rounds(2)
	dice{6, 1, 6, 6, 6, 6, 6}
	answer("play bow a1")
	answer("lose a1")
	expect(counter("a3").bearer.name, "a2", "nobody else is left to bear it")
	expect(counter("a2").value, 2)
end }

-- --- K6.6 sword --------------------------------------------------------------

test{ name = "K6.6: the bearer of the sword charges with 1 more, and does nothing else", run = function()
	armies("troll, druid", "big-foot, goblins")
	items("attacker", "sword")
	dice{6, 4, 5, 6, 6}
	answer("play sword a2")
	expect_not_told("The magic step")
	expect_told("a2 (Druid) rolls a 4 against 4 and hits")
	expect_told("a2 (Druid) rolls a 5 against 4 and misses")
	expect(counter("a2").marks, {"charge"})
	expect(asked(), "defender loses a counter")
end }

test{ name = "K6.6: a hit may be taken on the sword", run = function()
	armies("troll", "big-foot")
	items("attacker", "sword")
	rounds(1)
	dice{6, 6, 1}
	answer("play sword a1")
	answer("lose a2")
	expect(standing("attacker"), "a1")
	expect(counter("a1").value, 4)
	expect(counter("a1").marks, {})
end }

test{ name = "K6.6: a counter bears one item", run = function()
	armies("troll, goblins", "big-foot")
	items("attacker", "sword, bow")
	answer("play sword a1")
	expect(options(), {"pass", "play bow a2"})
	refuses("play bow a1", "it bears an item already")
end }

test{ name = "K6.6: who rides in a balloon bears nothing", run = function()
	armies("goblins, troll", "big-foot")
	items("attacker", "sword, bow, balloon")
	rounds(1)
	dice{6, 6, 6, 6, 6}
	answer("play balloon")
	answer("yes")
	refuses("play sword a1", "it rides in a balloon")
	answer("play sword a2")
	expect(winner(), "defender", "the bow has nobody to shoot it, and nobody is asked")
end }

test{ name = "K6.6: the sword passes to another at the start of a round, or stays", run = function()
	armies("troll, goblins", "big-foot")
	items("attacker", "sword")
	rounds(3)
	dice{6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}
	answer("play sword a1")
	answer("pick a1")
	expect(counter("a1").value, 5)
	expect(asked(), "attacker: Who bears the sword in this round?")
	answer("pick a2")
	expect(counter("a1").value, 4)
	expect(counter("a2").value, 2)
	expect(counter("a2").marks, {"charge"})
end }

-- --- K6.10 dispel magic ------------------------------------------------------

test{ name = "K6.10: dispel magic sends the enemy's magic counters into melee", run = function()
	armies("druid, troll", "dervish, goblins, citadel")
	items("attacker", "dispel-magic")
	rounds(1)
	dice{6, 6, 6, 6, 6}
	answer("play dispel-magic")
	expect(counter("d1").step, "melee")
	expect(counter("d3").step, "melee")
	expect(counter("a1").step, "magic")
	expect(counter("a3").status, "eliminated")
end }

test{ name = "K6.10: and makes one of its items void", run = function()
	armies("troll", "big-foot, goblins")
	items("attacker", "dispel-magic")
	items("defender", "talisman, bow, elixir")
	answer("play dispel-magic")
	expect(asked(), "attacker: Which item loses its power?")
	expect(options(), {"pick d3", "pick d4", "pick d5"})
	answer("pick d3")
	expect(counter("d3").status, "eliminated")
	expect(options(), {"pass", "play bow d1", "play bow d2"})
end }

test{ name = "K6.10: an item that stands in the hex may be the one", run = function()
	armies("2 goblins", "troll")
	items("attacker", "balloon")
	items("defender", "dispel-magic")
	rounds(1)
	dice{6, 6, 6}
	answer("play balloon")
	answer("yes")
	answer("pick a1")
	answer("no")
	answer("play dispel-magic")
	expect(standing("attacker"), "a1 a2")
	expect(counter("a1").step, "melee")
end }

test{ name = "K6.10: a sword that is void leaves its bearer as he was", run = function()
	armies("troll", "big-foot")
	items("attacker", "sword")
	items("defender", "dispel-magic")
	rounds(1)
	dice{6, 6}
	answer("play sword a1")
	expect(counter("a1").value, 5)
	answer("play dispel-magic")
	expect(counter("a1").value, 4)
	expect(counter("a1").marks, {})
	expect(counter("a2").status, "eliminated")
end }

test{ name = "K6.10: a sword that has gone with its bearer is out of reach", run = function()
	armies("troll", "goblins, castle")
	items("attacker", "dispel-magic")
	items("defender", "sword, elixir")
	neighbor("south", "defender")
	rounds(2)
	dice{6, 6, 6, 6, 6, 6}
	answer("pass")
	answer("play sword d1")
	answer("pass")
	answer("pass")
	answer("retreat south")
	expect(counter("d3").hex.name, "south")
	answer("play dispel-magic")
	expect(counter("d4").status, "eliminated")
	expect(counter("d3").status, "elsewhere")
end }

test{ name = "K6.10: what is played later is not dispelled", run = function()
	armies("troll", "big-foot")
	items("attacker", "dispel-magic")
	items("defender", "firewall, elixir")
	rounds(1)
	rolls{1}
	dice{6, 6, 6}
	answer("play dispel-magic")
	answer("pick d3")
	answer("play firewall")
	expect_told("The magic step")
end }

test{ name = "K6.10: of several enemies one is meant", run = function()
	armies("troll", "druid", "dervish")
	items("attacker", "dispel-magic")
	rounds(1)
	dice{6, 6, 6}
	answer("attack attacker2")
	answer("attack defender")
	answer("attack attacker")
	answer("play dispel-magic")
	expect(options(), {"choose attacker2", "choose defender"})
	answer("defender")
	expect(counter("d1").step, "melee")
	expect(counter("b1").step, "magic")
end }

test{ name = "K6.10: magic that a sword hid is dispelled with the sword", run = function()
	armies("troll", "big-foot, druid")
	items("attacker", "dispel-magic")
	items("defender", "sword")
	rounds(1)
	dice{6, 6, 6}
	answer("pass")
	answer("play sword d2")
	answer("play dispel-magic")
	expect(counter("d3").status, "eliminated")
	expect(counter("d2").step, "melee")
	expect_told("d2 (Druid) rolls a 6 against 3 and misses")
end }

test{ name = "K6.10: magic that was dispelled does not come back when a bow goes on or a balloon falls", run = function()
	armies("2 troll, elves-3", "big-foot, druid, dervish")
	items("attacker", "dispel-magic")
	items("defender", "bow, balloon, elixir")
	rounds(2)
	dice{1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}
	answer("pass")
	answer("play bow d2")
	answer("play balloon")
	answer("yes")
	answer("play dispel-magic")
	answer("pick d6")
	answer("lose d5")
	expect(counter("d3").step, "melee")
	answer("pick d1")
	expect(counter("d1").marks, {"range"})
	answer("lose a1")
	expect(counter("d2").step, "melee")
end }

-- --- K6.9 dust of defense, fan -----------------------------------------------

test{ name = "K6.9: dust drives the attackers away before the step", run = function()
	armies("troll", "goblins")
	items("defender", "dust-of-defense")
	neighbor("north", "attacker")
	answer("play dust-of-defense")
	expect(winner(), "defender")
	expect(counter("a1").hex.name, "north")
	expect(counter("d2").status, "eliminated")
end }

test{ name = "K4.2: who is driven away picks among the hexes, and cannot stay", run = function()
	armies("troll", "goblins")
	items("defender", "dust-of-defense")
	neighbor("north", "attacker")
	neighbor("west", "attacker")
	answer("play dust-of-defense")
	expect(asked(), "attacker has to retreat")
	expect(options(), {"retreat north", "retreat west"})
	refuses("stay", "this side has to retreat (K6)")
	answer("retreat west")
	expect(winner(), "defender")
end }

test{ name = "K4.2: who has no hex to go to stays", run = function()
	armies("troll", "goblins")
	items("defender", "dust-of-defense")
	rounds(1)
	dice{6, 6}
	answer("play dust-of-defense")
	expect(standing("attacker"), "a1")
end }

test{ name = "K6.9: all attackers have to go", run = function()
	armies("troll", "big-foot", "goblins")
	items("defender", "dust-of-defense")
	neighbor("north", "attacker2")
	neighbor("west", "attacker")
	answer("attack attacker2")
	answer("attack defender")
	answer("attack attacker")
	answer("play dust-of-defense")
	expect(standing("attacker"), "")
	expect(standing("attacker2"), "")
	expect(winner(), "defender")
end }

test{ name = "K6.9: attackers have no use for the dust", run = function()
	armies("troll", "goblins")
	items("attacker", "dust-of-defense, talisman")
	refuses("play dust-of-defense", "it drives attackers away, and you are one")
end }

test{ name = "K6.9: the fan blows the dust away", run = function()
	armies("troll", "goblins")
	items("attacker", "fan, talisman")
	items("defender", "dust-of-defense")
	neighbor("north", "attacker")
	refuses("play fan", "you are asked when dust is blown at you")
	answer("pass")
	answer("play dust-of-defense")
	expect(asked(), "attacker: Does the fan blow the dust away?")
	answer("yes")
	expect(standing("attacker"), "a1")
	expect(counter("a2").status, "eliminated")
	expect(counter("d2").status, "eliminated")
end }

test{ name = "K6.9: its holder may keep the fan", run = function()
	armies("troll", "goblins")
	items("attacker", "fan")
	items("defender", "dust-of-defense")
	neighbor("north", "attacker")
	answer("play dust-of-defense")
	answer("no")
	expect(winner(), "defender")
	expect(counter("a2").status, "held")
end }

test{ name = "K6.9: of the attackers one stays that has no hex to go to", run = function()
	armies("troll", "big-foot", "bears", "goblins")
	items("defender", "dust-of-defense")
	neighbor("north", "attacker")
	neighbor("west", "attacker3")
	rounds(1)
	dice{6, 6}
	answer("attack defender")
	answer("attack defender")
	answer("attack defender")
	answer("attack attacker2")
	answer("play dust-of-defense")
	expect(standing("attacker"), "")
	expect(standing("attacker2"), "b1")
	expect(standing("attacker3"), "")
	expect(winner(), "defender")
end }

test{ name = "K1.2: who attacks a side that the dust drives away names another and fights in the step", run = function()
	armies("troll", "big-foot", "goblins")
	items("defender", "dust-of-defense")
	neighbor("west", "attacker2")
	rounds(1)
	dice{6, 6}
	answer("attack attacker2")
	answer("attack defender")
	answer("attack attacker2")
	answer("play dust-of-defense")
	expect_told("attacker attacks defender")
	expect_told("a1 (Troll) rolls a 6 against 4 and misses")
	expect_told("d1 (Goblins) rolls a 6 against 1 and misses")
end }

test{ name = "K6.9: of two that hold a fan one is enough", run = function()
	armies("troll", "big-foot", "goblins")
	items("attacker", "fan")
	items("attacker2", "fan")
	items("defender", "dust-of-defense")
	neighbor("north", "attacker")
	rounds(1)
	dice{6, 6, 6}
	answer("attack defender")
	answer("attack defender")
	answer("attack attacker")
	answer("play dust-of-defense")
	expect(asked(), "attacker: Does the fan blow the dust away?")
	answer("no")
	expect(asked(), "attacker2: Does the fan blow the dust away?")
	answer("yes")
	expect(standing("attacker"), "a1")
	expect(standing("attacker2"), "b1")
	expect(counter("a2").status, "held")
	expect(counter("b2").status, "eliminated")
end }

-- --- K6.8 firewall -----------------------------------------------------------

test{ name = "K6.8: the firewall fights in the magic step with the value that is rolled", run = function()
	armies("troll", "big-foot, goblins")
	items("attacker", "firewall")
	rolls{4}
	dice{4}
	answer("play firewall")
	expect_value(4)
	expect_told("a2 (Firewall) rolls a 4 against 4 and hits")
	expect_told("The Firewall has the value 4")
	expect(counter("a2").value, 4)
	expect(asked(), "defender loses a counter")
end }

test{ name = "K6.8: a firewall of 1 hits on a 1 only, and takes one hit as any other", run = function()
	armies("troll", "druid")
	items("attacker", "firewall")
	rounds(1)
	rolls{1}
	dice{2, 3, 6}
	answer("play firewall")
	expect(options(), {"lose a1", "lose a2"})
	answer("lose a2")
	expect(standing("attacker"), "a1")
end }

-- --- K6.5 lucky charm --------------------------------------------------------

test{ name = "K6.5: the lucky charm makes a hit of a miss", run = function()
	armies("troll", "big-foot")
	items("attacker", "lucky-charm")
	dice{5, 6}
	expect(asked(), "attacker changes a die")
	answer("play lucky-charm")
	expect_told("a1 (Troll) rolls a 4 against 4 and hits")
	expect(winner(), "attacker")
	expect(counter("a2").status, "eliminated")
end }

test{ name = "K6.5: and a miss of an enemy's hit", run = function()
	armies("troll", "big-foot")
	items("attacker", "lucky-charm")
	rounds(1)
	dice{6, 5}
	answer("play lucky-charm")
	expect_told("d1 (Big Foot) rolls a 6 against 5 and misses")
	expect(standing("attacker"), "a1")
end }

test{ name = "K6.5: where 1 makes no difference it is not offered", run = function()
	armies("troll", "big-foot")
	items("attacker", "lucky-charm, talisman")
	rounds(1)
	dice{6, 6}
	refuses("play lucky-charm", "it is played when a die lies on the table (K1.2)")
	answer("play talisman")
	expect(asked(), "attacker changes a die", "a 6 against 5 is 1 too much")
	refuses("play talisman", "it has been played (K1.2)")
	answer("pass")
	expect(standing("defender"), "d1")
end }

test{ name = "K6.5: who passes keeps it", run = function()
	armies("troll", "big-foot")
	items("defender", "lucky-charm")
	dice{5, 5}
	answer("pass")
	answer("pass")
	expect(standing("attacker"), "")
	expect(counter("d2").status, "held")
end }

test{ name = "K6.5: what one lucky charm makes of a die another unmakes", run = function()
	armies("troll", "big-foot")
	items("attacker", "lucky-charm")
	items("defender", "lucky-charm")
	rounds(1)
	dice{5, 6}
	answer("play lucky-charm")
	answer("play lucky-charm")
	expect_told("a1 (Troll) rolls a 5 against 4 and misses")
	expect(counter("a2").status, "eliminated")
	expect(counter("d2").status, "eliminated")
end }

-- --- K6.4 talisman -----------------------------------------------------------

test{ name = "K6.4: the talisman saves a counter on 2 to 5", run = function()
	armies("2 troll", "big-foot")
	items("attacker", "talisman")
	rounds(1)
	dice{6, 6, 1, 2}
	answer("play talisman")
	answer("lose a1")
	expect(standing("attacker"), "a1 a2")
	expect(counter("a3").status, "in play")
end }

test{ name = "K6.4: on 1 or 6 the counter is lost, and the talisman goes back to the cup", run = function()
	armies("2 troll", "big-foot")
	items("attacker", "talisman")
	rounds(1)
	dice{6, 6, 1, 6}
	answer("play talisman")
	answer("lose a1")
	expect(standing("attacker"), "a2")
	expect(counter("a3").status, "eliminated")
end }

test{ name = "K6.4: without the talisman no counter keeps its hits in mind", run = function()
	armies("2 troll", "2 big-foot")
	items("attacker", "talisman")
	rounds(1)
	dice{6, 6, 1, 1, 2, 6}
	answer("play talisman")
	answer("lose a1")
	answer("lose a2")
	expect(standing("attacker"), "a1")
	expect(counter("a3").status, "eliminated")
	expect(counter("a1"):recall("hit"), nil)
end }

test{ name = "K6.4: it is for the first hit on a counter in a step", run = function()
	armies("troll", "2 big-foot")
	items("attacker", "talisman")
	dice{6, 1, 1, 2}
	answer("play talisman")
	expect(standing("attacker"), "")
	expect(counter("a2").status, "in play")
end }

test{ name = "K6.4: in the next step there is a first hit again", run = function()
	armies("troll", "elves-2, big-foot")
	items("attacker", "talisman")
	rounds(1)
	dice{1, 3, 6, 1, 4}
	answer("play talisman")
	expect(standing("attacker"), "a1")
end }

test{ name = "K6.4: it saves buildings, too, and nobody before it is played", run = function()
	armies("big-foot", "village, goblins")
	items("defender", "talisman")
	rounds(2)
	dice{5, 6, 6, 5, 6, 5}
	answer("pass")
	answer("pass")
	answer("pass")
	answer("lose d2")
	expect(standing("defender"), "d1")
	answer("play talisman")
	expect(standing("defender"), "d1")
	expect(counter("d1").hits, 0)
end }

test{ name = "K6.4: it saves no item on which a hit is taken", run = function()
	armies("troll", "big-foot")
	items("attacker", "talisman, sword")
	rounds(1)
	dice{6, 6, 1}
	answer("play talisman")
	answer("play sword a1")
	answer("lose a3")
	expect(counter("a3").status, "eliminated")
	expect(counter("a2").status, "in play")
end }

test{ name = "K3.2: the sword master rolls for himself; the talisman has no part in that", run = function()
	armies("sword-master", "big-foot")
	items("attacker", "talisman")
	dice{6, 1, 6}
	answer("play talisman")
	expect(standing("attacker"), "")
	expect(counter("a2").status, "in play")
end }

test{ name = "K6.4: in a later step of a round the talisman saves the sword master", run = function()
	armies("sword-master", "elves-2, big-foot")
	items("attacker", "talisman")
	rounds(1)
	dice{1, 3, 6, 1, 4}
	answer("play talisman")
	expect(standing("attacker"), "a1")
	expect_told("a1 (Sword Master) is hit and saves itself with a 4")
end }

test{ name = "K6.4: a golem is saved as any counter", run = function()
	armies("goblins", "big-foot")
	items("attacker", "talisman, golem")
	rounds(1)
	dice{6, 6, 1, 5}
	answer("play talisman")
	answer("play golem")
	answer("lose a3")
	expect(standing("attacker"), "a1 a3")
end }

test{ name = "K6.4: what was hit while one talisman was lost is saved by the next", run = function()
	armies("2 troll", "2 big-foot")
	items("attacker", "2 talisman")
	rounds(2)
	dice{6, 6, 1, 1, 2, 1, 6, 1, 6, 2}
	answer("play talisman")
	answer("pass")
	answer("pass")
	answer("pass")
	answer("lose a1")
	answer("lose a2")
	answer("pass")
	answer("pass")
	answer("play talisman")
	expect(standing("attacker"), "a1")
	expect(counter("a4").status, "in play")
end }

-- --- K6 what is left ---------------------------------------------------------

test{ name = "K6: elixir has no use in battle", run = function()
	armies("troll", "goblins")
	items("attacker", "elixir, talisman")
	refuses("play elixir", "it has no use in battle (K6)")
	expect(options(), {"pass", "play talisman"})
end }

test{ name = "K6: characters have the marks that are printed on them", run = function()
	armies("arch-mage, arch-cleric, elf-lord, sir-lancelot, lord-of-eagles, ghaog-ii", "troll")
	dice{6, 6}
	expect(counter("a1").marks, {"magic"})
	expect(counter("a2").marks, {"magic"})
	expect(counter("a3").marks, {"range"})
	expect(counter("a4").marks, {"charge"})
	expect(counter("a5").marks, {"fly"})
	expect(counter("a6").marks, {"fly"})
end }
