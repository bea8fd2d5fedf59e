test{ name = "it leaps where the player says, weaker each time", run = function()
	armies("1 thunderbird", "2 orc, 2 wolf, 2 zombie | 2 halfling")
	dice{9, 1}
	answer("a1 cast arc-lightning d1")
	expect_score("attack", 7)
	expect(stack("d1").count, 1)
	expect(asked(), "aggressor: Where does the lightning leap?")
	expect(options(), {"choose d2", "choose d3", "choose d4"})
	answer("d4")
	expect_score("attack", 5)
	expect(options(), {"choose d2", "choose d3"})
	dice{10}
	answer("d3")
	expect_score("attack", 3)
	expect_term("attack", "score that a script gives")
	expect(stack("d3").count, 1)
end }

test{ name = "cards under the caster lend their levels", run = function()
	armies("2 djinn", "2 orc")
	skip("a1")
	dice{1}
	answer("a1 cast arc-lightning d1")
	expect_score("attack", 7 + stack("a1").level)
	expect(asked(), "d1 acts")
end }

test{ name = "one other needs no choice", run = function()
	setting("less", 9)
	armies("1 thunderbird", "2 orc, 2 wolf")
	dice{1, 1}
	answer("a1 cast arc-lightning d1")
	expect_score("attack", 0)
	expect_told("at d2 (2 Wolf)")
end }

test{ name = "protection counts", run = function()
	armies("1 wolf, 1 thunderbird", "1 orc")
	skip("d1")
	answer("d1 protect")
	skip("a2")
	dice{1}
	answer("a2 cast arc-lightning d1")
	expect_term("defense", "protect")
end }
