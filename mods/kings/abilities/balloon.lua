-- K6.11: up to three counters of a value below 4 fight as ranged while it lives.
local SEATS, BELOW = 3, 4

local function passengers(side)
	local found = {}
	for _, counter in ipairs(side.counters) do
		local walks = counter.kind == "creature" or counter.kind == "special"
		if walks and counter.printed < BELOW and #counter.items == 0 and not counter:recall("balloon") then
			found[#found + 1] = counter
		end
	end
	return found
end

-- What a counter gains as a passenger, for computer players: it is earlier than
-- in melee, but has no magic, and one die.
local function gain(counter)
	for _, mark in ipairs(counter.marks) do
		if mark ~= "fly" then
			return 0
		end
	end
	return counter.value
end

local function gains(counters)
	local worths, most = {}, 0
	for i, counter in ipairs(counters) do
		worths[i] = gain(counter)
		most = math.max(most, worths[i])
	end
	return worths, most
end

item{
	play = function(item)
		for seat = 1, SEATS do
			local found = passengers(item.side)
			local worths, most = gains(found)
			local answers = most > 0 and {"yes", "no"} or {"no", "yes"}
			local question = seat == 1 and "Does a counter board the balloon?" or "Does one more counter board the balloon?"
			if #found == 0 or choose(item.side, question, answers) == "no" then
				return
			end
			local counter = battle:pick(item.side, "Who boards the balloon?", found, worths)
			counter:remember("balloon", item.name)
			battle:mark(counter, {"range"})
		end
	end,
}

-- The marks that are its own again, but for magic that was dispelled
-- (dispel-magic.lua).
local function restore(counter)
	local marks = {}
	for _, mark in ipairs(counter.printed_marks) do
		if not counter:recall("dispelled") or mark ~= "magic" and mark ~= "range" then
			marks[#marks + 1] = mark
		end
	end
	battle:mark(counter, marks)
end

-- The passengers are on the ground again.
function onLost()
	for _, counter in ipairs(self.side.counters) do
		if counter:recall("balloon") == self.name then
			counter:remember("balloon")
			restore(counter)
		end
	end
end
