-- K6.2: he may shoot with the value 2, and then picks whom his hit removes.
local VALUE = 2

function onStepStart(step)
	if step.step ~= self.step or step.step ~= "ranged" or self.fought then
		return
	end
	if choose(self.side, "How does " .. self.name .. " shoot?", {"usual", "aimed"}) == "aimed" then
		battle:aim(self, true)
		battle:strengthen(self, VALUE - self.printed)
	end
end

-- The counters of a side that can take his hit, and the items on them that can.
local function victims(side)
	local found = {}
	for _, some in ipairs{side.counters, side.items} do
		for _, counter in ipairs(some) do
			if counter:may_take() then
				found[#found + 1] = counter
			end
		end
	end
	return found
end

-- He picks among all that fought. Whom he hits may have aimed as well, and has
-- shot all the same (K2.2).
local function lay(shooter)
	local hits = shooter.aimed
	battle:aim(shooter, false)
	battle:strengthen(shooter, shooter.printed - VALUE)
	for _ = 1, hits do
		local found = victims(shooter.side.target)
		if #found == 0 then
			return
		end
		local victim = battle:pick(shooter.side, "Whom does " .. shooter.name .. " hit?", found)
		if victim.aims and victim:has("aimed-shot") then
			lay(victim)
		end
		if victim:may_take() then
			battle:hit(victim)
		end
	end
end

-- Nobody has taken a loss yet.
function onLosses()
	if self.aims then
		lay(self)
	end
end
