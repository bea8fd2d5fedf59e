function onKilled(attack)
	if attack.kind == "melee" and attack.at.alive then
		battle:affect(attack.at, "stone")
	end
end
