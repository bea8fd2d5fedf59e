function onOffer(offer)
	if offer.verb == "cast" and (self:recall("casts") or 0) >= 3 then
		return cancel("it has cast three spells")
	end
end
function onCast()
	self:remember("casts", (self:recall("casts") or 0) + 1)
end
