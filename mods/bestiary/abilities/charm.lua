function onKilled(attack)
	if attack.kind == "melee" and attack.at.alive and attack.at.level < self.level and #attack.at.side.stacks > 1 and roll(10) >= 8 then
		battle:transfer(attack.at, self.side)
	end
end
