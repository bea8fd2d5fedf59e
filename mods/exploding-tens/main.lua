-- The first die is the table's, the others are the mod's own, so that a battle
-- with and without the mod sees the same dice from the table.
function onRoll(dice)
	local top, last = setting("top"), dice.die
	for _ = 1, setting("most") do
		if last ~= top then
			return
		end
		last = roll(top)
		dice.die = dice.die + last
		log("the die explodes: +" .. last)
	end
end
