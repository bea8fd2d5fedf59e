-- Round 1: +3, then less and less, and worn out in the end.
function onAttack(attack)
	if attack.kind == "melee" then
		attack.bonus = math.max(4 - battle.round, -1)
	end
end
