-- The numbers of towns are their own (H8.2).
function onFill(line)
	if battle.walls == "none" then
		line.count = setting("front")
	end
end

-- Who is called forward cannot strike before its turn, but can duck.
function onFilled(line)
	battle:stance(line.stack, "protect")
end
