-- K6: one enemy magic item is void, and that enemy's magic counters fight in
-- melee. It works on what is there when it is played.

-- The enemy that is meant: with several the player says which.
local function enemyOf(side)
	local names = {}
	for i, enemy in ipairs(side.enemies) do
		names[i] = enemy.name
	end
	local name = names[1]
	if #names > 1 then
		name = choose(side, "Whose magic is dispelled?", names)
	end
	for _, enemy in ipairs(side.enemies) do
		if enemy.name == name then
			return enemy
		end
	end
end

-- All items of a side: held, in play, or standing in the hex.
local function itemsOf(side)
	local items = side.items
	for _, counter in ipairs(side.counters) do
		if counter.kind == "item" then
			items[#items + 1] = counter
		end
	end
	return items
end

local function without(marks, first, second)
	local rest = {}
	for _, mark in ipairs(marks) do
		if mark ~= first and mark ~= second then
			rest[#rest + 1] = mark
		end
	end
	return rest
end

item{
	play = function(item)
		local enemy = enemyOf(item.side)
		for _, counter in ipairs(enemy.counters) do
			if counter.step == "magic" then
				battle:mark(counter, without(counter.marks, "magic", "range"))
			end
		end
		local items = itemsOf(enemy)
		if #items > 0 then
			battle:discard(battle:pick(item.side, "Which item loses its power?", items))
		end
		battle:discard(item)
	end,
	worth = function(item)
		local n = 0
		for _, enemy in ipairs(item.side.enemies) do
			for _, counter in ipairs(enemy.counters) do
				if counter.step == "magic" then
					n = n + 1
				end
			end
			n = n + 2 * #enemy.items
		end
		return n
	end,
}
