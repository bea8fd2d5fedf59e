spell{
	at = "enemy",
	legal = function(by, at)
		if at.line ~= "melee" then
			return "the water does not reach that far"
		end
		-- A line of less than 3 fills itself (H4.1): with nobody else behind,
		-- who is dragged off would come forward again at once.
		if #at.side.front <= 3 and #at.side.back == 0 then
			return "it would only get up again"
		end
	end,
	cast = function(by, at)
		battle:relocate(at, "ranged")
		battle:stance(at, "none")
	end,
	worth = function(by, at)
		if at.swarming then
			return at.cost / 2
		end
		return 0
	end,
}
