-- The script of an ability sees what its side sees: of a stack that is hidden
-- it knows whose it is, and no unit.
local MOST = 49 -- choose() takes 50 words

local function hidden(enemy)
	local found, names = {}, {}
	for _, hex in ipairs(battle.hexes) do
		for _, side in ipairs(hex.sides) do
			if side == enemy and #hex.units == 0 and #names < MOST then
				found[hex.name] = hex
				names[#names + 1] = hex.name
			end
		end
	end
	names[#names + 1] = "nowhere"
	return found, names
end

function onSideStart(turn)
	if turn.side ~= self.side then
		return
	end
	for _ = 1, setting("looks") do
		local found, names = hidden(self.side.enemy)
		if #names == 1 then
			return
		end
		local hex = found[choose(self.side, "Where does " .. self.name .. " look?", names)]
		if not hex then
			return
		end
		battle:reveal(self.side, hex)
	end
end
