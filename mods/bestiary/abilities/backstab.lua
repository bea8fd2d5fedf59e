function onAttack(attack)
	if attack.kind == "melee" and not attack.retaliation and attack.at and attack.at.acted then
		attack.bonus = 2
	end
end
