test{ name = "blood scent: once a stack has lost a card", run = function()
	armies("1 storm-petrel, 1 reef-shark", "3 peasant")
	dice{10, 1}
	answer("a1 attack d1")
	answer("d1 hold")
	answer("a2 attack d1")
	expect_score("attack", 6)
	expect_term("attack", "+2 Blood scent")
end }

test{ name = "no blood, no scent", run = function()
	armies("1 reef-shark", "3 peasant")
	dice{1}
	answer("a1 attack d1")
	expect_score("attack", 4)
end }

test{ name = "a siren calls shooters forward", run = function()
	armies("1 siren", "1 zombie, 1 zombie, 1 zombie | 2 orc, 1 titan")
	skip("a1")
	refuses("a1 lure d1", "d1 stands in front already")
	refuses("a1 lure d5", "d5 does not listen")
	answer("a1 lure d4")
	expect(stack("d4").line, "melee")
end }

test{ name = "others cannot sing", run = function()
	armies("1 reef-shark", "1 zombie, 1 zombie, 1 zombie | 2 orc")
	refuses("a1 lure d4", "it cannot sing")
end }

test{ name = "the sea gives one back", run = function()
	armies("1 leviathan", "2 drowned-sailor")
	dice{5}
	rolls{8}
	answer("a1 attack d1 swat 2")
	expect(stack("d1").count, 1)
	expect_told("the sea gives one of d1 back")
end }

test{ name = "a leviathan digests", run = function()
	armies("1 leviathan", "1 zombie, 1 zombie")
	dice{5}
	answer("a1 attack d1")
	expect(stack("a1").protecting, true)
end }

test{ name = "the undertow", run = function()
	armies("1 tide-caller", "1 zombie, 1 zombie, 1 zombie, 1 bandit")
	skip("d4")
	answer("d4 swarm")
	answer("a1 cast undertow d4")
	expect(stack("d4").line, "ranged")
	expect(stack("d4").swarming, false)
	skip("a1")
	refuses("a1 cast undertow d4", "the water does not reach that far")
end }

test{ name = "the undertow needs a line that can spare one", run = function()
	armies("1 tide-caller", "1 zombie, 1 zombie, 1 zombie")
	refuses("a1 cast undertow d1", "it would only get up again")
end }
