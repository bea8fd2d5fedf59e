-- A stack's first size is what half is half of. Who joins later has none and
-- is never a coward: summoned things are not paid to be afraid.
function onBattleStart(start)
	for _, stack in ipairs(battle.stacks) do
		stack:remember("size", stack.count)
	end
end

local function isBattered(stack)
	local size = stack:recall("size")
	return size and 2 * stack.count <= size
end

-- At the round's end, when nobody is in the middle of a blow.
function onRoundEnd(round)
	for _, stack in ipairs(battle.stacks) do
		-- The last of a line stays: with nobody in front, neither side could
		-- strike again, and lines fill only after attacks (H4.1).
		local mayRun = stack.line == "melee" and #stack.side.front > 1 and stack.level <= setting("level") and not stack.hero
		if mayRun and isBattered(stack) and roll(10) <= setting("flees") then
			log(stack.name .. " runs for the rear")
			battle:relocate(stack, "ranged")
			battle:affect(stack, "shaken", 2) -- this round, which is over, and the next
		end
	end
end
