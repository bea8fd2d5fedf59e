-- The leader is of another race than its units, so that it lends them nothing.
local function bleed(later)
	armies("gash-bonechewer, goblin-mob, 3 spearmen", "2 pikemen")
	dice{3, 3, 1, 6, 1, 1, 1, 1} -- the mob is lost, and d1
	dice(later or {})
	answer("stand")
end

test{ name = "a leader may fall in a round in which its side loses a unit", run = function()
	rounds(1)
	rolls{6}
	bleed()
	expect_told("a1 falls among its units")
	expect_told("a1 (Gash Bonechewer) is eliminated")
	expect_ran("onRoundEnd", 1)
end }

test{ name = "below the setting it does not", run = function()
	rounds(1)
	rolls{5}
	bleed()
	expect(unit("a1").stands, true)
end }

test{ name = "a house may spare leaders", run = function()
	setting("falls", 7)
	rounds(1)
	rolls{6}
	bleed()
	expect(unit("a1").stands, true)
end }

test{ name = "nobody rolls for a leader without losses", run = function()
	rounds(1)
	armies("gash-bonechewer, 2 pikemen", "2 pikemen")
	dice{3, 4, 1, 1, 1, 1}
	expect(unit("a1").stands, true)
	expect_told("a2 (Pikemen) checks morale: a 1 against 3, it passes")
end }

test{ name = "a side without its leader adds 1 to its morale dice", run = function()
	rounds(2)
	rolls{6}
	bleed{3, 3, 2, 3, 2, 4}
	expect_told("a4 (Spearmen) checks morale: a 3 against 2, it fails")
	expect_told("d2 (Pikemen) checks morale: a 4 against 3, it fails")
end }

test{ name = "or more, as the house says", run = function()
	setting("less", 2)
	rounds(2)
	rolls{6}
	bleed{3, 3, 1, 2, 1, 1}
	expect_told("a4 (Spearmen) checks morale: a 2 against 1, it fails")
end }

test{ name = "another leader makes up for the one that is gone", run = function()
	rounds(2)
	rolls{6}
	armies("gash-bonechewer, old-mother-murk, goblin-mob, 3 spearmen", "2 pikemen")
	answer("lead a1")
	dice{3, 3, 1, 6, 1, 1, 1, 1}
	dice{3, 3, 2, 3, 2, 4}
	answer("stand")
	expect_told("a2 (Old Mother Murk) leads")
	expect_told("a5 (Spearmen) checks morale: a 3 against 3, it passes")
end }

test{ name = "a captured leader is gone as well", run = function()
	armies("gash-bonechewer", "pikemen")
	answer("yield")
	expect(unit("a1").status, "captured")
	expect(battle.attacker:recall("leaderless"), true)
end }
