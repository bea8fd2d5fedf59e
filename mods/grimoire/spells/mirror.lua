-- No spell{...} here: the spell lies on its target as any effect does, and
-- this hook makes it more than a bonus. The spell is stopped before it
-- rolls, so that a mirror is worth more than any defense.
function onCast(cast)
	if not cast.at or cast.at.side == cast.by.side or not cast.at:under("mirror") then
		return
	end
	if roll(10) >= 6 then
		battle:kill(cast.by, 1, cast.at)
	end
	return cancel("the mirror throws it back")
end
