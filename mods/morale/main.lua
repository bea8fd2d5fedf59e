-- H9: morale is -5..+5. One die is rolled at each round's start if any is
-- not 0. Who is above it acts twice; who is as far below 0 does not act.

-- What all stacks of a side share: with morale, the table of README.md, line by
-- line, and the place to change for a house of its own.
local function mood(side)
	local n, led = 0, false
	local shown, kinds = {}, 0 -- alignments; neutral stacks take no side
	for _, stack in ipairs(side.stacks) do
		local a = stack.alignment
		if a ~= "neutral" and not shown[a] then
			shown[a] = true
			kinds = kinds + 1
		end
		led = led or stack.hero
		if stack:has("inspiring") then
			n = n + setting("inspired")
		end
	end
	if kinds == 1 then
		n = n + setting("united")
	elseif kinds > 2 then
		n = n - (kinds - 2) * setting("mixed")
	end
	if shown.death then
		n = n - setting("beside_death")
	end
	if led then
		n = n + setting("hero")
	end
	for _, enemy in ipairs(side.enemy.stacks) do
		if enemy:has("dread") then
			n = n - setting("dread")
		end
	end
	return n
end

-- The morale of a stack, by the mood of its side.
local function morale(stack, n)
	if stack.alignment == "death" then
		return 0 -- the dead do not care
	end
	if stack:has("steadfast") then
		n = math.max(n, 0)
	end
	return math.max(-5, math.min(5, n))
end

function onRoundStart(round)
	battle:remember("die", nil)
	for _, side in ipairs({ battle.aggressor, battle.defender }) do
		local n = mood(side)
		for _, stack in ipairs(side.stacks) do
			if morale(stack, n) ~= 0 then
				local die = roll(setting("die"))
				battle:remember("die", die)
				log("morale die: " .. die)
				return -- one die for everybody
			end
		end
	end
end

-- Morale is read when the turn comes, so losses of this round count.
function onOpportunities(turn)
	local die = battle:recall("die")
	if not die or die > 4 or turn.count == 0 then
		return -- no die, one that no morale exceeds, or an effect that none can help, as blindness
	end
	local n = morale(turn.stack, mood(turn.stack.side))
	if n > die then
		log(turn.stack.name .. " acts twice: morale " .. n)
		turn.count = turn.count + 1
	elseif -n > die then
		log(turn.stack.name .. " does not act: morale " .. n)
		turn.count = 0
	end
end
