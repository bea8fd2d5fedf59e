-- Behind each round it may be gone.
local GONE = 2

function onRoundEnd()
	if roll(battle.die) <= GONE then
		log(self.name .. " fades away")
		battle:eliminate(self)
	end
end
