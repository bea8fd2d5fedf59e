-- Only what was there can be mended: main.lua counts the stacks when the
-- battle starts.
option{
	name = "repair",
	at = "friend",
	legal = function(by, at)
		if not by:has("repair") then
			return "it has no tools"
		end
		if not at:has("construct") then
			return at.name .. " is no machine"
		end
		if at.count >= (at:recall("built") or 0) then
			return at.name .. " is in good order"
		end
	end,
	act = function(by, at)
		battle:grow(at, at.creature, 1)
	end,
	worth = function(by, at)
		return at.cost * 3 / 4 -- it may be broken again before it acts
	end,
}
