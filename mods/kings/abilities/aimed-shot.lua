-- K6: he may shoot with the value 2, and then picks whom his hit removes.
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

-- Nobody has taken a loss yet: he picks among all that fought.
function onLosses()
	if not self.aims then
		return
	end
	local hits = self.aimed
	battle:aim(self, false)
	battle:strengthen(self, self.printed - VALUE)
	for _ = 1, hits do
		local victims = {}
		for _, counter in ipairs(self.side.target.counters) do
			if counter:may_take() then
				victims[#victims + 1] = counter
			end
		end
		if #victims > 0 then
			battle:hit(battle:pick(self.side, "Whom does " .. self.name .. " hit?", victims))
		end
	end
end
