-- onKill comes before the cards are gone: here it can still be seen that they
-- were alive. What it decides, kills, stays as it is. self is the stack that
-- has the ability.
function onKill(attack)
	if attack.kind == "melee" and attack.at.alignment ~= "death" and self.count < setting("most") then
		battle:grow(self, self.creature, 1)
	end
end
