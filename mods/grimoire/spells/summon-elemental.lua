-- The field itself is the memory: no need to remember what can be seen.
local function hasOne(side)
	for _, stack in ipairs(side.stacks) do
		if stack.creature == "fire-elemental" then
			return true
		end
	end
	return false
end

spell{
	legal = function(by)
		if hasOne(by.side) then
			return "its side has a fire elemental already"
		end
	end,
	cast = function(by)
		battle:summon(by.side, "melee", "fire-elemental", 1)
	end,
	worth = function()
		return 25
	end,
}
