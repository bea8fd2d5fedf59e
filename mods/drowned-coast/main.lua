-- What is about the struck stack, whoever strikes: an ability's own script is
-- called for the striker.

function onKilled(attack)
	if attack.at.alive then
		attack.at:remember("bleeds", true)
	end
end

-- The card that would die last stays; of a swat the others go. With its
-- last card it may stand up again and again: that is the horror of it.
function onKill(attack)
	if attack.at:has("restless") and roll(10) >= setting("tide") then
		log("the sea gives one of " .. attack.at.name .. " back")
		attack.kills = attack.kills - 1
	end
end
