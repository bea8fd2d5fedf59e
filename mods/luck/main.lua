-- H9: luck is -3..+3; that many extra dice, the best or the worst of which
-- counts. The dice are the table's: who rolls by hand rolls them all.

-- The table of README.md.
local function luck(stack)
	local n = 0
	if stack:has("lucky") then
		n = n + setting("lucky")
	end
	if 2 * #stack.side.stacks <= #stack.side.enemy.stacks then
		n = n + setting("underdog")
	end
	for _, enemy in ipairs(stack.side.enemy.stacks) do
		if enemy:has("jinx") then
			n = n - setting("jinx")
		end
	end
	return math.max(-3, math.min(3, n))
end

-- Spells and retaliations are attacks, too.
function onDice(dice)
	local n = luck(dice.by)
	if n ~= 0 then
		dice.count = dice.count + math.abs(n)
		dice.worst = n < 0
	end
end
