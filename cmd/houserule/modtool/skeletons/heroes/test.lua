-- What the mod promises: houserule mod test runs it. What a test can call:
-- houserule mod docs

test{ name = "the champion is bold against many", run = function()
	armies("1 NAME-champion", "2 bandit")
	skip("a1")
	dice{5}
	answer("a1 attack d1")
	expect_score("attack", 4) -- 3 of its own, 1 for boldness
	expect(stack("d1").count, 1)
end }

test{ name = "and not against as many", run = function()
	armies("2 NAME-champion", "2 bandit")
	skip("a1")
	dice{5}
	answer("a1 attack d1")
	expect_score("attack", 5) -- 3, and 2 levels of the card under it
end }

test{ name = "who has won is told", run = function()
	armies("9 NAME-champion", "1 bandit")
	finish()
	expect(winner(), "aggressor")
	expect_told("The aggressor has won")
end }
