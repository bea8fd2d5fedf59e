-- What it strikes with first: as an offensive spell of 7 would (H6.1).
local function strength(by)
	return 7 + by.support - by.level -- its support is the levels of all its cards
end

-- The names of the stacks of a side that are not struck yet. A player picks from
-- 50 at most.
local function unstruck(side, struck)
	local names = {}
	for _, stack in ipairs(side.stacks) do
		if not struck[stack.name] and #names < 50 then
			names[#names + 1] = stack.name
		end
	end
	return names
end

local function named(side, name)
	for _, stack in ipairs(side.stacks) do
		if stack.name == name then
			return stack
		end
	end
end

spell{
	at = "enemy",
	cast = function(by, at)
		local score, struck = strength(by), {}
		for leap = 1, setting("targets") do
			struck[at.name] = true
			battle:attack(by, at, "arc-lightning", math.max(score, 0))
			score = score - setting("less")
			local names = unstruck(at.side, struck)
			if leap == setting("targets") or #names == 0 or not by.alive then
				return -- a caster may die of what its attacks set off
			end
			local name = names[1]
			if #names > 1 then
				name = choose(by.side, "Where does the lightning leap?", names)
			end
			at = named(at.side, name)
		end
	end,
	-- About what the first strike is worth, and half of that for each leap.
	worth = function(by, at)
		local chance = strength(by) + 11 - at:defense_score(by, "arc-lightning")
		return at.cost * math.min(math.max(chance, 0), 10) / 5
	end,
}
