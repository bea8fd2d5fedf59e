-- K6.8: its value is rolled when it is played; what is printed is the most. A
-- mod may print 1 or 0, for which no die is rolled.
item{
	play = function(item)
		local value = item.printed > 1 and roll(item.printed) or item.printed
		battle:strengthen(item, value - item.printed)
		log("The Firewall has the value " .. value)
	end,
}
