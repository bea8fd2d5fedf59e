function onOfferAgainst(offer)
	if offer.verb == "cast" then
		return cancel("it is immune to spells")
	end
end
