-- K6.9: the attackers must retreat. Who has no hex to go to stays (K4.2), and
-- an attacker with a fan is asked whether it blows the dust away.
item{
	legal = function(item)
		if not item.side.defends then
			return "it drives attackers away, and you are one"
		end
	end,
	play = function(dust)
		local attackers = dust.side.enemies
		for _, side in ipairs(attackers) do
			for _, item in ipairs(side.items) do
				local fan = item.status == "held" and item:has("fan") and dust.status == "in play"
				if fan and choose(side, "Does the fan blow the dust away?", {"yes", "no"}) == "yes" then
					battle:play(item)
				end
			end
		end
		if dust.status ~= "in play" then
			return
		end
		for _, side in ipairs(attackers) do
			battle:drive(side)
		end
		battle:discard(dust)
	end,
	-- It helps when an attacker has a hex to go to.
	worth = function()
		for _, hex in ipairs(battle.hexes) do
			local owner = hex.owner
			if owner and owner.fights and not owner.defends and not hex.enemies then
				return 9
			end
		end
		return 0
	end,
}
