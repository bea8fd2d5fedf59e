-- The hook also runs to tell odds and options, so that the prompt shows the
-- bonus before anybody rolls. Nothing is remembered: the lines are all there
-- is to know.
function onAttack(attack)
	local at = attack.at
	if not at or attack.kind ~= "melee" or attack.retaliation or at.line ~= "melee" then
		return
	end
	local line = at.side.front
	if #attack.by.side.front > #line and (at == line[1] or at == line[#line]) then
		attack.bonus = setting("bonus")
	end
end
