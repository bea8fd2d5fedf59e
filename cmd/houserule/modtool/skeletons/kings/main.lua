-- The mod's own hooks: they are called for all counters, in every battle that the
-- mod is loaded in. All hooks: houserule mod docs --game kings

---@param finish BattleEndEvent
function onBattleEnd(finish)
	if finish.winner then
		log("The " .. finish.winner.name .. " has the hex in round " .. finish.rounds .. ".")
	end
end
