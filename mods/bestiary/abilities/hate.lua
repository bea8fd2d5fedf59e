function onAttack(attack)
	if attack.at and (attack.at.creature == "dwarf" or attack.at.creature == "gnome") then
		attack.bonus = 3
	end
end
