function onKilled(attack)
	if attack.at.alive then
		attack.at:remember("held", battle.round)
		attack.at:remember("holder", self.name)
	end
end
