test{ name = "nobody withdraws before its time", run = function()
	setting("until", 2)
	armies("1 hero-oswin", "1 zombie")
	town("aggressor", 6)
	answer("a1 pass")
	answer("d1 pass")
	expect(asked(), "a1 acts") -- nobody was asked
	answer("a1 pass")
	answer("d1 pass")
	expect(asked(), "aggressor withdraws")
end }

test{ name = "nobody surrenders", run = function()
	armies("1 hero-oswin", "1 hero-tarka")
	hand("defender", 3)
	answer("d1 pass")
	answer("a1 pass")
	expect(asked(), "d1 acts")
	expect_ran("onSurrender")
end }

test{ name = "but for a ransom", run = function()
	setting("ransom", 2)
	armies("1 hero-oswin", "1 hero-tarka")
	hand("defender", 3)
	answer("d1 pass")
	answer("a1 pass")
	refuses("offer 3", "")
	offers("offer 2")
end }
