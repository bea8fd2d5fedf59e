-- What comes to a brawler's mind before anything else: the first word of an
-- option, and by how much it is liked better than its worth, in points of
-- cost. Words that are not here are judged by their worth alone.
local liking = {
	attack = 20,
	retaliate = 20,
	challenge = 20,
	shoot = 5,
	protect = -20,
	sacrifice = -20,
	pass = -5,
	hold = -20,
	withdraw = -1000,
	offer = -1000, -- to surrender
}

-- The first word that is not a stack's name: "a1 attack d2" is an attack.
local function verb(option)
	for word in string.gmatch(option, "%S+") do
		if not string.find(word, "^[ad]%d+$") then
			return word
		end
	end
	return option
end

player{
	name = "brawler",
	answer = function(side, options, worths)
		local best, most = 1, -math.huge
		for i, option in ipairs(options) do
			local worth = worths[i] + (liking[verb(option)] or 0)
			-- Strictly more: of equals the first, so that the same battle
			-- is the same battle again.
			if worth > most then
				best, most = i, worth
			end
		end
		return best
	end,
}
