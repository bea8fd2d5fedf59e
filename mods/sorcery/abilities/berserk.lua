-- The rage is what has been added to the strength: nothing yet, or 0 when it is
-- spent.
function onShaken(shaken)
	local rage = self:recall("rage")
	if not rage and not self.demoralized then
		shaken.shaken = false
		self:remember("rage", self.strength)
		battle:strengthen(self, self.strength)
		log(self.name .. " goes berserk")
	elseif rage and rage > 0 then
		battle:strengthen(self, -rage)
		self:remember("rage", 0)
	end
end
