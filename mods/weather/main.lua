-- What a ten-sided die comes to, from mild to foul.
local skies = { "clear", "clear", "clear", "clear", "rain", "rain", "rain", "fog", "fog", "mud" }
local rank = { clear = 1, rain = 2, fog = 3, mud = 4 }

function onRoundStart(round)
	local sky = skies[roll(10)]
	if rank[sky] > rank[setting("worst")] then
		sky = setting("worst")
	end
	battle:remember("sky", sky)
	log("the weather: " .. sky)
end

-- Wet strings: half as much, and the fraction counts as a whole.
function onAttack(attack)
	if attack.kind == "ranged" and battle:recall("sky") == "rain" then
		attack.factor = 0.5
	end
end

-- Nobody sees the rear. Who is shot at may shoot back at what came near.
function onOffer(offer)
	if offer.verb == "shoot" and offer.at.line == "ranged" and battle:recall("sky") == "fog" then
		return cancel("fog hides the ranged line")
	end
end

function onMove(move)
	if battle:recall("sky") == "mud" then
		return cancel("nobody changes line in the mud")
	end
end
