-- K6.8: the die decides its value when it is played; what is printed is the most.
-- A mod may print 1 or 0, for which no die is rolled.
item{
	play = function(item)
		local value = item.printed > 1 and math.min(roll(battle.die), item.printed) or item.printed
		battle:strengthen(item, value - item.printed)
		log("The Firewall has the value " .. value)
	end,
}
