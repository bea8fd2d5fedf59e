function onDice(dice)
	if dice.kind == "ranged" and not dice.retaliation then
		dice.count = 2
	end
end
