-- onHit does not know the die: onRoll, which comes just before, keeps it, but
-- only a one or a top face. It is forgotten as soon as it has counted, so that
-- positions that differ in an old die are the same position.
function onRoll(dice)
	local counts = dice.die == 1 or dice.die == setting("top")
	dice.by:remember("die", counts and dice.die or nil)
end

function onHit(attack)
	local die = attack.by:recall("die")
	if die == 1 then
		attack.hits = false
	elseif die then
		attack.hits = true
		attack.by:remember("die")
	end
end

function onMiss(attack)
	local die = attack.by:recall("die")
	attack.by:remember("die")
	if setting("accidents") and die == 1 and roll(setting("top")) == 1 then
		log(attack.by.name .. " has an accident")
		battle:kill(attack.by, 1)
	end
end
