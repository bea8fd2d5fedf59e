-- What the mod promises: houserule mod test runs it. What a test can call:
-- houserule mod docs --game sorcery

test{ name = "the guard is bold against many", run = function()
	armies("NAME-guard", "3 levies")
	rounds(1)
	dice{3, 3, 1, 1, 1, 1, 1} -- both sides; the two that a remainder is left for; who is left
	expect_strength("a1", 5, "Bold")
	expect_told("defender loses 1 1/4") -- a quarter of 5
end }

test{ name = "and not against as many", run = function()
	armies("NAME-guard", "spearmen")
	rounds(1)
	dice{3, 3, 1, 1, 1}
	expect_strength("a1", 4)
end }

test{ name = "who has the hex is told", run = function()
	armies("2 NAME-guard", "levies")
	dice{6, 1}
	expect_told("The attacker has the hex in round 1.")
end }
