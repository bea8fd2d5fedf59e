function onKilled(attack)
	if self.alive and not attack.at.alive and self.count < 10 then
		battle:grow(self, "ghast", 1)
	end
end
