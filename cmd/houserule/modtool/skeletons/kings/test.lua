-- What the mod promises: houserule mod test runs it. What a test can call:
-- houserule mod docs --game kings

test{ name = "the champion is bold against many", run = function()
	armies("2 bears", "NAME-champion")
	dice{6, 6, 4, 6} -- those of the bears, then its own two, for it charges
	expect_value(4) -- 3 of its own, 1 for boldness
	expect(asked(), "attacker loses a counter")
end }

test{ name = "and not against as many", run = function()
	armies("bears", "NAME-champion")
	dice{6, 4, 3}
	expect_value(3)
	expect(winner(), "defender")
end }

test{ name = "who has the hex is told", run = function()
	armies("NAME-champion", "bears")
	dice{1, 1, 6}
	expect_told("The attacker has the hex in round 1.")
end }
