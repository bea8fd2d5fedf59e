function onKilled(attack)
	local dead = #self:dead()
	if attack.kind == "melee" and self.alive and dead > 0 then
		battle:raise(self, math.min(attack.kills, dead))
	end
end
