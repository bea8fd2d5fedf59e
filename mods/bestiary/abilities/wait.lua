option{
	name = "wait",
	text = "Acts in phase 10 of this round.",
	legal = function(by)
		if not by:has("wait") then
			return "it has no patience"
		end
		if battle.phase >= 10 then
			return "the last phase has come"
		end
	end,
	act = function(by)
		battle:delay(by, 10)
	end,
	worth = function()
		return 1
	end,
}
