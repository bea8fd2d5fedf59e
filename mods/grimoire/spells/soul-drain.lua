-- onKill comes before the cards are gone: here the victim still has a name.
-- One card however many die, for a swat would otherwise breed an army; and no
-- Heroes, of whom there is one each.
function onKill(attack)
	if attack.spell == "soul-drain" and not attack.at.hero then
		battle:grow(attack.by, attack.at.creature, 1)
	end
end
