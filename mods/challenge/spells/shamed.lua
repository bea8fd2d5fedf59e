function onAttack(attack)
	if attack.by:under("shamed") then
		attack.bonus = -setting("shame")
	end
end
