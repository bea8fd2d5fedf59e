function onMove(move)
	if move.stack:under("entangle") then
		return cancel("roots hold it")
	end
end

-- Only attacks are aimed, so striking back stays.
function onOffer(offer)
	if offer.verb == "attack" and offer.stack:under("entangle") then
		return cancel("roots hold it")
	end
end
