function onKill(attack)
	if attack.kind == "melee" and roll(10) >= 8 then
		attack.kills = attack.kills + 1
	end
end
