-- Good ones and bad ones alike. Where nothing lies there is nothing to cast.
spell {
	at = "friend",
	legal = function(by, at)
		if #at.effects == 0 then return "no spell lies on " .. at.name end
	end,
	cast = function(by, at)
		for _, id in ipairs(at.effects) do battle:lift(at, id) end
	end,
}
