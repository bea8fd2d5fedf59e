function onGain(gain)
	if gain.points == 6 then
		gain.points = 12
	end
end
