-- Makes all ways cost nothing. It changes the battle.
function onCost(c) c.cost = 0 end
