-- How often the archers of a side hit.
local function volley(side)
	local hits = 0
	for _, unit in ipairs(side.line) do
		if unit:is("archer") and not unit.demoralized and roll(battle.die) >= setting("hits") then
			hits = hits + 1
		end
	end
	return hits
end

-- The first units from the left that are still in good order are shaken.
local function shake(side, hits)
	for _, unit in ipairs(side.line) do
		if hits > 0 and not unit.demoralized then
			battle:demoralize(unit)
			hits = hits - 1
		end
	end
end

-- Both sides shoot at once: all dice are rolled before anybody is hit.
function onBattleStart()
	local hits = {}
	for i, side in ipairs(battle.sides) do
		hits[i] = volley(side)
	end
	for i, side in ipairs(battle.sides) do
		shake(side.enemy, hits[i])
	end
end
