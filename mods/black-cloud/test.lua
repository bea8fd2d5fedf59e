test{ name = "K6.12: a value of 4 is 3 under the cloud", run = function()
	armies("troll", "big-foot")
	rounds(1)
	dice{4, 6}
	expect_told("a1 (Troll) rolls a 4 against 3 and misses")
	expect(standing("defender"), "d1")
end }

test{ name = "K6.12: a 6 no longer always hits", run = function()
	armies("crawling-vines", "big-foot")
	rounds(1)
	dice{6, 6}
	expect_told("a1 (Crawling Vines) rolls a 6 against 5 and misses")
	expect_term("-1 mod black-cloud onValue")
end }

test{ name = "K6.12: a village still takes one hit", run = function()
	armies("troll", "village, goblins")
	rounds(1)
	dice{3, 1, 1, 3}
	answer("lose d1")
	expect_told("d1 (Village) is neutralized")
	expect_told("d1 (Village) rolls a 1 against 0 and misses")
end }

test{ name = "K6.12: a city of 2 takes two hits and fights at 1, then at 0", run = function()
	armies("troll", "city")
	rounds(2)
	dice{3, 6, 6, 1, 3}
	expect_value(0)
	expect(counter("d1").hits, 0, "restored")
	expect_told("d1 (City) takes a hit: its value is 1 now")
end }

test{ name = "K6.12: an aimed shot under the cloud hits on a 1", run = function()
	armies("marksman", "troll, goblins")
	rounds(1)
	dice{2, 6, 6}
	answer("aimed")
	expect_told("a1 (Marksman) rolls a 2 against 1 and misses")
end }

test{ name = "a darker cloud", run = function()
	setting("less", 3)
	armies("troll", "big-foot")
	rounds(1)
	dice{1, 6}
	expect_told("a1 (Troll) rolls a 1 against 1 and hits")
end }
