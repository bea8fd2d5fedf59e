function onDeath()
	if not self:recall("reborn") then
		self:remember("reborn", true)
		log(self.name .. " rises from its ashes")
		battle:grow(self, "firebird", 1)
	end
end
