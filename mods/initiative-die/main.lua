-- Rolled when the round begins, kept with the stack: onPhase may be asked at
-- any time, also by who only looks, and may not roll.
function onRoundStart(round)
	for _, stack in ipairs(battle.stacks) do
		stack:remember("die", roll(10))
	end
end

function onPhase(turn)
	local stack = turn.stack
	local die = stack:recall("die")
	if not die then
		return -- it joined in this round: its printed phase
	end
	if stack.phase <= 3 then
		die = die - setting("quickness")
	elseif stack.phase >= 8 then
		die = die + setting("quickness")
	end
	turn.phase = die -- the rules keep it within the round
end

-- A die that has counted is forgotten, so that positions that differ in it are
-- the same position: exact odds have fewer to follow.
function onActed(act)
	act.stack:remember("die")
end
