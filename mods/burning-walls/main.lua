-- walls is what the hit makes of them; the battle still has what they were.
function onWallHit(hit)
	if hit.walls ~= "intact" and not battle:recall("burning") then
		battle:remember("burning", true)
		log("the town is on fire")
	end
end

-- Walls that are breached before the battle begins have had time to burn out:
-- the fire is remembered, not read off the walls.
function onRoundEnd(round)
	if not battle:recall("burning") then
		return
	end
	local heat = setting("heat")
	if battle.walls == "sacked" then
		heat = 2 * heat
	end
	for _, stack in ipairs(battle.stacks) do
		-- Defenders are all in it; of the aggressor, who stands before it.
		if (stack.side == battle.defender or stack.line == "melee") and roll(10) <= heat then
			log("the fire takes one of " .. stack.name)
			battle:kill(stack, 1)
		end
	end
end

-- A new word for the prompt: options lists it, and computer players weigh it.
option{
	name = "douse",
	legal = function(by)
		if by.side ~= battle.defender then
			return "only defenders know where the wells are"
		end
		if not battle:recall("burning") then
			return "nothing burns"
		end
	end,
	act = function(by)
		battle:remember("burning", nil)
		log(by.name .. " puts the fire out")
	end,
	-- By thumb: what the fire may yet take from the own side.
	worth = function(by)
		local cost = 0
		for _, stack in ipairs(by.side.stacks) do
			cost = cost + stack.cost
		end
		return cost * setting("heat") / 10
	end,
}
