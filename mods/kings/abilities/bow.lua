-- K6: the bearer is ranged, with 1 more and without its other marks. A hit may be
-- taken on the bow; at the start of a round it may change its bearer.
local MARK, MORE = "range", 1

local function arm(item, bearer)
	battle:bear(item, bearer)
	battle:mark(bearer, {MARK})
	battle:strengthen(bearer, MORE)
end

local function disarm(bearer)
	battle:mark(bearer, bearer.printed_marks)
	battle:strengthen(bearer, -MORE)
end

-- Why a counter cannot bear an item, or nil.
local function unfit(counter)
	if counter.kind ~= "creature" and counter.kind ~= "special" then
		return "creatures and special characters bear it"
	elseif #counter.items > 0 then
		return "it bears an item already"
	elseif counter:recall("balloon") then
		return "it rides in a balloon"
	end
end

item{
	on = "friend",
	legal = function(_, on) return unfit(on) end,
	play = arm,
	worth = function(_, on) return on.value end,
}

function onRoundStart()
	local bearer = self.bearer
	local fit = {}
	for _, counter in ipairs(self.side.counters) do
		if counter == bearer or not unfit(counter) then
			fit[#fit + 1] = counter
		end
	end
	if #fit == 0 or #fit == 1 and fit[1] == bearer then
		return
	end
	local to = battle:pick(self.side, "Who bears the bow in this round?", fit)
	if to ~= bearer then
		if bearer then
			disarm(bearer)
		end
		arm(self, to)
	end
end

-- Either the bow is lost, or its bearer: then it waits for another.
function onLost()
	if self.kind ~= "item" then
		for _, item in ipairs(self.items) do
			if item:has("bow") then
				battle:bear(item)
			end
		end
	elseif self.bearer then
		disarm(self.bearer)
	end
end
