-- K6.9: undoes Dust of Defense. Who holds it is asked when the dust is played
-- (dust-of-defense.lua).
item{
	legal = function() return "you are asked when dust is blown at you" end,
	play = function(fan)
		for _, enemy in ipairs(fan.side.enemies) do
			for _, item in ipairs(enemy.items) do
				if item.status == "in play" and item:has("dust-of-defense") then
					battle:discard(item)
				end
			end
		end
		battle:discard(fan)
	end,
}
