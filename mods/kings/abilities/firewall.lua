-- K6.8: its value is rolled when it is played; what is printed is the most.
item{
	play = function(item)
		local value = roll(item.printed)
		battle:strengthen(item, value - item.printed)
		log("The Firewall has the value " .. value)
	end,
}
