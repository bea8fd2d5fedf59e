function onKilled(attack)
	if attack.at.alive then
		battle:affect(attack.at, "slow")
	end
end
