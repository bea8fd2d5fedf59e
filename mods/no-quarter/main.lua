function onWithdraw(leave)
	if battle.round < setting("until") then
		return cancel("no quarter before round " .. setting("until"))
	end
end

-- Never more than the rules allow: a hand is a hand.
function onSurrender(leave)
	leave.most = math.min(leave.most, setting("ransom"))
end
