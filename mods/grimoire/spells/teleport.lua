local function other(line)
	if line == "melee" then
		return "ranged"
	end
	return "melee"
end

spell{
	at = "friend",
	legal = function(by, at)
		-- A line of less than 3 fills itself (H4.1): with nobody else behind,
		-- who goes would come forward again at once.
		if at.line == "melee" and #at.side.front <= 3 and #at.side.back == 0 then
			return "nobody could take its place"
		end
	end,
	cast = function(by, at)
		battle:relocate(at, other(at.line))
	end,
	-- For computer players: shooters belong behind, strikers in front.
	worth = function(by, at)
		local shoots = at.ranged > at.melee
		if shoots == (at.line == "melee") then
			return 6
		end
		return -6
	end,
}
