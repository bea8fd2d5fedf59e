-- by is who would strike back.
function onRetaliate(retaliation)
	if retaliation.by:under("fear") then
		return cancel("it is afraid")
	end
end
