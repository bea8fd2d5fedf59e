-- main.lua remembers who bleeds: this script hears only attacks of stacks
-- that have the ability, and blood is drawn by everybody.
function onAttack(attack)
	if attack.kind == "melee" and attack.at and attack.at:recall("bleeds") then
		attack.bonus = 2
	end
end
