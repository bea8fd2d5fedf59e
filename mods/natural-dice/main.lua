-- onHit does not know the die: onRoll, which comes just before, keeps it.
function onRoll(dice)
	dice.by:remember("die", dice.die)
end

function onHit(attack)
	local die = attack.by:recall("die")
	if die == 1 then
		attack.hits = false
	elseif die == setting("top") then
		attack.hits = true
	end
end

function onMiss(attack)
	if setting("accidents") and attack.by:recall("die") == 1 and roll(setting("top")) == 1 then
		log(attack.by.name .. " has an accident")
		battle:kill(attack.by, 1)
	end
end
