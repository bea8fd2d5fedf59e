-- K6.10: one enemy magic item is void, and that enemy's magic counters fight in
-- melee. It works on what is there when it is played.

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

-- What there is to dispel, in points of combat value.
local function magicOf(side)
	local n = 2 * #itemsOf(side)
	for _, counter in ipairs(side.counters) do
		if counter.step == "magic" then
			n = n + 1
		end
	end
	return n
end

-- The enemies, the one with the most magic first.
local function byMagic(enemies)
	local sorted = {}
	for _, enemy in ipairs(enemies) do
		local at = #sorted + 1
		while at > 1 and magicOf(sorted[at - 1]) < magicOf(enemy) do
			at = at - 1
		end
		table.insert(sorted, at, enemy)
	end
	return sorted
end

-- The enemy that is meant: with several the player says which.
local function enemyOf(side)
	local enemies, names = byMagic(side.enemies), {}
	for i, enemy in ipairs(enemies) do
		names[i] = enemy.name
	end
	local name = names[1]
	if #names > 1 then
		name = choose(side, "Whose magic is dispelled?", names)
	end
	for _, enemy in ipairs(enemies) do
		if enemy.name == name then
			return enemy
		end
	end
end

local function contains(words, word)
	for _, w in ipairs(words) do
		if w == word then
			return true
		end
	end
	return false
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
		local items = itemsOf(enemy)
		if #items > 0 then
			battle:discard(battle:pick(item.side, "Which item loses its power?", items))
		end
		-- An item may hide the magic of its bearer, which is dispelled, too:
		-- arms.lua and balloon.lua look for that.
		for _, counter in ipairs(enemy.counters) do
			if contains(counter.printed_marks, "magic") then
				counter:remember("dispelled", true)
			end
			if counter.step == "magic" then
				battle:mark(counter, without(counter.marks, "magic", "range"))
			end
		end
		battle:discard(item)
	end,
	worth = function(item)
		local most = 0
		for _, enemy in ipairs(item.side.enemies) do
			most = math.max(most, magicOf(enemy))
		end
		return most
	end,
}
