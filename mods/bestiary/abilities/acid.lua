function onKilled(attack)
	if attack.kind == "melee" and attack.at.alive then
		attack.at:remember("acid", (attack.at:recall("acid") or 0) + 1)
	end
end
