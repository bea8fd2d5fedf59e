-- The mod's own hooks: they are called for all stacks, in every battle that the
-- mod is loaded in. All hooks: houserule mod docs

---@param finish BattleEndEvent
function onBattleEnd(finish)
	if finish.winner then
		log("The " .. finish.winner.name .. " has won in " .. finish.rounds .. " rounds.")
	end
end
