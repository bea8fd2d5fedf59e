function onMove(move)
	if move.stack:under("entangle") then
		return cancel("roots hold it")
	end
end

-- Only attacks are aimed, so striking back stays.
function onTarget(attack)
	if attack.kind == "melee" and attack.by:under("entangle") then
		return cancel("roots hold it")
	end
end
