-- Each round the enemy's first unit looks at it. The die is not modified by
-- leaders: nobody is being led yet.
function onRoundStart()
	local first = self.side.enemy.line[1]
	if not first or first.demoralized or first:recall("stood") then
		return
	end
	local die = roll(battle.die)
	log(first.name .. " sees " .. self.name .. ": a " .. die .. " against " .. first.morale)
	if die > first.morale then
		battle:demoralize(first)
	else
		first:remember("stood", true)
	end
end
