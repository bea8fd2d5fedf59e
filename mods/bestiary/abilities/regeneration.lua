function onRoundStart()
	if self.alive and #self:dead() > 0 then
		battle:raise(self, 1)
	end
end
