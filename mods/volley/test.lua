test{ name = "archers shoot at the leftmost unit", run = function()
	armies("2 longbowmen", "2 pikemen")
	rolls{6, 5}
	expect(asked(), "defender places units")
	expect_told("d1 (Pikemen) is demoralized")
	expect(battle.round, 1)
	expect(unit("d2").demoralized, false)
end }

test{ name = "the second hit is for the next one", run = function()
	armies("2 longbowmen", "pikemen, 2 spearmen")
	rolls{6, 6}
	expect(asked(), "defender places units")
	expect(unit("d2").demoralized, true)
	expect(unit("d3").demoralized, false)
end }

test{ name = "both sides shoot at once", run = function()
	armies("2 longbowmen", "2 longbowmen")
	rolls{6, 1, 6, 1}
	expect(asked(), "attacker places units")
	expect(unit("a1").demoralized, true)
	expect(unit("d1").demoralized, true)
end }

test{ name = "the demoralized do not shoot, and one that is hit already is spared", run = function()
	armies("longbowmen, longbowmen*", "pikemen*, spearmen")
	rolls{6}
	expect(asked(), "attacker places units")
	expect(unit("d1").stands, true)
	expect(unit("d2").demoralized, true)
end }

test{ name = "better archers", run = function()
	setting("hits", 4)
	armies("longbowmen, pikemen", "2 pikemen")
	rolls{4}
	expect(asked(), "attacker places units")
	expect(unit("d1").demoralized, true)
end }
