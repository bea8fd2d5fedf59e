-- H9: morale is -5..+5. One die is rolled at each round's start if any is
-- not 0. Who is above it acts twice; who is as far below 0 does not act.

-- Which alignments a side's stacks show, and how many. Neutral ones take no side.
local function alignments(side)
	local shown, kinds = {}, 0
	for _, stack in ipairs(side.stacks) do
		local a = stack.alignment
		if a ~= "neutral" and not shown[a] then
			shown[a] = true
			kinds = kinds + 1
		end
	end
	return shown, kinds
end

-- The table of README.md, line by line: the place to change for a house of
-- its own.
local function morale(stack)
	if stack.alignment == "death" then
		return 0 -- the dead do not care
	end
	local shown, kinds = alignments(stack.side)
	local n = 0
	if kinds == 1 then
		n = n + setting("united")
	elseif kinds > 2 then
		n = n - (kinds - 2) * setting("mixed")
	end
	if shown.death then
		n = n - setting("beside_death")
	end
	local led = false
	for _, friend in ipairs(stack.side.stacks) do
		led = led or friend.hero
		if friend:has("inspiring") then
			n = n + setting("inspired")
		end
	end
	if led then
		n = n + setting("hero")
	end
	for _, enemy in ipairs(stack.side.enemy.stacks) do
		if enemy:has("dread") then
			n = n - setting("dread")
		end
	end
	if stack:has("steadfast") then
		n = math.max(n, 0)
	end
	return math.max(-5, math.min(5, n))
end

function onRoundStart(round)
	battle:remember("die", nil)
	for _, stack in ipairs(battle.stacks) do
		if morale(stack) ~= 0 then
			local die = roll(setting("die"))
			battle:remember("die", die)
			log("morale die: " .. die)
			return -- one die for everybody
		end
	end
end

-- Morale is read when the turn comes, so losses of this round count.
function onOpportunities(turn)
	local die = battle:recall("die")
	if not die or turn.count == 0 then
		return -- no die, or an effect that no mood can help, as blindness
	end
	local n = morale(turn.stack)
	if n > die then
		log(turn.stack.name .. " acts twice: morale " .. n)
		turn.count = turn.count + 1
	elseif -n > die then
		log(turn.stack.name .. " does not act: morale " .. n)
		turn.count = 0
	end
end
