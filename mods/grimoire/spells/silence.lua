-- Forbidding the offer, not the casting, keeps the opportunity: a silenced
-- caster may still strike.
function onOffer(offer)
	if offer.verb == "cast" and offer.stack:under("silence") then
		return cancel("it is silenced")
	end
end
