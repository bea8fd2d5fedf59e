-- Makes all ways cost nothing. It changes the battle.
function onCost(c) c.score = 0 end
