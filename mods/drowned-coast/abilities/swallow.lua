-- Without its opportunity: digesting is not a choice.
function onKilled(attack)
	if attack.kind == "melee" and not attack.at.alive then
		battle:stance(self, "protect")
	end
end
