local function fortOf(side)
	for _, counter in ipairs(side.counters) do
		if counter.fort then
			return counter
		end
	end
end

-- Whoever stands behind the walls is out of reach, unless what hits flies over
-- them: in the magic and the ranged step, if the house plays so.
function onTake(take)
	if take.counter.fort or setting("steps") == "melee" and battle.step ~= "melee" then
		return
	end
	local fort = fortOf(take.counter.side)
	if fort then
		return cancel("the walls of " .. fort.name .. " take it first")
	end
end

-- A fort that was hit fights at its full value; villages and cities do not.
function onValue(value)
	if value.counter.fort then
		local fort = value.counter
		value.bonus = math.max(0, math.min(fort.hits, fort.printed - fort.value)) -- 0 where the rules have it so
	end
end
