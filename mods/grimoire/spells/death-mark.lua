-- Hooks come before effects end, so a mark of 2 rounds strikes twice.
function onRoundEnd(round)
	for _, stack in ipairs(battle.stacks) do
		if stack:under("death-mark") and roll(10) >= 5 then
			log("the mark takes one of " .. stack.name)
			battle:kill(stack, 1)
		end
	end
end
