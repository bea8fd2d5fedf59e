function onKilled(attack)
	if attack.at.alive then
		battle:affect(attack.at, "venom")
	end
end
