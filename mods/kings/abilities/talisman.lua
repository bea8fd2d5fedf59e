-- K6: in play, it lets each counter of its side roll against the first hit
-- that it takes in a step. Who rolls for himself (K3.2) does so instead.
local FIRST, LAST = 2, 5

local function talismanOf(side)
	for _, item in ipairs(side.items) do
		if item.status == "in play" and item:has("talisman") then
			return item
		end
	end
end

item{
	play = function() end,
	worth = function() return 3 end,
}

function onSave(save)
	if not self.stands or self:recall("hit") then
		return
	end
	if save.last > 0 then
		self:remember("hit", "saves itself")
	else
		self:remember("hit", "talisman")
		save.first, save.last = FIRST, LAST
	end
end

-- On 1 or 6 the counter is lost, and the talisman with it.
function onSaved(save)
	if not save.saved and self:recall("hit") == "talisman" then
		battle:discard(talismanOf(self.side))
	end
end

-- In the next step there is a first hit again.
function onStepEnd()
	for _, counter in ipairs(self.side.counters) do
		counter:remember("hit")
	end
end
