-- A side has lost somebody: a unit, which puts its leader into danger, or a
-- character, whom its units miss.
function onLost(loss)
	if loss.unit.role == "unit" then
		loss.unit.side:remember("bled", true)
	elseif loss.unit.role == "character" then
		loss.unit.side:remember("leaderless", true)
	end
end

function onCaught(caught)
	caught.unit.side:remember("leaderless", true)
end

function onRoundEnd()
	for _, side in ipairs(battle.sides) do
		local leader = side.leader
		if leader and side:recall("bled") and roll(battle.die) >= setting("falls") then
			log(leader.name .. " falls among its units")
			battle:eliminate(leader)
		end
		side:remember("bled")
	end
end

-- Another leader makes up for the one that is gone. More on the die is as much
-- less to pass with.
function onMorale(morale)
	local side = morale.unit.side
	if side:recall("leaderless") and not side.leader then
		morale.bonus = -setting("less")
	end
end
