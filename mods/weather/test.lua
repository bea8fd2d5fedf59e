test{ name = "rain halves shots, rounded up", run = function()
	armies("2 halfling", "2 zombie")
	rolls{5}
	dice{1}
	expect_told("the weather: rain")
	answer("a1 shoot d1")
	expect_score("attack", 2) -- 2 + 1, halved
end }

test{ name = "fog hides the ranged line", run = function()
	armies("2 halfling", "2 zombie, 2 zombie, 2 zombie | 2 orc")
	rolls{8}
	refuses("a1 shoot d4", "fog hides the ranged line")
	offers("a1 shoot d1")
end }

test{ name = "mud", run = function()
	armies("2 halfling, 1 gnome, 1 gnome, 1 gnome", "2 zombie")
	rolls{10}
	refuses("a1 move", "nobody changes line in the mud")
end }

test{ name = "a milder country", run = function()
	setting("worst", "rain")
	armies("2 halfling", "2 zombie")
	rolls{10}
	skip("a1")
	expect_told("the weather: rain")
end }
