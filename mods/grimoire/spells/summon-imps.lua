spell{
	legal = function(by)
		if by:recall("has called imps") then
			return "it has called its imps already"
		end
	end,
	cast = function(by)
		by:remember("has called imps", true)
		battle:summon(by.side, "melee", "imp", setting("imps"))
	end,
	worth = function()
		return 15 * setting("imps")
	end,
}
