function onRoundEnd()
	for _, stack in ipairs(battle.stacks) do
		if stack:under("venom") and roll(10) >= 6 then
			log("venom kills a card of " .. stack.name)
			battle:kill(stack, 1)
		end
	end
end
