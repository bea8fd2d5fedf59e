option{
	name = "blink",
	text = "Steps to its other line, and acts again in phase 9.",
	legal = function(by)
		if not by:has("blink") then
			return "it cannot blink"
		end
		if battle.phase >= 9 or by:recall("blinked") == battle.round then
			return "it has blinked in this round"
		end
		if #by.side.front < 2 and by.line == "melee" then
			return "it is the last of its line"
		end
	end,
	act = function(by)
		by:remember("blinked", battle.round)
		battle:relocate(by, by.line == "melee" and "ranged" or "melee")
		battle:delay(by, 9)
	end,
	worth = function()
		return 1
	end,
}
