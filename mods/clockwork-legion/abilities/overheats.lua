-- A shot that missed is as hot as one that hit, and so is one that was shot
-- back: onRoll hears them all.
function onRoll(dice)
	if dice.kind == "ranged" then
		self:remember("shot", battle.round)
	end
end

function onOffer(offer)
	if offer.verb == "shoot" and self:recall("shot") == battle.round - 1 then
		return cancel("it has to cool down")
	end
end
