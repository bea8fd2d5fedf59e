-- Single combat: the cards alone, nobody under them helps.
local function strength(stack)
	return stack.melee + roll(10)
end

local function duel(by, at)
	local own, other = strength(by), strength(at)
	log(by.name .. " " .. own .. ", " .. at.name .. " " .. other)
	if own > other then
		battle:kill(at, 1, by)
	elseif other > own then
		battle:kill(by, 1, at)
	end
end

option{
	name = "challenge",
	at = "enemy",
	legal = function(by, at)
		if not by.hero then
			return "only Heroes challenge"
		end
		if by:recall("has challenged") then
			return "it has had its challenge in this battle"
		end
		if by.line ~= "melee" or at.line ~= "melee" then
			return "both must stand on their melee lines"
		end
	end,
	act = function(by, at)
		by:remember("has challenged", true)
		-- Computer players take the first word, so the wiser one stands first.
		local words = { "refuse", "accept" }
		if at.melee >= by.melee then
			words = { "accept", "refuse" }
		end
		if choose(at.side, by.name .. " challenges " .. at.name .. ". Accept or refuse?", words) == "accept" then
			duel(by, at)
		else
			log(at.name .. " is shamed")
			battle:affect(at, "shamed")
		end
	end,
	worth = function(by, at)
		if by.melee > at.melee then
			return at.cost / 3
		end
		return 0
	end,
}
