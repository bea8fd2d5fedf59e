-- A spell with a score is an attack like any other; its script hears all
-- attacks, so it asks first whether this one is its own.

-- The stack behind the struck one in its side's order, the first after the last.
local function nextTo(struck)
	local first, found
	for _, stack in ipairs(struck.side.stacks) do
		if stack ~= struck then
			first = first or stack
			if found then
				return stack
			end
		else
			found = true
		end
	end
	return first
end

function onKilled(attack)
	if attack.spell ~= "forked-lightning" then
		return
	end
	local other = nextTo(attack.at)
	if other and roll(10) + 3 >= other.defense then
		log("the lightning leaps to " .. other.name)
		battle:kill(other, 1, attack.by)
	end
end
