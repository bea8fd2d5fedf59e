-- K6.3: before the first round one enemy creature joins his side.
function onBattleStart()
	local creatures = {}
	for _, enemy in ipairs(self.side.enemies) do
		for _, counter in ipairs(enemy.counters) do
			if counter.kind == "creature" then
				creatures[#creatures + 1] = counter
			end
		end
	end
	if #creatures > 0 then
		battle:change(battle:pick(self.side, "Which enemy creature comes over to " .. self.name .. "?", creatures), self.side)
	end
end
