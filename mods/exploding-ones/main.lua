-- The first die is the table's, the others are the mod's own, so that a battle
-- with and without the mod sees the same dice from the table.
function onHit(dice)
	local last = dice.die
	for _ = 1, setting("most") do
		if last ~= 1 or dice.hits == 0 then
			return
		end
		last = roll(battle.die)
		log("a 1 explodes: " .. last)
		if last <= dice.need then
			dice.hits = dice.hits + 1
		end
	end
end
