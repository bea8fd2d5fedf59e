function onKilled(attack)
	if attack.at.alive then
		battle:affect(attack.at, "weakness")
	end
end
