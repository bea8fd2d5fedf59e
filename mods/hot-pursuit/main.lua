local function allFly(side)
	for _, counter in ipairs(side.counters) do
		local moves = counter.kind == "creature" or counter.kind == "special"
		local flies = false
		for _, mark in ipairs(counter.marks) do
			flies = flies or mark == "fly"
		end
		if moves and not flies then
			return false
		end
	end
	return true
end

-- Melee is over: a die for each side says whether it can break off. What
-- decides about an option may not roll, so this is rolled beforehand, and
-- remembered.
function onRoundEnd()
	for _, side in ipairs(battle.sides) do
		if side.fights then
			local free = setting("flyers") and allFly(side) or roll(battle.die) > setting("pinned")
			side:remember("pinned", not free)
		end
	end
end

function onRetreat(retreat)
	if retreat.side:recall("pinned") then
		return cancel("the enemy is too close behind")
	end
end

-- A later round rolls anew; dust of defense drives away whom it drives away.
function onRoundStart()
	for _, side in ipairs(battle.sides) do
		side:remember("pinned")
	end
end
