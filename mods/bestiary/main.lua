-- A hook in an ability's script is called for the stack that acts, or that onKilledAgainst and its
-- like name. What concerns other stacks stands here.

-- Acid: the stack that is struck has no ability that would hear of it.
function onDefense(defense)
	if defense.at then
		defense.bonus = -(defense.at:recall("acid") or 0)
	end
end

-- Roots hold the stack for the round in which it was struck.
function onOffer(offer)
	if offer.verb == "attack" and offer.at and offer.stack:recall("held") == battle.round and offer.stack:recall("holder") ~= offer.at.name then
		return cancel("roots hold it")
	end
end

-- A mirror is asked when the spell is cast, which is after it was chosen.
function onCast(cast)
	if cast.at and cast.at:has("mirror") and roll(10) >= 6 then
		log("the spell turns back")
		battle:kill(cast.by, 1, cast.at)
		return cancel("a mirror turns it back")
	end
end

-- Fear is felt by those who are to act.
function onOpportunities(turn)
	for _, enemy in ipairs(turn.stack.side.enemy.stacks) do
		if enemy:has("fear") and enemy.level > turn.stack.level then
			if roll(10) == 1 then
				log(turn.stack.name .. " is afraid")
				turn.count = 0
			end
			return
		end
	end
end

-- The plague is not over when its victim is gone.
function onDestroyed(death)
	if death.by and death.by:has("plague") and battle.room > 0 then
		battle:summon(death.by.side, "melee", "zombie", 1)
	end
end
