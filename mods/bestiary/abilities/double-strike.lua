-- A strike of a script is scripted: it does not strike again.
local function again(attack)
	if attack.kind == "melee" and not attack.retaliation and not attack.scripted and attack.by.alive and attack.at and attack.at.alive then
		battle:attack(attack.by, attack.at, "melee", nil, true)
	end
end
function onKilled(attack)
	again(attack)
end
function onMiss(attack)
	again(attack)
end
