-- The cold is the base game's own effect: slow, for fewer rounds than its
-- caster would get. What is dead cannot be slowed.
function onKilled(attack)
	if attack.spell == "cone-of-cold" and attack.at.alive then
		battle:affect(attack.at, "slow", 2)
	end
end
