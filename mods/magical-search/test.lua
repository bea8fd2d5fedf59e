test{ name = "a seer is asked where to look, and sees", run = function()
	scenario("two-roads")
	expect(asked(), "men: Where does m2 look?")
	expect(options(), {"choose 0501", "choose 0505", "choose nowhere"})
	answer("0505")
	expect_told("men looks into 0505")
	expect(asked(), "men moves")
	expect_ran("onSideStart", 1)
end }

test{ name = "or does not", run = function()
	scenario("two-roads")
	answer("nowhere")
	expect(asked(), "men moves")
	expect_not_told("looks into")
end }

test{ name = "she looks again where the house lets her, and not twice at one stack", run = function()
	setting("looks", 3)
	scenario("two-roads")
	answer("0505")
	expect(options(), {"choose 0501", "choose nowhere"})
	answer("0501")
	expect(asked(), "men moves")
end }

test{ name = "the enemy's turn is none of hers, and in the next one all is hidden again", run = function()
	scenario("two-roads")
	answer("0505")
	answer("done")
	expect(asked(), "orcs moves")
	answer("done")
	expect(options(), {"choose 0501", "choose 0505", "choose nowhere"})
	expect(battle.turn, 2)
end }
