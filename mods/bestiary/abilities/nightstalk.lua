function onOfferAgainst(offer)
	if (offer.verb == "attack" or offer.verb == "shoot") and not self:recall("seen") then
		return cancel("nobody sees it")
	end
end
function onActed(act)
	if act.verb == "attack" then
		self:remember("seen", true)
	end
end
