-- K6.5: once, a die counts 1 more or 1 less. It is offered where that makes a
-- hit of a miss, or a miss of a hit.
local function turned()
	if battle.rolled == battle.need then
		return battle.rolled + 1
	elseif battle.rolled == battle.need + 1 then
		return battle.rolled - 1
	end
end

item{
	on = "die",
	legal = function()
		if not turned() then
			return "1 more or less makes no difference to this die"
		end
	end,
	play = function(item)
		battle:turn_die(turned())
		battle:discard(item)
	end,
	-- A miss of one's own, or a hit on one's own side.
	worth = function(item, roller)
		local misses = battle.rolled > battle.need
		if misses and roller.side == item.side or not misses and roller.side.target == item.side then
			return 3
		end
		return 0
	end,
}
