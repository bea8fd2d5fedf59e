-- K6: up to three counters of a value below 4 fight as ranged while it lives.
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

item{
	play = function(item)
		for _ = 1, SEATS do
			local found = passengers(item.side)
			if #found == 0 or choose(item.side, "Does one more counter board the balloon?", {"yes", "no"}) == "no" then
				return
			end
			local counter = battle:pick(item.side, "Who boards the balloon?", found)
			counter:remember("balloon", item.name)
			battle:mark(counter, {"range"})
		end
	end,
}

-- The passengers are on the ground again.
function onLost()
	for _, counter in ipairs(self.side.counters) do
		if counter:recall("balloon") == self.name then
			counter:remember("balloon")
			battle:mark(counter, counter.printed_marks)
		end
	end
end
