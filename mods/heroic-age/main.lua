-- Of those who act in this phase the Hero is first. When nobody may act, all
-- may: the rules see to it that no veto stops a battle.
function onMayAct(turn)
	if turn.stack.hero then
		return
	end
	for _, friend in ipairs(turn.stack.side.stacks) do
		if friend.hero and not friend.acted and friend.phase == battle.phase then
			return cancel("the Hero goes first")
		end
	end
end

function onRetaliations(limit)
	if limit.stack.hero then
		limit.count = limit.count + 1
	end
end

-- 0 is support from out of reach, which stays 0.
function onSupport(support)
	if support.by.hero and support.value > 0 then
		support.value = support.value + setting("help")
	end
end

-- Forbidding the offer spares the turn; onProtect would let it be tried and
-- spend it.
function onOffer(offer)
	if offer.verb == "protect" and offer.stack.hero then
		return cancel("Heroes do not hide")
	end
end
