-- K6.4: in play, it lets each counter of its side roll against the first hit
-- that it takes in a step. Who rolls for himself (K3.2) does so instead.
local FIRST, LAST = 2, 5

local function talismanOf(side)
	for _, item in ipairs(side.items) do
		if item.status == "in play" and item:has("talisman") then
			return item
		end
	end
end

-- Nobody has been hit in the step that comes.
local function forget(side)
	for _, counter in ipairs(side.counters) do
		counter:remember("hit")
	end
end

-- Without a talisman in play, hits matter only on counters with the ability themselves.
local function forgetOthers(side)
	for _, counter in ipairs(side.counters) do
		if not counter:has("talisman") then
			counter:remember("hit")
		end
	end
end

item{
	-- Another talisman may have gone in the middle of a step.
	play = function(item) forget(item.side) end,
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

-- On 1 or 6 the counter is lost, and the talisman with it, unless the counter had
-- the ability itself.
function onSaved(save)
	local item = talismanOf(self.side)
	if item and not save.saved and self:recall("hit") == "talisman" then
		battle:discard(item)
		if not talismanOf(self.side) then
			forgetOthers(self.side)
		end
	end
end

function onStepEnd()
	forget(self.side)
end
