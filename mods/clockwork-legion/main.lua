function onBattleStart(start)
	for _, stack in ipairs(battle.stacks) do
		stack:remember("built", stack.count)
	end
end

-- Before the cards are gone: afterwards nobody knows what the last one was.
function onKill(attack)
	local at = attack.at
	if attack.kind ~= "melee" or not at:has("boiler") or attack.kills < at.count then
		return
	end
	log("the boiler of " .. at.name .. " bursts")
	if roll(10) + setting("blast") >= attack.by.defense then
		battle:kill(attack.by, 1, at)
	end
end
