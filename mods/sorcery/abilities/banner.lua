-- The first of its race that has lost heart.
local function shaken(side, race)
	for _, unit in ipairs(side.line) do
		if unit.demoralized and unit.race == race then
			return unit
		end
	end
end

function onRoundEnd()
	local unit = not self.demoralized and shaken(self.side, self.race)
	if unit and roll(battle.die) <= unit.morale then
		battle:rally(unit)
	end
end
