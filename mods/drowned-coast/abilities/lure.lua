-- An option is offered to every stack; the ability is its first condition.
option{
	name = "lure",
	at = "enemy",
	legal = function(by, at)
		if not by:has("lure") then
			return "it cannot sing"
		end
		if at.line ~= "ranged" then
			return at.name .. " stands in front already"
		end
		if at.level > 2 then
			return at.name .. " does not listen"
		end
	end,
	act = function(by, at)
		battle:relocate(at, "melee")
	end,
	-- By thumb: shooters and casters that can be struck at are half dead.
	worth = function(by, at)
		return at.cost * math.min(at.ranged, 3) / 6
	end,
}
