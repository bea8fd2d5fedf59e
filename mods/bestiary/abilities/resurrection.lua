option{
	name = "resurrect",
	text = "Lets a card of a friendly stack rise that has died.",
	at = "friend",
	legal = function(by, at)
		if not by:has("resurrection") then
			return "it cannot raise the dead"
		end
		if by:recall("raised") then
			return "it has done so already"
		end
		if #at:dead() == 0 then
			return "nobody of it has died"
		end
	end,
	act = function(by, at)
		by:remember("raised", true)
		battle:raise(at, 1)
	end,
	worth = function(_, at)
		return at.cost
	end,
}
