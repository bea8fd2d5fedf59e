spell{
	legal = function(by)
		if by.side ~= battle.defender then
			return "only defenders mend walls"
		end
		if battle.walls ~= "breached" and battle.walls ~= "sacked" then
			return "there is no breach to close"
		end
	end,
	cast = function()
		-- One step, as one hit is one step the other way (H8.1).
		if battle.walls == "sacked" then
			battle:set_walls("breached")
		else
			battle:set_walls("intact")
		end
	end,
	worth = function()
		return 30
	end,
}
