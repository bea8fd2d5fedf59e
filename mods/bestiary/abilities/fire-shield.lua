function onKilledAgainst(attack)
	if attack.kind == "melee" and attack.by.alive and roll(10) >= 7 then
		log(attack.by.name .. " burns")
		battle:kill(attack.by, 1, self)
	end
end
