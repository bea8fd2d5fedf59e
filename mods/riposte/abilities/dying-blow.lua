-- onDeath comes while the last cards still stand, so that they can strike. No
-- stack dies twice: what the strike sets off cannot bring them here again.
function onDeath(death)
	if death.by and self:reaches(death.by) then
		battle:attack(self, death.by, "melee", nil, true)
	end
end

-- Every attack has its hooks, this one too: scripted says that a script made it.
function onAttack(attack)
	if attack.scripted then
		attack.bonus = setting("bonus")
	end
end
